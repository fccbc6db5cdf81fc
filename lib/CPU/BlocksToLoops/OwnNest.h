// A nest that is opened where the builder stands, apart from the one around it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_OWNNEST_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_OWNNEST_H

#include "Part.h"

#include <utility>

namespace mlir::tts::cpu {

/// Opens a nest without loops for as long as it lives.
class OwnNest : Part {
public:
  explicit OwnNest(Emitter &emitter)
      : Part(emitter), outer(std::exchange(nest, &own)) {
    openBase();
  }
  ~OwnNest() { nest = outer; }

private:
  Nest own, *outer;
};

} // namespace mlir::tts::cpu

#endif
