// Loads of half a register.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_HALFLOADS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_HALFLOADS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
class TargetMachine;
class Value;
} // namespace llvm

namespace mlir::tts {

/// Is that in a kernel's own storage, which is in the first-level cache? That
/// is an argument; tensors are behind pointers that the kernel loads.
bool isScratch(const llvm::Value *place);

/// Marks parameters of functions that are parts of a kernel (SplitFunctions.h)
/// and point to tensors.
constexpr llvm::StringLiteral kTensorPointer = "triton-shared-tensor";

/// On Zen 4, lets innermost loops that do little but read and write load their
/// 512-bit registers in two halves. Data come from the third-level cache and
/// from memory up to a tenth sooner so; in the second level nothing is lost.
void loadInHalves(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_HALFLOADS_H
