// What a kernel's launches came to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchTable.h"
#include "PlainType.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <new>
#include <utility>

namespace mlir::tts::python {
namespace {

/// Tables do not grow without end: constexprs may come from data. A full one is
/// emptied when as many launches again did not find their place.
constexpr std::size_t kMostRecords = 4096;
/// After so many setbacks the next attempts are put off, ever longer.
constexpr unsigned kSetbacks = 8, kLongestPause = 64;

PyTypeObject *tableType = nullptr;
PyObject *tableName = nullptr; // under which a function's `__dict__` has it

int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  for (const LaunchParameter &parameter : as<LaunchTable>(self)->parameters)
    Py_VISIT(parameter.value);
  for (const auto &[hash, record] : as<LaunchTable>(self)->records)
    if (int result = record->traverse(visit, arg))
      return result;
  return 0;
}

int clear(PyObject *self) {
  auto *table = as<LaunchTable>(self);
  // Taken out first: what is released may run code that looks at the table.
  auto records = std::move(table->records);
  table->records.clear();
  auto parameters = std::move(table->parameters);
  table->parameters.clear();
  table->owner = table->dict = nullptr;
  for (const LaunchParameter &parameter : parameters) {
    Py_XDECREF(parameter.name);
    Py_XDECREF(parameter.value);
  }
  return 0;
}

void destroyTable(PyObject *self) {
  PyObject_GC_UnTrack(self);
  clear(self);
  auto *table = as<LaunchTable>(self);
  table->records.~unordered_map();
  table->parameters.~vector();
  freeObject(self);
}

/// An empty table that belongs to no function.
PyObject *make(PyTypeObject *type, PyObject *, PyObject *) {
  auto *table = allocate<LaunchTable>(type);
  if (!table)
    return nullptr;
  new (&table->parameters) decltype(table->parameters)();
  new (&table->records) decltype(table->records)();
  return as<PyObject>(table);
}

/// Copies start empty.
PyObject *reduce(PyObject *self, PyObject *) {
  return Py_BuildValue("O()", Py_TYPE(self));
}

PyMethodDef methods[] = {{"__reduce__", reduce, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

bool readParameter(PyObject *item, LaunchParameter &parameter) {
  PyObject *name, *value = nullptr;
  int isConstexpr;
  if (!PyTuple_Check(item)) {
    PyErr_SetString(PyExc_TypeError, "a parameter: expected a tuple");
    return false;
  }
  if (!PyArg_ParseTuple(item, "Up|O:parameter", &name, &isConstexpr, &value))
    return false;
  Py_INCREF(name);
  PyUnicode_InternInPlace(&name);
  Py_XINCREF(value);
  parameter = {name, value, isConstexpr != 0};
  return true;
}

bool readParameters(PyObject *parameters, LaunchTable &table) {
  PyObject *list = PySequence_Fast(parameters, "parameters: not a sequence");
  if (!list)
    return false;
  Py_ssize_t count = PySequence_Fast_GET_SIZE(list);
  table.parameters.resize(std::size_t(count));
  bool good = true;
  for (Py_ssize_t i = 0; good && i < count; ++i)
    good = readParameter(PySequence_Fast_GET_ITEM(list, i),
                         table.parameters[std::size_t(i)]);
  Py_DECREF(list);
  return good;
}

} // namespace

bool Watch::holds() const {
  PyObject *found = PyDict_GetItemWithError(dict, key);
  if (found || !PyErr_Occurred())
    return found == expected;
  PyErr_Clear();
  return false;
}

Observation::~Observation() {
  for (const Watch &watch : watches) {
    Py_DECREF(watch.dict);
    Py_DECREF(watch.key);
    Py_XDECREF(watch.expected);
  }
  for (PyObject *list : empty)
    Py_DECREF(list);
}

bool Observation::add(PyObject *given, PyObject *lists) {
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(given); ++i) {
    Watch watch;
    if (!PyArg_ParseTuple(PyList_GET_ITEM(given, i), "O!O|O:watch",
                          &PyDict_Type, &watch.dict, &watch.key,
                          &watch.expected))
      return false;
    Py_INCREF(watch.dict);
    Py_INCREF(watch.key);
    Py_XINCREF(watch.expected);
    watches.push_back(watch);
  }
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(lists); ++i) {
    PyObject *list = PyList_GET_ITEM(lists, i);
    if (!PyList_CheckExact(list)) {
      PyErr_SetString(PyExc_TypeError, "what must be empty: not a list");
      return false;
    }
    empty.push_back(Py_NewRef(list));
  }
  return true;
}

