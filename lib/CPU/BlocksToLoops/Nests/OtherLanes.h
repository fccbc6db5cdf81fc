// Fewer or more lanes for a while.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OTHERLANES_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OTHERLANES_H

#include "Nest.h"

namespace mlir::tts::cpu {

/// Gives a nest other lanes, and what is known at the ones before back to it in
/// the end.
class OtherLanes {
public:
  OtherLanes(Nest &nest, int64_t lanes)
      : nest(nest), lanes(nest.lanes), levels(nest.levels) {
    nest.lanes = lanes;
    for (Level &level : nest.levels) {
      level.memo.clear();
      level.splats.clear();
    }
  }
  ~OtherLanes() {
    nest.lanes = lanes;
    nest.levels = std::move(levels);
  }
  OtherLanes(const OtherLanes &) = delete;
  OtherLanes &operator=(const OtherLanes &) = delete;

private:
  Nest &nest;
  int64_t lanes;
  SmallVector<Level> levels;
};

} // namespace mlir::tts::cpu

#endif
