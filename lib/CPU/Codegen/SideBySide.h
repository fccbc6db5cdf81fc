// Tasks in several threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_SIDEBYSIDE_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_SIDEBYSIDE_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace mlir::tts {

/// Runs `task(0)` to `task(count - 1)`, each once, in this thread and as many
/// others as there are cores for; all are over when it returns. Where no thread
/// can be started, this one does the work. No task may throw.
void runSideBySide(size_t count, llvm::function_ref<void(size_t)> task);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_SIDEBYSIDE_H
