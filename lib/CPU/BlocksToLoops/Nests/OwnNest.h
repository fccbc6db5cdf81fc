// A nest that is opened where the builder stands, apart from the one around it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OWNNEST_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OWNNEST_H

#include "Nests.h"

#include <utility>

namespace mlir::tts::cpu {

/// Opens a nest without loops for as long as it lives.
class OwnNest {
public:
  explicit OwnNest(Emitter &e) : e(e), outer(std::exchange(e.nest, &own)) {
    e.nests->openBase();
  }
  ~OwnNest() { e.nest = outer; }
  OwnNest(const OwnNest &) = delete;
  OwnNest &operator=(const OwnNest &) = delete;

private:
  Emitter &e;
  Nest own, *outer;
};

} // namespace mlir::tts::cpu

#endif
