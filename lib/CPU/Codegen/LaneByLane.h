// Gathers and scatters of all lanes, one by one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_LANEBYLANE_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_LANEBYLANE_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// Where the target has none of them, makes loads of the gathers that have no
/// mask, and stores of the scatters, each from a base and an index. LLVM would
/// add the two in vectors and take every sum out of those. So the addition is
/// the load's, and what has the same indices takes them out once.
void accessLaneByLane(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_LANEBYLANE_H
