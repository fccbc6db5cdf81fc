// A lock that is free in a forked process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_CODEGEN_FORKMUTEX_H
#define TRITON_SHARED_LIB_CPU_CODEGEN_FORKMUTEX_H

#include <mutex>
#include <pthread.h>

namespace mlir::tts {

/// The process's only lock for what `Tag` stands for. A fork waits until no
/// other thread holds it: the child finds it free, and what it guards whole.
template <typename Tag> class ForkMutex {
public:
  static std::mutex &get() {
    (void)registered;
    return mutex;
  }

private:
  static void hold() noexcept { mutex.lock(); }
  static void release() noexcept { mutex.unlock(); }

  static inline std::mutex mutex;
  static inline const int registered = pthread_atfork(hold, release, release);
};

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_CPU_CODEGEN_FORKMUTEX_H
