// Look again at what another thread holds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_SPIN_H
#define TRITON_SHARED_RUNTIME_SPIN_H

#include <thread>

namespace mlir::tts::runtime {

inline void relaxCPU() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Between two looks at what another thread holds. After so many of them that
/// one is taken to be off its core, which is left to it.
class Spin {
public:
  void again() {
    if (looks == kLooks)
      return std::this_thread::yield();
    ++looks;
    relaxCPU();
  }

private:
  static constexpr int kLooks = 1000;
  int looks = 0;
};

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_SPIN_H
