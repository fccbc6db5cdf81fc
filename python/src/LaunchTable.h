// What a kernel's launches came to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_LAUNCHTABLE_H
#define TRITON_SHARED_PYTHON_LAUNCHTABLE_H

#include "LaunchKey.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace mlir::tts::python {

/// What a dict holds under a key. The references belong to the Observation.
struct Watch {
  PyObject *dict = nullptr;
  PyObject *key = nullptr;
  PyObject *expected = nullptr; // null: nothing

  bool holds() const;
};

/// What a launch rests on besides its arguments. All references are owned.
struct Observation {
  std::vector<Watch> watches;
  std::vector<PyObject *> empty; // lists that must stay empty

  Observation() = default;
  Observation(const Observation &) = delete;
  Observation &operator=(const Observation &) = delete;
  ~Observation();

  /// Adds `(watches, empty lists)`, a watch being `(dict, key)` or `(dict, key,
  /// value)`. False with an exception set on failure.
  bool add(PyObject *watches, PyObject *lists);
  bool listsAreEmpty() const;
  bool holds() const;
  int traverse(visitproc visit, void *arg) const;
};

/// How Triton answered a launch.
struct LaunchRecord {
  llvm::SmallVector<uint64_t, 16> words;
  llvm::SmallVector<PyObject *, 2> objects;
  Observation rests;
  PyObject *compiled = nullptr; // what `kernel[grid](...)` returns
  PyObject *launcher = nullptr;
  PyObject *function = nullptr;

  LaunchRecord() = default;
  LaunchRecord(const LaunchRecord &) = delete;
  LaunchRecord &operator=(const LaunchRecord &) = delete;
  ~LaunchRecord();
  int traverse(visitproc visit, void *arg) const;
};

/// A Python object in the `__dict__` of one JITFunction.
struct LaunchTable {
  PyObject_HEAD
      /// The function and its `__dict__`, not owned: a copied function brings
      /// the table of its original along. Records hold on to the dict, so that
      /// while there are any its address is not that of another.
      PyObject *owner;
  PyObject *dict;
  /// All launches of this kernel are Triton's.
  bool closed;
  /// How often something had changed, or was not to be remembered; and launches
  /// to leave to Triton before the next attempt.
  unsigned setbacks, pause;
  /// Launches that found the table full.
  unsigned turnedAway;
  std::vector<LaunchParameter> parameters;
  std::unordered_map<uint64_t, std::shared_ptr<LaunchRecord>> records;

  /// The record of `key`, or null. A launch holds on to it: what is called on
  /// the way may put another in its place.
  std::shared_ptr<LaunchRecord> find(const LaunchKey &key) const;
  /// Whether the launch that comes is to be remembered.
  bool admits();
  /// Drops all records, so that they do not keep what Triton has let go.
  void setBack();
  /// Puts `record` in the place of what `key` had.
  void store(const LaunchKey &key, std::shared_ptr<LaunchRecord> record);
};

/// The table of `kernel` in `dict`, its `__dict__`; null, without an exception,
/// if there is none of its own.
LaunchTable *findLaunchTable(PyObject *kernel, PyObject *dict);

/// Makes a table of `parameters`, a sequence of (name, is constexpr) or (name,
/// is constexpr, default), and puts it into `dict`; None makes a closed one.
/// Null with an exception set on failure.
LaunchTable *makeLaunchTable(PyObject *kernel, PyObject *dict,
                             PyObject *parameters);

/// Prepares the type; false with an exception set on failure.
bool readyLaunchTable();

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_LAUNCHTABLE_H
