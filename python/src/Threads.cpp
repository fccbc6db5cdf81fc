//===- Threads.cpp - Settings of launches ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Native.h"
#include "TorchTensors.h"

#include "triton-shared/Runtime/Arena.h"
#include "triton-shared/Runtime/Distance.h"
#include "triton-shared/Runtime/RunContext.h"
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
  info["cores_apart"] = runtime::coresLieApart();
  return info;
}

/// Called by the runtime from any thread, without the GIL.
void writeToPython(const char *text, std::size_t size, void *user) {
  PyGILState_STATE state = PyGILState_Ensure();
  auto *sink = static_cast<PyObject *>(user);
  PyObject *string = PyUnicode_DecodeUTF8(text, Py_ssize_t(size), "replace");
  PyObject *result = string ? PyObject_CallOneArg(sink, string) : nullptr;
  if (!result)
    PyErr_WriteUnraisable(sink);
  Py_XDECREF(result);
  Py_XDECREF(string);
  PyGILState_Release(state);
}

void setPrintSink(nb::object sink) {
  static PyObject *current = nullptr;
  PyObject *before = current;
  current = sink.is_none() ? nullptr : sink.release().ptr();
  {
    // A kernel may hold the sink's lock and wait for the GIL.
    nb::gil_scoped_release unlocked;
    runtime::setPrintSink(current ? writeToPython : nullptr, current);
  }
  Py_XDECREF(before);
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
  module.def("set_print_sink", &setPrintSink, nb::arg("sink").none());
  module.def("release_arenas", [] { runtime::trimArena(0); });
}

} // namespace mlir::tts::python
