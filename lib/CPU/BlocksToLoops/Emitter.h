// Turns the blocks (tensors) of one Triton function into loop nests over
// vectors: the state of that, and the parts that share it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_EMITTER_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_EMITTER_H

#include "LoopTarget.h"
#include "Nests/Nest.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

#include <memory>
#include <optional>

namespace mlir::tts::cpu {

class Accesses;
class Atomics;
class Dots;
class Elements;
class Nests;
class Plan;
class Programs;
class Reductions;
class Walk;

/// One function that is being emitted: the state that its parts share, and the
/// parts, each of them a Part (Part.h). Each has a folder, a header with what
/// it does for the others, and state of its own.
///
/// A block value is either *lazy* (an expression that is evaluated element by
/// element inside whatever nest needs it) or a *buffer* (row-major storage in
/// the arena). Roots (stores, reductions, scans, dots, ...) open nests
/// (Nests/Nest.h).
struct Emitter {
  /// `arenaPtr` and `runtime` are arguments of the function that is emitted.
  Emitter(triton::FuncOp src, OpBuilder &b, LoopTarget target, Value arenaPtr,
          Value runtime);
  ~Emitter();

  /// Emits all programs from `begin` to `end` of a grid at the builder's
  /// insertion point, where `last` stands.
  LogicalResult emit(Value grid, Value begin, Value end, Operation *last);

  triton::FuncOp src;
  OpBuilder &b;
  const LoopTarget target;
  const Value arenaPtr, runtime;
  IRMapping scalars; // scalar values of the source -> emitted values
  int64_t arenaTop = 0, arenaPeak = 0; // bytes: in use now; at most

  Operation *current = nullptr; // of the source: what is being emitted
  Location loc = UnknownLoc::get(b.getContext());
  Nest *nest = nullptr; // the open one
  std::optional<Band> band;
  DenseMap<Value, Buffer> buffers;
  DenseMap<Value, Constant> constantFrom; // of values that have storage

  const std::unique_ptr<Walk> walk;
  const std::unique_ptr<Plan> plan;
  const std::unique_ptr<Programs> programs;
  const std::unique_ptr<Nests> nests;
  const std::unique_ptr<Elements> elements;
  const std::unique_ptr<Accesses> accesses;
  const std::unique_ptr<Reductions> reductions;
  const std::unique_ptr<Dots> dots;
  const std::unique_ptr<Atomics> atomics;
};

} // namespace mlir::tts::cpu

#endif
