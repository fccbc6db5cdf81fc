// tt.reduce to linalg.reduce, for any combiner, operand count and axis.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Lowering/NeutralElement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

/// Whether a combiner is one sum or product of 16-bit floats. Those round once
/// at the end: in order and in their own type, a bf16 sum of ones stops at 256.
bool accumulatesInF32(triton::ReduceOp op) {
  Block &block = op.getCombineOp().front();
  Type type = block.getArgument(0).getType();
  return op.getNumOperands() == 1 && isa<FloatType>(type) &&
         type.getIntOrFloatBitWidth() == 16 &&
         isa<arith::AddFOp, arith::MulFOp>(block.front());
}

/// The reduction of 16-bit floats by one operation, carried out in f32.
Value reduceInF32(PatternRewriter &b, triton::ReduceOp op, TypedAttr neutral) {
  Location loc = op.getLoc();
  Value input = op.getSrcs().front();
  auto type = cast<RankedTensorType>(input.getType());
  int64_t axis = op.getAxis();
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  Type f32 = b.getF32Type();
  Value start = arith::ConstantOp::create(
      b, loc, b.getF32FloatAttr(cast<FloatAttr>(neutral).getValueAsDouble()));
  Value init = buildFill(b, loc, RankedTensorType::get(shape, f32), start);
  Operation &combine = op.getCombineOp().front().front();
  auto reduce = linalg::ReduceOp::create(
      b, loc, input, init, ArrayRef<int64_t>{axis},
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value wide = arith::ExtFOp::create(b, l, f32, args[0]);
        Value sum = isa<arith::AddFOp>(combine)
                        ? arith::AddFOp::create(b, l, args[1], wide).getResult()
                        : arith::MulFOp::create(b, l, args[1], wide);
        linalg::YieldOp::create(b, l, sum);
      });
  Value result = reduce.getResult(0);
  if (shape.empty()) {
    result = tensor::ExtractOp::create(b, loc, result, ValueRange{});
    return arith::TruncFOp::create(b, loc, type.getElementType(), result);
  }
  return buildElementwise(
             b, loc, result,
             TypeRange{RankedTensorType::get(shape, type.getElementType())},
             [&](OpBuilder &b, Location l,
                 ValueRange args) -> FailureOr<SmallVector<Value>> {
               return SmallVector<Value>{arith::TruncFOp::create(
                   b, l, type.getElementType(), args[0])};
             })
      ->front();
}

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
    if (!neutral.empty() && accumulatesInF32(op)) {
      rewriter.replaceOp(op, reduceInF32(rewriter, op, neutral.front()));
      return success();
    }

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
    if (auto type = dyn_cast<RankedTensorType>(first.getType())) {
      SmallVector<int64_t> shape(type.getShape());
      shape.erase(shape.begin() + axis);
      return buildReshape(b, loc, first, shape);
    }
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
