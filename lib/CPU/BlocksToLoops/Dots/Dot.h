// Data only (the class is in Dots.h). What the parts of a dot hand one another:
// operands as matrices, the multiplication, and packed operands that are used
// again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOT_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOT_H

#include "../LoopTarget.h"
#include "../Nests/Nest.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>

namespace mlir::tts::cpu {

struct Matrix {
  Value ptr;
  SmallVector<OpFoldResult, 3> strides; // elements, i64
  Type elem;
  bool fetched = false; // in the kernel's arguments: rows come from afar
  int64_t panel = 0;    // columns that lie together
  int64_t depth = 0;    // rows of a panel
  Value kEnd;           // the first operand's: zero from here on
};

/// Called before a tile: first row, rows, first column, columns.
using TouchTile = std::function<void(Value, int64_t, Value, int64_t)>;
/// Sizes of a dot; k is that of one step, of which there are `steps`.
struct DotShape {
  int64_t batch, m, n, k;
  Value steps; // null: one
  int64_t maxSteps = 1;
  Value fresh = {}; // true: what the accumulators held does not count
  // Results from here on are not needed; null: all are.
  Value rowEnd = {}, columnEnd = {};
  TouchTile touch = {};
};

using MatrixAt = llvm::function_ref<Matrix(Value step)>;

struct DotTask {
  DotUnit unit;
  DotShape shape;
  MatrixAt a;
  Matrix b; // packed
  Buffer c;
  bool zero; // does C hold nothing that counts?
};

struct Reuse {
  Buffer storage, keys;
  Value launch; // a number that only this launch has
  int64_t slots = 1;
  SmallVector<Value> inputs; // of the source
  bool guarded = false;      // are there stores to look at?

  /// Of what names the contents of a slot.
  int64_t words() const { return 1 + inputs.size() + guarded; }
};

/// Chunks of an operand that are copied or packed, in slots that are found by
/// what they hold.
struct KeptChunks {
  Reuse reuse;
  Buffer table, key; // what the slots hold; what is looked for
  Value slot; // of the current chunk; in memory, -1: not known. Null: no table
  Value step = {};      // which part of the chunk is read
  int64_t stepSize = 0; // elements from one part to the next
};

struct Slot {
  Buffer storage;
  Value changed;
  bool guarded;
};

struct Iterations {
  Value lower, step, trips;
};

} // namespace mlir::tts::cpu

#endif
