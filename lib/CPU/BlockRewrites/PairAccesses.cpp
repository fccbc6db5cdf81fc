// Accesses to every second element, and to those between: as one access to all
// of them, which is taken apart or put together in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/Analysis/ScalarExpr.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"
#include "triton-shared/Lowering/EraseDead.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUPAIRACCESSES
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// Shorter rows are put together lane by lane.
constexpr int64_t kLeastRow = 4;

/// Accesses that are looked at for the other half of one.
constexpr size_t kMostOpen = 32;

/// Is it made of every second element of its rows, and do other dims not lie
/// closer?
bool isEverySecond(MakeBlockOp block) {
  Value mask = block.getMask();
  bool plain = !block.hasTensorBase() && !block.getGather() &&
               block.getWrapDims().empty() &&
               !(mask && isa<RankedTensorType>(mask.getType())) &&
               block.getType().getElementType().isIntOrFloat();
  ArrayRef<int64_t> shape = block.getType().getShape();
  if (!plain || shape.empty() || shape.back() < kLeastRow)
    return false;
  auto strides = block.getMixedStrides();
  return getConstantIntValue(strides.back()) == 2 &&
         llvm::none_of(strides, [](OpFoldResult stride) {
           auto known = getConstantIntValue(stride);
           return known && std::abs(*known) == 1;
         });
}

/// Do rows begin between the elements of others, so that those of one store may
/// be where another one stores? Run-time strides are taken to be longer.
bool areRowsMixed(MakeBlockOp block) {
  ArrayRef<int64_t> shape = block.getType().getShape();
  return llvm::any_of(llvm::zip(block.getMixedStrides(), shape), [&](auto dim) {
    auto [stride, n] = dim;
    auto known = getConstantIntValue(stride);
    return n > 1 && known && *known % 2 != 0 &&
           std::abs(*known) < 2 * shape.back();
  });
}

class AccessPairs {
public:
  explicit AccessPairs(IRRewriter &b) : b(b) {}

  void visit(Block &block);

  bool changed = false;

private:
  ScalarExpr sumOf(Value v);
  ScalarExpr exprOf(OpFoldResult v) {
    auto known = getConstantIntValue(v);
    return known ? ScalarExpr(*known) : sumOf(cast<Value>(v));
  }
  bool areEqual(ArrayRef<OpFoldResult> x, ArrayRef<OpFoldResult> y) {
    return llvm::all_of_zip(x, y, [&](OpFoldResult a, OpFoldResult c) {
      return a == c || exprOf(a) == exprOf(c);
    });
  }
  std::optional<int64_t> distance(MakeBlockOp from, MakeBlockOp to);
  OpFoldResult twice(Location loc, OpFoldResult bound, int64_t row);
  MakeBlockOp wholeOf(MakeBlockOp half, bool isSecond);
  void pairLoads(LoadOp first, LoadOp second, bool swapped);
  void pairStores(StoreOp first, StoreOp second, bool swapped);
  template <typename Access>
  bool pair(Access access, SmallVectorImpl<Access> &open);

  IRRewriter &b;
  ScalarContext scalars;
  DenseMap<Value, ScalarExpr> sums;
  DenseMap<std::pair<Value, int64_t>, Value> doubled; // bounds, by the row
};

/// An index, taken apart as far as it is a sum or a difference.
ScalarExpr AccessPairs::sumOf(Value v) {
  if (auto it = sums.find(v); it != sums.end())
    return it->second;
  ScalarExpr sum = scalars.get(v);
  if (auto add = v.getDefiningOp<arith::AddIOp>())
    sum = sumOf(add.getLhs()) + sumOf(add.getRhs());
  else if (auto sub = v.getDefiningOp<arith::SubIOp>())
    sum = sumOf(sub.getLhs()) - sumOf(sub.getRhs());
  return sums[v] = sum;
}

