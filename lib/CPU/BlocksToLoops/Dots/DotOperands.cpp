// The operands of a dot as matrices: where they are when they are laid out well
// enough, packed otherwise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../RegionScope.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

/// Can the kernel read the load's own memory? Its elements are those that are
/// multiplied, dim `unitDim` (if any) is contiguous, and no write comes before
/// the last use.
bool Dots::canUseInPlace(tts::LoadOp load, Type elem, int unitDim) {
  Value v = load.getResult();
  if (blockType(v).getElementType() != elem || buffers.count(v))
    return false;
  auto op = accessOf(load);
  if (op.getGather() || blockType(op.getBase()) ||
      (op.getMask() && blockType(op.getMask())))
    return false;
  if (unitDim >= 0 && getConstantIntValue(op.getMixedStrides()[unitDim]) != 1)
    return false;
  int64_t until =
      load->getBlock() == current->getBlock() ? plan().neededUntil(v, {}) : -1;
  return until < 0 || !plan().hazardBefore(v, until);
}

/// A load, seen as `view` with its dims in `order`, as a matrix in its own
/// memory. When some lanes are inactive or the index wraps inside the block,
/// the view is copied at run time (to `given`, if any) and the copy used
/// instead, whose last dim is contiguous. With `kept`, rows that are in more
/// cache lines than they fill are copied as well, once for programs that share
/// them.
FailureOr<Matrix> Dots::inPlace(tts::LoadOp load, Value view,
                                ArrayRef<int> order, const Buffer *given,
                                const KeptChunks *kept) {
  auto op = load.getBlock().getDefiningOp<tts::MakeBlockOp>();
  auto type = cast<tts::BlockType>(op.getResult().getType());
  auto strides = op.getMixedStrides();
  Type elem = type.getElementType();
  Value bad;
  auto badIf = [&](Value v) {
    bad = bad ? arith::OrIOp::create(b, loc, bad, v).getResult() : v;
  };
  auto cmp = [&](arith::CmpIPredicate p, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, p, x, y);
  };
  Value offset = i64(OpFoldResult(op.getOffset()));
  Matrix m;
  m.elem = elem;
  m.fetched = true;
  for (auto [d, n] : llvm::enumerate(type.getShape())) {
    OpFoldResult lower = op.getMixedLower()[d], upper = op.getMixedUpper()[d];
    if (auto c = getConstantIntValue(upper); !c || *c < n)
      badIf(cmp(arith::CmpIPredicate::slt, i64(upper), cst(n)));
    if (auto c = getConstantIntValue(lower); !c || *c > 0)
      badIf(cmp(arith::CmpIPredicate::sgt, i64(lower), cst(0)));
    if (op.isWrapped(d)) {
      badIf(arith::XOrIOp::create(
          b, loc, elements().fitsUnwrapped(op, d, n),
          arith::ConstantOp::create(b, loc, b.getBoolAttr(true))));
      if (Value term = mul(elements().unwrappedStart(op, d), strides[d]))
        offset = add(offset, term);
    }
    auto c = getConstantIntValue(strides[d]);
    m.strides.push_back(c ? OpFoldResult(b.getI64IntegerAttr(*c))
                          : OpFoldResult(i64(strides[d])));
  }
  if (op.getMask()) {
    Value on = scalars.lookup(op.getMask());
    badIf(arith::XOrIOp::create(
        b, loc, on, arith::ConstantOp::create(b, loc, b.getBoolAttr(true))));
  }
  m.ptr = LLVM::GEPOp::create(b, loc, ptrType(), storageType(elem),
                              scalars.lookup(op.getBase()), ValueRange{offset});
  auto own = m.strides;
  for (auto [d, from] : llvm::enumerate(order))
    m.strides[d] = own[from];
  if (kept) {
    Value lines = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), m.ptr);
    Value row = mul(i64(m.strides.front()), b.getI64IntegerAttr(bytesOf(elem)));
    lines = arith::OrIOp::create(b, loc, lines, row);
    int64_t width =
        std::min<int64_t>(64, type.getShape().back() * bytesOf(elem));
    badIf(cmp(arith::CmpIPredicate::ne,
              arith::AndIOp::create(b, loc, lines, cst(width - 1)), cst(0)));
  }
  if (!bad)
    return m;
  Buffer copy = given ? *given : allocate(view.getType());
  auto ifOp = scf::IfOp::create(b, loc, ptrType(), bad, true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(ifOp.thenBlock());
    RegionScope scope(emitter);
    FailureOr<Value> there = copy.ptr;
    if (kept)
      there = copyKept(*kept, view, copy);
    else if (failed(nests().materialize(view, &copy)))
      return failure();
    if (failed(there))
      return failure();
    scf::YieldOp::create(b, loc, *there);
    b.setInsertionPointToEnd(ifOp.elseBlock());
    scf::YieldOp::create(b, loc, m.ptr);
  }
  m.ptr = ifOp.getResult(0);
  int64_t rowMajor = 1;
  for (int d = copy.shape.size() - 1; d >= 0; --d) {
    auto c = getConstantIntValue(m.strides[d]);
    if (c != rowMajor) {
      Value s = c ? cst(*c) : cast<Value>(m.strides[d]);
      m.strides[d] =
          arith::SelectOp::create(b, loc, bad, cst(rowMajor), s).getResult();
    }
    rowMajor *= copy.shape[d];
  }
  return m;
}

