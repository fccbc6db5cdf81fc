// Blocks that are reduced whole, as one dim: the rows first, then what they
// came to. Rows keep the bounds of their accesses, where a position in the
// whole block would be taken apart, and masked, in each step.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUREDUCEROWSFIRST
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// Shorter rows do not fill the registers of a step.
constexpr int64_t kLeastRow = 32;

/// What `op` reduces, before it was made one dim: blocks of one shape, of two
/// dims at least. Empty if that is not what it does.
SmallVector<Value> wholeBlocks(triton::ReduceOp op) {
  SmallVector<Value> blocks;
  for (Value src : op.getSrcs()) {
    auto reshape = src.getDefiningOp<triton::ReshapeOp>();
    if (!reshape || cast<RankedTensorType>(src.getType()).getRank() != 1)
      return {};
    blocks.push_back(reshape.getSrc());
  }
  auto shapeOf = [](Value v) {
    return cast<RankedTensorType>(v.getType()).getShape();
  };
  ArrayRef<int64_t> shape = shapeOf(blocks.front());
  bool alike =
      llvm::all_of(blocks, [&](Value v) { return shapeOf(v) == shape; });
  return alike && shape.size() > 1 && shape.back() >= kLeastRow
             ? blocks
             : SmallVector<Value>();
}

/// `op` on other blocks, along another dim.
triton::ReduceOp reduceAlong(IRRewriter &b, triton::ReduceOp op,
                             ArrayRef<Value> blocks, int32_t axis) {
  auto fresh = triton::ReduceOp::create(b, op.getLoc(), blocks, axis);
  b.cloneRegionBefore(op.getCombineOp(), fresh.getCombineOp(),
                      fresh.getCombineOp().end());
  return fresh;
}

struct CPUReduceRowsFirst : impl::CPUReduceRowsFirstBase<CPUReduceRowsFirst> {
  void runOnOperation() override {
    IRRewriter b(&getContext());
    SmallVector<triton::ReduceOp> reductions;
    getOperation().walk([&](triton::ReduceOp op) { reductions.push_back(op); });
    for (triton::ReduceOp op : reductions) {
      SmallVector<Value> blocks = wholeBlocks(op);
      if (blocks.empty())
        continue;
      b.setInsertionPoint(op);
      int32_t last =
          cast<RankedTensorType>(blocks.front().getType()).getRank() - 1;
      triton::ReduceOp rows = reduceAlong(b, op, blocks, last);
      SmallVector<Value> left(rows.getResults());
      for (Value &v : left) {
        auto type = cast<RankedTensorType>(v.getType());
        if (type.getRank() > 1)
          v = triton::ReshapeOp::create(
              b, op.getLoc(),
              RankedTensorType::get({type.getNumElements()},
                                    type.getElementType()),
              v, /*allow_reorder=*/false);
      }
      b.replaceOp(op, reduceAlong(b, op, left, 0));
    }
  }
};

} // namespace
} // namespace mlir::tts
