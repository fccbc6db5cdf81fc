// Kernels say that they have atomics.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_TOLLVM_ELEMENTATOMICS_H
#define TRITON_SHARED_LIB_CPU_TOLLVM_ELEMENTATOMICS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class ModuleOp;
namespace tts {

/// Kernels whose atomics take no locks tell the runtime before their first
/// program (KernelABI.h): none with locks may run beside them. Those that have
/// called it about their atomics themselves are left as they are.
void announceElementAtomics(ModuleOp module, ArrayRef<StringRef> kernelNames);

} // namespace tts
} // namespace mlir

#endif // TRITON_SHARED_LIB_CPU_TOLLVM_ELEMENTATOMICS_H
