// IR after each pass, as files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_TOOLS_DUMPPASSES_H
#define TRITON_SHARED_LIB_TOOLS_DUMPPASSES_H

#include "triton-shared/Pipeline/Dump.h"

#include "mlir/Pass/PassInstrumentation.h"

#include <atomic>
#include <mutex>

namespace mlir::tts {

/// Writes what TRITON_SHARED_DUMP_DIR asks for: the IR after every pass, in a
/// folder a module and pipeline, as the compiler in Python does it.
class DumpPasses : public PassInstrumentation {
public:
  /// `failed` is set when a file could not be written.
  DumpPasses(std::string folder, std::string pipeline,
             std::atomic<bool> &failed)
      : dump(std::move(folder), ""), pipeline(std::move(pipeline)),
        failed(failed) {}

  void runBeforePass(Pass *pass, Operation *op) override;
  void runAfterPass(Pass *pass, Operation *op) override;

private:
  void write(llvm::StringRef phase, Operation *op);

  std::mutex mutex; // passes on functions run on several threads
  Dump dump;
  std::string pipeline;
  std::atomic<bool> &failed;
  bool named = false;
};

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_TOOLS_DUMPPASSES_H
