// What the emitters of the units that multiply (DotVectors.cpp, DotAmx.cpp)
// have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOTEMITTER_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOTEMITTER_H

#include "../Emitter.h"

namespace mlir::tts::cpu {

struct Emitter::DotEmitter {
  DotEmitter(Emitter &e, const DotTask &task)
      : e(e), b(e.b), loc(e.loc), task(task), unit(task.unit),
        shape(task.shape), bm(task.b), c(task.c) {}

  Emitter &e;
  OpBuilder &b;
  Location loc;
  const DotTask &task;
  const DotUnit &unit;
  const DotShape &shape;
  const Matrix &bm;
  const Buffer &c;
};

} // namespace mlir::tts::cpu

#endif
