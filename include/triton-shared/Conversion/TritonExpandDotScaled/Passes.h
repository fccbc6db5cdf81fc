// Declares the triton-expand-dot-scaled pass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_TRITONEXPANDDOTSCALED_PASSES_H
#define TRITON_SHARED_CONVERSION_TRITONEXPANDDOTSCALED_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::tts {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "triton-shared/Conversion/TritonExpandDotScaled/Passes.h.inc"

} // namespace mlir::tts

#endif
