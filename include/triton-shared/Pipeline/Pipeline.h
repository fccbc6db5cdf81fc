// The road: stops and phases in order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PIPELINE_PIPELINE_H
#define TRITON_SHARED_PIPELINE_PIPELINE_H

#include "triton-shared/CPU/Codegen/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace mlir::tts {

/// Where the road can be entered and left, in order. Everything up to LLVM is
/// MLIR; Linalg is a side road from Structured.
enum class Stop { TTIR, Structured, Linalg, Loops, LLVM, LLIR, Asm, Obj };

/// All stops' names, indexed by Stop.
llvm::ArrayRef<llvm::StringLiteral> stopNames();
llvm::StringRef stopName(Stop stop);
std::optional<Stop> parseStop(llvm::StringRef name);

/// What phases may depend on.
struct PipelineOptions {
  CPUTarget target = CPUTarget::host();
  int optLevel = 3;
  /// Let a * b + c be computed with one rounding.
  bool fpFusion = true;
  /// Go through the linalg stop, by upstream's passes and scalar loops: slow,
  /// an oracle for the rest.
  bool plain = false;
  /// Width of the registers that loops are made for; 0: the target's.
  unsigned vectorBits = 0;
  /// i1 values after the strides of a descriptor argument (Triton 3.6: 1).
  unsigned descriptorFlags = 2;
};

/// An option that can be set by name.
struct PipelineOptionInfo {
  llvm::StringLiteral name;
  llvm::StringLiteral description;
  bool (*set)(PipelineOptions &options, llvm::StringRef value);
};

llvm::ArrayRef<PipelineOptionInfo> pipelineOptionInfos();

/// Sets an option by name; returns what is wrong, or "".
std::string setPipelineOption(PipelineOptions &options, llvm::StringRef name,
                              llvm::StringRef value);

/// A step between two stops.
struct Phase {
  llvm::StringLiteral name;
  Stop from;
  Stop to;
  void (*addPasses)(OpPassManager &passes, const PipelineOptions &options);
};

/// All MLIR phases, in the order of the road. Phases with the same `from` and
/// `to` follow each other.
llvm::ArrayRef<Phase> phases();

/// Registers parts of the road as pass pipelines of the opt tool: the way from
/// each stop to the next, and the phases that are no passes. To be called when
/// the passes are registered.
void registerRoadPipelines();

/// The dialects that the road's stops are made of.
void registerRoadDialects(DialectRegistry &registry);

} // namespace mlir::tts

#endif // TRITON_SHARED_PIPELINE_PIPELINE_H
