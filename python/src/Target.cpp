// The CPU that code is made for, in Python.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Native.h"

#include "triton-shared/CPU/Codegen/Target.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace mlir::tts::python {

void bindTarget(nb::module_ &module) {
  nb::class_<CPUTarget>(module, "Target", "A CPU to make code for.")
      .def(nb::new_([](const std::string &cpu, const std::string &features,
                       const std::string &triple) {
             auto target = CPUTarget::create(cpu, features, triple);
             if (target)
               return std::move(*target);
             std::string problem = llvm::toString(target.takeError());
             throw nb::value_error(problem.c_str());
           }),
           nb::arg("cpu") = "", nb::arg("features") = "",
           nb::arg("triple") = "")
      .def_static("host", [] { return CPUTarget::host(); })
      .def_prop_ro("triple", &CPUTarget::triple)
      .def_prop_ro("cpu", &CPUTarget::cpu)
      .def_prop_ro("features", &CPUTarget::features)
      .def_prop_ro("key", &CPUTarget::key)
      .def_prop_ro("lacking", &CPUTarget::lacking)
      .def(
          "has_feature",
          [](const CPUTarget &self, const std::string &name) {
            return self.hasFeature(name);
          },
          nb::arg("name"))
      .def("__repr__", [](const CPUTarget &self) {
        return "<Target " + self.triple() + " " + self.cpu() + ">";
      });
}

} // namespace mlir::tts::python
