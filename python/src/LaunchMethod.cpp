// JITFunction's run and __getitem__.
// Plain CPython types with vectorcall: launches are counted in nanoseconds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchPath.h"
#include "LaunchTable.h"
#include "Native.h"
#include "PlainType.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

PyObject *runName;
PyTypeObject *gridLaunchType, *methodType;

/// In the place of JITFunction.run.
struct LaunchMethod {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *dict;
  LaunchContext context;

  std::array<PyObject **, 9> references() {
    return {&dict,
            &context.original,
            &context.kernelType,
            &context.drivers,
            &context.driverType,
            &context.fixedType,
            &context.parameters,
            &context.observe,
            &context.learn};
  }
};

/// `method(kernel, *args, grid=grid, warmup=False, **kwargs)`
PyObject *callMethod(PyObject *self, PyObject *const *args, size_t nargsf,
                     PyObject *keywords) {
  const LaunchContext &context = as<LaunchMethod>(self)->context;
  auto count = std::size_t(PyVectorcall_NARGS(nargsf));
  PyObject *grid = nullptr, *warmup = nullptr;
  llvm::SmallVector<PyObject *, 16> names, named;
  for (Py_ssize_t i = 0; keywords && i < PyTuple_GET_SIZE(keywords); ++i) {
    PyObject *name = PyTuple_GET_ITEM(keywords, i);
    PyObject *value = args[count + std::size_t(i)];
    if (name == gridName && !grid) {
      grid = value;
    } else if (name == warmupName && !warmup) {
      warmup = value;
    } else {
      names.push_back(name);
      named.push_back(value);
    }
  }
  // Given twice, grid and warmup are errors, which Triton tells.
  if (count == 0 || !context.serves(args[0]) || !grid || warmup != Py_False ||
      llvm::is_contained(names, gridName) ||
      llvm::is_contained(names, warmupName))
    return PyObject_Vectorcall(context.original, args, nargsf, keywords);
  LaunchArguments arguments{{args + 1, count - 1}, names, named};
  return Launch{context, args[0], grid, arguments}.run();
}

/// `kernel[grid]`
struct GridLaunch {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *method;
  PyObject *kernel;
  PyObject *grid;

  std::array<PyObject **, 3> references() { return {&method, &kernel, &grid}; }
};

/// Whether `kernel.run` is `method` and nothing that somebody put in its place.
bool isRun(PyObject *method, PyObject *kernel) {
  PyObject *found = PyDict_GetItemWithError(Py_TYPE(kernel)->tp_dict, runName);
  nb::object dict = nb::steal(PyObject_GenericGetDict(kernel, nullptr));
  bool own = dict.is_valid() && PyDict_Contains(dict.ptr(), runName) != 0;
  PyErr_Clear();
  return found == method && !own;
}

PyObject *callGridLaunch(PyObject *self, PyObject *const *args, size_t nargsf,
                         PyObject *keywords) {
  const GridLaunch &launch = *as<GridLaunch>(self);
  auto count = std::size_t(PyVectorcall_NARGS(nargsf));
  LaunchArguments arguments{{args, count}, {}, {}};
  if (keywords) {
    auto named = std::size_t(PyTuple_GET_SIZE(keywords));
    arguments.names = {reinterpret_cast<PyTupleObject *>(keywords)->ob_item,
                       named};
    arguments.named = {args + count, named};
  }
  const LaunchContext &context = as<LaunchMethod>(launch.method)->context;
  Launch call{context, launch.kernel, launch.grid, arguments};
  bool ours = context.serves(launch.kernel) &&
              isRun(launch.method, launch.kernel) &&
              !llvm::is_contained(arguments.names, gridName) &&
              !llvm::is_contained(arguments.names, warmupName);
  return ours ? call.run() : call.call(nullptr);
}

/// Bound to a kernel as a function would be.
PyObject *bind(PyObject *self, PyObject *kernel, PyObject *) {
  return kernel && kernel != Py_None ? PyMethod_New(self, kernel)
                                     : Py_NewRef(self);
}

/// In the place of JITFunction.__getitem__.
struct LaunchSubscript {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *method;

  std::array<PyObject **, 1> references() { return {&method}; }
};

