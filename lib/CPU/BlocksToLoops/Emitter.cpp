// Puts the parts of the emitter together.
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

Emitter::Emitter(triton::FuncOp src, OpBuilder &b, LoopTarget target)
    : src(src), b(b), target(target), walk(std::make_unique<Walk>(*this)),
      plan(std::make_unique<Plan>(*this)),
      programs(std::make_unique<Programs>(*this)),
      nests(std::make_unique<Nests>(*this)),
      elements(std::make_unique<Elements>(*this)),
      accesses(std::make_unique<Accesses>(*this)),
      reductions(std::make_unique<Reductions>(*this)),
      dots(std::make_unique<Dots>(*this)),
      atomics(std::make_unique<Atomics>(*this)) {}

Emitter::~Emitter() = default;

} // namespace mlir::tts::cpu
