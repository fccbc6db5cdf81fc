// Reading torch tensors without linking torch.
// Calling tensor.data_ptr() and tensor.is_cpu through Python takes about 100 ns
// an argument. torch's C functions for ahead-of-time compiled code (stable ABI,
// shim.h) do it in a few, but want the C++ tensor, which sits somewhere inside
// the Python object. Where is found out on a real tensor, and the whole way is
// verified against Python's answers before it is ever used.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TorchTensors.h"

#include "triton-shared/Runtime/LoadedLibrary.h"

#include <cstring>

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#endif

namespace mlir::tts::python {
namespace {

using GetDataPtr = int32_t (*)(void *tensor, void **address);
using GetDeviceType = int32_t (*)(void *tensor, int32_t *type);
using GetDType = int32_t (*)(void *tensor, int32_t *dtype);
using GetLayout = int32_t (*)(void *tensor, int32_t *layout);
using GetStrided = int32_t (*)();

struct Torch {
  PyTypeObject *tensor = nullptr;
  PyTypeObject *parameter = nullptr;
  GetDataPtr dataPtr = nullptr;
  GetDeviceType deviceType = nullptr;
  GetDType dtype = nullptr;
  GetLayout layout = nullptr;
  int32_t strided = 0; // the layout of plain tensors
  runtime::GetTorchThreads numThreads = nullptr;
  std::size_t offset = 0; // of the C++ tensor in the Python object
  bool verified = false;
};

/// A borrowed-from-new helper: result or null with the exception cleared.
PyObject *quietly(PyObject *result) {
  if (!result)
    PyErr_Clear();
  return result;
}

PyObject *attribute(PyObject *object, const char *name) {
  return object ? quietly(PyObject_GetAttrString(object, name)) : nullptr;
}

/// Calls object.name() and reads the result as an integer; 0 on failure.
uintptr_t askInteger(PyObject *object, const char *name, bool call) {
  PyObject *value = call ? quietly(PyObject_CallMethod(object, name, nullptr))
                         : attribute(object, name);
  if (!value)
    return 0;
  uintptr_t result = reinterpret_cast<uintptr_t>(PyLong_AsVoidPtr(value));
  Py_DECREF(value);
  if (PyErr_Occurred())
    PyErr_Clear();
  return result;
}

/// The C++ tensor in a Python one.
void *held(const Torch &torch, PyObject *object) {
  return reinterpret_cast<char *>(object) + torch.offset;
}

/// Are the elements where the strides say? oneDNN's tensors have an address,
/// and an order of their own.
bool isStrided(const Torch &torch, void *tensor) {
  int32_t layout;
  return !torch.layout ||
         (torch.layout(tensor, &layout) == 0 && layout == torch.strided);
}

bool readThrough(const Torch &torch, PyObject *object, void *&address) {
  void *tensor = held(torch, object);
  int32_t device;
  return torch.deviceType(tensor, &device) == 0 && device == 0 &&
         isStrided(torch, tensor) && torch.dataPtr(tensor, &address) == 0;
}

/// Finds the C++ tensor (one pointer, to the tensor's implementation) in
/// `sample` and compares what the C functions say about it with Python.
bool verify(Torch &torch, PyObject *sample) {
  uintptr_t implementation = askInteger(sample, "_cdata", false);
  uintptr_t expected = askInteger(sample, "data_ptr", true);
  if (!implementation || !expected)
    return false;
  const char *bytes = reinterpret_cast<const char *>(sample);
  for (std::size_t offset = sizeof(PyObject);
       offset + sizeof(uintptr_t) <= std::size_t(torch.tensor->tp_basicsize);
       offset += sizeof(uintptr_t)) {
    uintptr_t word;
    std::memcpy(&word, bytes + offset, sizeof(word));
    if (word != implementation)
      continue;
    torch.offset = offset;
    void *address = nullptr;
    return readThrough(torch, sample, address) &&
           reinterpret_cast<uintptr_t>(address) == expected;
  }
  return false;
}

/// The C++ tensor must directly follow the object's head: older torch put a
/// borrowed-or-owned flag before it, which each object could set differently.
bool directlyHeld(const Torch &torch) {
  return torch.offset == sizeof(PyObject);
}

void learnTorch(Torch &torch) {
  void *library = runtime::findLoadedLibrary({"libtorch_cpu.so"});
  if (!library)
    return;
#if defined(__linux__)
  torch.numThreads = runtime::findTorchThreads();
  torch.dataPtr =
      reinterpret_cast<GetDataPtr>(dlsym(library, "aoti_torch_get_data_ptr"));
  torch.deviceType = reinterpret_cast<GetDeviceType>(
      dlsym(library, "aoti_torch_get_device_type"));
  torch.dtype =
      reinterpret_cast<GetDType>(dlsym(library, "aoti_torch_get_dtype"));
  auto strided =
      reinterpret_cast<GetStrided>(dlsym(library, "aoti_torch_layout_strided"));
  if (strided) {
    torch.strided = strided();
    torch.layout =
        reinterpret_cast<GetLayout>(dlsym(library, "aoti_torch_get_layout"));
  }
#endif
  PyObject *module = quietly(PyImport_ImportModule("torch"));
  PyObject *type = attribute(module, "Tensor");
  PyObject *nn = attribute(module, "nn");
  PyObject *parameter = attribute(nn, "Parameter");
  PyObject *sample =
      module ? quietly(PyObject_CallMethod(module, "empty", "i", 3)) : nullptr;
  PyObject *other =
      module ? quietly(PyObject_CallMethod(module, "empty", "i", 5)) : nullptr;
  if (type && PyType_Check(type) && sample && other && torch.dataPtr &&
      torch.deviceType) {
    torch.tensor = reinterpret_cast<PyTypeObject *>(type); // kept for good
    if (parameter && PyType_Check(parameter))
      torch.parameter = reinterpret_cast<PyTypeObject *>(parameter);
    torch.verified =
        verify(torch, sample) && directlyHeld(torch) && verify(torch, other);
    type = parameter = nullptr;
  }
  Py_XDECREF(other);
  Py_XDECREF(sample);
  Py_XDECREF(parameter);
  Py_XDECREF(nn);
  Py_XDECREF(type);
  Py_XDECREF(module);
}

/// Known once torch has been imported; called with the GIL.
const Torch &torch() {
  static Torch known;
  static bool learned = false;
  if (!learned) {
    PyObject *modules = PyImport_GetModuleDict();
    PyObject *module = PyDict_GetItemString(modules, "torch");
    // While torch is being imported it has no Tensor yet.
    PyObject *ready = attribute(module, "get_num_threads");
    if (ready) {
      Py_DECREF(ready);
      learned = true;
      learnTorch(known);
    }
  }
  return known;
}

} // namespace

bool readCPUTensor(PyObject *object, void *&address) {
  const Torch &known = torch();
  PyTypeObject *type = Py_TYPE(object);
  if (!known.verified || (type != known.tensor && type != known.parameter))
    return false;
  return readThrough(known, object, address);
}

bool readCPUTensor(PyObject *object, void *&address, int32_t &dtype) {
  if (!readCPUTensor(object, address))
    return false;
  const Torch &known = torch();
  return known.layout && known.dtype &&
         known.dtype(held(known, object), &dtype) == 0;
}

int torchThreads() {
  const Torch &known = torch();
  return known.numThreads ? known.numThreads() : 0;
}

} // namespace mlir::tts::python
