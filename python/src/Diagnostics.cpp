// Diagnostic and CompileError.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Native.h"

#include "triton-shared/Pipeline/Diagnostics.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

PyObject *compileError = nullptr;

} // namespace

nb::object newException(nb::module_ &module, const char *name, const char *doc,
                        PyObject *base) {
  std::string full = nb::cast<std::string>(module.attr("__name__"));
  full += '.';
  full += name;
  nb::object type =
      nb::steal(PyErr_NewExceptionWithDoc(full.c_str(), doc, base, nullptr));
  if (!type.is_valid())
    throw nb::python_error();
  module.attr(name) = type;
  return type;
}

void throwCompileError(const std::string &phase,
                       const std::vector<CollectedDiagnostic> &diagnostics) {
  std::string text = formatDiagnostics(diagnostics);
  if (text.empty())
    text = "phase '" + phase + "' failed without a message";
  nb::object error = nb::borrow(compileError)(text);
  error.attr("phase") = phase;
  error.attr("diagnostics") = nb::cast(diagnostics);
  PyErr_SetObject(compileError, error.ptr());
  throw nb::python_error();
}

void bindDiagnostics(nb::module_ &module) {
  using D = CollectedDiagnostic;
  nb::class_<D>(module, "Diagnostic",
                "One message of the compiler with its place in the source.")
      .def_ro("severity", &D::severity)
      .def_ro("message", &D::message)
      .def_ro("location", &D::location)
      .def_ro("notes", &D::notes)
      // Exceptions with diagnostics go from one process to another.
      .def("__getstate__",
           [](const D &self) {
             return nb::make_tuple(self.severity, self.message, self.location,
                                   self.notes);
           })
      .def("__setstate__",
           [](D &self, const std::tuple<std::string, std::string, std::string,
                                        std::vector<D>> &state) {
             const auto &[severity, message, location, notes] = state;
             new (&self) D{severity, message, location, notes};
           })
      .def("__str__", [](const D &self) { return formatDiagnostics({self}); })
      .def("__repr__", [](const D &self) {
        return "<Diagnostic " + formatDiagnostics({self}) + ">";
      });
  compileError = newException(module, "CompileError",
                              "A kernel did not compile; the text names "
                              "file:line:col, op and reason.",
                              PyExc_RuntimeError)
                     .release()
                     .ptr();
}

} // namespace mlir::tts::python
