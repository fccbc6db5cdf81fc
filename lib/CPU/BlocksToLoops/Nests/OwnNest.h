// A nest that is opened where the builder stands, apart from the one around it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OWNNEST_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OWNNEST_H

#include "../Emitter.h"

#include <utility>

namespace mlir::tts::cpu {

/// Opens a nest without loops for as long as it lives.
class Emitter::OwnNest {
public:
  explicit OwnNest(Emitter &emitter)
      : emitter(emitter), outer(std::exchange(emitter.nest, &own)) {
    emitter.openBase();
  }
  ~OwnNest() { emitter.nest = outer; }
  OwnNest(const OwnNest &) = delete;
  OwnNest &operator=(const OwnNest &) = delete;

private:
  Emitter &emitter;
  Nest own, *outer;
};

} // namespace mlir::tts::cpu

#endif
