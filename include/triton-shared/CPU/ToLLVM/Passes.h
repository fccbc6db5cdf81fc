// The loops stop to the LLVM dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_TOLLVM_PASSES_H
#define TRITON_SHARED_CPU_TOLLVM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::tts {

#define GEN_PASS_DECL
#include "triton-shared/CPU/ToLLVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "triton-shared/CPU/ToLLVM/Passes.h.inc"

} // namespace mlir::tts

#endif // TRITON_SHARED_CPU_TOLLVM_PASSES_H
