// Long functions in pieces.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_SPLITFUNCTIONS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_SPLITFUNCTIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::tts {

/// Makes functions of about half of a long function each, again and again,
/// named like it with `.part_N`. A kernel is one function otherwise, and LLVM's
/// code generator takes functions one after another; of these, several threads
/// take one each (Parts.h). What is taken out is a loop or a branch with one
/// way in and one way out, and in no loop that accumulates in registers: a call
/// costs some nanoseconds a program.
void splitLongFunctions(llvm::Module &module);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_SPLITFUNCTIONS_H
