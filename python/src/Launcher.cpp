// A callable that runs one kernel signature.
// A plain CPython type with vectorcall: launches are counted in nanoseconds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LauncherObject.h"

#include "Interrupt.h"
#include "KernelObject.h"
#include "LaunchFailure.h"
#include "Native.h"
#include "PlainType.h"
#include "ReleasedLock.h"

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

/// Positions in the call that Triton makes.
enum { GridX, GridY, GridZ, Stream, Function, Metadata, LaunchMetadata };
enum { EnterHook = LaunchMetadata + 1, ExitHook, FirstArgument };

PyTypeObject *launcherType = nullptr;
PyObject *callsName = nullptr; // the attribute of Triton's HookChain

/// Calls a launch hook; a HookChain without entries is passed over.
bool callHook(PyObject *hook, PyObject *metadata) {
  if (hook == Py_None)
    return true;
  if (PyObject *calls = PyObject_GetAttr(hook, callsName)) {
    bool empty = PyList_CheckExact(calls) && PyList_GET_SIZE(calls) == 0;
    Py_DECREF(calls);
    if (empty)
      return true;
  } else {
    PyErr_Clear();
  }
  PyObject *result = PyObject_CallOneArg(hook, metadata);
  Py_XDECREF(result);
  return result != nullptr;
}

PyObject *launch(PyObject *self, PyObject *const *args, size_t nargsf,
                 PyObject *keywords) {
  const LaunchSignature &signature = *as<LauncherObject>(self)->signature;
  auto count = std::size_t(PyVectorcall_NARGS(nargsf));
  if (keywords && PyTuple_GET_SIZE(keywords) > 0) {
    PyErr_Format(PyExc_TypeError,
                 "kernel '%s': a launcher takes positional arguments only",
                 signature.kernel.c_str());
    return nullptr;
  }
  if (count < FirstArgument + signature.needed ||
      count > FirstArgument + signature.arguments.size()) {
    PyErr_Format(PyExc_TypeError, "kernel '%s' takes %zu arguments, got %zd",
                 signature.kernel.c_str(), signature.arguments.size(),
                 Py_ssize_t(count) - Py_ssize_t(FirstArgument));
    return nullptr;
  }
  KernelObject *kernel = asKernel(args[Function]);
  int32_t grid[3];
  if (!kernel || !readGrid(signature, args, grid))
    return nullptr;

  LaunchSlots slots(signature.slots);
  if (!slots.pack(signature, args + FirstArgument) ||
      !callHook(args[EnterHook], args[LaunchMetadata]) ||
      !runGrid(signature, *kernel, slots, grid) ||
      !callHook(args[ExitHook], args[LaunchMetadata]))
    return nullptr;
  Py_RETURN_NONE;
}

bool readSignature(PyObject *types, PyObject *names,
                   LaunchSignature &signature) {
  nb::object list =
      nb::steal(PySequence_Fast(types, "signature: expected a sequence"));
  nb::object labels =
      nb::steal(names ? PySequence_Fast(names, "names: expected a sequence")
                      : PyTuple_New(0));
  if (!list.is_valid() || !labels.is_valid())
    return false;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(list.ptr());
  signature.arguments.resize(std::size_t(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    std::string name = std::to_string(i);
    if (i < PySequence_Fast_GET_SIZE(labels.ptr())) {
      PyObject *label = PySequence_Fast_GET_ITEM(labels.ptr(), i);
      const char *text =
          PyUnicode_Check(label) ? PyUnicode_AsUTF8(label) : nullptr;
      if (!text) {
        PyErr_SetString(PyExc_TypeError, "names: expected str");
        return false;
      }
      name = text;
    }
    ArgSpec &spec = signature.arguments[std::size_t(i)];
    if (!parseArgSpec(PySequence_Fast_GET_ITEM(list.ptr(), i), name, spec))
      return false;
    signature.slots += countSlots(spec, signature.descFlags);
    if (spec.kind != ArgKind::Skip)
      signature.needed = std::size_t(i) + 1;
  }
  return true;
}

PyObject *makeLauncher(PyTypeObject *type, PyObject *args, PyObject *keywords) {
  static const char *names[] = {"signature", "names", "kernel_name",
                                "desc_flags", nullptr};
  PyObject *types, *labels = nullptr;
  const char *kernel = "kernel";
  auto signature = std::make_unique<LaunchSignature>();
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O$si:Launcher",
                                   const_cast<char **>(names), &types, &labels,
                                   &kernel, &signature->descFlags))
    return nullptr;
  if (signature->descFlags < 1 || signature->descFlags > 2) {
    PyErr_Format(PyExc_ValueError, "desc_flags=%d: expected 1 or 2",
                 signature->descFlags);
    return nullptr;
  }
  signature->kernel = kernel;
  if (!readSignature(types, labels, *signature))
    return nullptr;
  auto *self = allocate<LauncherObject>(type);
  if (!self)
    return nullptr;
  self->vectorcall = launch;
  self->signature = signature.release();
  return as<PyObject>(self);
}

