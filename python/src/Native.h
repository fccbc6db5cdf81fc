// Parts of the _native module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_NATIVE_H
#define TRITON_SHARED_PYTHON_NATIVE_H

#include <nanobind/nanobind.h>

#include <vector>

namespace mlir::tts {
struct CollectedDiagnostic;

namespace python {

/// Each adds its part to the module.
void bindDiagnostics(nanobind::module_ &module);
void bindTarget(nanobind::module_ &module);
void bindLower(nanobind::module_ &module);
void bindKernel(nanobind::module_ &module);
void bindLauncher(nanobind::module_ &module);
void bindLaunchMethod(nanobind::module_ &module);
void bindExplainedCall(nanobind::module_ &module);
void bindThreads(nanobind::module_ &module);
void bindTools(nanobind::module_ &module);

/// Raises CompileError.
[[noreturn]] void
throwCompileError(const std::string &phase,
                  const std::vector<CollectedDiagnostic> &diagnostics);

/// A new exception class of the module, derived from `base`.
nanobind::object newException(nanobind::module_ &module, const char *name,
                              const char *doc, PyObject *base);

/// The argument `name` as a T; TypeError says what is expected and what came.
template <typename T>
T checkedCast(nanobind::handle value, const char *name, const char *expected) {
  try {
    return nanobind::cast<T>(value);
  } catch (const nanobind::cast_error &) {
    PyErr_Format(PyExc_TypeError, "%s: expected %s, got %.200s", name, expected,
                 Py_TYPE(value.ptr())->tp_name);
    throw nanobind::python_error();
  }
}

/// Threads of a launch: as set, or torch's number.
int launchThreads();

} // namespace python
} // namespace mlir::tts

#endif // TRITON_SHARED_PYTHON_NATIVE_H
