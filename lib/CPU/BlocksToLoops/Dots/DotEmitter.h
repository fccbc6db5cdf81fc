// What the emitters of the units that multiply (DotVectors.cpp, DotAmx.cpp)
// have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOTEMITTER_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOTEMITTER_H

#include "Dots.h"

namespace mlir::tts::cpu {

struct Dots::DotEmitter : Part {
  DotEmitter(Dots &dots, const DotTask &task)
      : Part(dots), dots(dots), task(task), unit(task.unit), shape(task.shape),
        bm(task.b), c(task.c) {}

  Dots &dots;
  const DotTask &task;
  const DotUnit &unit;
  const DotShape &shape;
  const Matrix &bm;
  const Buffer &c;
};

} // namespace mlir::tts::cpu

#endif
