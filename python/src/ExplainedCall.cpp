//===- ExplainedCall.cpp - A call whose failures are explained ------------===//
// A plain CPython type with vectorcall: a call that succeeds passes through it
// in nanoseconds, at each launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Native.h"

#include <cstddef>
#include <structmember.h>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

struct ExplainedCall {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *function;
  PyObject *explain;
};

ExplainedCall *asExplainedCall(PyObject *self) {
  return reinterpret_cast<ExplainedCall *>(self);
}

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
  ExplainedCall *object = asExplainedCall(self);
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
  auto *self = asExplainedCall(type->tp_alloc(type, 0));
  if (!self)
    return nullptr;
  self->vectorcall = call;
  self->function = Py_NewRef(function);
  self->explain = Py_NewRef(explain);
  return reinterpret_cast<PyObject *>(self);
}

int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(asExplainedCall(self)->function);
  Py_VISIT(asExplainedCall(self)->explain);
  return 0;
}

int clear(PyObject *self) {
  Py_CLEAR(asExplainedCall(self)->function);
  Py_CLEAR(asExplainedCall(self)->explain);
  return 0;
}

void destroy(PyObject *self) {
  PyObject_GC_UnTrack(self);
  clear(self);
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef members[] = {{"__vectorcalloffset__", T_PYSSIZET,
                          offsetof(ExplainedCall, vectorcall), READONLY,
                          nullptr},
                         {"__wrapped__", T_OBJECT,
                          offsetof(ExplainedCall, function), READONLY, nullptr},
                         {nullptr, 0, 0, 0, nullptr}};

PyType_Slot typeSlots[] = {
    {Py_tp_doc, const_cast<char *>("Calls a function; its exceptions are "
                                   "raised as `explain` returns them.")},
    {Py_tp_new, reinterpret_cast<void *>(make)},
    {Py_tp_dealloc, reinterpret_cast<void *>(destroy)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
    {Py_tp_clear, reinterpret_cast<void *>(clear)},
    {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
    {Py_tp_members, members},
    {0, nullptr}};

PyType_Spec typeSpec = {"triton_shared._native.ExplainedCall",
                        sizeof(ExplainedCall), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL |
                            Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
                        typeSlots};

} // namespace

void bindExplainedCall(nb::module_ &module) {
  nb::object type = nb::steal(PyType_FromSpec(&typeSpec));
  if (!type.is_valid())
    throw nb::python_error();
  module.attr("ExplainedCall") = type;
}

} // namespace mlir::tts::python
