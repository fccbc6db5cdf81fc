// Threads that work on one launch together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Runtime/Team.h"
#include "OpenMP.h"
#include "triton-shared/Runtime/Clock.h"
#include "triton-shared/Runtime/ThreadPool.h"

#include <atomic>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif
#include <pthread.h>

namespace mlir::tts::runtime {
namespace {

/// How long a thread takes its affinity for unchanged.
constexpr double kAffinityNs = 1e6;

struct Team {
  std::atomic<bool> busy{false};
  OpenMPTeam openmp;
  ThreadPool *pool = new ThreadPool;
};

Team *makeTeam(bool inForkedChild) {
  auto *team = new Team;
  if (inForkedChild)
    team->openmp.disable();
  return team;
}

/// Made before any fork that could matter: torch may have started OpenMP's
/// threads before the first launch. In a forked child only the forking thread
/// lives on, so it gets a fresh team; the old one is leaked, its threads cannot
/// be joined. Never destroyed: workers may still wait while the process ends.
Team *team = [] {
  pthread_atfork(nullptr, nullptr, [] { team = makeTeam(true); });
  return makeTeam(false);
}();

thread_local bool insideTeam = false;

struct Guarded {
  void (*body)(void *, int);
  void *data;
};

/// Marks the thread for the time of a body, so that nested use runs alone.
void runGuarded(void *pointer, int index) {
  auto *guarded = static_cast<Guarded *>(pointer);
  bool outer = insideTeam;
  insideTeam = true;
  guarded->body(guarded->data, index);
  insideTeam = outer;
}

int askForAffinity() {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return CPU_COUNT(&set);
#endif
  unsigned count = std::thread::hardware_concurrency();
  return count ? int(count) : 1;
}

} // namespace

void runOnTeam(int threads, void (*body)(void *, int), void *data) {
  Team &shared = *team;
  if (threads <= 1 || insideTeam || shared.busy.exchange(true)) {
    body(data, 0);
    return;
  }
  Guarded guarded{body, data};
  if (shared.openmp.usable())
    shared.openmp.run(threads, runGuarded, &guarded);
  else
    shared.pool->run(threads - 1, runGuarded, &guarded);
  shared.busy.store(false);
}

int affinityCount() {
  // Asking takes 0.2 us, as long as all else of a small launch.
  thread_local struct {
    uint64_t asked = 0;
    int count = 0;
  } known;
  uint64_t now = readClock();
  if (!known.count || double(now - known.asked) > kAffinityNs * ticksPerNs()) {
    known.asked = now;
    known.count = askForAffinity();
  }
  return known.count;
}

int teamSize() { return team->pool->size(); }

} // namespace mlir::tts::runtime
