// Values that repeat themselves along the positions of the programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_TABLES_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PROGRAMS_TABLES_H

#include "../Nests/Nest.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

namespace mlir::tts::cpu {

/// A 1-D block whose elements depend on `(start + lane) rem period` alone, all
/// of whose lanes are loaded through `blocks`.
struct Periodic {
  Value start; // null: all elements are the same
  int64_t period = 0;
  bool dear = false; // costly to compute, or would lanes be gathered?
  SmallVector<tts::MakeBlockOp, 2> blocks;
};

/// The periodic blocks of a kernel that are worth a table: dear ones, and what
/// else has the period of one. Programs lie side by side along their positions:
/// `start` is the number of the program, along the first axis, times the lanes.
SmallVector<std::pair<Value, Periodic>> findPeriodic(triton::FuncOp function);

/// One period of a block, and some elements more, so that a step finds all of
/// its lanes side by side wherever it begins.
struct Table {
  Periodic of;
  Buffer elements;
  Value origin; // position of the first element, i64
};

} // namespace mlir::tts::cpu

#endif
