// In which order a thread runs its programs, where it is not Triton's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_ORDER_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_ORDER_H

#include "mlir/IR/Value.h"

namespace mlir::tts::cpu {

/// Programs that are done at once.
struct Joined {
  int64_t most; // of them
  Value period; // so many lie side by side; null for all along the axis
  Value count;  // how many are done this time
};

/// Programs along axis 0 that share the columns of a dot, or rows: `whole`
/// groups of `period` programs, `height` for each column, so many groups at a
/// time. From one program to the next it is mostly `step`.
struct Columns {
  Value period, height, groups, whole, step;
};

} // namespace mlir::tts::cpu

#endif
