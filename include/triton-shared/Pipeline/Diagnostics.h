// Messages of a compilation as data.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PIPELINE_DIAGNOSTICS_H
#define TRITON_SHARED_PIPELINE_DIAGNOSTICS_H

#include <string>
#include <vector>

namespace mlir {
class Diagnostic;
class Location;
} // namespace mlir

namespace mlir::tts {

struct CollectedDiagnostic {
  std::string severity; // "error", "warning", "remark", "note"
  std::string message;
  std::string location; // "file:line:col", or empty
  std::vector<CollectedDiagnostic> notes;
};

CollectedDiagnostic collectDiagnostic(mlir::Diagnostic &diagnostic);

/// `file:line:col` of the innermost place that a location names.
std::string describeLocation(mlir::Location location);

/// One line a message: `file:line:col: error: text`, notes indented.
std::string formatDiagnostics(const std::vector<CollectedDiagnostic> &list);

} // namespace mlir::tts

#endif // TRITON_SHARED_PIPELINE_DIAGNOSTICS_H
