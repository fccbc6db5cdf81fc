// tt.dot to an accumulating linalg contraction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"
#include "FloatConversion.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

/// Converts the elements of a float tensor.
Value convertElements(OpBuilder &b, Location loc, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  auto converted = buildElementwise(
      b, loc, tensor, RankedTensorType::get(type.getShape(), element),
      [&](OpBuilder &nested, Location l,
          ValueRange args) -> FailureOr<SmallVector<Value>> {
        return SmallVector<Value>{
            convertFloat(nested, l, args[0], cast<FloatType>(element))};
      });
  return converted->front();
}

/// linalg extends by arith.extf, which has no lowering for floats of 8 bits.
Value widenSmallFloats(OpBuilder &b, Location loc, Value tensor) {
  Type element = getElementTypeOrSelf(tensor.getType());
  return isSmallFloat(element) ? convertElements(b, loc, tensor, b.getF32Type())
                               : tensor;
}

/// linalg.matmul and linalg.batch_matmul extend their inputs to the type of
/// the accumulator themselves, integers with their sign. Floats accumulate in
/// f32 at least; a narrower accumulator is widened, and rounded once after.
struct DotToMatmul : OpRewritePattern<triton::DotOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::DotOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value inputs[] = {widenSmallFloats(rewriter, loc, op.getA()),
                      widenSmallFloats(rewriter, loc, op.getB())};
    Value accumulator = op.getC();
    auto type = cast<RankedTensorType>(accumulator.getType());
    Type element = type.getElementType();
    bool narrow =
        isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
    if (narrow)
      accumulator =
          convertElements(rewriter, loc, accumulator, rewriter.getF32Type());
    Value result =
        type.getRank() == 3
            ? linalg::BatchMatmulOp::create(rewriter, loc, inputs, accumulator)
                  .getResult(0)
            : linalg::MatmulOp::create(rewriter, loc, inputs, accumulator)
                  .getResult(0);
    if (narrow)
      result = convertElements(rewriter, loc, result, element);
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void populateDotPatterns(RewritePatternSet &patterns) {
  patterns.add<DotToMatmul>(patterns.getContext());
}

} // namespace mlir::tts
