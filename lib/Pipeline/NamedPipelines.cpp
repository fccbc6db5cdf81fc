//===- NamedPipelines.cpp - Parts of the road by name ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "triton-shared/Pipeline/Pipeline.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::tts {

static void addPhases(OpPassManager &passes, Stop from, Stop to) {
  PipelineOptions options;
  for (const Phase &phase : phases())
    if (phase.from == from && phase.to == to)
      phase.addPasses(passes, options);
}

void registerRoadPipelines() {
  // Most phases are passes, with options of their own.
  for (const Phase &phase : phases())
    if (!PassInfo::lookup(phase.name))
      PassPipelineRegistration<>(
          phase.name,
          ("A phase from the " + stopName(phase.from) + " to the " +
           stopName(phase.to) + " stop")
              .str(),
          [add = phase.addPasses](OpPassManager &passes) {
            add(passes, PipelineOptions());
          });
  PassPipelineRegistration<>("ttir-to-structured",
                             "Triton's IR to the structured stop",
                             [](OpPassManager &passes) {
                               addPhases(passes, Stop::TTIR, Stop::Structured);
                             });
  PassPipelineRegistration<>(
      "structured-to-loops",
      "The structured stop to the loops stop, for this machine's CPU",
      [](OpPassManager &passes) {
        addPhases(passes, Stop::Structured, Stop::Loops);
      });
  PassPipelineRegistration<>(
      "loops-to-llvm",
      "The loops stop to the llvm stop, for this machine's CPU",
      [](OpPassManager &passes) {
        addPhases(passes, Stop::Loops, Stop::LLVM);
      });
  PassPipelineRegistration<>(
      "triton-to-linalg",
      "Triton's IR to the linalg stop, which has upstream dialects only",
      [](OpPassManager &passes) {
        addPhases(passes, Stop::TTIR, Stop::Structured);
        addPhases(passes, Stop::Structured, Stop::Linalg);
      });
  PassPipelineRegistration<>(
      "linalg-to-plain-llvm",
      "The plain way from the linalg stop to the LLVM dialect: one-shot "
      "bufferization, scalar loops, the launcher's entry point",
      [](OpPassManager &passes) {
        addPhases(passes, Stop::Linalg, Stop::Loops);
        addPhases(passes, Stop::Linalg, Stop::LLVM);
      });
}

} // namespace mlir::tts
