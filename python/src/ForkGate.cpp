// Who works, and who forks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkGate.h"

#include <condition_variable>
#include <mutex>
#include <new>
#include <pthread.h>

namespace mlir::tts::python {
namespace {

class Gate {
public:
  void enter() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return !forking; });
    ++inside;
  }

  void leave() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--inside == 0)
      changed.notify_all();
  }

  /// Nobody enters any more, or a fork would starve beside steady work.
  void beforeFork() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return !forking; });
    forking = true;
    changed.wait(lock, [this] { return inside == 0; });
  }

  void afterFork() {
    std::lock_guard<std::mutex> lock(mutex);
    forking = false;
    changed.notify_all();
  }

private:
  std::mutex mutex;
  std::condition_variable changed; // of `inside` or `forking`
  int inside = 0;
  bool forking = false;
};

/// Never destroyed: threads may work while the process ends.
Gate *gate = nullptr;

void beforeFork() { gate->beforeFork(); }
void inParent() { gate->afterFork(); }
void inChild() { gate = new Gate; } // at which nobody waits

} // namespace

void makeForksWait() {
  gate = new Gate;
  pthread_atfork(beforeFork, inParent, inChild);
}

ForksWait::ForksWait() { gate->enter(); }

ForksWait::~ForksWait() { gate->leave(); }

} // namespace mlir::tts::python
