// Leave a kernel from inside a callback.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/KernelExit.h"

#include <utility>

namespace mlir::tts::runtime {
namespace {

thread_local std::jmp_buf *exitPoint = nullptr;

} // namespace

std::jmp_buf *exchangeExitPoint(std::jmp_buf *other) {
  return std::exchange(exitPoint, other);
}

void runPrograms(tts_kernel_fn kernel, const void *args, const int32_t *grid,
                 int64_t first, int64_t last, char *arena, void *context) {
  std::jmp_buf here;
  std::jmp_buf *const outer = exchangeExitPoint(&here);
  // The form that leaves the signal mask alone.
  if (_setjmp(here) == 0)
    kernel(args, grid, first, last, arena, context);
  exitPoint = outer;
}

void leaveKernel() { std::longjmp(*exitPoint, 1); }

} // namespace mlir::tts::runtime
