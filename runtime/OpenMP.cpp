//===- OpenMP.cpp - torch's own threads as helpers ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OpenMP.h"

#include "triton-shared/Runtime/Clock.h"

#include <algorithm>

#if defined(__linux__)
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#endif

namespace mlir::tts::runtime {
namespace {

#if defined(__linux__)
struct Found {
  void *parallel = nullptr;
  void *threadNumber = nullptr;
};

/// Takes the libgomp beside torch's libraries; a system copy loaded as well
/// would have threads of its own.
int visitLibrary(dl_phdr_info *info, size_t, void *result) {
  if (!std::strstr(info->dlpi_name, "/torch") ||
      !std::strstr(info->dlpi_name, "libgomp"))
    return 0;
  void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (!library)
    return 0;
  auto *found = static_cast<Found *>(result);
  found->parallel = dlsym(library, "GOMP_parallel");
  found->threadNumber = dlsym(library, "omp_get_thread_num");
  return 1;
}
#endif

double nowNs() { return double(readClock()) / ticksPerNs(); }

constexpr double kLateNs = 300e3;
constexpr double kFirstPauseNs = 10e6;
constexpr double kLongestPauseNs = 100e6;

} // namespace

struct OpenMPTeam::Region {
  void (*body)(void *, int);
  void *data;
  ThreadNumber threadNumber;
  double callerDone = 0;

  static void enter(void *pointer) {
    auto *region = static_cast<Region *>(pointer);
    int index = region->threadNumber();
    region->body(region->data, index);
    if (index == 0)
      region->callerDone = nowNs();
  }
};

void OpenMPTeam::find() {
#if defined(__linux__)
  --lookupsLeft;
  Found found;
  dl_iterate_phdr(visitLibrary, &found);
  if (!found.parallel || !found.threadNumber)
    return;
  parallel = reinterpret_cast<Parallel>(found.parallel);
  threadNumber = reinterpret_cast<ThreadNumber>(found.threadNumber);
#endif
}

bool OpenMPTeam::usable() {
  if (!parallel && lookupsLeft > 0)
    find();
  return parallel && (avoidUntilNs == 0 || nowNs() > avoidUntilNs);
}

void OpenMPTeam::run(int threads, void (*body)(void *, int), void *data) {
  Region region{body, data, threadNumber};
  double start = nowNs();
  parallel(Region::enter, &region, unsigned(threads), 0);
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