/// `subscript(kernel, grid)`
PyObject *callSubscript(PyObject *self, PyObject *const *args, size_t nargsf,
                        PyObject *keywords) {
  if (PyVectorcall_NARGS(nargsf) != 2 || keywords) {
    PyErr_SetString(PyExc_TypeError, "kernel[grid]: expected one grid");
    return nullptr;
  }
  auto *made = allocate<GridLaunch>(gridLaunchType);
  if (!made)
    return nullptr;
  made->vectorcall = callGridLaunch;
  made->method = Py_NewRef(as<LaunchSubscript>(self)->method);
  made->kernel = Py_NewRef(args[0]);
  made->grid = Py_NewRef(args[1]);
  return as<PyObject>(made);
}

PyObject *makeSubscript(PyTypeObject *type, PyObject *args,
                        PyObject *keywords) {
  static const char *names[] = {"method", nullptr};
  PyObject *method;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:LaunchSubscript",
                                   const_cast<char **>(names), methodType,
                                   &method))
    return nullptr;
  auto *self = allocate<LaunchSubscript>(type);
  if (!self)
    return nullptr;
  self->vectorcall = callSubscript;
  self->method = Py_NewRef(method);
  return as<PyObject>(self);
}

PyObject *makeMethod(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"original",    "kernel_type", "drivers",
                                "driver_type", "fixed_type",  "parameters",
                                "observe",     "learn",       nullptr};
  LaunchContext given;
  if (!PyArg_ParseTupleAndKeywords(
          args, keywords, "O$O!O!O!O!OOO:LaunchMethod",
          const_cast<char **>(names), &given.original, &PyType_Type,
          &given.kernelType, &PyDict_Type, &given.drivers, &PyType_Type,
          &given.driverType, &PyType_Type, &given.fixedType, &given.parameters,
          &given.observe, &given.learn))
    return nullptr;
  auto *self = allocate<LaunchMethod>(type);
  if (!self)
    return nullptr;
  self->vectorcall = callMethod;
  self->context = given;
  for (PyObject **reference : self->references())
    Py_XINCREF(*reference);
  return as<PyObject>(self);
}

/// Copied and pickled by name, as functions are.
PyObject *reduceMethod(PyObject *self, PyObject *) {
  return PyObject_GetAttrString(self, "__qualname__");
}

PyMethodDef methodMethods[] = {
    {"__reduce__", reduceMethod, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

PyGetSetDef methodProperties[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr,
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

} // namespace

void bindLaunchMethod(nb::module_ &module) {
  runName = PyUnicode_InternFromString("run");
  gridLaunchType =
      PlainType<GridLaunch>(
          "triton_shared._native.GridLaunch",
          "A kernel with its grid; calling it launches the kernel.")
          .called()
          .collected()
          .flag(Py_TPFLAGS_DISALLOW_INSTANTIATION)
          .make();
  methodType =
      PlainType<LaunchMethod>("triton_shared._native.LaunchMethod",
                              "In the place of JITFunction.run.")
          .called()
          .collected()
          .flag(Py_TPFLAGS_METHOD_DESCRIPTOR)
          .slot(Py_tp_new, makeMethod)
          .slot(Py_tp_descr_get, bind)
          .slot(Py_tp_methods, methodMethods)
          .slot(Py_tp_getset, methodProperties)
          .field("__dictoffset__", T_PYSSIZET, offsetof(LaunchMethod, dict))
          .make();
  PyTypeObject *subscriptType =
      PlainType<LaunchSubscript>("triton_shared._native.LaunchSubscript",
                                 "In the place of JITFunction.__getitem__.")
          .called()
          .collected()
          .flag(Py_TPFLAGS_METHOD_DESCRIPTOR)
          .slot(Py_tp_new, makeSubscript)
          .slot(Py_tp_descr_get, bind)
          .make();
  if (!runName || !gridLaunchType || !methodType || !subscriptType ||
      !readyLaunchPath() || !readyLaunchTable())
    throw nb::python_error();
  module.attr("LaunchMethod") = nb::borrow(as<PyObject>(methodType));
  module.attr("LaunchSubscript") = nb::steal(as<PyObject>(subscriptType));
}

} // namespace mlir::tts::python
