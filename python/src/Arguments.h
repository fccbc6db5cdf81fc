// From Python arguments to a kernel's slots.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_ARGUMENTS_H
#define TRITON_SHARED_PYTHON_ARGUMENTS_H

#include <Python.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mlir::tts::python {

enum class ArgKind : uint8_t {
  Skip,
  Pointer,
  Signed,
  Unsigned,
  Bool,
  F16,
  BF16,
  F32,
  F64,
  Tuple,
  Descriptor,
};

/// How one argument becomes slots.
struct ArgSpec {
  ArgKind kind = ArgKind::Skip;
  /// Bits of an integer; rank of a descriptor.
  int width = 0;
  std::string name;
  std::vector<ArgSpec> elements; // of a tuple
};

/// Reads one entry of a signature. On failure a Python exception is set.
bool parseArgSpec(PyObject *type, std::string name, ArgSpec &spec);

/// Slots that an argument takes; `descFlags`: i1 slots of a descriptor.
int countSlots(const ArgSpec &spec, int descFlags);

/// Fills `slots` from where it points and moves it on. On failure a Python
/// exception is set that names the argument and `kernel`.
bool packArgument(const ArgSpec &spec, PyObject *value, int descFlags,
                  const std::string &kernel, uint64_t *&slots);

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_ARGUMENTS_H
