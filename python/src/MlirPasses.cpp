// PassManager.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MlirObjects.h"
#include "Native.h"

#include "triton-shared/InitAll/InitAll.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <mutex>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

void ensurePasses() {
  static std::once_flag once;
  std::call_once(once, [] { registerAllPasses(); });
}

struct PyPassManager {
  ContextRef context;
  std::shared_ptr<PassManager> passes;
};

PyPassManager make(const std::string &anchor, ContextRef context) {
  ensurePasses();
  auto passes = std::make_shared<PassManager>(
      context.get(), anchor == "any"
                         ? llvm::StringRef(PassManager::getAnyOpAnchorName())
                         : llvm::StringRef(anchor));
  return {std::move(context), std::move(passes)};
}

/// Reads `builtin.module(a,func.func(b))`, or passes without an anchor.
PyPassManager parse(const std::string &pipeline, nb::object given) {
  ContextRef context = resolveContext(given);
  ensurePasses();
  std::string problem;
  llvm::raw_string_ostream os(problem);
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, os);
  if (failed(parsed)) {
    problem = "cannot read pass pipeline '" + pipeline + "': " + problem;
    throw nb::value_error(problem.c_str());
  }
  PyPassManager self = make(parsed->getOpAnchorName().str(), context);
  static_cast<OpPassManager &>(*self.passes) = std::move(*parsed);
  return self;
}

void add(PyPassManager &self, const std::string &pipeline) {
  std::string problem;
  llvm::raw_string_ostream os(problem);
  if (succeeded(parsePassPipeline(pipeline, *self.passes, os)))
    return;
  problem = "cannot read passes '" + pipeline + "': " + problem;
  throw nb::value_error(problem.c_str());
}

void run(PyPassManager &self, nb::object target) {
  std::shared_ptr<ModuleState> state;
  Operation *operation;
  if (nb::isinstance<PyModule>(target)) {
    state = nb::cast<PyModule &>(target).state;
    operation = *state->module;
  } else {
    auto &given =
        checkedCast<PyOperation &>(target, "operation", "Module or Operation");
    operation = given.get();
    state = given.module();
  }
  if (state->context != self.context)
    throw nb::value_error("the module and the pass manager are of different "
                          "contexts");
  DiagnosticScope scope(self.context.get());
  // Operations looked up before may be erased, all but the module itself.
  ++state->generation;
  // With the GIL: other threads may use the context, which has no locks.
  if (failed(self.passes->run(operation)))
    scope.raise("Failure while executing pass pipeline");
}

void enablePrinting(PyPassManager &self, bool before, bool after,
                    bool moduleScope, bool onChange, bool onFailure,
                    std::optional<int64_t> largeElements,
                    std::optional<int64_t> largeResources, bool debugInfo,
                    bool generic, std::optional<std::string> folder) {
  OpPrintingFlags flags;
  if (largeElements)
    flags.elideLargeElementsAttrs(*largeElements);
  if (largeResources)
    flags.elideLargeResourceString(*largeResources);
  if (debugInfo)
    flags.enableDebugInfo();
  if (generic)
    flags.printGenericOpForm();
  auto beforePass = [before](Pass *, Operation *) { return before; };
  auto afterPass = [after](Pass *, Operation *) { return after; };
  if (folder)
    self.passes->enableIRPrintingToFileTree(beforePass, afterPass, moduleScope,
                                            onChange, onFailure, *folder,
                                            flags);
  else
    self.passes->enableIRPrinting(beforePass, afterPass, moduleScope, onChange,
                                  onFailure, llvm::errs(), flags);
}

std::string describe(const PyPassManager &self) {
  std::string text;
  llvm::raw_string_ostream os(text);
  self.passes->printAsTextualPipeline(os);
  return text;
}

} // namespace

void bindMlirPasses(nb::module_ &module) {
  nb::class_<PyPassManager>(
      module, "PassManager",
      "mlir.passmanager.PassManager over our and all upstream passes.")
      .def(nb::new_([](const std::string &anchor, nb::object context) {
             return make(anchor, resolveContext(context));
           }),
           nb::arg("anchor_op") = "any", nb::arg("context") = nb::none())
      .def_static("parse", &parse, nb::arg("pipeline"),
                  nb::arg("context") = nb::none())
      .def("add", &add, nb::arg("pipeline"))
      .def("run", &run, nb::arg("operation"))
      .def(
          "enable_verifier",
          [](PyPassManager &self, bool enable) {
            self.passes->enableVerifier(enable);
          },
          nb::arg("enable"))
      .def("enable_ir_printing", &enablePrinting,
           nb::arg("print_before_all") = false,
           nb::arg("print_after_all") = true,
           nb::arg("print_module_scope") = false,
           nb::arg("print_after_change") = false,
           nb::arg("print_after_failure") = false,
           nb::arg("large_elements_limit") = nb::none(),
           nb::arg("large_resource_limit") = nb::none(),
           nb::arg("enable_debug_info") = false,
           nb::arg("print_generic_op_form") = false,
           nb::arg("tree_printing_dir_path") = nb::none())
      .def("__str__", &describe);
}

} // namespace mlir::tts::python
