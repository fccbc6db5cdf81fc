// Leave a kernel from inside a callback.
// A program whose assertion failed must not go on: what follows may rely on it.
// Kernels hold no resources, so that the callback jumps out of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_KERNELEXIT_H
#define TRITON_SHARED_RUNTIME_KERNELEXIT_H

#include "triton-shared/Runtime/KernelABI.h"

#include <csetjmp>

namespace mlir::tts::runtime {

/// Runs the kernel's programs first..last-1 on this thread; returns early when
/// a callback leaves the kernel.
void runPrograms(tts_kernel_fn kernel, const void *args, const int32_t *grid,
                 int64_t first, int64_t last, char *arena, void *context);

/// Called below runPrograms only: makes it return.
[[noreturn]] void leaveKernel();

/// Where leaveKernel() goes on this thread, for who changes its stack; gives
/// what it was.
std::jmp_buf *exchangeExitPoint(std::jmp_buf *other);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_KERNELEXIT_H
