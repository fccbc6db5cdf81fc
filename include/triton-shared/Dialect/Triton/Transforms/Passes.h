// Passes that stay within the tt dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_TRANSFORMS_PASSES_H
#define TRITON_SHARED_DIALECT_TRITON_TRANSFORMS_PASSES_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Pass/Pass.h"

namespace mlir::triton {

#define GEN_PASS_DECL
#include "triton-shared/Dialect/Triton/Transforms/Passes.h.inc"

/// What the pass triton-expand-ops does, for everything inside the operation.
void expandOps(Operation *op);

#define GEN_PASS_REGISTRATION
#include "triton-shared/Dialect/Triton/Transforms/Passes.h.inc"

} // namespace mlir::triton

#endif // TRITON_SHARED_DIALECT_TRITON_TRANSFORMS_PASSES_H
