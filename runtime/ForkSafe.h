// State that a forked child has anew.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_FORKSAFE_H
#define TRITON_SHARED_RUNTIME_FORKSAFE_H

#include <pthread.h>

namespace mlir::tts::runtime {

/// The process's only T. A forked child has a new one: another thread may have
/// held a lock of the old one, and is not there to give it back. Never
/// destroyed: threads may run while the process ends.
template <typename T> T &forkSafe() {
  static T *instance = nullptr;
  static const bool made = [] {
    instance = new T;
    pthread_atfork(nullptr, nullptr, [] { instance = new T; });
    return true;
  }();
  (void)made;
  return *instance;
}

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_FORKSAFE_H
