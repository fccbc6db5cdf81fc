// What counts programs that lie side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKREWRITES_PROGRAMNUMBER_H
#define TRITON_SHARED_LIB_CPU_BLOCKREWRITES_PROGRAMNUMBER_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

namespace mlir::tts::cpu {

/// The number along an axis of the grid, or what remains of it.
struct ProgramNumber {
  int axis = 0;
  Operation *remainder = nullptr; // of the number along the axis

  /// Is `op` the row that the programs of a remainder have in common?
  bool isRow(Operation *op) const;
};

/// Do lanes `stride` apart share lines of the caches, so that a longer row is
/// one that is read or written on end?
bool isDense(int64_t stride, Type elem);

/// Adds an argument to a version that does several programs at once: how many
/// there are.
Value addProgramCount(triton::FuncOp version);

} // namespace mlir::tts::cpu

#endif