void destroyLauncher(PyObject *self) {
  delete as<LauncherObject>(self)->signature;
  freeObject(self);
}

} // namespace

LauncherObject *asLauncher(PyObject *object) {
  return Py_TYPE(object) == launcherType ? as<LauncherObject>(object) : nullptr;
}

bool LaunchSlots::pack(const LaunchSignature &signature,
                       PyObject *const *arguments) {
  uint64_t *next = data();
  for (std::size_t i = 0; i < signature.needed; ++i)
    if (!packArgument(signature.arguments[i], arguments[i], signature.descFlags,
                      signature.kernel, next))
      return false;
  return true;
}

bool readGrid(const LaunchSignature &signature, PyObject *const *values,
              int32_t grid[3]) {
  for (int axis = 0; axis < 3; ++axis) {
    long value = PyLong_CheckExact(values[axis])
                     ? PyLong_AsLong(values[axis])
                     : PyNumber_AsSsize_t(values[axis], PyExc_OverflowError);
    if (value == -1 && PyErr_Occurred()) {
      PyErr_Clear();
      PyErr_Format(PyExc_TypeError,
                   "kernel '%s': grid dimension %d must be an integer below "
                   "2**31, got %R",
                   signature.kernel.c_str(), axis, values[axis]);
      return false;
    }
    if (value < 0 || value > INT32_MAX) {
      PyErr_Format(PyExc_ValueError,
                   "kernel '%s': grid dimension %d is %ld, outside 0..2**31-1",
                   signature.kernel.c_str(), axis, value);
      return false;
    }
    grid[axis] = int32_t(value);
  }
  if (runtime::countPrograms(grid))
    return true;
  PyErr_Format(PyExc_ValueError, "kernel '%s': more than 2**63 programs",
               signature.kernel.c_str());
  return false;
}

bool runGrid(const LaunchSignature &signature, KernelObject &kernel,
             LaunchSlots &slots, const int32_t grid[3]) {
  bool several = grid[0] > 1 || grid[1] > 1 || grid[2] > 1;
  int threads = several ? launchThreads() : 1;
  runtime::RunContext context;
  if (!watchInterrupts(context))
    return false;
  {
    ReleasedLock released;
    runtime::launchGrid(kernel.code, slots.data(), grid, threads, context);
  }
  if (context.failed())
    raiseLaunchFailure(signature.kernel, context);
  return !context.failed();
}

void bindLauncher(nb::module_ &module) {
  bindLaunchFailures(module);
  bindInterrupts();
  callsName = PyUnicode_InternFromString("calls");
  launcherType = PlainType<LauncherObject>(
                     "triton_shared._native.Launcher",
                     "Callable that runs one kernel signature; build it once "
                     "per compiled kernel.")
                     .called()
                     .slot(Py_tp_new, makeLauncher)
                     .slot(Py_tp_dealloc, destroyLauncher)
                     .make();
  if (!callsName || !launcherType)
    throw nb::python_error();
  module.attr("Launcher") = nb::borrow(as<PyObject>(launcherType));
}

} // namespace mlir::tts::python
