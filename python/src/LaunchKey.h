// Which code a launch needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_LAUNCHKEY_H
#define TRITON_SHARED_PYTHON_LAUNCHKEY_H

#include <Python.h>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>

namespace mlir::tts::python {

/// A parameter of a kernel. The references belong to the LaunchTable.
struct LaunchParameter {
  PyObject *name = nullptr;  // interned
  PyObject *value = nullptr; // the default; null: there is none
  bool isConstexpr = false;
};

/// The arguments of `kernel[grid](...)`, all borrowed from the caller.
struct LaunchArguments {
  llvm::ArrayRef<PyObject *> positional;
  llvm::ArrayRef<PyObject *> names; // of the keywords
  llvm::ArrayRef<PyObject *> named;
};

/// Arguments put to a kernel's parameters.
struct BoundArguments {
  llvm::SmallVector<PyObject *, 32> values; // one for each parameter
  llvm::SmallVector<std::pair<PyObject *, PyObject *>, 4> options;

  /// False, without an exception, for a call that only Triton's own binder is
  /// to judge.
  bool bind(llvm::ArrayRef<LaunchParameter> parameters,
            const LaunchArguments &arguments);
};

/// Describes the arguments of a launch at least as finely as Triton's own key
/// does: launches with equal keys run the same code. Where Triton tells apart
/// `int` arguments by their width, by being 1, by divisibility by 16, so does
/// this key, for parameters that are not specialized as well.
class LaunchKey {
public:
  /// Constants of type `fixed` do not change, and are told apart as objects.
  explicit LaunchKey(PyObject *fixed) : fixed(fixed) {}

  /// False, without an exception, for arguments of which it does not know what
  /// Triton makes of them.
  bool read(llvm::ArrayRef<LaunchParameter> parameters,
            const BoundArguments &bound);

  uint64_t hash() const { return hashed; }
  llvm::ArrayRef<uint64_t> getWords() const { return words; }
  /// The strings and fixed objects, borrowed.
  llvm::ArrayRef<PyObject *> getObjects() const { return objects; }
  bool equals(llvm::ArrayRef<uint64_t> otherWords,
              llvm::ArrayRef<PyObject *> otherObjects) const;

private:
  void add(uint64_t word);
  bool addArgument(PyObject *value);
  bool addConstant(PyObject *value);
  bool addString(PyObject *value);
  bool addTuple(PyObject *value, bool (LaunchKey::*addItem)(PyObject *));

  PyObject *fixed;
  llvm::SmallVector<uint64_t, 48> words;
  llvm::SmallVector<PyObject *, 8> objects;
  uint64_t hashed = 0;
};

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_LAUNCHKEY_H
