// What all lanes of a sum have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ELEMENTS_LANESUM_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ELEMENTS_LANESUM_H

#include "mlir/IR/Builders.h"

namespace mlir::tts::cpu {

/// A vector of integers as a number and a vector; null stands for 0.
struct LaneSum {
  Value common, own;
};

/// Takes a vector of integers apart: what is broadcast, here or in a summand,
/// is common. Arithmetic wraps around, so that the sum is the same for any
/// operands. New operations are made at the insertion point, where `v` is
/// known.
LaneSum takeCommon(OpBuilder &b, Location loc, Value v);

} // namespace mlir::tts::cpu

#endif
