// Indices that were floats, and that a condition keeps within bounds:
// where(0 <= x < n, int(x), 0). TorchInductor prints what samples an image so,
// and checks the bounds again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "triton-shared/Analysis/ScalarFacts.h"

#include <limits>

using namespace mlir;
using namespace mlir::tts;

namespace {

/// The same type, with elements of 32 bits.
Type in32Bits(Type type) {
  Type element = IntegerType::get(type.getContext(), 32);
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.clone(element) : element;
}

/// Does it choose a float that its condition keeps within bounds?
bool isWithinBounds(Operation *op) {
  auto choice = dyn_cast<arith::SelectOp>(op);
  return choice && greatestChosen(choice);
}

/// What 64 bits are chosen for has room in 32: few processors convert floats
/// to more in vectors.
struct NarrowChoice : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    APInt number;
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isInteger(64) ||
        !matchPattern(op.getFalseValue(), m_ConstantInt(&number)) ||
        !number.isSignedIntN(32))
      return rewriter.notifyMatchFailure(op, "no choice of 64 bits");
    std::optional<uint64_t> most = greatestChosen(op);
    if (!most || *most > uint64_t(std::numeric_limits<int32_t>::max()))
      return rewriter.notifyMatchFailure(op, "may not fit 32 bits");
    auto rounded = op.getTrueValue().getDefiningOp<arith::FPToSIOp>();
    if (!llvm::all_of(rounded->getUsers(), isWithinBounds))
      return rewriter.notifyMatchFailure(op, "64 bits are needed as well");
    Location loc = op.getLoc();
    Type narrow = in32Bits(type);
    TypedAttr other = rewriter.getI32IntegerAttr(number.getSExtValue());
    if (auto shaped = dyn_cast<ShapedType>(narrow))
      other = SplatElementsAttr::get(shaped, other);
    Value x = arith::FPToSIOp::create(rewriter, loc, narrow, rounded.getIn());
    Value y = arith::ConstantOp::create(rewriter, loc, other);
    Value chosen =
        arith::SelectOp::create(rewriter, loc, op.getCondition(), x, y);
    rewriter.replaceOpWithNewOp<arith::ExtSIOp>(op, type, chosen);
    return success();
  }
};

/// Is it chosen so, and made wider since?
bool isChosenIndex(Value v) {
  if (auto extension = v.getDefiningOp<arith::ExtSIOp>())
    v = extension.getIn();
  auto choice = v.getDefiningOp<arith::SelectOp>();
  return choice && choice.getTrueValue().getDefiningOp<arith::FPToSIOp>();
}

/// Comparisons with a constant that hold for all such indices, or for none.
struct FoldCheck : OpRewritePattern<arith::CmpIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CmpIOp op,
                                PatternRewriter &rewriter) const override {
    using P = arith::CmpIPredicate;
    APInt bound;
    P p = op.getPredicate();
    if ((p != P::slt && p != P::sge) ||
        !matchPattern(op.getRhs(), m_ConstantInt(&bound)) ||
        !isChosenIndex(op.getLhs()))
      return rewriter.notifyMatchFailure(op, "no check of a chosen index");
    std::optional<uint64_t> most = greatestMagnitude(op.getLhs());
    if (!most)
      return rewriter.notifyMatchFailure(op, "may be negative");
    bool below = bound.isStrictlyPositive() && bound.ugt(*most);
    if (!below && bound.isStrictlyPositive())
      return rewriter.notifyMatchFailure(op, "not known");
    TypedAttr holds = rewriter.getBoolAttr(below == (p == P::slt));
    if (auto shaped = dyn_cast<ShapedType>(op.getType()))
      holds = SplatElementsAttr::get(shaped, holds);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, holds);
    return success();
  }
};

struct EraseCheck : OpRewritePattern<triton::AssertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(triton::AssertOp op,
                                PatternRewriter &rewriter) const override {
    APInt holds;
    if (!matchPattern(op.getCondition(), m_ConstantInt(&holds)) ||
        holds.isZero())
      return rewriter.notifyMatchFailure(op, "may fail");
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::tts::populateFoldCheckPatterns(RewritePatternSet &patterns) {
  patterns.add<NarrowChoice, FoldCheck, EraseCheck>(patterns.getContext());
}
