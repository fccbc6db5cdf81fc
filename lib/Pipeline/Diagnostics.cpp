// Messages of a compilation as data.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Pipeline/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts {
namespace {

const char *severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    return "note";
  }
  return "note";
}

void append(std::string &out, const CollectedDiagnostic &diagnostic,
            const char *indent) {
  if (!out.empty())
    out += '\n';
  out += indent;
  if (!diagnostic.location.empty())
    out += diagnostic.location + ": ";
  out += diagnostic.severity + ": " + diagnostic.message;
  for (const CollectedDiagnostic &note : diagnostic.notes)
    append(out, note, "  ");
}

} // namespace

std::string describeLocation(Location location) {
  return llvm::TypeSwitch<LocationAttr, std::string>(location)
      .Case([](FileLineColLoc file) {
        return file.getFilename().str() + ":" + std::to_string(file.getLine()) +
               ":" + std::to_string(file.getColumn());
      })
      .Case([](FileLineColRange range) {
        return range.getFilename().str() + ":" +
               std::to_string(range.getStartLine()) + ":" +
               std::to_string(range.getStartColumn());
      })
      .Case([](NameLoc name) { return describeLocation(name.getChildLoc()); })
      .Case([](OpaqueLoc opaque) {
        return describeLocation(opaque.getFallbackLocation());
      })
      .Case([](CallSiteLoc call) {
        std::string callee = describeLocation(call.getCallee());
        return callee.empty() ? describeLocation(call.getCaller()) : callee;
      })
      .Case([](FusedLoc fused) {
        for (Location part : fused.getLocations())
          if (std::string text = describeLocation(part); !text.empty())
            return text;
        return std::string();
      })
      .Default([](LocationAttr) { return std::string(); });
}

CollectedDiagnostic collectDiagnostic(Diagnostic &diagnostic) {
  CollectedDiagnostic collected{severityName(diagnostic.getSeverity()),
                                diagnostic.str(),
                                describeLocation(diagnostic.getLocation()),
                                {}};
  for (Diagnostic &note : diagnostic.getNotes())
    collected.notes.push_back(collectDiagnostic(note));
  return collected;
}

std::string formatDiagnostics(const std::vector<CollectedDiagnostic> &list) {
  std::string out;
  for (const CollectedDiagnostic &diagnostic : list)
    append(out, diagnostic, "");
  return out;
}

} // namespace mlir::tts
