// Masked accesses lane by lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_MASKEDACCESSES_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_MASKEDACCESSES_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// Turns masked loads, stores, gathers and scatters that the target has no
/// instruction for into an access of all lanes, if all are on or all may be
/// read, and a loop over those that are on otherwise. LLVM makes a branch for
/// each lane, dozens of blocks for an access: on AVX2, where elements of 8 and
/// 16 bits have no masks, a kernel with 580 of them took 15 s to compile.
void loopOverMaskedLanes(llvm::Module &module,
                         const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_MASKEDACCESSES_H
