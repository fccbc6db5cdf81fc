// Reading torch tensors without linking torch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_TORCHTENSORS_H
#define TRITON_SHARED_PYTHON_TORCHTENSORS_H

#include <Python.h>

#include <cstdint>

namespace mlir::tts::python {

/// The address of a CPU tensor's first element, read through torch's stable C
/// functions in a few nanoseconds. False (no exception set) when `object` is
/// not a plain torch.Tensor on the CPU, or when this torch has not been found
/// to work that way: ask the object itself then.
bool readCPUTensor(PyObject *object, void *&address);

/// As above, of tensors with strides alone, with torch's number of the dtype.
bool readCPUTensor(PyObject *object, void *&address, int32_t &dtype);

/// torch.get_num_threads(), or 0 when torch is not loaded.
int torchThreads();

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_TORCHTENSORS_H
