// Fewer or more lanes for a while.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OTHERLANES_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_OTHERLANES_H

#include "Nest.h"

namespace mlir::tts::cpu {

/// Gives a nest other lanes, and what is known at the ones before back to it in
/// the end. What is one value at one position is known with any number of them.
class OtherLanes {
public:
  OtherLanes(Nest &nest, int64_t lanes)
      : nest(nest), lanes(nest.lanes), levels(nest.levels) {
    nest.lanes = lanes;
    for (Level &level : nest.levels) {
      level.memo = scalarsOf(level.memo);
      level.splats.clear();
    }
  }
  ~OtherLanes() {
    nest.lanes = lanes;
    for (auto [level, known] : llvm::zip(nest.levels, levels)) {
      for (auto &[v, found] : scalarsOf(level.memo))
        for (auto &entry : found)
          if (!llvm::is_contained(llvm::make_first_range(known.memo[v]),
                                  entry.first))
            known.memo[v].push_back(entry);
      level.memo = std::move(known.memo);
      level.splats = std::move(known.splats);
    }
  }
  int64_t before() const { return lanes; }

  OtherLanes(const OtherLanes &) = delete;
  OtherLanes &operator=(const OtherLanes &) = delete;

private:
  using Memo = decltype(Level::memo);

  static Memo scalarsOf(const Memo &memo) {
    Memo scalars;
    for (auto &[v, known] : memo)
      for (auto &[coords, lane] : known)
        if (!isa<VectorType>(lane.v.getType()) &&
            llvm::all_of(
                coords, [](const Coord &c) { return c.kind == Coord::Scalar; }))
          scalars[v].push_back({coords, lane});
    return scalars;
  }

  Nest &nest;
  int64_t lanes;
  SmallVector<Level> levels;
};

} // namespace mlir::tts::cpu

#endif
