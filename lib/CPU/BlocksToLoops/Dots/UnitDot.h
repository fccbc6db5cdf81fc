// What the emitters of the units that multiply (DotVectors.cpp, DotAmx.cpp)
// have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_UNITDOT_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_UNITDOT_H

#include "Dots.h"

namespace mlir::tts::cpu {

/// Groups of k in one iteration of the innermost loop over vectors, which goes
/// on to the end of one that k ends in.
constexpr int64_t kUnroll = 4;

struct Dots::UnitDot : Part {
  UnitDot(Emitter &emitter, const DotTask &task)
      : Part(emitter), task(task), unit(task.unit), shape(task.shape),
        bm(task.b), c(task.c) {}

  const DotTask &task;
  const DotUnit &unit;
  const DotShape &shape;
  const Matrix &bm;
  const Buffer &c;
};

} // namespace mlir::tts::cpu

#endif
