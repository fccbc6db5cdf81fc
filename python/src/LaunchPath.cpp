//===- LaunchPath.cpp - Launching a kernel again, without Python ----------===//
// What Triton answered once is given again, as long as arguments of the same
// kind come and nothing has changed that the answer rests on. Whatever is not
// known here is Triton's to answer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "LaunchPath.h"

#include "KernelObject.h"
#include "LaunchTable.h"
#include "LauncherObject.h"

#include "llvm/ADT/STLExtras.h"

#include <nanobind/nanobind.h>

#include <algorithm>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

/// A record that fails is made anew, after some failures ever more rarely.
constexpr unsigned kEagerAttempts = 4, kLongestPause = 64;

PyObject *activeName, *one;

/// Reads `(launcher, function, watches, empty lists)`, a watch being `(dict,
/// key)` or `(dict, key, value)`. False with an exception set on failure.
bool readRecord(PyObject *answer, LaunchRecord &record) {
  PyObject *launcher, *function, *watches, *lists;
  if (!PyArg_ParseTuple(answer, "OOO!O!:record", &launcher, &function,
                        &PyList_Type, &watches, &PyList_Type, &lists))
    return false;
  if (!asLauncher(launcher) || !asKernel(function)) {
    PyErr_SetString(PyExc_TypeError, "record: not a Launcher and a Kernel");
    return false;
  }
  record.launcher = Py_NewRef(launcher);
  record.function = Py_NewRef(function);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(watches); ++i) {
    Watch watch;
    if (!PyArg_ParseTuple(PyList_GET_ITEM(watches, i), "O!O|O:watch",
                          &PyDict_Type, &watch.dict, &watch.key,
                          &watch.expected))
      return false;
    Py_INCREF(watch.dict);
    Py_INCREF(watch.key);
    Py_XINCREF(watch.expected);
    record.watches.push_back(watch);
  }
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(lists); ++i) {
    PyObject *list = PyList_GET_ITEM(lists, i);
    if (!PyList_CheckExact(list)) {
      PyErr_SetString(PyExc_TypeError, "record: not a list");
      return false;
    }
    record.empty.push_back(Py_NewRef(list));
  }
  return true;
}

/// Of an exception in `function` after the kernel has run: reports one of ours,
/// and returns whether that was all. What the user raised by breaking in stays.
bool passOver(PyObject *function) {
  if (!PyErr_ExceptionMatches(PyExc_Exception))
    return false;
  PyErr_WriteUnraisable(function);
  return true;
}

/// Makes the table of a kernel that has none yet. False with an exception set
/// if the user broke in.
bool makeTable(const Launch &launch, PyObject *dict) {
  nb::object list =
      nb::steal(PyObject_CallOneArg(launch.context.parameters, launch.kernel));
  return (list.is_valid() &&
          makeLaunchTable(launch.kernel, dict, list.ptr())) ||
         passOver(launch.context.parameters);
}

/// Calls a grid that is a function with all arguments by name.
nb::object callGrid(PyObject *grid, const LaunchTable &table,
                    const BoundArguments &bound) {
  nb::object named = nb::steal(PyDict_New());
  if (!named.is_valid())
    return named;
  for (auto [parameter, value] :
       llvm::zip_equal(table.parameters, bound.values))
    if (PyDict_SetItem(named.ptr(), parameter.name, value) < 0)
      return nb::object();
  return nb::steal(PyObject_CallOneArg(grid, named.ptr()));
}

void raiseNoGrid(PyObject *name, PyObject *grid) {
  PyErr_Format(PyExc_TypeError,
               "kernel '%S': a grid is a tuple of one to three integers, or a "
               "function that returns one, got %R",
               name, grid);
}

/// The dimensions as a tuple or list; invalid, without an exception, if `grid`
/// has none.
nb::object readSequence(PyObject *grid) {
  nb::object list;
  if (PySequence_Check(grid))
    list = nb::steal(PySequence_Fast(grid, "a grid: not a sequence"));
  PyErr_Clear();
  if (list.is_valid() && PySequence_Fast_GET_SIZE(list.ptr()) == 0)
    list.reset();
  return list;
}

/// Refuses what is no grid before Triton does without a name. What a function
/// returns is not known yet.
bool checkGrid(PyObject *kernel, PyObject *grid) {
  if (PyCallable_Check(grid) || readSequence(grid).is_valid())
    return true;
  nb::object name = nb::steal(PyObject_GetAttrString(kernel, "__name__"));
  if (name.is_valid())
    raiseNoGrid(name.ptr(), grid);
  return false;
}

