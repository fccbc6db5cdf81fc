//===- LaunchTable.h - What a kernel's launches came to -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TRITON_SHARED_PYTHON_LAUNCHTABLE_H
#define TRITON_SHARED_PYTHON_LAUNCHTABLE_H

#include "LaunchKey.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace mlir::tts::python {

/// Something that a launch depends on besides its arguments: what a dict holds
/// under a key. All references are owned by the LaunchRecord.
struct Watch {
  PyObject *dict = nullptr;
  PyObject *key = nullptr;
  PyObject *expected = nullptr; // null: nothing

  bool holds() const;
};

/// How Triton answered a launch, and on what that answer rests.
struct LaunchRecord {
  llvm::SmallVector<uint64_t, 16> words;
  llvm::SmallVector<PyObject *, 2> objects;
  std::vector<Watch> watches;
  std::vector<PyObject *> empty; // lists that must stay empty
  PyObject *compiled =
      nullptr; // what `kernel[grid](...)` returns; null: unknown
  PyObject *launcher = nullptr;
  PyObject *function = nullptr;
  unsigned attempts = 0; // to learn it
  unsigned pause = 0;    // launches to leave to Triton before the next attempt

  LaunchRecord() = default;
  LaunchRecord(const LaunchRecord &) = delete;
  LaunchRecord &operator=(const LaunchRecord &) = delete;
  ~LaunchRecord();
  bool holds() const;
  int traverse(visitproc visit, void *arg) const;
};

/// A Python object in the `__dict__` of one JITFunction.
struct LaunchTable {
  PyObject_HEAD
      /// Not owned. A copied function brings the table of its original along.
      PyObject *owner;
  /// All launches of this kernel are Triton's.
  bool closed;
  std::vector<LaunchParameter> parameters;
  std::unordered_map<uint64_t, std::shared_ptr<LaunchRecord>> records;

  /// The record of `key`, or null. A launch holds on to it: what is called on
  /// the way may put another in its place.
  std::shared_ptr<LaunchRecord> find(const LaunchKey &key) const;
  /// Puts `record` in the place of what `key` had.
  void store(const LaunchKey &key, std::shared_ptr<LaunchRecord> record);
};

/// The table of `kernel` in `dict`, its `__dict__`; null, without an exception,
/// if there is none of its own.
LaunchTable *findLaunchTable(PyObject *kernel, PyObject *dict);

/// Makes a table of `parameters`, a sequence of (name, is constexpr) or (name,
/// is constexpr, default), and puts it into `dict`; None makes a closed one.
/// False with an exception set on failure.
bool makeLaunchTable(PyObject *kernel, PyObject *dict, PyObject *parameters);

/// Prepares the type; false with an exception set on failure.
bool readyLaunchTable();

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_LAUNCHTABLE_H
