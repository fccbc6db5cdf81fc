// The pass: pointers become addresses, then tt ops family by family, then
// arith and math on tensors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::tts {

#define GEN_PASS_DEF_TRITONARITHTOLINALG
#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h.inc"

void populateTritonArithToLinalgPatterns(RewritePatternSet &patterns) {
  populateElementwisePatterns(patterns);
  populateIntegerPatterns(patterns);
  populateShapePatterns(patterns);
  populateReducePatterns(patterns);
  populateScanPatterns(patterns);
  populateDotPatterns(patterns);
  populateIndexedPatterns(patterns);
  populateMapElementwisePatterns(patterns);
  populateDebugPatterns(patterns);
}

namespace {

/// What this pass leaves to structured-to-memref.
bool mayStay(Operation *op) {
  return isa<triton::FuncOp, triton::ReturnOp, triton::GetProgramIdOp,
             triton::GetNumProgramsOp, triton::IntToPtrOp, triton::PtrToIntOp>(
      op);
}

struct TritonArithToLinalgPass
    : impl::TritonArithToLinalgBase<TritonArithToLinalgPass> {
  using TritonArithToLinalgBase::TritonArithToLinalgBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet compute(context);
    populateTritonArithToLinalgPatterns(compute);
    computePatterns = FrozenRewritePatternSet(std::move(compute));
    RewritePatternSet elementwise(context);
    linalg::populateElementwiseToLinalgConversionPatterns(elementwise);
    elementwisePatterns = FrozenRewritePatternSet(std::move(elementwise));
    RewritePatternSet fusion(context);
    linalg::populateElementwiseOpsFusionPatterns(
        fusion, [](OpOperand *operand) { return operand->get().hasOneUse(); });
    fusionPatterns = FrozenRewritePatternSet(std::move(fusion));
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(convertPointersToIntegers(module)))
      return signalPassFailure();

    // Patterns explain why they cannot lower an operation by an error.
    bool explained = false;
    {
      ScopedDiagnosticHandler watch(&getContext(), [&](Diagnostic &diag) {
        explained |= diag.getSeverity() == DiagnosticSeverity::Error;
        return failure();
      });
      walkAndApplyPatterns(module, computePatterns);
    }
    if (explained)
      return signalPassFailure();
    WalkResult left = module.walk([](Operation *op) -> WalkResult {
      if (!isa_and_nonnull<triton::TritonDialect>(op->getDialect()) ||
          mayStay(op))
        return WalkResult::advance();
      op->emitOpError("is not expected at the structured stop; an earlier pass "
                      "should have lowered it");
      return WalkResult::interrupt();
    });
    if (left.wasInterrupted())
      return signalPassFailure();

    if (failed(convertElementwiseOps(module)))
      return signalPassFailure();
    if (fuseElementwise &&
        failed(applyPatternsGreedily(module, fusionPatterns)))
      return signalPassFailure();
  }

  /// Upstream's pattern takes any operation with the right traits, so tt ops
  /// that stay are kept from it.
  LogicalResult convertElementwiseOps(ModuleOp module) {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return !OpTrait::hasElementwiseMappableTraits(op) ||
             isa_and_nonnull<triton::TritonDialect>(op->getDialect()) ||
             llvm::none_of(op->getResultTypes(),
                           llvm::IsaPred<RankedTensorType>);
    });
    return applyPartialConversion(module, target, elementwisePatterns);
  }

  FrozenRewritePatternSet computePatterns;
  FrozenRewritePatternSet elementwisePatterns;
  FrozenRewritePatternSet fusionPatterns;
};

} // namespace
} // namespace mlir::tts
