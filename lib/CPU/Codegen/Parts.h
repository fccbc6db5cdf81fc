// Code generation by several threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_PARTS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_PARTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// The names of functions that one thread deals with.
using Part = std::vector<std::string>;

/// A module's functions in parts of about the same size, each worth a thread.
/// Fewer than two where the module is too small for that. The same whatever the
/// machine has to offer, and so is the code.
llvm::SmallVector<Part> partsOf(const llvm::Module &module);

/// Makes assembly text of each part in a thread of its own, by `emit`, and
/// joins the texts. Functions and constants of the module that only it can see
/// become hidden, or private.
llvm::Expected<std::string>
emitParts(llvm::Module &module, const llvm::TargetMachine &machine,
          llvm::ArrayRef<Part> parts,
          llvm::function_ref<llvm::Expected<std::string>(llvm::Module &,
                                                         llvm::TargetMachine &)>
              emit);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_PARTS_H
