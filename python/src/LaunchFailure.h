// Failed launches as Python exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_LAUNCHFAILURE_H
#define TRITON_SHARED_PYTHON_LAUNCHFAILURE_H

#include "triton-shared/Runtime/RunContext.h"

#include <nanobind/nanobind.h>

#include <string>

namespace mlir::tts::python {

/// Adds KernelAssertionError to the module.
void bindLaunchFailures(nanobind::module_ &module);

/// Sets the exception that a failed launch ends in; returns null.
PyObject *raiseLaunchFailure(const std::string &kernel,
                             const runtime::RunContext &context);

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_LAUNCHFAILURE_H
