// State that a forked child has anew.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_FORKSAFE_H
#define TRITON_SHARED_RUNTIME_FORKSAFE_H

#include <new>
#include <pthread.h>

namespace mlir::tts::runtime {

template <typename T> class ForkSafe {
  alignas(T) static inline unsigned char place[sizeof(T)];

  static T *make() noexcept { return new (place) T; }

public:
  static inline T *const instance = []() noexcept {
    pthread_atfork(nullptr, nullptr, [] { make(); });
    return make();
  }();
};

/// The process's only T. A forked child has a new one: another thread may have
/// held a lock of the old one, and is not there to give it back. Made when the
/// library is loaded, as what is made at its first use can be cut off by a
/// fork for good. Never destroyed: threads may run while the process ends.
template <typename T> T &forkSafe() { return *ForkSafe<T>::instance; }

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_FORKSAFE_H
