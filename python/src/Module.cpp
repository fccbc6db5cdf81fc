//===- Module.cpp - The native module -------------------------------------===//
// The typed surface is python/triton_shared/_native.pyi.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "MlirObjects.h"
#include "Native.h"

#include "llvm/Config/llvm-config.h"

namespace nb = nanobind;
using namespace mlir::tts::python;

NB_MODULE(_native, module) {
  module.doc() = "The native half of triton_shared: compile, load, launch.";
  // Handles outlive the interpreter in caches of libraries we do not own.
  nb::set_leak_warnings(false);
  module.attr("VERSION") = TRITON_SHARED_VERSION;
  module.attr("LLVM_VERSION") = LLVM_VERSION_STRING;
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
