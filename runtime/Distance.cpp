// How far apart are the cores?
// On Zen 5 a line comes from another core's cache in 40 ns where both share the
// last level; where they do not, a flag takes 445 ns there and back, and memory
// is nearer. The system says which caches are shared, but in a virtual machine
// it does not know.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Distance.h"
#include "triton-shared/Runtime/Clock.h"

#include <algorithm>
#include <atomic>

namespace mlir::tts::runtime {
namespace {

constexpr double kApartNs = 110;
/// Votes for "apart" less votes against, within these limits: one that was
/// interrupted, or whose line had gone to memory, says little.
constexpr int kVotes = 8;
std::atomic<int> votes{-kVotes};

enum class Choice : int { Measured, Together, Apart };
std::atomic<Choice> choice{Choice::Measured};

/// A line of two threads that meet; whose it is, in its first word.
constexpr int kLines = 32;
struct alignas(128) Line {
  std::atomic<int> owner{-1};
};
Line lines[kLines];

/// All that came before is done when the clock is read.
uint64_t readClockInOrder() {
#if defined(__x86_64__)
  _mm_lfence();
  uint64_t now = readClock();
  _mm_lfence();
  return now;
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return readClock();
#endif
}

} // namespace

void measureDistance(int index, int threads) {
  // Threads far from each other in the team, two to a line.
  int pairs = (threads + 1) / 2;
  Line &line = lines[index % pairs % kLines];
  uint64_t start = readClockInOrder();
  int before = line.owner.exchange(index, std::memory_order_relaxed);
  uint64_t ticks = readClockInOrder() - start;
  if (before < 0 || before == index)
    return;
  int vote = double(ticks) > kApartNs * ticksPerNs() ? 1 : -1;
  int now = votes.load(std::memory_order_relaxed) + vote;
  votes.store(std::clamp(now, -kVotes, kVotes), std::memory_order_relaxed);
}

bool coresLieApart() {
  Choice chosen = choice.load(std::memory_order_relaxed);
  return chosen == Choice::Measured ? votes.load(std::memory_order_relaxed) > 0
                                    : chosen == Choice::Apart;
}

void setCoresApart(std::optional<bool> apart) {
  choice.store(!apart   ? Choice::Measured
               : *apart ? Choice::Apart
                        : Choice::Together);
}

} // namespace mlir::tts::runtime
