// Bounds for what is written of dots under masks of rows or columns: where
// tokens are sent to experts, say, whose numbers are loaded. The mask is a
// block of any bits; its last bit that is set is a bound, before the products
// are known. What lies beyond need not be computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "AccessBounds.h"
#include "triton-shared/CPU/Analysis/Needed.h"
#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUMASKBOUNDS
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace cpu {
namespace {

/// A 1-D mask that runs along `dim` of `mask`, and is set wherever that is;
/// null if none is found.
Value maskAlong(Value mask, int dim) {
  if (blockType(mask).getRank() == 1)
    return mask;
  if (auto both = mask.getDefiningOp<arith::AndIOp>()) {
    Value along = maskAlong(both.getLhs(), dim);
    return along ? along : maskAlong(both.getRhs(), dim);
  }
  if (auto repeat = mask.getDefiningOp<triton::BroadcastOp>()) {
    bool once = blockType(repeat.getSrc()).getShape()[dim] == 1;
    return once ? Value() : maskAlong(repeat.getSrc(), dim);
  }
  auto expand = mask.getDefiningOp<triton::ExpandDimsOp>();
  int axis = expand ? static_cast<int>(expand.getAxis()) : dim;
  if (axis == dim)
    return {};
  return maskAlong(expand.getSrc(), dim > axis ? dim - 1 : dim);
}

/// One more than the position of the last bit that is set in a 1-D mask.
Value endOfMask(Value mask) {
  OpBuilder b(mask.getContext());
  b.setInsertionPointAfterValue(mask);
  Location loc = mask.getLoc();
  RankedTensorType type = blockType(mask).clone(b.getI32Type());
  auto n = static_cast<int32_t>(type.getNumElements());
  Value ends = triton::MakeRangeOp::create(b, loc, type, 1, n + 1);
  Value none =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(cast<Type>(type)));
  Value own = arith::SelectOp::create(b, loc, mask, ends, none);
  auto reduce = triton::ReduceOp::create(b, loc, TypeRange{b.getI32Type()},
                                         ValueRange{own}, /*axis=*/0);
  {
    OpBuilder::InsertionGuard guard(b);
    Block *block = b.createBlock(&reduce.getCombineOp(), {},
                                 {b.getI32Type(), b.getI32Type()}, {loc, loc});
    Value most = arith::MaxSIOp::create(b, loc, block->getArgument(0),
                                        block->getArgument(1));
    triton::ReduceReturnOp::create(b, loc, most);
  }
  return arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                    reduce.getResult().front());
}

/// Bounds the dims of accesses that only their masks bound.
class MaskBounds {
public:
  /// The dims along which `v`, which a dot makes, is written.
  void collect(Value v, int dim) {
    if (auto written = writtenAlong(v, dim))
      for (AccessDim access : *written)
        dims[access.block].insert(access.dim);
  }

  void rewrite() {
    for (auto &[block, own] : dims)
      bound(block, own.getArrayRef());
  }

private:
  Value endAlong(Value mask, int dim) {
    Value along = maskAlong(mask, dim);
    if (!along)
      return {};
    Value &end = ends[along];
    if (!end)
      end = endOfMask(along);
    return end;
  }

  void bound(tts::MakeBlockOp block, ArrayRef<int> along) {
    Value mask = block.getMask();
    if (!mask || !blockType(mask))
      return;
    SmallVector<OpFoldResult> upper = block.getMixedUpper();
    bool changed = false;
    for (int dim : along) {
      auto size = getConstantIntValue(upper[dim]);
      if (!size || *size < block.getType().getShape()[dim])
        continue;
      if (Value end = endAlong(mask, dim)) {
        upper[dim] = end;
        changed = true;
      }
    }
    if (changed)
      replaceUpper(block, upper);
  }

  llvm::MapVector<tts::MakeBlockOp, llvm::SetVector<int>> dims;
  DenseMap<Value, Value> ends;
};

} // namespace
} // namespace cpu

namespace {

struct CPUMaskBounds : impl::CPUMaskBoundsBase<CPUMaskBounds> {
  void runOnOperation() override {
    cpu::MaskBounds bounds;
    getOperation().walk([&](triton::DotOp dot) {
      int rank = dot.getD().getType().getRank();
      for (int dim : {rank - 2, rank - 1})
        bounds.collect(dot.getD(), dim);
    });
    bounds.rewrite();
  }
};

} // namespace
} // namespace mlir::tts
