// Who works, and who forks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkGate.h"

#include <condition_variable>
#include <mutex>
#include <pthread.h>

namespace mlir::tts::python {
namespace {

thread_local int own = 0; // how often this thread is inside

/// A child has a new one, at which nobody waits.
class Gate {
public:
  void enter() {
    std::unique_lock<std::mutex> lock(mutex);
    if (own == 0)
      changed.wait(lock, [this] { return !forking; });
    ++own;
    ++inside;
  }

  void leave() {
    std::lock_guard<std::mutex> lock(mutex);
    --own;
    --inside;
    changed.notify_all();
  }

  /// Nobody enters any more, or a fork would starve beside steady work. A
  /// thread that forks inside, as a handler of a fatal signal may, does not
  /// wait for itself.
  void beforeFork() {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [this] { return !forking; });
    forking = true;
    changed.wait(lock, [this] { return inside == own; });
  }

  void afterFork() {
    std::lock_guard<std::mutex> lock(mutex);
    forking = false;
    changed.notify_all();
  }

private:
  std::mutex mutex;
  std::condition_variable changed; // of `inside` or `forking`
  int inside = own;
  bool forking = false;
};

/// Never destroyed: threads may work while the process ends.
Gate *gate = nullptr;

void beforeFork() { gate->beforeFork(); }
void inParent() { gate->afterFork(); }
void inChild() { gate = new Gate; }

} // namespace

void makeForksWait() {
  if (gate)
    return; // whoever imports the module anew
  gate = new Gate;
  pthread_atfork(beforeFork, inParent, inChild);
}

ForksWait::ForksWait() { gate->enter(); }

ForksWait::~ForksWait() { gate->leave(); }

} // namespace mlir::tts::python
