// Stores of what was partly there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_BLENDEDSTORES_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_BLENDEDSTORES_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// Keeps LLVM from making a masked store of a load, a choice between what was
/// loaded and something else, and a store to the same place, on x86 without
/// mask registers. `vmaskmovps` takes ten cycles and more there on Zen, and no
/// load finds what it stored before it is in the cache.
void keepBlendedStores(llvm::Module &module,
                       const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_BLENDEDSTORES_H
