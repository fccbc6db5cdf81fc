// Loaded code as a Python object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_KERNELOBJECT_H
#define TRITON_SHARED_PYTHON_KERNELOBJECT_H

#include "triton-shared/Runtime/Launch.h"

#include <Python.h>

#include <memory>
#include <string>

namespace mlir::tts {
namespace runtime {
class LoadedObject;
} // namespace runtime

namespace python {

struct KernelObject {
  std::string name;
  runtime::KernelCode code;
  std::unique_ptr<runtime::LoadedObject> object;

  ~KernelObject();
};

/// The kernel in `object`; null with a TypeError set if it is something else.
KernelObject *asKernel(PyObject *object);

} // namespace python
} // namespace mlir::tts

#endif // TRITON_SHARED_PYTHON_KERNELOBJECT_H
