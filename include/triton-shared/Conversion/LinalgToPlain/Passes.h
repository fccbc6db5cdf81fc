// The plain way to run the `linalg` stop: upstream passes, scalar loops,
// malloc. It is slow and serves as an oracle for the CPU backend.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_LINALGTOPLAIN_PASSES_H
#define TRITON_SHARED_CONVERSION_LINALGTOPLAIN_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace mlir::tts {

#define GEN_PASS_DECL
#include "triton-shared/Conversion/LinalgToPlain/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "triton-shared/Conversion/LinalgToPlain/Passes.h.inc"

/// The phases from the `linalg` stop to the LLVM dialect, in order.
void addPlainBufferize(OpPassManager &passes);
void addPlainLoops(OpPassManager &passes);
void addPlainToLLVM(OpPassManager &passes);

/// What upstream's bufferization needs to know about upstream's dialects.
void registerPlainInterfaces(DialectRegistry &registry);

} // namespace mlir::tts

#endif // TRITON_SHARED_CONVERSION_LINALGTOPLAIN_PASSES_H
