//===- LaunchPath.h - Launching a kernel again, without Python ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TRITON_SHARED_PYTHON_LAUNCHPATH_H
#define TRITON_SHARED_PYTHON_LAUNCHPATH_H

#include "LaunchKey.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tts::python {

/// What launches have in common. The references belong to the LaunchMethod.
struct LaunchContext {
  PyObject *original;   // JITFunction.run
  PyObject *kernelType; // JITFunction
  PyObject *drivers;    // a dict with the active driver as `_active`
  PyObject *driverType; // CPUDriver
  PyObject *fixedType;  // of constants: triton.language.dtype
  PyObject *parameters; // of a kernel, as makeLaunchTable takes them
  PyObject *learn;      // (kernel, compiled) -> what readRecord takes

  /// Whether launches of `kernel` are ours: a JITFunction, and the CPU is the
  /// device. Derived classes may do as they like.
  bool serves(PyObject *kernel) const;
};

/// One launch: a kernel, a grid, arguments, and Triton's way to do it.
struct Launch {
  const LaunchContext &context;
  PyObject *kernel;
  PyObject *grid;
  LaunchArguments arguments;
  llvm::function_ref<PyObject *()> original;

  /// The compiled kernel, or null with an exception set.
  PyObject *run() const;
};

/// Prepares constants; false with an exception set on failure.
bool readyLaunchPath();

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_LAUNCHPATH_H
