//===- LaunchMethod.cpp - JITFunction's run and __getitem__ ---------------===//
// Plain CPython types with vectorcall: launches are counted in nanoseconds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "LaunchPath.h"
#include "LaunchTable.h"
#include "Native.h"

#include "llvm/ADT/STLExtras.h"

#include <array>
#include <cstddef>
#include <structmember.h>

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
};

LaunchMethod *asMethod(PyObject *object) {
  return reinterpret_cast<LaunchMethod *>(object);
}

/// `method(kernel, *args, grid=grid, warmup=False, **kwargs)`
PyObject *callMethod(PyObject *self, PyObject *const *args, size_t nargsf,
                     PyObject *keywords) {
  const LaunchContext &context = asMethod(self)->context;
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
};

GridLaunch *asGridLaunch(PyObject *object) {
  return reinterpret_cast<GridLaunch *>(object);
}

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
  const GridLaunch &launch = *asGridLaunch(self);
  auto count = std::size_t(PyVectorcall_NARGS(nargsf));
  LaunchArguments arguments{{args, count}, {}, {}};
  if (keywords) {
    auto named = std::size_t(PyTuple_GET_SIZE(keywords));
    arguments.names = {reinterpret_cast<PyTupleObject *>(keywords)->ob_item,
                       named};
    arguments.named = {args + count, named};
  }
  const LaunchContext &context = asMethod(launch.method)->context;
  Launch call{context, launch.kernel, launch.grid, arguments};
  bool ours = context.serves(launch.kernel) &&
              isRun(launch.method, launch.kernel) &&
              !llvm::is_contained(arguments.names, gridName) &&
              !llvm::is_contained(arguments.names, warmupName);
  return ours ? call.run() : call.call(nullptr);
}

int traverseGridLaunch(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(asGridLaunch(self)->method);
  Py_VISIT(asGridLaunch(self)->kernel);
  Py_VISIT(asGridLaunch(self)->grid);
  return 0;
}

int clearGridLaunch(PyObject *self) {
  Py_CLEAR(asGridLaunch(self)->method);
  Py_CLEAR(asGridLaunch(self)->kernel);
  Py_CLEAR(asGridLaunch(self)->grid);
  return 0;
}

/// Bound to a kernel as a function would be.
PyObject *bind(PyObject *self, PyObject *kernel, PyObject *) {
  return kernel && kernel != Py_None ? PyMethod_New(self, kernel)
                                     : Py_NewRef(self);
}

/// Frees an object after `clear` let go of what it holds.
template <int (*clear)(PyObject *)> void destroy(PyObject *self) {
  PyObject_GC_UnTrack(self);
  clear(self);
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef gridLaunchMembers[] = {{"__vectorcalloffset__", T_PYSSIZET,
                                    offsetof(GridLaunch, vectorcall), READONLY,
                                    nullptr},
                                   {nullptr, 0, 0, 0, nullptr}};

PyType_Slot gridLaunchSlots[] = {
    {Py_tp_doc, const_cast<char *>("A kernel with its grid; calling it "
                                   "launches the kernel.")},
    {Py_tp_dealloc, reinterpret_cast<void *>(destroy<clearGridLaunch>)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverseGridLaunch)},
    {Py_tp_clear, reinterpret_cast<void *>(clearGridLaunch)},
    {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
    {Py_tp_members, gridLaunchMembers},
    {0, nullptr}};

PyType_Spec gridLaunchSpec = {
    "triton_shared._native.GridLaunch", sizeof(GridLaunch), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    gridLaunchSlots};

/// In the place of JITFunction.__getitem__.
struct LaunchSubscript {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject *method;
};

LaunchSubscript *asSubscript(PyObject *object) {
  return reinterpret_cast<LaunchSubscript *>(object);
}

/// `subscript(kernel, grid)`
PyObject *callSubscript(PyObject *self, PyObject *const *args, size_t nargsf,
                        PyObject *keywords) {
  if (PyVectorcall_NARGS(nargsf) != 2 || keywords) {
    PyErr_SetString(PyExc_TypeError, "kernel[grid]: expected one grid");
    return nullptr;
  }
  PyObject *made = gridLaunchType->tp_alloc(gridLaunchType, 0);
  if (!made)
    return nullptr;
  asGridLaunch(made)->vectorcall = callGridLaunch;
  asGridLaunch(made)->method = Py_NewRef(asSubscript(self)->method);
  asGridLaunch(made)->kernel = Py_NewRef(args[0]);
  asGridLaunch(made)->grid = Py_NewRef(args[1]);
  return made;
}

PyObject *makeSubscript(PyTypeObject *type, PyObject *args,
                        PyObject *keywords) {
  static const char *names[] = {"method", nullptr};
  PyObject *method;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!:LaunchSubscript",
                                   const_cast<char **>(names), methodType,
                                   &method))
    return nullptr;
  auto *self = asSubscript(type->tp_alloc(type, 0));
  if (!self)
    return nullptr;
  self->vectorcall = callSubscript;
  self->method = Py_NewRef(method);
  return reinterpret_cast<PyObject *>(self);
}

