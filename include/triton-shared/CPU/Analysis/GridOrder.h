// How a grid counts: from which axis programs take their rows, and from which
// their columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CPU_ANALYSIS_GRIDORDER_H
#define TRITON_SHARED_CPU_ANALYSIS_GRIDORDER_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

namespace mlir::tts::cpu {

/// Is what programs do told, counted or waited for? Then Triton's order is
/// expected.
bool isOrdered(triton::FuncOp func);

bool hasDots(triton::FuncOp func);

/// Axis 0 counts down `height` rows, then along the columns, and comes to the
/// next rows after `period` programs.
struct ColumnOrder {
  Value period; // null: it does not
  Value height; // null for 1
};

/// How axis 0 counts, if the second operand of a dot depends on it through the
/// column alone: `pid % n`, or in the matmul tutorial
/// `pid % (height * n) / min(rows left, height)`.
ColumnOrder columnsAlongX(triton::FuncOp func);

/// How axis 0 counts, if it goes down the rows of what is accessed first,
/// `pid % n`, and then along them, `pid // n`: as a grid of two axes that is
/// run along axis 1, but for some columns at a time.
ColumnOrder rowsAlongX(triton::FuncOp func);

/// The axis of the grid along which a thread should run programs first; if it
/// is 2, the others come backwards too.
int fastestAxis(triton::FuncOp func);

/// The axis along which a thread runs the programs one after the other, if
/// nothing else tells in which order they come.
std::optional<int> axisInAnyOrder(triton::FuncOp func);

} // namespace mlir::tts::cpu

#endif
