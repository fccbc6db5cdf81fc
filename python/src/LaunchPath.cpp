// Launching a kernel again, without Python.
// What Triton answered once is given again, as long as arguments of the same
// kind come and nothing has changed that the answer rests on. Whatever is not
// known here is Triton's to answer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchPath.h"

#include "KernelObject.h"
#include "LaunchTable.h"
#include "LauncherObject.h"

#include "llvm/ADT/STLExtras.h"

#include <nanobind/nanobind.h>

#include <algorithm>

namespace nb = nanobind;

namespace mlir::tts::python {

PyObject *gridName, *warmupName;

namespace {

PyObject *activeName, *runName, *one;
PyObject *axes[3]; // 0, 1, 2

/// Of an exception in `function`, which is ours: reports it, and returns
/// whether that was all. What the user raised by breaking in stays.
bool passOver(PyObject *function) {
  if (!PyErr_ExceptionMatches(PyExc_Exception))
    return false;
  PyErr_WriteUnraisable(function);
  return true;
}

/// Makes the table of a kernel that has none. Null with an exception set if
/// the user broke in.
LaunchTable *makeTable(const Launch &launch, PyObject *dict) {
  PyObject *function = launch.context.parameters;
  nb::object list = nb::steal(PyObject_CallOneArg(function, launch.kernel));
  if (!list.is_valid()) {
    if (!passOver(function))
      return nullptr;
    list = nb::none();
  }
  return makeLaunchTable(launch.kernel, dict, list.ptr());
}

bool raiseNoGrid(PyObject *name, PyObject *grid) {
  PyErr_Format(PyExc_TypeError,
               "kernel '%S': a grid is a tuple of one to three integers, or a "
               "function that returns one, got %R",
               name, grid);
  return false;
}

/// The number of dimensions, as `len()` has it. -1 with an exception set on
/// failure; `name` is the kernel's.
Py_ssize_t countDimensions(PyObject *name, PyObject *grid) {
  Py_ssize_t count = PyObject_Size(grid);
  if (count > 0 || (count < 0 && !PyErr_ExceptionMatches(PyExc_TypeError)))
    return count;
  PyErr_Clear();
  raiseNoGrid(name, grid);
  return -1;
}

/// Refuses what is no grid before Triton does without a name. What a function
/// returns is not known yet.
bool checkGrid(PyObject *kernel, PyObject *grid) {
  bool usual = PyTuple_CheckExact(grid) && PyTuple_GET_SIZE(grid) > 0;
  if (usual || PyCallable_Check(grid))
    return true;
  nb::object name = nb::steal(PyObject_GetAttrString(kernel, "__name__"));
  return name.is_valid() && countDimensions(name.ptr(), grid) > 0;
}

/// Reads a grid as Triton does, by `len()` and up to three subscripts.
bool readDimensions(const LaunchSignature &signature, PyObject *grid,
                    int32_t sizes[3]) {
  nb::str name(signature.kernel.c_str());
  Py_ssize_t count = countDimensions(name.ptr(), grid);
  if (count < 0)
    return false;
  nb::object held[3];
  PyObject *dimensions[3] = {one, one, one};
  for (int i = 0; i < std::min<Py_ssize_t>(count, 3); ++i) {
    held[i] = nb::steal(PyObject_GetItem(grid, axes[i]));
    dimensions[i] = held[i].ptr();
    if (!dimensions[i])
      return false;
  }
  return readGrid(signature, dimensions, sizes);
}

/// As above, of a tuple of integers, which runs no Python code.
bool readUsualGrid(PyObject *grid, int32_t sizes[3]) {
  if (!PyTuple_CheckExact(grid) || PyTuple_GET_SIZE(grid) == 0)
    return false;
  for (int i = 0; i < 3; ++i) {
    PyObject *size =
        i < PyTuple_GET_SIZE(grid) ? PyTuple_GET_ITEM(grid, i) : one;
    if (!PyLong_CheckExact(size))
      return false;
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(size, &overflow);
    if (overflow || value < 0 || value > INT32_MAX)
      return false;
    sizes[i] = int32_t(value);
  }
  return runtime::countPrograms(sizes).has_value();
}

/// A grid and the arguments to launch with. A grid that is a function is called
/// with all arguments by name, and may put others in their place.
struct Called {
  nb::object grid;
  nb::object values; // a list; invalid: they are as they were

