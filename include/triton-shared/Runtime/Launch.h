// Run the programs of a grid.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_LAUNCH_H
#define TRITON_SHARED_RUNTIME_LAUNCH_H

#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/RunContext.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace mlir::tts::runtime {

/// A loaded kernel as a launch sees it.
struct KernelCode {
  tts_kernel_fn function = nullptr;
  std::size_t arenaBytes = 0;
  /// Do programs wait for one another?
  bool waits = false;
  /// Do those that wait for the same lock have numbers that follow each other?
  bool waitsByLock = false;
  /// How many programs it does at once that follow each other; 0: one. Known
  /// from its first launch on.
  std::atomic<int32_t> joins{0};
  /// Running estimate of one program's time in clock ticks, 0 if unknown. It
  /// decides whether waking other threads pays and how large chunks are.
  std::atomic<float> ticksPerProgram{0.0f};
};

/// The number of programs of a grid whose sizes are not negative; none if that
/// is more than 2^63-1.
inline std::optional<int64_t> countPrograms(const int32_t grid[3]) {
  int64_t total;
  if (__builtin_mul_overflow(int64_t(grid[0]) * grid[1], int64_t(grid[2]),
                             &total))
    return std::nullopt;
  return total;
}

/// Runs all programs of `grid` (none if a dimension is 0 or negative; more
/// than countPrograms() can count are an error of the caller) on up to
/// `threads` threads, the caller among them. The outcome is in `context`.
void launchGrid(KernelCode &kernel, const void *args, const int32_t grid[3],
                int threads, RunContext &context);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_LAUNCH_H
