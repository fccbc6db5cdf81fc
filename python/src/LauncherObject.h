// Running one kernel signature.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_LAUNCHEROBJECT_H
#define TRITON_SHARED_PYTHON_LAUNCHEROBJECT_H

#include "Arguments.h"

#include <Python.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlir::tts::python {

struct KernelObject;

/// What a kernel takes, and how messages name it.
struct LaunchSignature {
  std::vector<ArgSpec> arguments;
  /// How many of them have to be given: constexprs at the end need not, which
  /// launchers of stock Triton pass over, too (3.7 and later).
  std::size_t needed = 0;
  std::string kernel;
  int descFlags = 2;
  int slots = 0;
};

struct LauncherObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  LaunchSignature *signature;
};

/// The launcher in `object`; null, without an exception, for anything else.
LauncherObject *asLauncher(PyObject *object);

/// Argument slots of a launch: on the stack unless there are very many.
class LaunchSlots {
public:
  explicit LaunchSlots(int count)
      : heap(count > kInline ? new uint64_t[std::size_t(count)] : nullptr) {}
  uint64_t *data() { return heap ? heap.get() : stack; }

  /// Fills the slots from as many arguments as the signature has. On failure a
  /// Python exception is set.
  bool pack(const LaunchSignature &signature, PyObject *const *arguments);

private:
  static constexpr int kInline = 64;
  uint64_t stack[kInline];
  std::unique_ptr<uint64_t[]> heap;
};

/// Reads three grid dimensions. On failure a Python exception is set.
bool readGrid(const LaunchSignature &signature, PyObject *const *values,
              int32_t grid[3]);

/// Runs the grid without the GIL. On failure a Python exception is set.
bool runGrid(const LaunchSignature &signature, KernelObject &kernel,
             LaunchSlots &slots, const int32_t grid[3]);

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_LAUNCHEROBJECT_H
