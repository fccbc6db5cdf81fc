// Settings of launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Native.h"
#include "TorchTensors.h"

#include "triton-shared/Runtime/Arena.h"
#include "triton-shared/Runtime/Distance.h"
#include "triton-shared/Runtime/HugePages.h"
#include "triton-shared/Runtime/Team.h"

#include <nanobind/stl/optional.h>

#include <atomic>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

std::atomic<int> fixedThreads{0}; // 0: torch's number

void setNumThreads(std::optional<int> count) {
  if (count && *count < 1)
    throw nb::value_error("the number of threads must be at least 1");
  fixedThreads.store(count.value_or(0));
}

nb::dict threadInfo() {
  nb::dict info;
  info["num_threads"] = launchThreads();
  info["workers"] = runtime::teamSize();
  info["affinity"] = runtime::affinityCount();
  info["cores_apart"] = runtime::coresLieApart();
  info["arena_bytes"] = runtime::arenaBytesHeld();
  return info;
}

} // namespace

int launchThreads() {
  if (int fixed = fixedThreads.load(std::memory_order_relaxed))
    return fixed;
  int count = torchThreads();
  return count > 0 ? count : runtime::affinityCount();
}

void bindThreads(nb::module_ &module) {
  module.def("set_num_threads", &setNumThreads, nb::arg("n").none());
  module.def("get_num_threads", &launchThreads);
  module.def("thread_info", &threadInfo);
  module.def("set_huge_pages", &runtime::setHugePages, nb::arg("ask").none());
  module.def("set_cores_apart", &runtime::setCoresApart,
             nb::arg("apart").none());
  module.def("release_arenas", [] { runtime::trimArena(0); });
}

} // namespace mlir::tts::python
