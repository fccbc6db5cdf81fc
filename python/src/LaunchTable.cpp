//===- LaunchTable.cpp - What a kernel's launches came to -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "LaunchTable.h"

#include "llvm/ADT/STLExtras.h"

#include <new>

namespace mlir::tts::python {
namespace {

/// Tables do not grow without end: constexprs may come from data.
constexpr std::size_t kMostRecords = 4096;

PyTypeObject *tableType = nullptr;
PyObject *tableName = nullptr; // under which a function's `__dict__` has it

LaunchTable *asTable(PyObject *object) {
  return reinterpret_cast<LaunchTable *>(object);
}

int traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  for (const LaunchParameter &parameter : asTable(self)->parameters)
    Py_VISIT(parameter.value);
  for (const auto &[hash, record] : asTable(self)->records)
    if (int result = record->traverse(visit, arg))
      return result;
  return 0;
}

int clear(PyObject *self) {
  LaunchTable *table = asTable(self);
  // Taken out first: what is released may run code that looks at the table.
  auto records = std::move(table->records);
  table->records.clear();
  auto parameters = std::move(table->parameters);
  table->parameters.clear();
  table->owner = nullptr;
  for (const LaunchParameter &parameter : parameters) {
    Py_XDECREF(parameter.name);
    Py_XDECREF(parameter.value);
  }
  return 0;
}

void destroy(PyObject *self) {
  PyObject_GC_UnTrack(self);
  clear(self);
  LaunchTable *table = asTable(self);
  table->records.~unordered_map();
  table->parameters.~vector();
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

/// An empty table that belongs to no function.
PyObject *make(PyTypeObject *type, PyObject *, PyObject *) {
  auto *table = asTable(type->tp_alloc(type, 0));
  if (!table)
    return nullptr;
  new (&table->parameters) decltype(table->parameters)();
  new (&table->records) decltype(table->records)();
  return reinterpret_cast<PyObject *>(table);
}

/// Copies start empty.
PyObject *reduce(PyObject *self, PyObject *) {
  return Py_BuildValue("O()", Py_TYPE(self));
}

PyMethodDef methods[] = {{"__reduce__", reduce, METH_NOARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

PyType_Slot slots[] = {
    {Py_tp_doc, const_cast<char *>("What the launches of one kernel came to.")},
    {Py_tp_new, reinterpret_cast<void *>(make)},
    {Py_tp_dealloc, reinterpret_cast<void *>(destroy)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
    {Py_tp_clear, reinterpret_cast<void *>(clear)},
    {Py_tp_methods, methods},
    {0, nullptr}};

PyType_Spec spec = {
    "triton_shared._native.LaunchTable", sizeof(LaunchTable), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots};

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

LaunchRecord::~LaunchRecord() {
  for (const Watch &watch : watches) {
    Py_DECREF(watch.dict);
    Py_DECREF(watch.key);
    Py_XDECREF(watch.expected);
  }
  for (PyObject *object : objects)
    Py_DECREF(object);
  for (PyObject *list : empty)
    Py_DECREF(list);
  Py_XDECREF(compiled);
  Py_XDECREF(launcher);
  Py_XDECREF(function);
}

bool LaunchRecord::holds() const {
  return llvm::all_of(
             empty,
             [](PyObject *list) { return PyList_GET_SIZE(list) == 0; }) &&
         llvm::all_of(watches,
                      [](const Watch &watch) { return watch.holds(); });
}

int LaunchRecord::traverse(visitproc visit, void *arg) const {
  for (const Watch &watch : watches) {
    Py_VISIT(watch.dict);
    Py_VISIT(watch.key);
    Py_VISIT(watch.expected);
  }
  for (PyObject *object : objects)
    Py_VISIT(object);
  for (PyObject *list : empty)
    Py_VISIT(list);
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

void LaunchTable::store(const LaunchKey &key,
                        std::shared_ptr<LaunchRecord> record) {
  record->words.assign(key.getWords().begin(), key.getWords().end());
  record->objects.assign(key.getObjects().begin(), key.getObjects().end());
  for (PyObject *object : record->objects)
    Py_INCREF(object);
  // What is released at the end of the scope may run code that comes back here.
  decltype(records) dropped;
  if (records.size() >= kMostRecords)
    dropped.swap(records);
  records[key.hash()].swap(record);
}

LaunchTable *findLaunchTable(PyObject *kernel, PyObject *dict) {
  PyObject *found = PyDict_GetItemWithError(dict, tableName);
  if (!found) {
    PyErr_Clear();
    return nullptr;
  }
  if (Py_TYPE(found) != tableType || asTable(found)->owner != kernel)
    return nullptr;
  return asTable(found);
}

bool makeLaunchTable(PyObject *kernel, PyObject *dict, PyObject *parameters) {
  PyObject *made = make(tableType, nullptr, nullptr);
  if (!made)
    return false;
  LaunchTable *table = asTable(made);
  table->owner = kernel;
  table->closed = parameters == Py_None;
  bool good = (table->closed || readParameters(parameters, *table)) &&
              PyDict_SetItem(dict, tableName, made) == 0;
  Py_DECREF(made);
  return good;
}

bool readyLaunchTable() {
  tableName = PyUnicode_InternFromString("_triton_shared_launches");
  tableType = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
  return tableName && tableType;
}

} // namespace mlir::tts::python
