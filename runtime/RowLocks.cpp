// Locks for atomic updates of whole rows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkSafe.h"

#include "triton-shared/Runtime/KernelABI.h"
#include "triton-shared/Runtime/RunContext.h"
#include "triton-shared/Runtime/Spin.h"

#include <condition_variable>
#include <mutex>

namespace mlir::tts::runtime {
namespace {

struct alignas(TTS_ROW_LOCK_BYTES) RowLock {
  std::atomic<uint32_t> word{0};
};
static_assert(sizeof(RowLock) == TTS_ROW_LOCK_BYTES);

alignas(64) RowLock rowLocks[TTS_ROW_LOCKS];

/// Launches under way, by how they change memory.
struct Launches {
  /// In a forked child only the forking thread lives on, which launches
  /// nothing: no lock is taken.
  Launches() {
    for (RowLock &lock : rowLocks)
      lock.word.store(0, std::memory_order_relaxed);
  }

  std::mutex mutex;
  std::condition_variable noLocks;
  int64_t withLocks = 0, withElements = 0;
};

Atomics enterAtomics(RunContext &context, bool locks) {
  Atomics known = context.atomics.load(std::memory_order_acquire);
  if (known != Atomics::None)
    return known;
  Launches &all = forkSafe<Launches>();
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
  Launches &all = forkSafe<Launches>();
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
  for (Spin spin;; spin.again())
    if (word.load(std::memory_order_relaxed) == 0 &&
        word.exchange(1, std::memory_order_acq_rel) == 0)
      return;
}
