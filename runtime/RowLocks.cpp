//===- RowLocks.cpp - Locks for atomic updates of whole rows --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/RunContext.h"

#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mlir::tts::runtime {
namespace {

/// Looks at a taken lock before its holder is taken to be off its core.
constexpr int kLooks = 1000;

struct alignas(TTS_ROW_LOCK_BYTES) RowLock {
  std::atomic<uint32_t> word{0};
};
static_assert(sizeof(RowLock) == TTS_ROW_LOCK_BYTES);

alignas(64) RowLock rowLocks[TTS_ROW_LOCKS];

/// Launches under way, by how they change memory.
struct Launches {
  std::mutex mutex;
  std::condition_variable noLocks;
  int64_t withLocks = 0, withElements = 0;
};

/// Never destroyed: kernels may run while the process ends.
Launches *launches = nullptr;

/// In a forked child only the forking thread lives on, which launches nothing.
void afterForkInChild() {
  launches = new Launches;
  for (RowLock &lock : rowLocks)
    lock.word.store(0, std::memory_order_relaxed);
}

Launches &theLaunches() {
  static const bool made = [] {
    launches = new Launches;
    pthread_atfork(nullptr, nullptr, afterForkInChild);
    return true;
  }();
  (void)made;
  return *launches;
}

Atomics enterAtomics(RunContext &context, bool locks) {
  Atomics known = context.atomics.load(std::memory_order_acquire);
  if (known != Atomics::None)
    return known;
  Launches &all = theLaunches();
  std::unique_lock<std::mutex> guard(all.mutex);
  known = context.atomics.load(std::memory_order_relaxed);
  if (known != Atomics::None)
    return known;
  if (locks && all.withElements == 0) {
    ++all.withLocks;
    context.atomics.store(Atomics::Locks, std::memory_order_release);
    return Atomics::Locks;
  }
  // From now on nobody else gets locks, and those who have them come to an end.
  ++all.withElements;
  all.noLocks.wait(guard, [&] { return all.withLocks == 0; });
  // Another thread of this launch may have waited, too.
  known = context.atomics.load(std::memory_order_relaxed);
  if (known != Atomics::None)
    --all.withElements;
  else
    context.atomics.store(Atomics::Elements, std::memory_order_release);
  return Atomics::Elements;
}

} // namespace

void leaveAtomics(RunContext &context) {
  Atomics known = context.atomics.load(std::memory_order_relaxed);
  if (known == Atomics::None)
    return;
  context.atomics.store(Atomics::None, std::memory_order_relaxed);
  Launches &all = theLaunches();
  bool last;
  {
    std::lock_guard<std::mutex> guard(all.mutex);
    bool locks = known == Atomics::Locks;
    last = --(locks ? all.withLocks : all.withElements) == 0 && locks;
  }
  if (last)
    all.noLocks.notify_all();
}

} // namespace mlir::tts::runtime

using namespace mlir::tts::runtime;

extern "C" char *tts_rt_row_locks(void *rt) {
  bool locks =
      enterAtomics(*static_cast<RunContext *>(rt), true) == Atomics::Locks;
  return locks ? reinterpret_cast<char *>(rowLocks) : nullptr;
}

extern "C" void tts_rt_element_atomics(void *rt) {
  enterAtomics(*static_cast<RunContext *>(rt), false);
}

extern "C" void tts_rt_row_lock(uint32_t *lock) {
  auto &word = *reinterpret_cast<std::atomic<uint32_t> *>(lock);
  for (int looks = 0;; ++looks) {
    if (word.load(std::memory_order_relaxed) == 0 &&
        word.exchange(1, std::memory_order_acq_rel) == 0)
      return;
    if (looks >= kLooks)
      std::this_thread::yield();
#if defined(__x86_64__)
    else
      _mm_pause();
#endif
  }
}
