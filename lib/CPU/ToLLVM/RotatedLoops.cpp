// Counted loops with the test at their end.
// Upstream lowers a counted loop with its test at the head, which LLVM then
// rotates: one update of the dominator tree a loop, each as long as the
// function is deep, so that a kernel with hundreds of loops in a row spends
// most of its compile time there. A counted loop is as easily written rotated
// at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RotatedLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

/// before: if (lower < upper) body(lower, inits) else after(inits)
/// body:   ...; next = iv + step
///         if (next < upper) body(next, yielded) else after(yielded)
/// after:  results are its arguments
struct RotateFor : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    Location loc = loop.getLoc();
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                           : arith::CmpIPredicate::slt;
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, loop->getIterator());
    after->addArguments(
        loop.getResultTypes(),
        SmallVector<Location>(loop.getNumResults(), loop.getLoc()));
    Block *body = loop.getBody();
    Block *latch = &loop.getRegion().back();

    auto branch = [&](Value index, ValueRange carried) {
      Value more = arith::CmpIOp::create(rewriter, loc, predicate, index,
                                         loop.getUpperBound());
      SmallVector<Value> entering = {index};
      llvm::append_range(entering, carried);
      return cf::CondBranchOp::create(rewriter, loc, more, body, entering,
                                      after, carried);
    };
    auto yield = cast<scf::YieldOp>(latch->getTerminator());
    rewriter.setInsertionPoint(yield);
    Value next = arith::AddIOp::create(rewriter, loc, loop.getInductionVar(),
                                       loop.getStep());
    auto back = branch(next, yield.getOperands());
    // Hints to LLVM belong to the branch back.
    for (NamedAttribute attribute : loop->getDiscardableAttrs())
      if (attribute.getName().strref().starts_with("llvm."))
        back->setDiscardableAttr(attribute.getName(), attribute.getValue());
    rewriter.eraseOp(yield);

    rewriter.inlineRegionBefore(loop.getRegion(), after);
    rewriter.setInsertionPointToEnd(before);
    branch(loop.getLowerBound(), loop.getInitArgs());
    rewriter.replaceOp(loop, after->getArguments());
    return success();
  }
};

} // namespace

void populateRotatedLoopPatterns(RewritePatternSet &patterns) {
  patterns.add<RotateFor>(patterns.getContext(), /*benefit=*/2);
}

} // namespace mlir::tts
