// The pass triton-normalize.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "triton-shared/Conversion/TritonNormalize/Passes.h"
#include "triton-shared/Dialect/Triton/Transforms/Passes.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

namespace mlir::tts {
#define GEN_PASS_DEF_TRITONNORMALIZE
#include "triton-shared/Conversion/TritonNormalize/Passes.h.inc"
} // namespace mlir::tts

using namespace mlir;
using namespace mlir::tts;

namespace {

struct TritonNormalizePass
    : tts::impl::TritonNormalizeBase<TritonNormalizePass> {
  using TritonNormalizeBase::TritonNormalizeBase;

  LogicalResult initialize(MLIRContext *context) override {
    // The dialects that TTIR consists of; the canonicalizer pass would collect
    // the patterns of every loaded dialect.
    RewritePatternSet set(context);
    for (StringRef name : {"arith", "scf", "tt"})
      if (Dialect *dialect = context->getLoadedDialect(name))
        dialect->getCanonicalizationPatterns(set);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (llvm::is_contained({"arith", "scf", "tt"}, op.getDialectNamespace()))
        op.getCanonicalizationPatterns(set, context);
    populateFoldCheckPatterns(set);
    populateFoldClampPatterns(set);
    populateFoldQuotientPatterns(set);
    populateFoldScalePatterns(set);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    for (auto function : module.getOps<triton::FuncOp>()) {
      replacePoison(function);
      if (failed(liftControlFlow(function)))
        return failure();
    }
    if (failed(inlineCalls(module)))
      return failure();
    for (auto function : module.getOps<triton::FuncOp>()) {
      markWaitingLoads(function);
      triton::expandOps(function);
      makeScalarAccesses(function);
      dropHints(function);
      if (failed(expandBlockPointers(function, descriptorArgFlags)))
        return failure();
      if (function.isDeclaration())
        continue;
      GreedyRewriteConfig config;
      config.setUseTopDownTraversal(true);
      // Not reaching a fixpoint leaves correct IR.
      (void)applyPatternsGreedily(function, patterns, config);
      IRRewriter rewriter(&getContext());
      DominanceInfo dominance(function);
      eliminateCommonSubExpressions(rewriter, dominance, function);
      nameCombiners(function);
    }
    return success();
  }

  /// Do others look on while a program stores: does it wait for them by loads,
  /// or do they find its atomics beside a flag that it stores plainly?
  static bool isWatched(triton::FuncOp function) {
    bool waits = false, atomics = false, flags = false;
    function.walk([&](Operation *op) {
      if (auto load = dyn_cast<triton::LoadOp>(op))
        waits |= load.readsEachTime();
      else if (auto store = dyn_cast<triton::StoreOp>(op))
        flags |= isa<triton::PointerType>(store.getPtr().getType());
      else
        atomics |= isa<triton::AtomicRMWOp, triton::AtomicCASOp>(op);
    });
    return waits || (atomics && flags);
  }

  /// The facts stated by tl.assume are not used, and a program has one thread,
  /// which sees its accesses in order without a barrier. Others that look on (a
  /// flag that is stored after the data) need the compiler to keep the order.
  static void dropHints(triton::FuncOp function) {
    bool watched = isWatched(function);
    function.walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      bool barrier = name == "ttg.barrier" || name == "gpu.barrier";
      if (barrier && watched) {
        OpBuilder b(op);
        tts::BarrierOp::create(b, op->getLoc());
      }
      if (barrier || name == "llvm.intr.assume")
        op->erase();
    });
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
