// Masked stores of one lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_SINGLELANESTORES_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_SINGLELANESTORES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::tts {

/// Turns masked stores whose constant mask has one lane on into stores of that
/// lane. LLVM 22 does so itself on AVX512, but after it has taken the
/// truncation of the stored value into the store: it then stores the element
/// as wide as it was before, over its neighbours (llvm/llvm-project#179853
/// mends that after LLVM 22).
void storeSingleLanes(llvm::Module &module);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_SINGLELANESTORES_H
