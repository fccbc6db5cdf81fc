// A clock that costs a few nanoseconds to read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_CLOCK_H
#define TRITON_SHARED_RUNTIME_CLOCK_H

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace mlir::tts::runtime {

inline uint64_t readClock() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

/// Ticks of readClock() in a nanosecond; measured once.
double ticksPerNs();

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_CLOCK_H
