// torch's own threads as helpers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpenMP.h"

#include "triton-shared/Runtime/Clock.h"
#include "triton-shared/Runtime/LoadedLibrary.h"

#include <algorithm>
#include <dlfcn.h>

namespace mlir::tts::runtime {
namespace {

double nowNs() { return double(readClock()) / ticksPerNs(); }

constexpr double kLateNs = 300e3;
constexpr double kFirstPauseNs = 10e6;
constexpr double kLongestPauseNs = 100e6;

} // namespace

struct OpenMPTeam::Region {
  void (*body)(void *, int);
  void *data;
  int threads; // that work: the others of the team have nothing to do
  Number threadNumber;
  double callerDone = 0;

  static void enter(void *pointer) {
    auto *region = static_cast<Region *>(pointer);
    int index = region->threadNumber();
    if (index >= region->threads)
      return;
    region->body(region->data, index);
    if (index == 0)
      region->callerDone = nowNs();
  }
};

void OpenMPTeam::find() {
  --lookupsLeft;
  // The one beside torch's libraries; a system copy loaded as well would have
  // threads of its own.
  void *library = findLoadedLibrary({"/torch", "libgomp"});
  if (!library)
    return;
  void *run = dlsym(library, "GOMP_parallel");
  threadNumber = reinterpret_cast<Number>(dlsym(library, "omp_get_thread_num"));
  maxThreads = reinterpret_cast<Number>(dlsym(library, "omp_get_max_threads"));
  if (threadNumber && maxThreads)
    parallel = reinterpret_cast<Parallel>(run);
}

bool OpenMPTeam::usable() {
  if (!parallel && lookupsLeft > 0)
    find();
  return parallel && (avoidUntilNs == 0 || nowNs() > avoidUntilNs);
}

void OpenMPTeam::run(int threads, void (*body)(void *, int), void *data) {
  Region region{body, data, threads, threadNumber};
  // As large as torch's own teams, even where there are fewer programs: libgomp
  // ends the threads that a smaller team leaves out, and torch's next op would
  // start them anew.
  int team = std::max(threads, maxThreads());
  double start = nowNs();
  parallel(Region::enter, &region, unsigned(team), 0);
  judge(region.callerDone - start, nowNs() - region.callerDone);
}

void OpenMPTeam::judge(double workedNs, double waitedNs) {
  if (waitedNs < kLateNs || waitedNs < workedNs / 2) {
    avoidUntilNs = avoidForNs = 0;
    return;
  }
  avoidForNs = std::clamp(2 * avoidForNs, kFirstPauseNs, kLongestPauseNs);
  avoidUntilNs = nowNs() + avoidForNs;
}

} // namespace mlir::tts::runtime
