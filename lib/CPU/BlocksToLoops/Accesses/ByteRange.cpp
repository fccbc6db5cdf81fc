// The bytes that an access can touch, as scalars before a nest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Accesses.h"

#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <set>

namespace mlir::tts::cpu {

/// The block whose elements are the offsets of a gather, before it is repeated
/// along other dims.
Value Accesses::gatherSource(tts::MakeBlockOp a) {
  Value v = a.getGather();
  while (v) {
    if (auto e = v.getDefiningOp<triton::BroadcastOp>())
      v = e.getSrc();
    else if (auto e = v.getDefiningOp<triton::ExpandDimsOp>())
      v = e.getSrc();
    else
      break;
  }
  return v;
}

/// Are the offsets, the elements of `source`, few, so that each holds for a
/// whole row?
static bool gathersRows(tts::MakeBlockOp a, Value source) {
  return blockType(source).getNumElements() * 8 <=
         blockType(a.getGather()).getNumElements();
}

/// hasInterval(), which each nest asks again of the same blocks.
bool Accesses::isComputed(Value source) {
  auto [known, isNew] = computed.try_emplace(source);
  if (isNew)
    known->second = hasInterval(source);
  return known->second;
}

/// Do addresses have a range that is quickly found at run time? For a gather
/// that takes offsets that are computed from positions, or the least and
/// greatest of a few.
bool Accesses::hasRange(tts::MakeBlockOp a) {
  if (blockType(a.getBase()))
    return false;
  if (!a.getGather())
    return true;
  Value source = gatherSource(a);
  return isComputed(source) || gathersRows(a, source);
}

/// The last position along a dim that is not masked; 0 where there is none.
Value Accesses::lastPosition(tts::MakeBlockOp op, int64_t dim) {
  int64_t n = op.getType().getShape()[dim];
  OpFoldResult upper = op.getMixedUpper()[dim];
  if (auto c = getConstantIntValue(upper); c && *c >= n)
    return cst(n - 1);
  Value last = arith::SubIOp::create(b, loc, i64(upper), cst(1));
  last = arith::MinSIOp::create(b, loc, last, cst(n - 1));
  return arith::MaxSIOp::create(b, loc, last, cst(0));
}

/// Least and greatest element of a buffer of integers.
Interval Accesses::extremes(const Buffer &buf) {
  int64_t total = ShapedType::getNumElements(buf.shape);
  Type storage = storageType(buf.elem), i64Type = b.getI64Type();
  int64_t lanes = std::min<int64_t>(target.vectorBits / 64, total);
  auto vector = VectorType::get({lanes}, i64Type);
  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(vector, b.getI64IntegerAttr(v)));
  };
  auto loop =
      scf::ForOp::create(b, loc, cst(0), cst(total), cst(lanes),
                         ValueRange{constant(INT64_MAX), constant(INT64_MIN)});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value at = LLVM::GEPOp::create(b, loc, ptrType(), storage, buf.ptr,
                                   ValueRange{loop.getInductionVar()});
    Value v = LLVM::LoadOp::create(b, loc, VectorType::get({lanes}, storage),
                                   at, bytesOf(buf.elem));
    if (storage != i64Type)
      v = arith::ExtSIOp::create(b, loc, vector, v);
    Value least =
        arith::MinSIOp::create(b, loc, loop.getRegionIterArgs()[0], v);
    Value most = arith::MaxSIOp::create(b, loc, loop.getRegionIterArgs()[1], v);
    scf::YieldOp::create(b, loc, ValueRange{least, most});
  }
  return {vector::ReductionOp::create(b, loc, vector::CombiningKind::MINSI,
                                      loop.getResult(0)),
          vector::ReductionOp::create(b, loc, vector::CombiningKind::MAXSI,
                                      loop.getResult(1))};
}

/// That of the index along a wrapped dim of `size` positions.
Interval Accesses::wrappedInterval(tts::MakeBlockOp op, int64_t dim,
                                   int64_t size) {
  auto select = [&](Value c, Value x, Value y) -> Value {
    return arith::SelectOp::create(b, loc, c, x, y);
  };
  Value first = elements().unwrappedStart(op, dim);
  Value modulus = i64(OpFoldResult(op.getWrapModulus(dim)));
  Value last = add(first, cst(size - 1));
  if (op.isClipped(dim)) {
    Value end = arith::SubIOp::create(b, loc, modulus, cst(1));
    last = arith::MinSIOp::create(b, loc, last, end);
    return {arith::MinSIOp::create(b, loc, first, cst(0)),
            arith::MaxSIOp::create(b, loc, last, cst(0))};
  }
  Value fits = elements().fitsUnwrapped(op, dim, size);
  // Of either sign, and less than the modulus, whatever its own sign is.
  Value all = arith::SubIOp::create(
      b, loc,
      arith::MaxSIOp::create(b, loc, modulus,
                             arith::SubIOp::create(b, loc, cst(0), modulus)),
      cst(1));
  return {select(fits, first, arith::SubIOp::create(b, loc, cst(0), all)),
          select(fits, last, all)};
}

