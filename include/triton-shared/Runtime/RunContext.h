// State of one launch and the print sink.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_RUNCONTEXT_H
#define TRITON_SHARED_RUNTIME_RUNCONTEXT_H

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace mlir::tts::runtime {

enum class Failure : int {
  None = 0,
  Recording,
  Assertion,
  OutOfMemory,
  Interrupted
};

enum class Atomics : int { None = 0, Locks, Elements };

/// What a launch shares with its programs (the `rt` argument of a kernel): its
/// number, the first failure, and what is found out once for all. Trivial to
/// make, since every launch makes one.
class RunContext {
public:
  RunContext() = default;
  RunContext(const RunContext &) = delete;
  RunContext &operator=(const RunContext &) = delete;

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

  /// For a thread between programs, or while one waits: ends the launch if it
  /// shall not go on. `onOwnStack`: not on one of 512 KiB.
  void poll(bool onOwnStack = true) {
    if (!interrupt)
      return;
    if (*interrupt)
      fail(Failure::Interrupted, nullptr, 0, 0, 0);
    else if (lasts && onOwnStack && pthread_equal(launcher, pthread_self()))
      tellIfLasting();
  }

  /// Kernels read it at the start of the context (KernelABI.h): it stays the
  /// first member.
  const uint64_t launch = nextLaunch();
  /// Was the output there before this launch? -1 until a program has asked.
  /// Kernels read it, too.
  std::atomic<int32_t> resident{-1};
  /// Do the threads' cores share no cache (Distance.h)? Set before the launch's
  /// programs run. Kernels read it, too.
  int32_t apart = 0;
  /// How many programs the kernel does at once; 0: one. Kernels write it.
  std::atomic<int32_t> joins{0};
  /// How the launch's programs change memory atomically, once one has asked;
  /// until the launch is over (leaveAtomics in RowLocks.cpp).
  std::atomic<Atomics> atomics{Atomics::None};

  /// By how many blocks of atomics those whose transactions mostly failed are
  /// more than the others, and whether a thread has its turn
  /// (CrowdedAtomics.cpp).
  std::atomic<int32_t> crowded{0}, turn{0};

  /// Not 0 when the launch shall end before it is done; null if it never shall.
  const volatile std::sig_atomic_t *interrupt = nullptr;
  /// Called once if the launch takes more than 50 ms, by the thread that made
  /// the context, unless that is busy with one program.
  void (*lasts)() = nullptr;

private:
  void tellIfLasting();

  /// Spread over 64 bits: scratch that holds anything else will hardly match.
  static uint64_t nextLaunch() {
    static std::atomic<uint64_t> count{0};
    return (count.fetch_add(1, std::memory_order_relaxed) + 1) *
           0x9E3779B97F4A7C15u;
  }

  const pthread_t launcher = pthread_self();
  uint64_t lastsFrom = 0; // in ticks
  std::atomic<Failure> state{Failure::None};
  const char *location = nullptr;
  int32_t pid[3] = {0, 0, 0};
};

/// To be called when a launch's programs are done, before anything that may
/// wait for another launch: some wait until launches with other atomics are
/// over.
void leaveAtomics(RunContext &context);

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_RUNCONTEXT_H