Matrix Dots::rowMajor(const Buffer &buf) {
  Matrix m;
  m.ptr = buf.ptr;
  m.elem = buf.elem;
  m.strides.resize(buf.shape.size());
  int64_t stride = 1;
  for (int d = buf.shape.size() - 1; d >= 0; --d) {
    m.strides[d] = b.getI64IntegerAttr(stride);
    stride *= buf.shape[d];
  }
  return m;
}

/// A matrix with elements of type `elem`; with `unitInner` its last dim is
/// contiguous. One that is `reused` is not read in the kernel's arguments,
/// where rows far apart compete for the same cache sets, but is left to the
/// caller.
FailureOr<Matrix> Dots::matrixOf(Value v, Type elem, bool unitInner,
                                 bool reused) {
  int rank = blockType(v).getRank();
  // See through transpositions.
  auto order = llvm::to_vector(llvm::seq<int>(0, rank));
  Value base = v;
  while (!buffers.count(base)) {
    auto t = base.getDefiningOp<triton::TransOp>();
    if (!t)
      break;
    for (int &o : order)
      o = t.getOrder()[o];
    base = t.getSrc();
  }
  auto permuted = [&](Matrix m) {
    Matrix out = m;
    for (int i = 0; i < rank; ++i)
      out.strides[i] = m.strides[order[i]];
    return out;
  };
  Type own = blockType(v).getElementType();
  bool unitLast = order.back() == rank - 1;
  if (own == elem && buffers.count(base) && (unitLast || !unitInner))
    return permuted(rowMajor(buffers[base]));
  auto load = base.getDefiningOp<tts::LoadOp>();
  if (load && !reused &&
      canUseInPlace(load, elem, unitInner ? order.back() : -1))
    return inPlace(load, v, order);
  if (reused)
    return Matrix();
  Buffer buf = allocate(blockType(v).clone(elem));
  if (failed(nests().materialize(v, &buf)))
    return failure();
  return rowMajor(buf);
}

/// What `pack` fills, with lanes as elements.
Matrix Dots::packedMatrix(const DotUnit &unit, Buffer packed, int64_t panel,
                          int64_t depth) {
  packed.shape[packed.shape.size() - 2] /= unit.group;
  if (unit.group > 1)
    packed.elem = b.getI32Type();
  Matrix m = rowMajor(packed);
  m.strides[m.strides.size() - 2] = b.getI64IntegerAttr(panel);
  m.panel = panel;
  m.depth = depth / unit.group;
  return m;
}

/// The second operand of a dot with `m` rows.
FailureOr<Matrix> Dots::columnsOf(const DotUnit &unit, Value v, int64_t m) {
  auto type = blockType(v);
  if (unit.group == 1) {
    FailureOr<Matrix> found = matrixOf(v, unit.elem, true, m > 8);
    if (failed(found) || found->ptr)
      return found;
  }
  int64_t panel = panelColumns(unit, m, type.getShape().back());
  auto packed = type.clone(unit.elem);
  // Iterations are counted as signed numbers.
  auto loop = dyn_cast<scf::ForOp>(current->getParentOp());
  bool counted = loop && !loop.getUnsignedCmp();
  auto [buf, changed, guarded] = counted
                                     ? slotOfIteration(loop, v, packed)
                                     : Slot{allocate(packed), Value(), false};
  OpBuilder::InsertionGuard guard(b);
  std::optional<RegionScope> scope;
  if (changed) {
    auto ifOp = scf::IfOp::create(b, loc, changed, false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    scope.emplace(emitter);
    if (guarded)
      noteRead(v);
  }
  int64_t k = type.getShape()[type.getRank() - 2];
  llvm::SaveAndRestore shared(nests().fillsShared, static_cast<bool>(changed));
  if (failed(pack(v, buf, unit.group, panel, k)))
    return failure();
  return packedMatrix(unit, buf, panel, k);
}

} // namespace mlir::tts::cpu