  bool call(PyObject *function, const LaunchTable &table,
            const BoundArguments &bound) {
    nb::object named = nb::steal(PyDict_New());
    if (!named.is_valid())
      return false;
    for (auto [parameter, value] :
         llvm::zip_equal(table.parameters, bound.values))
      if (PyDict_SetItem(named.ptr(), parameter.name, value) < 0)
        return false;
    grid = nb::steal(PyObject_CallOneArg(function, named.ptr()));
    if (!grid.is_valid())
      return false;
    values = nb::steal(PyDict_Values(named.ptr()));
    return values.is_valid();
  }
};

/// Launches with `values`, which are not those that the call came with.
bool packOthers(const LaunchSignature &signature, const nb::object &values,
                LaunchSlots &slots) {
  auto count = std::size_t(PyList_GET_SIZE(values.ptr()));
  if (count == signature.arguments.size())
    return slots.pack(signature,
                      PySequence_Fast_ITEMS(values.ptr())); // nobody else's
  PyErr_Format(PyExc_TypeError, "kernel '%s' takes %zu arguments, got %zu",
               signature.kernel.c_str(), signature.arguments.size(), count);
  return false;
}

PyObject *runRecord(const Launch &launch, const LaunchRecord &record,
                    const LaunchTable &table, const BoundArguments &bound) {
  const LaunchSignature &signature = *asLauncher(record.launcher)->signature;
  Called called;
  PyObject *grid = launch.grid;
  if (PyCallable_Check(grid)) {
    if (!called.call(grid, table, bound))
      return nullptr;
    grid = called.grid.ptr();
    if (!record.rests.listsAreEmpty()) {
      // It has added a hook, which is to be called.
      Launch again{launch.context, launch.kernel, grid, launch.arguments};
      return again.call(launch.context.original);
    }
  }
  int32_t dimensions[3];
  LaunchSlots slots(signature.slots);
  if ((!readUsualGrid(grid, dimensions) &&
       !readDimensions(signature, grid, dimensions)) ||
      !(called.values.is_valid()
            ? packOthers(signature, called.values, slots)
            : slots.pack(signature, bound.values.data())) ||
      !runGrid(signature, *asKernel(record.function), slots, dimensions))
    return nullptr;
  return Py_NewRef(record.compiled);
}

/// Reads `(launcher, function, watches, lists)`. False with an exception set on
/// failure.
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
  return record.rests.add(watches, lists);
}

/// What `function` says, or None. Invalid with an exception set if the user
/// broke in.
template <typename... Args> nb::object ask(PyObject *function, Args... args) {
  nb::object answer =
      nb::steal(PyObject_CallFunctionObjArgs(function, args..., nullptr));
  if (!answer.is_valid() && passOver(function))
    return nb::none();
  return answer;
}

/// A launch that Triton does, so that it may be remembered. What the answer
/// rests on is looked at before, and must be the same after.
PyObject *learn(const Launch &launch, LaunchTable &table,
                const LaunchKey &key) {
  const LaunchContext &context = launch.context;
  auto record = std::make_shared<LaunchRecord>();
  nb::object seen = ask(context.observe, launch.kernel);
  if (!seen.is_valid())
    return nullptr;
  PyObject *watches, *lists;
  bool good = !seen.is_none();
  if (good && (!PyArg_ParseTuple(seen.ptr(), "O!O!:observation", &PyList_Type,
                                 &watches, &PyList_Type, &lists) ||
               !record->rests.add(watches, lists)))
    return nullptr;
  nb::object compiled = nb::steal(launch.call(context.original));
  if (!compiled.is_valid() || compiled.is_none())
    return compiled.release().ptr();
  nb::object answer = nb::none();
  if (good && record->rests.holds())
    answer = ask(context.learn, launch.kernel, compiled.ptr());
  if (!answer.is_valid())
    return nullptr;
  if (answer.is_none()) {
    table.setBack();
    return compiled.release().ptr();
  }
  if (!readRecord(answer.ptr(), *record))
    return nullptr;
  if (asLauncher(record->launcher)->signature->arguments.size() ==
      table.parameters.size()) {
    record->compiled = Py_NewRef(compiled.ptr());
    table.store(key, std::move(record));
  }
  return compiled.release().ptr();
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
  if (!dict.is_valid())
    return nullptr;
  LaunchTable *table = findLaunchTable(kernel, dict.ptr());
  if (!table)
    table = makeTable(*this, dict.ptr());
  if (!table)
    return nullptr;
  nb::object kept = nb::borrow(reinterpret_cast<PyObject *>(table));
  BoundArguments bound;
  LaunchKey key(context.fixedType);
  if (table->closed || !bound.bind(table->parameters, arguments) ||
      !key.read(table->parameters, bound))
    return call(context.original);
  if (std::shared_ptr<LaunchRecord> record = table->find(key)) {
    if (record->rests.holds())
      return runRecord(*this, *record, *table, bound);
    table->setBack();
  }
  return table->admits() ? learn(*this, *table, key) : call(context.original);
}

PyObject *Launch::call(PyObject *function) const {
  llvm::SmallVector<PyObject *, 32> stack{kernel};
  llvm::append_range(stack, arguments.positional);
  std::size_t count = stack.size();
  llvm::append_range(stack, arguments.named);
  llvm::append_values(stack, grid, Py_False);
  nb::object names =
      nb::steal(PyTuple_New(Py_ssize_t(arguments.names.size() + 2)));
  if (!names.is_valid())
    return nullptr;
  Py_ssize_t position = 0;
  for (PyObject *name : arguments.names)
    PyTuple_SET_ITEM(names.ptr(), position++, Py_NewRef(name));
  PyTuple_SET_ITEM(names.ptr(), position++, Py_NewRef(gridName));
  PyTuple_SET_ITEM(names.ptr(), position, Py_NewRef(warmupName));
  return function
             ? PyObject_Vectorcall(function, stack.data(), count, names.ptr())
             : PyObject_VectorcallMethod(runName, stack.data(), count,
                                         names.ptr());
}

bool readyLaunchPath() {
  activeName = PyUnicode_InternFromString("_active");
  runName = PyUnicode_InternFromString("run");
  gridName = PyUnicode_InternFromString("grid");
  warmupName = PyUnicode_InternFromString("warmup");
  one = PyLong_FromLong(1);
  for (int i = 0; i < 3; ++i)
    axes[i] = PyLong_FromLong(i);
  return activeName && runName && gridName && warmupName && one && axes[0] &&
         axes[1] && axes[2];
}

} // namespace mlir::tts::python
