// Parts of the road by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Pipeline/Pipeline.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <utility>
#include <vector>

namespace mlir::tts {

/// A pipeline without options, which says so when it is given any.
static void registerPipeline(llvm::StringRef name, llvm::StringRef description,
                             std::function<void(OpPassManager &)> add) {
  registerPassPipeline(
      name, description,
      [=, name = name.str()](
          OpPassManager &passes, llvm::StringRef options,
          llvm::function_ref<LogicalResult(const llvm::Twine &)> error) {
        if (!options.empty())
          return error("'" + name + "' has no options, but was given '" +
                       options + "'");
        add(passes);
        return success();
      },
      [](llvm::function_ref<void(const detail::PassOptions &)>) {});
}

/// A way from stop to stop, by the phases for this machine's CPU.
static void registerWay(llvm::StringRef name, llvm::StringRef description,
                        std::vector<std::pair<Stop, Stop>> way) {
  registerPipeline(name, description, [=](OpPassManager &passes) {
    PipelineOptions options;
    for (auto [from, to] : way)
      for (const Phase &phase : phases())
        if (phase.from == from && phase.to == to)
          phase.addPasses(passes, options);
  });
}

void registerRoadPipelines() {
  // Most phases are passes, with options of their own.
  for (const Phase &phase : phases())
    if (!PassInfo::lookup(phase.name))
      registerPipeline(phase.name,
                       ("A phase from the " + stopName(phase.from) +
                        " to the " + stopName(phase.to) + " stop")
                           .str(),
                       [add = phase.addPasses](OpPassManager &passes) {
                         add(passes, PipelineOptions());
                       });
  registerWay("ttir-to-structured", "Triton's IR to the structured stop",
              {{Stop::TTIR, Stop::Structured}});
  registerWay("structured-to-loops",
              "The structured stop to the loops stop, for this machine's CPU",
              {{Stop::Structured, Stop::Loops}});
  registerWay("loops-to-llvm",
              "The loops stop to the llvm stop, for this machine's CPU",
              {{Stop::Loops, Stop::LLVM}});
  registerWay(
      "triton-to-linalg",
      "Triton's IR to the linalg stop, which has upstream dialects only",
      {{Stop::TTIR, Stop::Structured}, {Stop::Structured, Stop::Linalg}});
  registerWay("linalg-to-plain-llvm",
              "The plain way from the linalg stop to the LLVM dialect: "
              "one-shot bufferization, scalar loops, the launcher's entry "
              "point",
              {{Stop::Linalg, Stop::Loops}, {Stop::Linalg, Stop::LLVM}});
}

} // namespace mlir::tts
