//===- RunContext.h - State of one launch and the print sink --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TRITON_SHARED_RUNTIME_RUNCONTEXT_H
#define TRITON_SHARED_RUNTIME_RUNCONTEXT_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mlir::tts::runtime {

enum class Failure : int { None = 0, Recording, Assertion, OutOfMemory };

/// What a launch shares with its programs (the `rt` argument of a kernel):
/// the first failure. Trivial to make, since every launch makes one.
class RunContext {
public:
  bool failed() const {
    return state.load(std::memory_order_relaxed) != Failure::None;
  }
  /// Valid once the launch is over.
  Failure failure() const { return state.load(std::memory_order_acquire); }
  const char *where() const { return location; }
  const int32_t *programId() const { return pid; }

  /// Only the first call has an effect.
  void fail(Failure kind, const char *where, int32_t x, int32_t y, int32_t z) {
    Failure none = Failure::None;
    if (!state.compare_exchange_strong(none, Failure::Recording))
      return;
    location = where;
    pid[0] = x, pid[1] = y, pid[2] = z;
    state.store(kind, std::memory_order_release);
  }

private:
  std::atomic<Failure> state{Failure::None};
  const char *location = nullptr;
  int32_t pid[3] = {0, 0, 0};
};

/// Receives whole lines; called by one thread at a time.
using PrintSink = void (*)(const char *text, std::size_t size, void *user);

/// Sets where prints go; null: the process's stdout.
void setPrintSink(PrintSink sink, void *user);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_RUNCONTEXT_H
