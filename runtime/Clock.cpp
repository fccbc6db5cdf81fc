// A clock that costs a few nanoseconds to read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Clock.h"

namespace mlir::tts::runtime {
namespace {

using Steady = std::chrono::steady_clock;

/// The same moment by both clocks.
struct Moment {
  Steady::time_point time;
  uint64_t ticks;
};

/// Of several readings the quickest: between two clocks another thread may run.
Moment now() {
  Moment best{};
  uint64_t least = ~uint64_t(0);
  for (int i = 0; i < 5; ++i) {
    uint64_t before = readClock();
    Steady::time_point time = Steady::now();
    uint64_t after = readClock();
    if (after - before < least)
      least = after - before, best = {time, before + (after - before) / 2};
  }
  return best;
}

double measure() {
  const Moment start = now();
  while (Steady::now() - start.time < std::chrono::microseconds(50)) {
  }
  const Moment end = now();
  return double(end.ticks - start.ticks) /
         std::chrono::duration<double, std::nano>(end.time - start.time)
             .count();
}

/// Measured when the library is loaded: a fork while another thread measured at
/// its first use would leave the child without, waiting for it.
const double rate = measure();

} // namespace

double ticksPerNs() { return rate; }

} // namespace mlir::tts::runtime
