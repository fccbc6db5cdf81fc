// Vector ops to those that LLVM has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/ToLLVM/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPULOWERVECTORS
#include "triton-shared/CPU/ToLLVM/Passes.h.inc"

namespace {

void populatePatterns(RewritePatternSet &patterns) {
  using namespace vector;
  populateVectorMaskOpLoweringPatterns(patterns);
  populateVectorMaskMaterializationPatterns(patterns,
                                            /*force32BitVectorIndices=*/false);
  populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  populateVectorContractLoweringPatterns(patterns,
                                         VectorContractLowering::OuterProduct);
  populateVectorOuterProductLoweringPatterns(patterns);
  populateVectorMultiReductionLoweringPatterns(
      patterns, VectorMultiReductionLowering::InnerParallel);
  populateVectorTransferPermutationMapLoweringPatterns(patterns);
  populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
  populateVectorShapeCastLoweringPatterns(patterns);
  populateVectorTransposeLoweringPatterns(patterns,
                                          VectorTransposeLowering::Shuffle1D);
  populateVectorBroadcastLoweringPatterns(patterns);
  populateVectorScanLoweringPatterns(patterns);
  populateVectorStepLoweringPatterns(patterns);
  populateVectorGatherLoweringPatterns(patterns);
  populateVectorInterleaveLoweringPatterns(patterns);
  populateVectorInterleaveToShufflePatterns(patterns);
  populateVectorBitCastLoweringPatterns(patterns);
  populateVectorInsertExtractStridedSliceTransforms(patterns);
  populateVectorRankReducingFMAPattern(patterns);
  populateVectorFromElementsUnrollPatterns(patterns);
  populateVectorToElementsUnrollPatterns(patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
}

struct CPULowerVectors : impl::CPULowerVectorsBase<CPULowerVectors> {
  using CPULowerVectorsBase::CPULowerVectorsBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populatePatterns(set);
    if (expandBf16)
      arith::populateExpandBFloat16Patterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    if (succeeded(applyPatternsGreedily(getOperation(), patterns)))
      return;
    emitError(getOperation().getLoc(),
              "vector lowering did not come to an end");
    signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
} // namespace mlir::tts
