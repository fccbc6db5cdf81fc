// Failed launches as Python exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchFailure.h"
#include "Interrupt.h"
#include "Native.h"

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

PyObject *assertionError = nullptr;

/// What the code generator wrote down about an assertion. Text that is not
/// JSON is taken as the message.
nb::dict readPlace(const char *text) {
  nb::dict place;
  place["message"] = nb::str(text ? text : "");
  place["file"] = nb::str("");
  place["line"] = nb::int_(0);
  place["func"] = nb::str("");
  nb::object parsed = nb::steal(PyObject_CallMethod(
      nb::module_::import_("json").ptr(), "loads", "s", text ? text : ""));
  if (parsed.is_valid() && nb::isinstance<nb::dict>(parsed))
    place.attr("update")(parsed);
  else
    PyErr_Clear();
  return place;
}

void raiseAssertion(const std::string &kernel,
                    const runtime::RunContext &context) {
  nb::dict place = readPlace(context.where());
  const int32_t *pid = context.programId();
  nb::tuple program = nb::make_tuple(pid[0], pid[1], pid[2]);
  // "device-side assert" is what CUDA's message says and what callers look for.
  nb::object text =
      nb::str("{}:{}: {}: device-side assertion failed: {} (program {} of "
              "kernel '{}')")
          .attr("format")(place["file"], place["line"], place["func"],
                          place["message"], program, kernel);
  nb::object error = nb::borrow(assertionError)(text);
  error.attr("message") = place["message"];
  error.attr("file") = place["file"];
  error.attr("line") = place["line"];
  error.attr("function") = place["func"];
  error.attr("program_id") = program;
  PyErr_SetObject(assertionError, error.ptr());
}

} // namespace

void bindLaunchFailures(nb::module_ &module) {
  assertionError =
      newException(module, "KernelAssertionError",
                   "A tt.assert failed in a kernel.", PyExc_RuntimeError)
          .release()
          .ptr();
}

PyObject *raiseLaunchFailure(const std::string &kernel,
                             const runtime::RunContext &context) {
  if (context.failure() == runtime::Failure::Interrupted) {
    raiseInterrupt();
    return nullptr;
  }
  if (context.failure() == runtime::Failure::OutOfMemory) {
    PyErr_Format(PyExc_MemoryError, "kernel '%s': no memory for its scratch",
                 kernel.c_str());
    return nullptr;
  }
  try {
    raiseAssertion(kernel, context);
  } catch (nb::python_error &error) {
    error.restore();
  }
  return nullptr;
}

} // namespace mlir::tts::python
