// Persistent worker threads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_THREADPOOL_H
#define TRITON_SHARED_RUNTIME_THREADPOOL_H

#include "triton-shared/Runtime/Event.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace mlir::tts::runtime {

/// Workers with a mailbox each. They spin briefly for the next job, then sleep.
/// One job at a time: the caller of run() must exclude others.
class ThreadPool {
public:
  ThreadPool();
  ~ThreadPool() =
      delete; // its threads wait for work as long as the process runs

  /// Calls body(data, 0) here and body(data, i + 1) on workers i < `helpers`. A
  /// worker that has not woken up when the caller is done is called off, so
  /// that a short job never waits for a wake-up.
  void run(int helpers, void (*body)(void *, int), void *data);

  int size() const { return int(workers.size()); }

private:
  struct Worker;
  void grow(int count);

  std::vector<std::unique_ptr<Worker>> workers;
  std::atomic<int> running{0};
  Event allDone;
};

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_THREADPOOL_H