int traverseSubscript(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(asSubscript(self)->method);
  return 0;
}

int clearSubscript(PyObject *self) {
  Py_CLEAR(asSubscript(self)->method);
  return 0;
}

PyMemberDef subscriptMembers[] = {{"__vectorcalloffset__", T_PYSSIZET,
                                   offsetof(LaunchSubscript, vectorcall),
                                   READONLY, nullptr},
                                  {nullptr, 0, 0, 0, nullptr}};

PyType_Slot subscriptSlots[] = {
    {Py_tp_doc, const_cast<char *>("In the place of JITFunction.__getitem__.")},
    {Py_tp_new, reinterpret_cast<void *>(makeSubscript)},
    {Py_tp_dealloc, reinterpret_cast<void *>(destroy<clearSubscript>)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverseSubscript)},
    {Py_tp_clear, reinterpret_cast<void *>(clearSubscript)},
    {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
    {Py_tp_descr_get, reinterpret_cast<void *>(bind)},
    {Py_tp_members, subscriptMembers},
    {0, nullptr}};

PyType_Spec subscriptSpec = {
    "triton_shared._native.LaunchSubscript", sizeof(LaunchSubscript), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_IMMUTABLETYPE,
    subscriptSlots};

/// All that a method holds.
std::array<PyObject **, 9> references(LaunchMethod &method) {
  LaunchContext &context = method.context;
  return {&method.dict,        &context.original,   &context.kernelType,
          &context.drivers,    &context.driverType, &context.fixedType,
          &context.parameters, &context.observe,    &context.learn};
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
  auto *self = asMethod(type->tp_alloc(type, 0));
  if (!self)
    return nullptr;
  self->vectorcall = callMethod;
  self->context = given;
  for (PyObject **reference : references(*self))
    Py_XINCREF(*reference);
  return reinterpret_cast<PyObject *>(self);
}

int traverseMethod(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  for (PyObject **reference : references(*asMethod(self)))
    Py_VISIT(*reference);
  return 0;
}

int clearMethod(PyObject *self) {
  for (PyObject **reference : references(*asMethod(self)))
    Py_CLEAR(*reference);
  return 0;
}

/// Copied and pickled by name, as functions are.
PyObject *reduceMethod(PyObject *self, PyObject *) {
  return PyObject_GetAttrString(self, "__qualname__");
}

PyMethodDef methodMethods[] = {
    {"__reduce__", reduceMethod, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr}};

PyMemberDef methodMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(LaunchMethod, vectorcall),
     READONLY, nullptr},
    {"__dictoffset__", T_PYSSIZET, offsetof(LaunchMethod, dict), READONLY,
     nullptr},
    {nullptr, 0, 0, 0, nullptr}};

PyGetSetDef methodProperties[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr,
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot methodSlots[] = {
    {Py_tp_doc, const_cast<char *>("In the place of JITFunction.run.")},
    {Py_tp_new, reinterpret_cast<void *>(makeMethod)},
    {Py_tp_dealloc, reinterpret_cast<void *>(destroy<clearMethod>)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverseMethod)},
    {Py_tp_clear, reinterpret_cast<void *>(clearMethod)},
    {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
    {Py_tp_descr_get, reinterpret_cast<void *>(bind)},
    {Py_tp_methods, methodMethods},
    {Py_tp_members, methodMembers},
    {Py_tp_getset, methodProperties},
    {0, nullptr}};

PyType_Spec methodSpec = {
    "triton_shared._native.LaunchMethod", sizeof(LaunchMethod), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_IMMUTABLETYPE,
    methodSlots};

} // namespace

void bindLaunchMethod(nb::module_ &module) {
  runName = PyUnicode_InternFromString("run");
  gridLaunchType =
      reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&gridLaunchSpec));
  nb::object method = nb::steal(PyType_FromSpec(&methodSpec));
  nb::object subscript = nb::steal(PyType_FromSpec(&subscriptSpec));
  if (!runName || !gridLaunchType || !method.is_valid() ||
      !subscript.is_valid() || !readyLaunchPath() || !readyLaunchTable())
    throw nb::python_error();
  methodType = reinterpret_cast<PyTypeObject *>(method.ptr());
  module.attr("LaunchMethod") = method;
  module.attr("LaunchSubscript") = subscript;
}

} // namespace mlir::tts::python
