// Masks as wide as what they choose.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_WIDEMASKS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_WIDEMASKS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// For x86 without mask registers, lets `and`, `or` and `xor` of masks compute
/// on integers as wide as what is chosen by the result, as comparisons there
/// do. LLVM packs masks of several registers to bytes for that, and unpacks
/// them for each use.
void widenMasks(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_WIDEMASKS_H