bool Observation::listsAreEmpty() const {
  return llvm::all_of(
      empty, [](PyObject *list) { return PyList_GET_SIZE(list) == 0; });
}

bool Observation::holds() const {
  return listsAreEmpty() && llvm::all_of(watches, [](const Watch &watch) {
           return watch.holds();
         });
}

int Observation::traverse(visitproc visit, void *arg) const {
  for (const Watch &watch : watches) {
    Py_VISIT(watch.dict);
    Py_VISIT(watch.key);
    Py_VISIT(watch.expected);
  }
  for (PyObject *list : empty)
    Py_VISIT(list);
  return 0;
}

LaunchRecord::~LaunchRecord() {
  for (PyObject *object : objects)
    Py_DECREF(object);
  Py_XDECREF(compiled);
  Py_XDECREF(launcher);
  Py_XDECREF(function);
}

int LaunchRecord::traverse(visitproc visit, void *arg) const {
  if (int result = rests.traverse(visit, arg))
    return result;
  for (PyObject *object : objects)
    Py_VISIT(object);
  Py_VISIT(compiled);
  Py_VISIT(launcher);
  Py_VISIT(function);
  return 0;
}

std::shared_ptr<LaunchRecord> LaunchTable::find(const LaunchKey &key) const {
  auto found = records.find(key.hash());
  if (found == records.end() ||
      !key.equals(found->second->words, found->second->objects))
    return nullptr;
  return found->second;
}

bool LaunchTable::admits() {
  if (pause) {
    --pause;
    return false;
  }
  if (records.size() < kMostRecords)
    return true;
  if (++turnedAway < kMostRecords)
    return false;
  turnedAway = 0;
  auto dropped = std::exchange(records, {});
  return true;
}

void LaunchTable::setBack() {
  if (++setbacks > kSetbacks)
    pause = std::min(1u << std::min(setbacks - kSetbacks, 16u), kLongestPause);
  // What is released at the end of the scope may run code that comes back here.
  auto dropped = std::exchange(records, {});
}

void LaunchTable::store(const LaunchKey &key,
                        std::shared_ptr<LaunchRecord> record) {
  record->words.assign(key.getWords().begin(), key.getWords().end());
  record->objects.assign(key.getObjects().begin(), key.getObjects().end());
  for (PyObject *object : record->objects)
    Py_INCREF(object);
  // Records of one table fail together, or nearly so.
  decltype(records) dropped;
  if (!records.empty() && !records.begin()->second->rests.holds())
    dropped.swap(records);
  records[key.hash()].swap(record);
}

LaunchTable *findLaunchTable(PyObject *kernel, PyObject *dict) {
  PyObject *found = PyDict_GetItemWithError(dict, tableName);
  if (!found) {
    PyErr_Clear();
    return nullptr;
  }
  if (Py_TYPE(found) != tableType || as<LaunchTable>(found)->owner != kernel ||
      as<LaunchTable>(found)->dict != dict)
    return nullptr;
  return as<LaunchTable>(found);
}

LaunchTable *makeLaunchTable(PyObject *kernel, PyObject *dict,
                             PyObject *parameters) {
  PyObject *made = make(tableType, nullptr, nullptr);
  if (!made)
    return nullptr;
  LaunchTable *table = as<LaunchTable>(made);
  table->owner = kernel;
  table->dict = dict;
  table->closed = parameters == Py_None;
  bool good = (table->closed || readParameters(parameters, *table)) &&
              PyDict_SetItem(dict, tableName, made) == 0;
  Py_DECREF(made);
  return good ? table : nullptr;
}

bool readyLaunchTable() {
  tableName = PyUnicode_InternFromString("_triton_shared_launches");
  tableType = PlainType<LaunchTable>("triton_shared._native.LaunchTable",
                                     "What the launches of one kernel came to.")
                  .slot(Py_tp_new, make)
                  .collected<traverse, clear, destroyTable>()
                  .slot(Py_tp_methods, methods)
                  .make();
  return tableName && tableType;
}

} // namespace mlir::tts::python
