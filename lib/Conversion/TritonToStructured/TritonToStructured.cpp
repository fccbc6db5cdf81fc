// The pass triton-to-structured.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessRewriter.h"
#include "CarriedScalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "triton-shared/Conversion/TritonToStructured/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"
#include "triton-shared/Lowering/EraseDead.h"

namespace mlir::tts {
#define GEN_PASS_DEF_TRITONTOSTRUCTURED
#include "triton-shared/Conversion/TritonToStructured/Passes.h.inc"
} // namespace mlir::tts

using namespace mlir;
using namespace mlir::tts;

static bool isAccess(Operation *op) {
  return isa<triton::LoadOp, triton::StoreOp, triton::AtomicRMWOp,
             triton::AtomicCASOp>(op);
}

/// Why a value of this type cannot be handled, or an empty string.
static StringRef getObstacle(Type type) {
  if (auto block = dyn_cast<RankedTensorType>(type))
    return block.hasStaticShape() ? "" : "a block of unknown size";
  if (isa<triton::TensorDescType>(type))
    return "a tensor descriptor is left: run triton-normalize first";
  if (triton::isTensorPointerType(type))
    return "a tensor pointer is left: run triton-normalize first";
  return "";
}

/// What triton-normalize should have removed.
static LogicalResult checkNormalized(triton::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError(
        "triton-to-structured needs structured control flow: run "
        "triton-normalize first");
  WalkResult result = function.walk([](Operation *op) -> WalkResult {
    if (isa<triton::CallOp>(op))
      return op->emitError("a call is left: run triton-normalize first");
    if (isAccess(op) && !op->getParentRegion()->hasOneBlock())
      return op->emitError("an access among branches cannot be structured");
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (StringRef obstacle = getObstacle(argument.getType());
            !obstacle.empty())
          return op->emitError(obstacle);
    for (Type type : op->getResultTypes())
      if (StringRef obstacle = getObstacle(type); !obstacle.empty())
        return op->emitError(obstacle);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {

struct TritonToStructuredPass
    : tts::impl::TritonToStructuredBase<TritonToStructuredPass> {
  using TritonToStructuredBase::TritonToStructuredBase;

  LogicalResult initialize(MLIRContext *context) override {
    // Loops drop what they no longer need to carry.
    RewritePatternSet set(context);
    scf::ForOp::getCanonicalizationPatterns(set, context);
    scf::WhileOp::getCanonicalizationPatterns(set, context);
    scf::IfOp::getCanonicalizationPatterns(set, context);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    for (auto function : getOperation().getOps<triton::FuncOp>()) {
      if (function.isDeclaration())
        continue;
      if (failed(runOnFunction(function)))
        return signalPassFailure();
    }
  }

  LogicalResult runOnFunction(triton::FuncOp function) {
    if (failed(checkNormalized(function)))
      return failure();
    Block &body = function.getBody().front();
    ScalarContext scalars;
    AccessAnalysis analysis(scalars);
    Materializer materializer(body);
    carryScalars(body, analysis, materializer);

    AccessRewriter rewriter(analysis, materializer);
    SmallVector<Operation *> accesses;
    function.walk([&](Operation *op) {
      if (isAccess(op))
        accesses.push_back(op);
    });
    for (Operation *access : accesses)
      rewriter.rewrite(access);
    rewriter.finish();

    tts::eraseDead(body);
    IRRewriter cleaner(&getContext());
    DominanceInfo dominance(function);
    eliminateCommonSubExpressions(cleaner, dominance, function);
    SmallVector<Operation *> regions;
    function.walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
        regions.push_back(op);
    });
    if (!regions.empty()) {
      GreedyRewriteConfig config;
      config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
      (void)applyOpPatternsGreedily(regions, patterns, config);
      tts::eraseDead(body);
    }
    return success();
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