namespace {
/// Along which dim of an access the ranges run that its offsets are made of.
class RangeDims {
public:
  explicit RangeDims(Value gather) {
    int rank = blockType(gather).getRank();
    open.push_back({gather, llvm::to_vector<4>(llvm::seq<int>(rank))});
    while (!open.empty() && visits++ < kMaxVisits) {
      auto [v, dims] = open.pop_back_val();
      if (seen.insert({v.getAsOpaquePointer(), dims}).second)
        visit(v, dims);
    }
    if (!open.empty())
      dimOf.clear();
  }

  /// -1 where that is not one dim.
  int of(Value range) const {
    auto it = dimOf.find(range);
    return it == dimOf.end() ? -1 : it->second;
  }

private:
  using Dims = SmallVector<int, 4>; // by those of a value, -1 where unknown
  static constexpr unsigned kMaxVisits = 256;

  void visit(Value v, Dims dims) {
    Operation *op = v.getDefiningOp();
    if (!op)
      return;
    if (isa<triton::MakeRangeOp>(op)) {
      auto [it, isNew] = dimOf.try_emplace(v, dims[0]);
      if (!isNew && it->second != dims[0])
        it->second = -1;
      return;
    }
    bool moves = movesDims(op);
    if (moves)
      dims = alongSourceDims<int>(op, dims, -1);
    bool keepsDims = moves || op->hasTrait<OpTrait::Elementwise>();
    for (Value operand : op->getOperands())
      if (auto type = blockType(operand))
        open.push_back({operand, keepsDims ? dims : Dims(type.getRank(), -1)});
  }

  DenseMap<Value, int> dimOf;
  std::set<std::pair<void *, Dims>> seen;
  SmallVector<std::pair<Value, Dims>> open;
  unsigned visits = 0;
};
} // namespace

/// That of `source`, which the offsets of the access are, as it is computed.
Interval Accesses::computedInterval(tts::MakeBlockOp op, Value source,
                                    Value &unknown) {
  RangeDims dims(op.getGather());
  auto scalar = [&](Value v) { return scalars.lookup(v); };
  auto lastOf = [&](Value range) {
    int d = dims.of(range);
    return d < 0 || op.isWrapped(d) ? Value() : lastPosition(op, d);
  };
  return Intervals(b, loc, scalar, lastOf, unknown).of(source);
}

std::pair<Value, Value> Accesses::byteRange(tts::MakeBlockOp op,
                                            Value &unknown) {
  auto block = cast<tts::BlockType>(op.getResult().getType());
  Value first = i64(OpFoldResult(op.getOffset())), last = first;
  Value zero = cst(0);
  for (auto [d, n] : llvm::enumerate(block.getShape())) {
    if (op.isWrapped(d)) {
      Interval index = wrappedInterval(op, d, n);
      Value from = mul(index.least, op.getMixedStrides()[d]);
      Value to = mul(index.most, op.getMixedStrides()[d]);
      if (from) {
        first = add(first, arith::MinSIOp::create(b, loc, from, to));
        last = add(last, arith::MaxSIOp::create(b, loc, from, to));
      }
      continue;
    }
    if (n == 1)
      continue;
    OpFoldResult stride = op.getMixedStrides()[d];
    Value span = mul(lastPosition(op, d), stride);
    if (!span)
      continue;
    if (auto c = getConstantIntValue(stride); c && *c >= 0) {
      last = add(last, span);
      continue;
    }
    first = add(first, arith::MinSIOp::create(b, loc, span, zero));
    last = add(last, arith::MaxSIOp::create(b, loc, span, zero));
  }
  if (Value source = gatherSource(op)) {
    constexpr int64_t far = int64_t(1) << 47;
    auto [least, most] = buffers.count(source)
                             ? extremes(buffers.lookup(source))
                             : computedInterval(op, source, unknown);
    first = add(first, least);
    last = add(last, most);
    Value low = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, least,
                                      cst(-far));
    Value high = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, most,
                                       cst(far));
    Value either = arith::OrIOp::create(b, loc, low, high);
    unknown = unknown
                  ? arith::OrIOp::create(b, loc, unknown, either).getResult()
                  : either;
  }
  Type elem = storageType(block.getElementType());
  Value base = scalars.lookup(op.getBase());
  auto byteAt = [&](Value index) -> Value {
    Value p =
        LLVM::GEPOp::create(b, loc, ptrType(), elem, base, ValueRange{index});
    return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), p);
  };
  return {byteAt(first), byteAt(add(last, cst(1)))};
}

} // namespace mlir::tts::cpu
