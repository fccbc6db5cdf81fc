// Launching a kernel again, without Python.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_LAUNCHPATH_H
#define TRITON_SHARED_PYTHON_LAUNCHPATH_H

#include "LaunchKey.h"

namespace mlir::tts::python {

/// What launches have in common. The references belong to the LaunchMethod.
struct LaunchContext {
  PyObject *original;   // JITFunction.run
  PyObject *kernelType; // JITFunction
  PyObject *drivers;    // a dict with the active driver as `_active`
  PyObject *driverType; // CPUDriver
  PyObject *fixedType;  // of constants: triton.language.dtype
  PyObject *parameters; // of a kernel, as makeLaunchTable takes them
  PyObject *observe;    // (kernel) -> what Observation::add takes, or None
  PyObject *learn;      // (kernel, compiled) -> what readRecord takes, or None

  /// Whether launches of `kernel` are ours: a JITFunction, and the CPU is the
  /// device. Derived classes may do as they like.
  bool serves(PyObject *kernel) const;
};

/// One launch: a kernel, a grid and arguments.
struct Launch {
  const LaunchContext &context;
  PyObject *kernel;
  PyObject *grid;
  LaunchArguments arguments;

  /// The compiled kernel, or null with an exception set.
  PyObject *run() const;
  /// Calls `function(kernel, *args, **kwargs, grid=grid, warmup=False)`; null:
  /// whatever `kernel.run` is.
  PyObject *call(PyObject *function) const;
};

/// Names of the keywords of JITFunction.run.
extern PyObject *gridName, *warmupName;

/// Prepares constants; false with an exception set on failure.
bool readyLaunchPath();

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_LAUNCHPATH_H
