// The lists of our dialects and passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/InitAll/InitAll.h"

#include "triton-shared/CPU/BlockRewrites/Passes.h"
#include "triton-shared/CPU/BlocksToLoops/Passes.h"
#include "triton-shared/CPU/ToLLVM/Passes.h"
#include "triton-shared/CPU/VectorMath/Passes.h"
#include "triton-shared/Conversion/LinalgToPlain/Passes.h"
#include "triton-shared/Conversion/StructuredToMemref/Passes.h"
#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Conversion/TritonExpandDotScaled/Passes.h"
#include "triton-shared/Conversion/TritonNormalize/Passes.h"
#include "triton-shared/Conversion/TritonToStructured/Passes.h"
#include "triton-shared/Conversion/VerifyUpstreamOnly/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/Triton/Transforms/Passes.h"
#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"
#include "triton-shared/Pipeline/Pipeline.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

using namespace mlir;

void tts::registerTritonSharedDialects(DialectRegistry &registry) {
  registry.insert<triton::TritonDialect>();
  registry.insert<triton::gpu::TritonGPUDialect>();
  registry.insert<tts::TritonStructuredDialect>();
}

void tts::registerTritonSharedPasses() {
  triton::registerTritonTransformsPasses();
  registerTritonNormalizePasses();
  registerTritonExpandDotScaledPasses();
  registerTritonToStructuredPasses();
  registerVectorMathPasses();
  registerTritonSharedToLLVMPasses();
  registerBlockRewritesPasses();
  registerBlocksToLoopsPasses();
  registerTritonArithToLinalgPasses();
  registerStructuredToMemrefPasses();
  registerVerifyUpstreamOnlyPasses();
  registerLinalgToPlainPasses();
  registerRoadPipelines();
}

void tts::registerAllDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerTritonSharedDialects(registry);
}

void tts::registerAllPasses() {
  mlir::registerAllPasses();
  registerTritonSharedPasses();
}
