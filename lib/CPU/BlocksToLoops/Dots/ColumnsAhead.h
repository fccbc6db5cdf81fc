// Columns of a second operand that are contiguous along k, in the next
// iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_COLUMNSAHEAD_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_COLUMNSAHEAD_H

#include "../Nests/Nest.h"
#include "../Part.h"

namespace mlir::tts::cpu {

/// A block has many columns, a line or two of each, far apart: more than
/// hardware follows. The open nest, [batch,] k, n, asks for those of the next
/// iteration of the loop around it.
class ColumnsAhead : Part {
public:
  explicit ColumnsAhead(Emitter &emitter) : Part(emitter) {}

  /// Finds what is read along k, and how far it is to the next iteration.
  void find();
  /// Asks for these columns.
  LogicalResult fetch(ArrayRef<Coord> columns);

private:
  int kDim() const { return static_cast<int>(nest->shape.size()) - 2; }

  SmallVector<std::pair<const Reached *, Value>> ahead; // bytes
};

} // namespace mlir::tts::cpu

#endif
