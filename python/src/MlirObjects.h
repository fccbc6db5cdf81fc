// MLIR objects as Python sees them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_MLIROBJECTS_H
#define TRITON_SHARED_PYTHON_MLIROBJECTS_H

#include "triton-shared/Pipeline/Diagnostics.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

namespace mlir::tts::python {

using ContextRef = std::shared_ptr<MLIRContext>;

struct PyContext {
  ContextRef context;
};

struct PyLocation {
  ContextRef context;
  Location location;
};

/// A module; `generation` counts the pass runs that may have replaced its ops.
struct ModuleState {
  ContextRef context;
  OwningOpRef<ModuleOp> module;
  unsigned generation = 0;
};

struct PyModule {
  std::shared_ptr<ModuleState> state;
};

/// An operation inside a module, valid until the next pass run.
class PyOperation {
public:
  PyOperation(std::shared_ptr<ModuleState> state, Operation *operation)
      : state(std::move(state)), operation(operation),
        generation(this->state->generation) {}

  /// Raises when a pass run may have erased the operation.
  Operation *get() const;
  const std::shared_ptr<ModuleState> &module() const { return state; }

private:
  std::shared_ptr<ModuleState> state;
  Operation *operation;
  unsigned generation;
};

/// Collects what is emitted on a context while it lives.
class DiagnosticScope {
public:
  explicit DiagnosticScope(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          collected.push_back(collectDiagnostic(diagnostic));
        }) {}
  /// Raises MLIRError with what was collected.
  [[noreturn]] void raise(const std::string &message) const;

private:
  std::vector<CollectedDiagnostic> collected;
  ScopedDiagnosticHandler handler;
};

/// `given`, or the innermost `with Context():` of this thread.
ContextRef resolveContext(nanobind::handle given);

void bindMlirContext(nanobind::module_ &module);
void bindMlirModule(nanobind::module_ &module);
void bindMlirPasses(nanobind::module_ &module);

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_MLIROBJECTS_H
