// Elementwise tt ops, on scalars and on blocks, to arith and math.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"
#include "FloatConversion.h"
#include "LibraryFunctions.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

using Element = FailureOr<Value>;

Element emitElement(OpBuilder &b, triton::PreciseSqrtOp op, ValueRange args,
                    Type) {
  return math::SqrtOp::create(b, op.getLoc(), args[0]).getResult();
}

Element emitElement(OpBuilder &b, triton::PreciseDivFOp op, ValueRange args,
                    Type) {
  return arith::DivFOp::create(b, op.getLoc(), args[0], args[1]).getResult();
}

Element emitElement(OpBuilder &b, triton::MulhiUIOp op, ValueRange args, Type) {
  return arith::MulUIExtendedOp::create(b, op.getLoc(), args[0], args[1])
      .getHigh();
}

Element emitElement(OpBuilder &b, triton::BitcastOp op, ValueRange args,
                    Type result) {
  if (args[0].getType() == result)
    return args[0];
  return arith::BitcastOp::create(b, op.getLoc(), result, args[0]).getResult();
}

/// Without propagation a NaN operand is ignored: clamp(NaN, lo, hi) is lo.
Element emitElement(OpBuilder &b, triton::ClampFOp op, ValueRange args, Type) {
  Location loc = op.getLoc();
  if (op.getPropagateNan() == triton::PropagateNan::ALL) {
    Value low = arith::MaximumFOp::create(b, loc, args[0], args[1]);
    return arith::MinimumFOp::create(b, loc, low, args[2]).getResult();
  }
  Value low = arith::MaxNumFOp::create(b, loc, args[0], args[1]);
  return arith::MinNumFOp::create(b, loc, low, args[2]).getResult();
}

Element emitElement(OpBuilder &b, triton::FpToFpOp op, ValueRange args,
                    Type result) {
  bool toZero = op.getRounding() == triton::RoundingMode::RTZ;
  return convertFloat(b, op.getLoc(), args[0], cast<FloatType>(result),
                      toZero ? FloatRounding::TowardZero
                             : FloatRounding::NearestEven);
}

Element emitElement(OpBuilder &b, triton::ExternElementwiseOp op,
                    ValueRange args, Type result) {
  return emitLibraryFunction(b, op, op.getSymbol(), args, result);
}

template <typename Op> struct ElementwiseToLinalg : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type result = op->getResult(0).getType();
    if (!isa<RankedTensorType>(result)) {
      Element value = emitElement(rewriter, op, op->getOperands(), result);
      if (failed(value))
        return failure();
      rewriter.replaceOp(op, *value);
      return success();
    }
    auto values =
        buildElementwise(rewriter, op.getLoc(), op->getOperands(), result,
                         [&](OpBuilder &b, Location,
                             ValueRange args) -> FailureOr<SmallVector<Value>> {
                           Element value = emitElement(
                               b, op, args, getElementTypeOrSelf(result));
                           if (failed(value))
                             return failure();
                           return SmallVector<Value>{*value};
                         });
    if (failed(values))
      return failure();
    rewriter.replaceOp(op, *values);
    return success();
  }
};

/// arith conversions from or to floats of 8 bits, which lower nowhere.
template <typename Op> struct SmallFloatCast : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type result = op.getType();
    if (!isSmallFloat(getElementTypeOrSelf(result)) &&
        !isSmallFloat(getElementTypeOrSelf(op.getIn().getType())))
      return rewriter.notifyMatchFailure(op, "arith can lower it");
    auto to = cast<FloatType>(getElementTypeOrSelf(result));
    if (!isa<RankedTensorType>(result)) {
      rewriter.replaceOp(op,
                         convertFloat(rewriter, op.getLoc(), op.getIn(), to));
      return success();
    }
    auto values = buildElementwise(
        rewriter, op.getLoc(), op.getIn(), result,
        [&](OpBuilder &b, Location loc,
            ValueRange args) -> FailureOr<SmallVector<Value>> {
          return SmallVector<Value>{convertFloat(b, loc, args[0], to)};
        });
    rewriter.replaceOp(op, *values);
    return success();
  }
};

/// Arithmetic and comparisons on floats of 8 bits, which lower nowhere either:
/// in f32, or in f64 for a product and a sum, which hold so many bits more that
/// rounding twice is rounding once.
struct SmallFloatArith : RewritePattern {
  explicit SmallFloatArith(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto isSmall = [](Type t) { return isSmallFloat(getElementTypeOrSelf(t)); };
    if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             arith::RemFOp, arith::NegFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::MaximumFOp, arith::MinimumFOp, arith::CmpFOp,
             arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp, arith::FPToUIOp,
             math::AbsFOp, math::CopySignOp, math::FmaOp>(op))
      return failure();
    if (!llvm::any_of(op->getOperandTypes(), isSmall) &&
        !llvm::any_of(op->getResultTypes(), isSmall))
      return rewriter.notifyMatchFailure(op, "no operand of 8 bits");
    Type result = op->getResult(0).getType();
    auto inLarger = [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
      Type elem = getElementTypeOrSelf(result);
      FloatType large = b.getF32Type();
      if (isa<math::FmaOp>(op))
        large = b.getF64Type();
      SmallVector<Value> wide;
      for (Value v : args)
        wide.push_back(
            isSmallFloat(v.getType()) ? convertFloat(b, loc, v, large) : v);
      Type type = isSmallFloat(elem) ? Type(large) : elem;
      Value v = b.create(loc, op->getName().getIdentifier(), wide, type,
                         op->getAttrs())
                    ->getResult(0);
      return isSmallFloat(elem) ? convertFloat(b, loc, v, cast<FloatType>(elem))
                                : v;
    };
    if (!isa<RankedTensorType>(result)) {
      rewriter.replaceOp(op,
                         inLarger(rewriter, op->getLoc(), op->getOperands()));
      return success();
    }
    auto values =
        buildElementwise(rewriter, op->getLoc(), op->getOperands(), result,
                         [&](OpBuilder &b, Location loc,
                             ValueRange args) -> FailureOr<SmallVector<Value>> {
                           return SmallVector<Value>{inLarger(b, loc, args)};
                         });
    rewriter.replaceOp(op, *values);
    return success();
  }
};

} // namespace

void populateElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<ElementwiseToLinalg<triton::PreciseSqrtOp>,
               ElementwiseToLinalg<triton::PreciseDivFOp>,
               ElementwiseToLinalg<triton::MulhiUIOp>,
               ElementwiseToLinalg<triton::BitcastOp>,
               ElementwiseToLinalg<triton::ClampFOp>,
               ElementwiseToLinalg<triton::FpToFpOp>,
               ElementwiseToLinalg<triton::ExternElementwiseOp>,
               SmallFloatCast<arith::ExtFOp>, SmallFloatCast<arith::TruncFOp>,
               SmallFloatArith>(patterns.getContext());
}

} // namespace mlir::tts
