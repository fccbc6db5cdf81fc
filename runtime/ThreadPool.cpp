// Persistent worker threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/ThreadPool.h"

#include <system_error>

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mlir::tts::runtime {
namespace {

/// Asks Linux (6.12 and later) for short time slices: a thread with those runs
/// at once when woken, even where another spins, as torch's threads do for
/// milliseconds after every op. No privilege is needed; elsewhere no effect.
void askForPromptScheduling() {
#if defined(__linux__) && defined(SYS_sched_setattr)
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {};
  attributes.size = sizeof(attributes);
  attributes.flags = 0x08 | 0x10;  // keep policy and nice value
  attributes.runtime = 100 * 1000; // ns
  syscall(SYS_sched_setattr, 0, &attributes, 0);
#endif
}

} // namespace

/// A worker's mailbox goes Idle -> Posted (caller) -> Taken (worker) -> Idle,
/// or Posted -> Idle when the caller calls the job off.
struct alignas(64) ThreadPool::Worker {
  enum State : int { Idle, Posted, Taken };
  std::atomic<int> state{Idle};
  void (*body)(void *, int) = nullptr;
  void *data = nullptr;
  int index = 0;
  Event posted;
  std::thread thread;

  void loop(ThreadPool &pool) {
    askForPromptScheduling();
    for (;;) {
      posted.wait(
          [&] { return state.load(std::memory_order_acquire) == Posted; });
      int expected = Posted;
      if (!state.compare_exchange_strong(expected, Taken))
        continue; // called off
      body(data, index);
      state.store(Idle);
      if (pool.running.fetch_sub(1, std::memory_order_acq_rel) == 1)
        pool.allDone.signal();
    }
  }
};

ThreadPool::ThreadPool() = default;

void ThreadPool::grow(int count) {
  while (size() < count) {
    auto worker = std::make_unique<Worker>();
    worker->index = size() + 1;
    try {
      worker->thread =
          std::thread(&Worker::loop, worker.get(), std::ref(*this));
    } catch (const std::system_error &) {
      return; // no more threads to be had: those we have do the work
    }
    workers.push_back(std::move(worker));
  }
}

void ThreadPool::run(int helpers, void (*body)(void *, int), void *data) {
  grow(helpers);
  if (helpers > size())
    helpers = size();
  running.store(helpers, std::memory_order_relaxed);
  for (int i = 0; i < helpers; ++i) {
    Worker &worker = *workers[i];
    worker.body = body;
    worker.data = data;
    worker.state.store(Worker::Posted, std::memory_order_release);
    worker.posted.signal();
  }
  body(data, 0);
  int calledOff = 0;
  for (int i = 0; i < helpers; ++i) {
    int expected = Worker::Posted;
    calledOff +=
        workers[i]->state.compare_exchange_strong(expected, Worker::Idle);
  }
  if (calledOff)
    running.fetch_sub(calledOff, std::memory_order_acq_rel);
  allDone.wait([&] { return running.load(std::memory_order_acquire) == 0; });
}

} // namespace mlir::tts::runtime
