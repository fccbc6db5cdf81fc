// Integer division and shifts get a result for every operand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks are computed as wholes: lanes that are masked off later divide too,
// often by zero. In the arith dialect that is undefined behavior, and x86
// traps. The results are those of the CPU backend: x / 0 and x % 0 are 0,
// INT_MIN / -1 wraps, a shift by the width or more gives 0 or the sign.

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::tts {
namespace {

/// The value of every element, when that is known.
std::optional<APInt> splatConstant(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs()[0];
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)))
    return known;
  return std::nullopt;
}

unsigned widthOf(Type element) {
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}

Value constant(ImplicitLocOpBuilder &b, Type type, const APInt &value) {
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

Value compare(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate, Value x,
              const APInt &value) {
  return arith::CmpIOp::create(b, predicate, x,
                               constant(b, x.getType(), value));
}

template <typename Op>
constexpr bool isSignedDivision =
    std::is_same_v<Op, arith::DivSIOp> || std::is_same_v<Op, arith::RemSIOp>;

template <typename Op>
constexpr bool isShift =
    std::is_same_v<Op, arith::ShLIOp> || std::is_same_v<Op, arith::ShRSIOp> ||
    std::is_same_v<Op, arith::ShRUIOp>;

/// Has the operation a result for any left operand, with this right one?
template <typename Op> bool isTotal(const APInt &rhs) {
  if constexpr (isShift<Op>)
    return rhs.ult(rhs.getBitWidth());
  return !rhs.isZero() && !(isSignedDivision<Op> && rhs.isAllOnes());
}

template <typename Op>
Value divide(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  using Predicate = arith::CmpIPredicate;
  Type type = lhs.getType();
  unsigned width = widthOf(type);
  Value isZero = compare(b, Predicate::eq, rhs, APInt::getZero(width));
  Value traps = isZero;
  if (isSignedDivision<Op>) {
    Value overflows = arith::AndIOp::create(
        b, compare(b, Predicate::eq, lhs, APInt::getSignedMinValue(width)),
        compare(b, Predicate::eq, rhs, APInt::getAllOnes(width)));
    traps = arith::OrIOp::create(b, traps, overflows);
  }
  // Divided by 1, INT_MIN is what INT_MIN / -1 wraps to, and no rest is left.
  Value one = constant(b, type, APInt(width, 1));
  Value result =
      Op::create(b, lhs, arith::SelectOp::create(b, traps, one, rhs));
  if (std::is_same_v<Op, arith::RemSIOp> || std::is_same_v<Op, arith::RemUIOp>)
    return result;
  return arith::SelectOp::create(
      b, isZero, constant(b, type, APInt::getZero(width)), result);
}

template <typename Op>
Value shift(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  Type type = lhs.getType();
  unsigned width = widthOf(type);
  if (std::is_same_v<Op, arith::ShRSIOp>) {
    Value last = constant(b, type, APInt(width, width - 1));
    return Op::create(b, lhs, arith::MinUIOp::create(b, rhs, last));
  }
  Value inside =
      compare(b, arith::CmpIPredicate::ult, rhs, APInt(width, width));
  return arith::SelectOp::create(b, inside, Op::create(b, lhs, rhs),
                                 constant(b, type, APInt::getZero(width)));
}

template <typename Op> struct MakeTotal : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!isa<RankedTensorType>(type) && !type.isIntOrIndex())
      return rewriter.notifyMatchFailure(op, "Triton has no vectors");
    Type element = getElementTypeOrSelf(type);
    if (widthOf(element) == 1)
      return rewriter.notifyMatchFailure(op, "Triton has none on i1");
    if (element.isIndex() && isShift<Op>)
      return rewriter.notifyMatchFailure(op, "index arithmetic is ours");
    if (auto known = splatConstant(op.getRhs()); known && isTotal<Op>(*known))
      return rewriter.notifyMatchFailure(op, "the right operand is harmless");
    if (!isa<RankedTensorType>(type)) {
      rewriter.replaceOp(
          op, makeTotal(rewriter, op.getLoc(), op.getLhs(), op.getRhs()));
      return success();
    }
    auto values = buildElementwise(
        rewriter, op.getLoc(), op->getOperands(), type,
        [](OpBuilder &b, Location loc,
           ValueRange args) -> FailureOr<SmallVector<Value>> {
          return SmallVector<Value>{makeTotal(b, loc, args[0], args[1])};
        });
    rewriter.replaceOp(op, *values);
    return success();
  }

  static Value makeTotal(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
    ImplicitLocOpBuilder b(loc, builder);
    if constexpr (isShift<Op>)
      return shift<Op>(b, lhs, rhs);
    else
      return divide<Op>(b, lhs, rhs);
  }
};

} // namespace

void populateIntegerPatterns(RewritePatternSet &patterns) {
  patterns.add<MakeTotal<arith::DivSIOp>, MakeTotal<arith::DivUIOp>,
               MakeTotal<arith::RemSIOp>, MakeTotal<arith::RemUIOp>,
               MakeTotal<arith::ShLIOp>, MakeTotal<arith::ShRSIOp>,
               MakeTotal<arith::ShRUIOp>>(patterns.getContext());
}

} // namespace mlir::tts
