// Go along the road from one stop to others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PIPELINE_COMPILE_H
#define TRITON_SHARED_PIPELINE_COMPILE_H

#include "triton-shared/Pipeline/Diagnostics.h"
#include "triton-shared/Pipeline/Pipeline.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::tts {

struct CompileRequest {
  llvm::StringRef text;
  Stop start = Stop::TTIR;
  std::vector<Stop> stops;
  PipelineOptions options;
  /// If not empty, the IR after each phase goes to
  /// <dumpDir>/<dumpName or kernel>/<NN>-<phase>.<extension>.
  std::string dumpDir;
  std::string dumpName;
  /// Print `loc(...)` in MLIR outputs.
  bool locations = true;
};

struct CompileResult {
  std::map<Stop, std::string> outputs;
  /// Symbol of the kernel; empty if there is none or more than one.
  std::string kernel;
  /// Scratch per thread; absent before it is known.
  std::optional<int64_t> arenaBytes;
  /// All messages, errors among them.
  std::vector<CollectedDiagnostic> diagnostics;
  /// Name of the phase that failed; empty after success.
  std::string failedPhase;

  bool succeeded() const { return failedPhase.empty(); }
};

/// May be called from several threads at once: every call has its own context.
CompileResult compile(const CompileRequest &request);

} // namespace mlir::tts

#endif // TRITON_SHARED_PIPELINE_COMPILE_H
