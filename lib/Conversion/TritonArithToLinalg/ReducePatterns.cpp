// tt.reduce to linalg.reduce, for any combiner, operand count and axis.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"
#include "NeutralElement.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

/// A combiner with neutral elements starts from them. Any other one starts
/// from the first slice and goes over the rest in order.
struct ReduceToLinalg : OpRewritePattern<triton::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(triton::ReduceOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t axis = op.getAxis();
    SmallVector<Value> inputs(op.getSrcs());
    SmallVector<TypedAttr> neutral =
        neutralElements(op.getCombineOp(), inputs.size());

    SmallVector<Value> inits;
    for (auto [i, input] : llvm::enumerate(op.getSrcs())) {
      auto type = cast<RankedTensorType>(input.getType());
      if (neutral.empty()) {
        inits.push_back(firstSlice(rewriter, loc, input, axis));
        if (type.getDimSize(axis) > 1)
          inputs[i] = restSlices(rewriter, loc, input, axis);
        continue;
      }
      SmallVector<int64_t> shape(type.getShape());
      shape.erase(shape.begin() + axis);
      inits.push_back(buildFill(
          rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
          arith::ConstantOp::create(rewriter, loc, neutral[i])));
    }

    SmallVector<Value> results = inits;
    auto inputType = cast<RankedTensorType>(inputs.front().getType());
    // Nothing is left to combine behind the one slice of an axis of size 1.
    if (!neutral.empty() || inputType != op.getSrcs().front().getType()) {
      auto reduce = linalg::ReduceOp::create(
          rewriter, loc, inputs, inits, ArrayRef<int64_t>{axis},
          [&](OpBuilder &b, Location l, ValueRange args) {
            linalg::YieldOp::create(
                b, l,
                inlineCombiner(b, op.getCombineOp(),
                               args.drop_front(inputs.size()),
                               args.take_front(inputs.size())));
          });
      results = llvm::to_vector_of<Value>(reduce.getResults());
    }
    if (inputType.getRank() == 1)
      for (Value &result : results)
        result = tensor::ExtractOp::create(rewriter, loc, result, ValueRange{});
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static Value firstSlice(OpBuilder &b, Location loc, Value input,
                          int64_t axis) {
    Value first = extractAlong(b, loc, input, axis, buildIndex(b, loc, 0));
    if (isa<RankedTensorType>(first.getType()))
      return first;
    return buildFill(b, loc, RankedTensorType::get({}, first.getType()), first);
  }

  static Value restSlices(OpBuilder &b, Location loc, Value input,
                          int64_t axis) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
    SmallVector<int64_t> shape(type.getShape());
    offsets[axis] = b.getIndexAttr(1);
    shape[axis] -= 1;
    return tensor::ExtractSliceOp::create(
        b, loc, input, offsets, getAsIndexOpFoldResult(b.getContext(), shape),
        strides);
  }
};

} // namespace

void populateReducePatterns(RewritePatternSet &patterns) {
  patterns.add<ReduceToLinalg>(patterns.getContext());
}

} // namespace mlir::tts
