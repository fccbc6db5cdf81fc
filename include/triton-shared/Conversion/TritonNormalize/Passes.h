// Entry points of triton-normalize.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CONVERSION_TRITONNORMALIZE_PASSES_H
#define TRITON_SHARED_CONVERSION_TRITONNORMALIZE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::tts {

#define GEN_PASS_DECL
#include "triton-shared/Conversion/TritonNormalize/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "triton-shared/Conversion/TritonNormalize/Passes.h.inc"

} // namespace mlir::tts

#endif