/// How far the elements of one lie behind those of another that is on in the
/// same lanes; none if that is not known.
std::optional<int64_t> AccessPairs::distance(MakeBlockOp from, MakeBlockOp to) {
  if (from.getBase() != to.getBase() || from.getType() != to.getType() ||
      from.getMask() != to.getMask() ||
      !areEqual(from.getMixedStrides(), to.getMixedStrides()) ||
      !areEqual(from.getMixedLower(), to.getMixedLower()) ||
      !areEqual(from.getMixedUpper(), to.getMixedUpper()))
    return {};
  return (sumOf(to.getOffset()) - sumOf(from.getOffset())).getConstant();
}

/// Twice a bound, as far as it lies in the row.
OpFoldResult AccessPairs::twice(Location loc, OpFoldResult bound, int64_t row) {
  if (auto known = getConstantIntValue(bound))
    return b.getIndexAttr(2 * std::clamp<int64_t>(*known, 0, row));
  auto v = cast<Value>(bound);
  Value &result = doubled[{v, row}];
  if (result)
    return result;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfterValue(v);
  v = arith::MinSIOp::create(b, loc, v,
                             arith::ConstantIndexOp::create(b, loc, row));
  v = arith::MaxSIOp::create(b, loc, v,
                             arith::ConstantIndexOp::create(b, loc, 0));
  return result = arith::AddIOp::create(b, loc, v, v);
}

/// The whole rows of which `half` is the first or the second element of each
/// pair.
MakeBlockOp AccessPairs::wholeOf(MakeBlockOp half, bool isSecond) {
  Location loc = half.getLoc();
  Value offset = half.getOffset();
  if (isSecond)
    offset = arith::SubIOp::create(b, loc, offset,
                                   arith::ConstantIndexOp::create(b, loc, 1));
  auto shape = llvm::to_vector(half.getType().getShape());
  auto strides = half.getMixedStrides();
  auto lower = half.getMixedLower(), upper = half.getMixedUpper();
  for (auto *bounds : {&lower, &upper})
    bounds->back() = twice(loc, bounds->back(), shape.back());
  shape.back() *= 2;
  strides.back() = b.getIndexAttr(1);
  auto type = BlockType::get(shape, half.getType().getElementType());
  return MakeBlockOp::create(b, loc, type, half.getBase(), offset, strides,
                             lower, upper, {}, {}, {}, {}, {}, half.getMask());
}

RankedTensorType typeOf(ArrayRef<int64_t> shape, Value like) {
  return RankedTensorType::get(shape, getElementTypeOrSelf(like.getType()));
}

SmallVector<int64_t> pairsOf(ArrayRef<int64_t> half) {
  auto pairs = llvm::to_vector(half);
  pairs.push_back(2);
  return pairs;
}

void AccessPairs::pairLoads(LoadOp first, LoadOp second, bool swapped) {
  b.setInsertionPoint(first);
  Location loc = first.getLoc();
  MakeBlockOp block =
      wholeOf(first.getBlock().getDefiningOp<MakeBlockOp>(), swapped);
  auto whole = typeOf(block.getType().getShape(), first.getResult());
  Value other;
  if (DenseElementsAttr value;
      first.getOther() && matchPattern(first.getOther(), m_Constant(&value)))
    other = arith::ConstantOp::create(b, loc, value.resizeSplat(whole));
  else if (first.getOther())
    other = triton::SplatOp::create(
        b, loc, whole,
        first.getOther().getDefiningOp<triton::SplatOp>().getSrc());
  auto all = cast<LoadOp>(b.clone(*first));
  all->setOperands(other ? ValueRange{block, other} : ValueRange{block});
  all.getResult().setType(whole);
  auto half = cast<RankedTensorType>(first.getResult().getType());
  Value pairs = triton::ReshapeOp::create(
      b, loc, typeOf(pairsOf(half.getShape()), first.getResult()), all);
  auto split = triton::SplitOp::create(b, loc, half, half, pairs);
  b.replaceOp(swapped ? second : first, split.getOutLHS());
  b.replaceOp(swapped ? first : second, split.getOutRHS());
}

