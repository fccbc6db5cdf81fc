// LLVM's fatal errors as ordinary ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_FATALERRORS_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_FATALERRORS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace mlir::tts {

/// Runs `body` and returns the errors that LLVM reports meanwhile: diagnostics
/// of `context`, and what would otherwise end the process ("cannot select",
/// "unsupported relocation"). What `body` was working on must not be used after
/// an error.
llvm::Error runReportingErrors(llvm::LLVMContext &context,
                               llvm::function_ref<llvm::Error()> body);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_FATALERRORS_H
