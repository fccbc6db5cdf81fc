// Which code a launch needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaunchKey.h"
#include "TorchTensors.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>

namespace mlir::tts::python {
namespace {

/// The lowest byte of an argument's first word.
enum Tag : uint64_t {
  Tensor = 1,
  Integer,
  Float,
  Boolean,
  None,
  ConstantInteger,
  ConstantFloat,
  String,
  Fixed,
  Tuple,
  Option,
};

bool same(PyObject *left, PyObject *right) {
  return left == right || PyUnicode_Compare(left, right) == 0;
}

/// The parameter of that name, or the number of parameters. Names are nearly
/// always interned.
std::size_t findParameter(llvm::ArrayRef<LaunchParameter> parameters,
                          PyObject *name) {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == name)
      return i;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (PyUnicode_Compare(parameters[i].name, name) == 0)
      return i;
  return parameters.size();
}

} // namespace

bool BoundArguments::bind(llvm::ArrayRef<LaunchParameter> parameters,
                          const LaunchArguments &arguments) {
  if (arguments.positional.size() > parameters.size())
    return false;
  values.assign(arguments.positional.begin(), arguments.positional.end());
  values.resize(parameters.size(), nullptr);
  for (auto [name, value] : llvm::zip_equal(arguments.names, arguments.named)) {
    std::size_t index = findParameter(parameters, name);
    if (index == parameters.size())
      options.emplace_back(name, value);
    else if (values[index])
      return false; // twice
    else
      values[index] = value;
  }
  for (auto [value, parameter] : llvm::zip_equal(values, parameters)) {
    if (!value)
      value = parameter.value;
    if (!value)
      return false; // missing
  }
  return true;
}

void LaunchKey::add(uint64_t word) {
  words.push_back(word);
  // The multiplier of Knuth's multiplicative hashing for 64 bits.
  hashed = (hashed ^ word) * 0x9e3779b97f4a7c15u;
  hashed ^= hashed >> 29;
}

bool LaunchKey::addArgument(PyObject *value) {
  PyTypeObject *type = Py_TYPE(value);
  if (type == &PyLong_Type) {
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow)
      return false;
    bool narrow = number == int32_t(number);
    add(Integer | uint64_t(narrow) << 8 | uint64_t(number == 1) << 9 |
        uint64_t(number % 16 == 0) << 10);
    return true;
  }
  if (type == &PyFloat_Type) {
    add(Float);
    return true;
  }
  if (type == &PyBool_Type) {
    add(Boolean | uint64_t(value == Py_True) << 8);
    return true;
  }
  if (value == Py_None) {
    add(None);
    return true;
  }
  if (type == &PyTuple_Type)
    return addTuple(value, &LaunchKey::addArgument);
  void *address;
  int32_t dtype;
  if (!readCPUTensor(value, address, dtype))
    return false;
  bool aligned = reinterpret_cast<uintptr_t>(address) % 16 == 0;
  add(Tensor | uint64_t(aligned) << 8 | uint64_t(uint32_t(dtype)) << 16);
  return true;
}

bool LaunchKey::addString(PyObject *value) {
  Py_hash_t hash = PyObject_Hash(value);
  if (hash == -1) {
    PyErr_Clear();
    return false;
  }
  add(String);
  add(uint64_t(hash));
  objects.push_back(value);
  return true;
}

bool LaunchKey::addConstant(PyObject *value) {
  PyTypeObject *type = Py_TYPE(value);
  if (type == &PyLong_Type) {
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    add(ConstantInteger);
    add(uint64_t(number));
    return !overflow;
  }
  if (type == &PyFloat_Type) {
    double number = PyFloat_AS_DOUBLE(value);
    uint64_t bits;
    std::memcpy(&bits, &number, sizeof(bits));
    add(ConstantFloat);
    add(bits);
    return true;
  }
  if (type == &PyUnicode_Type)
    return addString(value);
  if (reinterpret_cast<PyObject *>(type) == fixed) {
    add(Fixed);
    add(reinterpret_cast<uintptr_t>(value));
    objects.push_back(value); // so that the address is not used again
    return true;
  }
  if (type == &PyTuple_Type)
    return addTuple(value, &LaunchKey::addConstant);
  if (type != &PyBool_Type && value != Py_None)
    return false;
  return addArgument(value);
}

bool LaunchKey::addTuple(PyObject *value,
                         bool (LaunchKey::*addItem)(PyObject *)) {
  if (Py_EnterRecursiveCall(" in an argument of a kernel")) {
    PyErr_Clear();
    return false;
  }
  Py_ssize_t size = PyTuple_GET_SIZE(value);
  add(Tuple | uint64_t(size) << 8);
  bool good = true;
  for (Py_ssize_t i = 0; good && i < size; ++i)
    good = (this->*addItem)(PyTuple_GET_ITEM(value, i));
  Py_LeaveRecursiveCall();
  return good;
}

bool LaunchKey::read(llvm::ArrayRef<LaunchParameter> parameters,
                     const BoundArguments &bound) {
  for (auto [parameter, value] : llvm::zip_equal(parameters, bound.values))
    if (!(parameter.isConstexpr ? addConstant(value) : addArgument(value)))
      return false;
  for (auto [name, value] : bound.options) {
    add(Option);
    if (!addString(name) || !addConstant(value))
      return false;
  }
  return true;
}

bool LaunchKey::equals(llvm::ArrayRef<uint64_t> otherWords,
                       llvm::ArrayRef<PyObject *> otherObjects) const {
  // Equal words have the same tags: strings face strings.
  return getWords() == otherWords &&
         std::equal(objects.begin(), objects.end(), otherObjects.begin(),
                    otherObjects.end(), [](PyObject *left, PyObject *right) {
                      return left == right ||
                             (PyUnicode_CheckExact(left) &&
                              PyUnicode_CheckExact(right) && same(left, right));
                    });
}

} // namespace mlir::tts::python