void AccessPairs::pairStores(StoreOp first, StoreOp second, bool swapped) {
  b.setInsertionPoint(second);
  Location loc = second.getLoc();
  StoreOp lower = swapped ? second : first;
  MakeBlockOp block = wholeOf(lower.getBlock().getDefiningOp<MakeBlockOp>(),
                              /*isSecond=*/false);
  Value even = first.getValue(), odd = second.getValue();
  if (swapped)
    std::swap(even, odd);
  auto half = cast<RankedTensorType>(even.getType());
  Value pairs = triton::JoinOp::create(
      b, loc, typeOf(pairsOf(half.getShape()), even), even, odd);
  Value whole = triton::ReshapeOp::create(
      b, loc, typeOf(block.getType().getShape(), even), pairs);
  auto all = cast<StoreOp>(b.clone(*second));
  all.getValueMutable().assign(whole);
  all.getBlockMutable().assign(block);
  b.eraseOp(first);
  b.eraseOp(second);
}

/// Is what masked lanes get the same for all of them, in both?
bool goTogether(LoadOp x, LoadOp y) {
  Value other = x.getOther();
  if (other != y.getOther())
    return false;
  DenseElementsAttr value;
  return !other || other.getDefiningOp<triton::SplatOp>() ||
         (matchPattern(other, m_Constant(&value)) && value.isSplat());
}
bool goTogether(StoreOp, StoreOp) { return true; }

/// What the access is to, if that is one half of whole rows.
template <typename Access> MakeBlockOp halfOf(Access access) {
  auto block = access.getBlock().template getDefiningOp<MakeBlockOp>();
  if (!block || !isEverySecond(block) ||
      (std::is_same_v<Access, StoreOp> && areRowsMixed(block)))
    return {};
  return block;
}

/// Makes one access of this one and the other half, if that is open; opens this
/// one otherwise.
template <typename Access>
bool AccessPairs::pair(Access access, SmallVectorImpl<Access> &open) {
  MakeBlockOp block = halfOf(access);
  if (!block)
    return false;
  for (Access *it = open.begin(); it != open.end(); ++it) {
    Access before = *it;
    std::optional<int64_t> apart = distance(halfOf(before), block);
    if (!apart || std::abs(*apart) != 1 || !goTogether(before, access) ||
        before->getAttrDictionary() != access->getAttrDictionary())
      continue;
    open.erase(it);
    if constexpr (std::is_same_v<Access, LoadOp>)
      pairLoads(before, access, *apart < 0);
    else
      pairStores(before, access, *apart < 0);
    return changed = true;
  }
  if (open.size() < kMostOpen)
    open.push_back(access);
  return false;
}

void AccessPairs::visit(Block &block) {
  SmallVector<LoadOp> loads;   // nothing has been written since
  SmallVector<StoreOp> stores; // nothing has been read or written since
  for (Operation &op : llvm::make_early_inc_range(block)) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        visit(inner);
    if (auto load = dyn_cast<LoadOp>(op); load && !load.getIsVolatile()) {
      stores.clear();
      pair(load, loads);
    } else if (auto store = dyn_cast<StoreOp>(op)) {
      loads.clear();
      SmallVector<StoreOp> before = std::exchange(stores, {});
      if (!pair(store, before) && halfOf(store))
        stores.push_back(store);
    } else if (!isMemoryEffectFree(&op)) {
      loads.clear();
      stores.clear();
    }
  }
}

struct CPUPairAccesses : impl::CPUPairAccessesBase<CPUPairAccesses> {
  void runOnOperation() override {
    IRRewriter b(&getContext());
    getOperation()->walk([&](triton::FuncOp function) {
      AccessPairs pairs(b);
      for (Block &block : function.getBody())
        pairs.visit(block);
      if (pairs.changed)
        for (Block &block : function.getBody())
          eraseDead(block);
    });
  }
};

} // namespace
} // namespace mlir::tts
