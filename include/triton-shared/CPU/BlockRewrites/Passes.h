// Declares the passes on blocks that come before cpu-blocks-to-loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CPU_BLOCKREWRITES_PASSES_H
#define TRITON_SHARED_CPU_BLOCKREWRITES_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::tts {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

} // namespace mlir::tts

#endif
