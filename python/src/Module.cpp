// The native module.
// The typed surface is python/triton_shared/_native.pyi.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkGate.h"
#include "MlirObjects.h"
#include "Native.h"

#include "llvm/Config/llvm-config.h"

namespace nb = nanobind;
using namespace mlir::tts::python;

// nanobind's entry point under another name: the one below comes before it.
#define PyInit__native initNative

NB_MODULE(_native, module) {
  module.doc() = "The native half of triton_shared: compile, load, launch.";
  // Handles outlive the interpreter in caches of libraries we do not own.
  nb::set_leak_warnings(false);
  module.attr("VERSION") = TRITON_SHARED_VERSION;
  module.attr("LLVM_VERSION") = LLVM_VERSION_STRING;
  makeForksWait();
  bindDiagnostics(module);
  bindTarget(module);
  bindLower(module);
  bindKernel(module);
  bindLauncher(module);
  bindLaunchMethod(module);
  bindExplainedCall(module);
  bindThreads(module);
  bindTools(module);
  bindMlirContext(module);
  bindMlirModule(module);
  bindMlirPasses(module);
}

#undef PyInit__native

/// The types, nanobind's and ours, and the state of launches are one for the
/// process: to make them for another interpreter would take them from the main
/// one.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" NB_EXPORT PyObject *PyInit__native() {
  if (PyInterpreterState_Get() == PyInterpreterState_Main())
    return initNative();
  PyErr_SetString(PyExc_ImportError,
                  "triton_shared works in the main interpreter only");
  return nullptr;
}
