// Spin briefly, then sleep.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_EVENT_H
#define TRITON_SHARED_RUNTIME_EVENT_H

#include "triton-shared/Runtime/Spin.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace mlir::tts::runtime {

/// Lets one thread wait for a condition that others make true.
class Event {
public:
  /// Returns once `ready()` holds. `ready` reads atomics that are written
  /// before signal() is called.
  template <typename Ready> void wait(Ready ready) {
    for (int i = 0; i < kSpins; ++i) {
      if (ready())
        return;
      relaxCPU();
    }
    std::unique_lock<std::mutex> lock(mutex);
    sleeping.store(true, std::memory_order_relaxed);
    // With the one in signal(): either that sees a sleeper, or `ready` what was
    // written before it.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    condition.wait(lock, ready);
    sleeping.store(false, std::memory_order_relaxed);
  }

  /// Costs one load unless the waiter sleeps.
  void signal() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!sleeping.load(std::memory_order_relaxed))
      return;
    {
      std::lock_guard<std::mutex> lock(mutex);
    }
    condition.notify_one();
  }

private:
  /// About 20 us: longer than the gap between two launches in a row, short
  /// enough to leave the core to others.
  static constexpr int kSpins = 500;
  std::atomic<bool> sleeping{false};
  std::mutex mutex;
  std::condition_variable condition;
};

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_EVENT_H
