//===- Clock.cpp - A clock that costs a few nanoseconds to read -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "triton-shared/Runtime/Clock.h"

namespace mlir::tts::runtime {
namespace {

double measure() {
  using Steady = std::chrono::steady_clock;
  auto start = Steady::now();
  uint64_t ticks = readClock();
  while (Steady::now() - start < std::chrono::microseconds(50)) {
  }
  double elapsed =
      std::chrono::duration<double, std::nano>(Steady::now() - start).count();
  return double(readClock() - ticks) / elapsed;
}

} // namespace

double ticksPerNs() {
  static const double rate = measure();
  return rate;
}

} // namespace mlir::tts::runtime
