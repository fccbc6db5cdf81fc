// Launches that end before they are done.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Clock.h"
#include "triton-shared/Runtime/RunContext.h"

#include <utility>

namespace mlir::tts::runtime {

/// Most launches are over before anybody could want that.
constexpr double kLastingNs = 5e7;

void RunContext::tellIfLasting() {
  uint64_t now = readClock();
  if (lastsFrom == 0)
    lastsFrom = now + uint64_t(kLastingNs * ticksPerNs());
  else if (now >= lastsFrom)
    std::exchange(lasts, nullptr)();
}

} // namespace mlir::tts::runtime
