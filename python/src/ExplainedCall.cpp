// A call whose failures are explained.
// A plain CPython type with vectorcall: a call that succeeds passes through it
// in nanoseconds, at each launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Native.h"
#include "PlainType.h"

#include <array>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

struct ExplainedCall {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *function;
  PyObject *explain;

  std::array<PyObject **, 2> references() { return {&function, &explain}; }
};

/// Takes the pending exception, with its traceback.
nb::object takeError() {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback)
    PyException_SetTraceback(value, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return nb::steal(value);
}

/// Raises the pending exception as `explain` returns it.
void raiseExplained(PyObject *explain, PyObject *const *args, Py_ssize_t count,
                    PyObject *keywords) {
  nb::object error = takeError();
  nb::object positional = nb::steal(PyTuple_New(count));
  nb::object named = nb::steal(PyDict_New());
  if (!positional.is_valid() || !named.is_valid())
    return;
  for (Py_ssize_t i = 0; i < count; ++i) {
    Py_INCREF(args[i]);
    PyTuple_SET_ITEM(positional.ptr(), i, args[i]);
  }
  Py_ssize_t names = keywords ? PyTuple_GET_SIZE(keywords) : 0;
  for (Py_ssize_t i = 0; i < names; ++i)
    if (PyDict_SetItem(named.ptr(), PyTuple_GET_ITEM(keywords, i),
                       args[count + i]) < 0)
      return;
  nb::object raised = nb::steal(PyObject_CallFunctionObjArgs(
      explain, error.ptr(), positional.ptr(), named.ptr(), nullptr));
  if (!raised.is_valid())
    return;
  if (PyExceptionInstance_Check(raised.ptr()))
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(raised.ptr())),
                    raised.ptr());
  else
    PyErr_SetString(PyExc_TypeError, "explain: expected an exception");
}

PyObject *call(PyObject *self, PyObject *const *args, size_t nargsf,
               PyObject *keywords) {
  auto *object = as<ExplainedCall>(self);
  PyObject *result =
      PyObject_Vectorcall(object->function, args, nargsf, keywords);
  if (!result && PyErr_ExceptionMatches(PyExc_Exception))
    raiseExplained(object->explain, args, PyVectorcall_NARGS(nargsf), keywords);
  return result;
}

PyObject *make(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"function", "explain", nullptr};
  PyObject *function, *explain;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO:ExplainedCall",
                                   const_cast<char **>(names), &function,
                                   &explain))
    return nullptr;
  auto *self = allocate<ExplainedCall>(type);
  if (!self)
    return nullptr;
  self->vectorcall = call;
  self->function = Py_NewRef(function);
  self->explain = Py_NewRef(explain);
  return as<PyObject>(self);
}

} // namespace

void bindExplainedCall(nb::module_ &module) {
  PyTypeObject *type =
      PlainType<ExplainedCall>(
          "triton_shared._native.ExplainedCall",
          "Calls a function; its exceptions are raised as `explain` returns "
          "them.")
          .called()
          .collected()
          .slot(Py_tp_new, make)
          .field("__wrapped__", T_OBJECT, offsetof(ExplainedCall, function))
          .make();
  if (!type)
    throw nb::python_error();
  module.attr("ExplainedCall") = nb::steal(as<PyObject>(type));
}

} // namespace mlir::tts::python