/// Reads a grid of one, two or three dimensions; more are passed over.
bool readDimensions(const LaunchSignature &signature, PyObject *grid,
                    int32_t sizes[3]) {
  nb::object list = readSequence(grid);
  if (!list.is_valid()) {
    raiseNoGrid(nb::str(signature.kernel.c_str()).ptr(), grid);
    return false;
  }
  PyObject *dimensions[3] = {one, one, one};
  Py_ssize_t count = std::min(PySequence_Fast_GET_SIZE(list.ptr()),
                              Py_ssize_t(std::size(dimensions)));
  for (Py_ssize_t i = 0; i < count; ++i)
    dimensions[i] = PySequence_Fast_GET_ITEM(list.ptr(), i);
  return readGrid(signature, dimensions, sizes);
}

PyObject *runRecord(PyObject *grid, const LaunchRecord &record,
                    const LaunchTable &table, const BoundArguments &bound) {
  const LaunchSignature &signature = *asLauncher(record.launcher)->signature;
  nb::object sizes = nb::borrow(grid);
  if (PyCallable_Check(grid))
    sizes = callGrid(grid, table, bound);
  int32_t dimensions[3];
  LaunchSlots slots(signature.slots);
  if (!sizes.is_valid() ||
      !readDimensions(signature, sizes.ptr(), dimensions) ||
      !slots.pack(signature, bound.values.data()) ||
      !runGrid(signature, *asKernel(record.function), slots, dimensions))
    return nullptr;
  return Py_NewRef(record.compiled);
}

/// Remembers how Triton answered, or that it is not to be remembered. False
/// with an exception set if the user broke in.
bool learn(const Launch &launch, LaunchTable &table, const LaunchKey &key,
           PyObject *compiled, unsigned attempts) {
  auto record = std::make_shared<LaunchRecord>();
  nb::object answer = nb::steal(PyObject_CallFunctionObjArgs(
      launch.context.learn, launch.kernel, compiled, nullptr));
  bool good = answer.is_valid() &&
              (answer.is_none() || readRecord(answer.ptr(), *record));
  if (!good && !passOver(launch.context.learn))
    return false;
  if (good && record->launcher &&
      asLauncher(record->launcher)->signature->arguments.size() ==
          table.parameters.size())
    record->compiled = Py_NewRef(compiled);
  record->attempts = std::min(attempts, 16u);
  if (attempts > kEagerAttempts)
    record->pause = std::min(1u << record->attempts, kLongestPause);
  table.store(key, std::move(record));
  return true;
}

} // namespace

bool LaunchContext::serves(PyObject *kernel) const {
  if (reinterpret_cast<PyObject *>(Py_TYPE(kernel)) != kernelType)
    return false;
  PyObject *driver = PyDict_GetItemWithError(drivers, activeName);
  if (!driver)
    PyErr_Clear();
  return driver && reinterpret_cast<PyObject *>(Py_TYPE(driver)) == driverType;
}

PyObject *Launch::run() const {
  if (!checkGrid(kernel, grid))
    return nullptr;
  nb::object dict = nb::steal(PyObject_GenericGetDict(kernel, nullptr));
  if (!dict.is_valid()) {
    PyErr_Clear();
    return original();
  }
  LaunchTable *table = findLaunchTable(kernel, dict.ptr());
  nb::object compiled;
  if (!table) {
    // The kernel's first launch.
    compiled = nb::steal(original());
    if (!compiled.is_valid() || !makeTable(*this, dict.ptr()))
      return nullptr;
    table = findLaunchTable(kernel, dict.ptr());
    if (!table)
      return compiled.release().ptr();
  }
  nb::object kept = nb::borrow(reinterpret_cast<PyObject *>(table));
  BoundArguments bound;
  LaunchKey key(context.fixedType);
  if (table->closed || !bound.bind(table->parameters, arguments) ||
      !key.read(table->parameters, bound))
    return compiled.is_valid() ? compiled.release().ptr() : original();
  unsigned attempts = 0;
  if (std::shared_ptr<LaunchRecord> record = table->find(key)) {
    if (record->compiled && record->holds())
      return runRecord(grid, *record, *table, bound);
    if (record->pause) {
      --record->pause;
      return original();
    }
    attempts = record->attempts + 1;
  }
  if (!compiled.is_valid())
    compiled = nb::steal(original());
  if (compiled.is_valid() && !compiled.is_none() &&
      !learn(*this, *table, key, compiled.ptr(), attempts))
    return nullptr;
  return compiled.release().ptr();
}

bool readyLaunchPath() {
  activeName = PyUnicode_InternFromString("_active");
  one = PyLong_FromLong(1);
  return activeName && one;
}

} // namespace mlir::tts::python
