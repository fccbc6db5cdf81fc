// Minima and maxima that were written as products with comparisons:
// (x < y) * x + (x >= y) * y. TorchInductor prints them so in indices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tts;

namespace {

/// `value` where `condition` holds, else 0.
struct Gated {
  arith::CmpIOp condition;
  Value value;
};

std::optional<Gated> matchGated(Value v) {
  auto product = v.getDefiningOp<arith::MulIOp>();
  if (!product)
    return std::nullopt;
  for (bool swapped : {false, true}) {
    auto flag =
        product->getOperand(swapped ? 1 : 0).getDefiningOp<arith::ExtUIOp>();
    auto condition =
        flag ? flag.getIn().getDefiningOp<arith::CmpIOp>() : arith::CmpIOp();
    if (condition)
      return Gated{condition, product->getOperand(swapped ? 0 : 1)};
  }
  return std::nullopt;
}

/// Makes `op` the lesser or the greater of what is compared, if it is one:
/// `held` where the condition holds, else `other`.
LogicalResult replaceByClamp(PatternRewriter &rewriter, Operation *op,
                             arith::CmpIOp condition, Value held, Value other) {
  using P = arith::CmpIPredicate;
  P p = condition.getPredicate();
  bool same = held == condition.getLhs() && other == condition.getRhs();
  if (!same && (held != condition.getRhs() || other != condition.getLhs()))
    return failure();
  bool less = p == P::slt || p == P::sle, greater = p == P::sgt || p == P::sge;
  if (!less && !greater)
    return failure();
  if (less == same)
    rewriter.replaceOpWithNewOp<arith::MinSIOp>(op, held, other);
  else
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, held, other);
  return success();
}

struct FoldSum : OpRewritePattern<arith::AddIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddIOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Gated> x = matchGated(op.getLhs());
    std::optional<Gated> y = x ? matchGated(op.getRhs()) : std::nullopt;
    if (!y || !areOpposite(x->condition, y->condition))
      return failure();
    return replaceByClamp(rewriter, op, x->condition, x->value, y->value);
  }

  /// Does one hold exactly where the other does not?
  static bool areOpposite(arith::CmpIOp a, arith::CmpIOp b) {
    arith::CmpIPredicate opposite = arith::invertPredicate(a.getPredicate());
    if (a.getLhs() == b.getLhs() && a.getRhs() == b.getRhs())
      return b.getPredicate() == opposite;
    return a.getLhs() == b.getRhs() && a.getRhs() == b.getLhs() &&
           differInEquality(a.getPredicate(), b.getPredicate());
  }

  /// x < y is the opposite of y <= x.
  static bool differInEquality(arith::CmpIPredicate a, arith::CmpIPredicate b) {
    using P = arith::CmpIPredicate;
    auto are = [&](P strict, P other) {
      return (a == strict && b == other) || (a == other && b == strict);
    };
    return are(P::slt, P::sle) || are(P::sgt, P::sge);
  }
};

/// One of the two is 0: its product is gone.
struct FoldProduct : OpRewritePattern<arith::MulIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::MulIOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Gated> x = matchGated(op);
    if (!x || x->condition.getLhs() != x->value ||
        !matchPattern(x->condition.getRhs(), m_Zero()))
      return failure();
    return replaceByClamp(rewriter, op, x->condition, x->value,
                          x->condition.getRhs());
  }
};

} // namespace

void mlir::tts::populateFoldClampPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldSum, FoldProduct>(patterns.getContext());
}
