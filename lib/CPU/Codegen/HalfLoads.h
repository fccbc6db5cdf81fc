//===- HalfLoads.h - Loads of half a register -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_HALFLOADS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_HALFLOADS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// On Zen 4, lets innermost loops that do little but read and write load their
/// 512-bit registers in two halves. Data come from the third-level cache and
/// from memory up to a tenth sooner so; in the second level nothing is lost.
void loadInHalves(llvm::Module &module, const llvm::TargetMachine &machine);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_HALFLOADS_H
