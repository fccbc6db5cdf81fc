// Puts the parts of the emitter together: what is emitted in which order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "Accesses/Accesses.h"
#include "Atomics/Atomics.h"
#include "Dots/Dots.h"
#include "Elements/Elements.h"
#include "Nests/Nests.h"
#include "Plan/Plan.h"
#include "Programs/Programs.h"
#include "Reductions/Reductions.h"
#include "Walk/Walk.h"

namespace mlir::tts::cpu {

Emitter::Emitter(triton::FuncOp src, OpBuilder &b, LoopTarget target,
                 Value arenaPtr, Value runtime)
    : src(src), b(b), target(target), arenaPtr(arenaPtr), runtime(runtime),
      walk(std::make_unique<Walk>(*this)), plan(std::make_unique<Plan>(*this)),
      programs(std::make_unique<Programs>(*this)),
      nests(std::make_unique<Nests>(*this)),
      elements(std::make_unique<Elements>(*this)),
      accesses(std::make_unique<Accesses>(*this)),
      reductions(std::make_unique<Reductions>(*this)),
      dots(std::make_unique<Dots>(*this)),
      atomics(std::make_unique<Atomics>(*this)) {}

Emitter::~Emitter() = default;

LogicalResult Emitter::emit(Value grid, Value begin, Value end,
                            Operation *last) {
  if (!src.getBody().hasOneBlock())
    return src.emitError("unstructured control flow reached the CPU backend; "
                         "run triton-normalize first");
  atomics->enterAtomics();
  if (failed(programs->beginPrograms(grid, begin, end)))
    return failure();
  dots->guardStores();
  if (failed(walk->emitBlock(src.getBody().front())))
    return failure();
  dots->placeKept();
  dots->shareTileConfig();
  programs->interleavePrograms();
  b.setInsertionPoint(last);
  accesses->endStreams();
  return success();
}

} // namespace mlir::tts::cpu
