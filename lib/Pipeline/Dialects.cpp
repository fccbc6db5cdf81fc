// The dialects that the road's stops are made of.
// Far fewer than upstream has: a context is made for every compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Codegen/Codegen.h"
#include "triton-shared/Conversion/LinalgToPlain/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonGPU/IR/TritonGPUDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"
#include "triton-shared/Pipeline/Pipeline.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::tts {

void registerRoadDialects(DialectRegistry &registry) {
  registry
      .insert<affine::AffineDialect, arith::ArithDialect,
              cf::ControlFlowDialect, func::FuncDialect, index::IndexDialect,
              linalg::LinalgDialect, LLVM::LLVMDialect, math::MathDialect,
              memref::MemRefDialect, scf::SCFDialect, tensor::TensorDialect,
              ub::UBDialect, vector::VectorDialect>();
  // Triton 3.6 writes gpu.barrier where later versions write ttg.barrier.
  registry.insert<gpu::GPUDialect>();
  registry.insert<triton::TritonDialect, triton::gpu::TritonGPUDialect,
                  TritonStructuredDialect>();
  registerPlainInterfaces(registry);
  registerTranslations(registry);
}

} // namespace mlir::tts
