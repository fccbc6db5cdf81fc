// Threads that add to the same few lines.
//
// Transactions of threads that are after the same lines end each other, and
// single atomics wait for each line to come from the other core. Such threads
// take turns, a block of elements each: the lines stay for so long. No atomic
// relies on that; a turn is advice.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/RunContext.h"
#include "triton-shared/Runtime/Spin.h"

namespace mlir::tts::runtime {
namespace {

/// So many more blocks that failed than others: the launch is crowded, and
/// stays so.
constexpr int32_t kCrowded = 8;
/// One transaction of so many that others ended counts as most of them: those
/// that succeed were waited for, or had been tried twice.
constexpr int32_t kShare = 4;

bool isCrowded(const RunContext &context) {
  return context.crowded.load(std::memory_order_relaxed) >= kCrowded;
}

} // namespace
} // namespace mlir::tts::runtime

using namespace mlir::tts::runtime;

int32_t tts_rt_take_turn(void *rt) {
  auto &context = *static_cast<RunContext *>(rt);
  if (!isCrowded(context))
    return 0;
  for (Spin spin;; spin.again()) {
    int32_t free = 0;
    if (context.turn.load(std::memory_order_relaxed) == 0 &&
        context.turn.compare_exchange_weak(free, 1, std::memory_order_acquire))
      return 1;
  }
}

void tts_rt_end_turn(void *rt, int32_t taken, int32_t tried, int32_t ended) {
  auto &context = *static_cast<RunContext *>(rt);
  if (taken != 0)
    context.turn.store(0, std::memory_order_release);
  else if (isCrowded(context))
    return;
  else if (kShare * ended > tried)
    context.crowded.fetch_add(1, std::memory_order_relaxed);
  else if (context.crowded.load(std::memory_order_relaxed) > 0)
    context.crowded.fetch_sub(1, std::memory_order_relaxed);
}
