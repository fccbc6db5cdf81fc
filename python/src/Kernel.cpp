// load() and Kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ForkGate.h"
#include "KernelObject.h"
#include "Native.h"
#include "ReleasedLock.h"

#include "triton-shared/Runtime/KernelLibrary.h"
#include "triton-shared/Runtime/Loader.h"

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

PyTypeObject *kernelType = nullptr;
PyObject *loadError = nullptr;

KernelObject *load(nb::bytes object, const std::string &name,
                   std::size_t arenaBytes) {
  llvm::StringRef bytes(object.c_str(), object.size());
  std::string problem;
  std::unique_ptr<runtime::LoadedObject> loaded;
  {
    ReleasedLock released;
    ForksWait forksWait;
    auto result = runtime::LoadedObject::load(bytes, name);
    if (result)
      loaded = std::move(*result);
    else
      problem = llvm::toString(result.takeError());
  }
  if (!loaded) {
    PyErr_Format(loadError, "kernel '%s': %s", name.c_str(), problem.c_str());
    throw nb::python_error();
  }
  auto kernel = std::make_unique<KernelObject>();
  kernel->name = name;
  kernel->code.function = reinterpret_cast<tts_kernel_fn>(loaded->entry());
  kernel->code.arenaBytes = arenaBytes;
  kernel->code.waits = loaded->waits();
  kernel->code.waitsByLock = loaded->waitsByLock();
  kernel->object = std::move(loaded);
  return kernel.release();
}

} // namespace

KernelObject::~KernelObject() = default;

KernelObject *asKernel(PyObject *object) {
  if (Py_TYPE(object) == kernelType)
    return nb::inst_ptr<KernelObject>(nb::handle(object));
  PyErr_Format(PyExc_TypeError,
               "expected a Kernel as made by load(), got %.200s",
               Py_TYPE(object)->tp_name);
  return nullptr;
}

void bindKernel(nb::module_ &module) {
  module.attr("KERNEL_LIBRARY_VERSION") = TTS_KERNEL_LIBRARY_VERSION;
  module.attr("CONSTANT_ARGUMENT") = TTS_CONSTANT_ARGUMENT;
  module.attr("POINTER_ARGUMENT") = TTS_POINTER_ARGUMENT;
  module.attr("WIDENED_ARGUMENT") = TTS_WIDENED_ARGUMENT;
  auto type =
      nb::class_<KernelObject>(module, "Kernel",
                               "Loaded code of one kernel. The code is "
                               "unloaded with the last reference.")
          .def_prop_ro("name", [](const KernelObject &k) { return k.name; })
          .def_prop_ro("address",
                       [](const KernelObject &k) {
                         return reinterpret_cast<std::uintptr_t>(
                             k.code.function);
                       })
          .def_prop_ro("arena_bytes",
                       [](const KernelObject &k) { return k.code.arenaBytes; })
          .def_prop_ro("waits",
                       [](const KernelObject &k) { return k.code.waits; })
          .def_prop_ro("waits_by_lock",
                       [](const KernelObject &k) { return k.code.waitsByLock; })
          .def_prop_ro("code_bytes",
                       [](const KernelObject &k) { return k.object->size(); })
          .def("__repr__", [](const KernelObject &k) {
            return "<triton_shared.Kernel '" + k.name + "'>";
          });
  kernelType = reinterpret_cast<PyTypeObject *>(type.ptr());
  loadError =
      newException(module, "LoadError", "Object code could not be linked.",
                   PyExc_RuntimeError)
          .release()
          .ptr();
  module.def("load", &load, nb::arg("obj"), nb::arg("name"), nb::kw_only(),
             nb::arg("arena_bytes") = 0, nb::rv_policy::take_ownership,
             "Link object code into this process.");
  module.def("vector_math_path", &runtime::vectorMathPath,
             "Where the vector math library is that kernels may call; empty "
             "where there is none.");
}

} // namespace mlir::tts::python
