// Data only (the class is in Nests.h). What is known of an open nest of loops:
// coordinates, values and addresses at them, what is done for every element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_NEST_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_NEST_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <functional>

namespace mlir::tts::cpu {

/// A materialised block: contiguous, row-major, in the arena.
struct Buffer {
  Value ptr;
  Type elem;                  // element type of the block (not of the storage)
  SmallVector<int64_t> shape; // the last dim may be that of a larger block
};

/// One coordinate of an element inside the open nest.
///  Scalar: the same for all lanes (`v` null means 0).
///  Lanes:  v + lane number.
///  Vector: one index a lane.
///  Past:   any position past the bounds of the nest (Past.cpp).
struct Coord {
  enum Kind : uint8_t { Scalar, Lanes, Vector, Past };
  Kind kind = Scalar;
  Value v;
  int level = 0;
  bool operator==(const Coord &o) const { return kind == o.kind && v == o.v; }
};
using Coords = SmallVector<Coord, 4>;

using OperationSet = llvm::SmallPtrSet<Operation *, 8>;

/// The value of a block at some coordinates: a scalar when uniform over the
/// lanes, else a vector; valid from loop level `level` inwards.
struct Lane {
  Value v;
  int level = 0;
};

/// A predicate: the AND of a scalar and a per-lane part (null = true).
struct Pred {
  Lane scalar, lanes;
};

/// An address: one pointer, or a pointer and an element offset a lane.
struct Address {
  Lane ptr;
  Lane offsets; // vector of i64, null unless gathered
  bool contiguous = false;
  bool inBytes = false; // offsets count bytes, not elements
  Value laneStride; // known at run time, where nothing else tells lanes apart
  int64_t knownStride = 0; // the same, where it is a constant; else 0
  bool chosen = false;     // neighbours more often than not (Pieces.cpp)
};

/// Scalar terms of an address, in the order of the levels that they are known
/// at, so that what is invariant in inner loops stays outside of them.
struct Terms : SmallVector<std::pair<int, Value>> {
  void add(int level, Value v) {
    value_type term(level, v);
    insert(llvm::upper_bound(*this, term, llvm::less_first()), term);
  }
};

/// Where a load of the nest is read from when it overlaps a store of it.
struct Redirect {
  Value flag;
  Buffer copy;
  Value start;        // of the copy, or of the load's own block
  bool alike = false; // do all lanes of the step load, or none of them?
};

/// From position `from` on, all elements of a 1-D buffer are `fill`.
struct Constant {
  Value from, fill;
};

/// A condition of the nest that holds up to a position of the lanes.
struct Bound {
  Operation *op; // a tts.make_block or an arith.cmpi
  Lane main;     // holds before this position
  Lane end;      // does not hold from this position on
  Lane element;  // of a block that lanes take pairs of: its elements until then
  Lane begin; // does not hold before this position; null: holds from the first
};

/// A quotient or remainder that does not change its course within a step: what
/// is divided grows by `stride` from lane to lane. Or an absolute value,
/// minimum or maximum that is operand `moving` all through a step, or its
/// negative if it `isBelow` zero there. Or an index that does not wrap: that of
/// a tts.make_block along `wrappedDim`.
struct Quotient {
  Operation *op;
  Coords coords;
  int64_t stride;
  int wrappedDim = -1;
  unsigned moving = 0;
  bool isBelow = false;
};

/// Steps in a row within which some quotients stay as they are (Runs.cpp).
struct Run {
  Coord begin; // of its first lane
  // By the dims of the nest that they are reached along: what is the same all
  // through the run, and remainders that grow by one from lane to lane.
  DenseMap<Value, SmallVector<int, 4>> constant, growing;
  // Which quotients stay as they are within it: those that a constant divides
  // (Runs.cpp), all of them, or none.
  enum Kind { OfConstants, Regular, Irregular } kind = OfConstants;
  bool beyondKink = false; // may positions have kinks in it?
  Lane lanesLeft;          // how many lanes of this step are in it; null: all
  // What writes the results of this step, for later; null: it does so at once.
  SmallVectorImpl<std::function<void()>> *later = nullptr;
};

/// Where a run ends, and whether it is a regular one; null: it always is.
struct RunEnd {
  Value end, regular;
};

/// Quotients and remainders of one division that runs end by: how many elements
/// are left until they change, and the quotient, both at a run's begin.
struct RunDivision {
  SmallVector<unsigned, 2> ops; // their numbers among the quotients of the runs
  Value divisor, left, quotient;
};

/// One loop level that is open for insertion.
struct Level {
  Block *block;
  Operation *anchor; // insert before; null = at the end
  DenseMap<Value, SmallVector<std::pair<Coords, Lane>, 1>> memo;
  DenseMap<Value, Value> splats;

  /// The last operation that was inserted; null if there is none.
  Operation *last() const {
    if (anchor)
      return anchor->getPrevNode();
    return block->empty() ? nullptr : &block->back();
  }
};

/// Rows of blocks for which a loop is run while the others wait.
struct Band {
  Value first;
  int64_t rows;
  DenseMap<Value, int> dims; // of the blocks that have such rows
};

constexpr int kElsewhere = -2;

/// Where a dim of a value lies in a nest: along a dim of it (>= 0), broadcast
/// (-1), or in another way (kElsewhere). On the way from a root pairs of
/// elements may have been put together or taken apart: then lane i takes some
/// of the 2^grain elements around number i * 2^shift, which begin at a
/// multiple.
struct Place {
  int dim = -1;
  bool paired = false;
  int shift = 0, grain = 0;

  bool operator==(const Place &o) const {
    return dim == o.dim && paired == o.paired && shift == o.shift &&
           grain == o.grain;
  }
  /// That of a block of pairs, put together to this one.
  Place ofPairs() const {
    return dim < 0 ? *this
                   : Place{dim, true, shift - 1, std::max(grain - 1, 0)};
  }
  /// That of a block that was taken apart to pairs: this is their dim.
  Place ofElements() const {
    return dim < 0 ? *this : Place{dim, true, shift + 1, grain + 1};
  }
};
using Places = SmallVector<Place, 4>;

/// How a value is reached from the root of a nest: for each of its dims, the
/// dim of the nest (>= 0), broadcast (-1), or something else (kElsewhere).
struct Reached {
  Value v;
  SmallVector<int, 4> dims;
};

/// A row that the next program or iteration reads or stores.
struct Ahead {
  Value ptr;
  Type elem;
  bool stored;
  bool far;    // into the second-level cache, however short the row
  Value pitch; // bytes from row to row along `dim`; null for a single row
  int dim;
};

/// Loops around the elements of a block, and what is known inside them.
struct Nest {
  SmallVector<int64_t> shape;
  int vecDim = -1;
  int64_t lanes = 1;
  int axis = -1;    // that a reduction across the lanes goes along
  int bandDim = -1; // that of the rows of a band, which are done alone
  SmallVector<Level> levels;
  SmallVector<Coord, 4> coords;
  SmallVector<Value> ends; // of what is needed of each dim; null: all of it
  std::vector<Reached> reached;
  DenseMap<Operation *, Redirect> redirects;
  SmallVector<Operation *> anchors; // of the levels around open loops
  DenseMap<Value, SmallVector<SmallVector<int, 4>, 1>> reachedDims;
  DenseMap<Value, SmallVector<Places, 1>> places;
  SmallVector<std::pair<Value, Buffer>> sideStores;
  SmallVector<std::pair<Value, Constant>> constantFrom;
  Value one; // the constant 1, as a coordinate
  SmallVector<Ahead, 2> ahead;
  // Accesses whose box is known to hold for all lanes in the main loop.
  OperationSet bounded;
  SmallVector<Operation *, 2> rootBlocks; // that its roots access
  DenseMap<Operation *, Lane> laneBound;
  DenseMap<Operation *, Lane> laneBegin;          // of some of `bounded`
  llvm::SmallPtrSet<Operation *, 2> boundedPairs; // some of `bounded`
  // Accesses that are known to stay below the upper bound of one of their dims.
  DenseMap<Operation *, unsigned> heldDim;
  bool inMain = false;
  // Some of `bounded`, where they begin and end at different lanes.
  SmallVector<Operation *, 4> pieces;
  bool whole = false;    // no box begins or ends within the current step
  bool streamed = false; // the store of the nest bypasses the caches
  Value mayStream;       // at run time; null: it never does
  // Of atomics anywhere: has the thread its turn, and counts of transactions.
  Value turn, counts;
  bool keepsLock = false;    // of rows that its atomic updates, between steps
  Lane storedFrom, storedTo; // positions of the lanes to store; null: all
  bool versioned = false;    // emitted twice, in the branches of a condition
  bool unwrapped = false;    // no wrapped index wraps inside its block
  bool inside = false;       // all boxes hold, and all scalar masks
  bool axisInside = false;   // all boxes hold along the dim of `axis`
  // What has a bound along the dim of `axis`, within the loop along it.
  OperationSet axisBounded;
  bool mayBeStraight = false;      // may quotients be looked for in its steps?
  SmallVector<Quotient> quotients; // that the current step is straight for
  bool crooked = false;            // the current step is not straight
  Run *run = nullptr;              // that the current step is part of
  bool shifted = false;            // steps begin between multiples of the lanes
  bool exchanges = false;          // elements trade places within the lanes
  bool merged = false;             // some loops go through several dims

  Value endOf(int dim) const { return ends.empty() ? Value() : ends[dim]; }

  /// Is it known that the condition of an operation with bounds holds?
  bool holds(Operation *op) const {
    return (inMain && bounded.contains(op)) ||
           (axisInside && axisBounded.contains(op));
  }

  /// Is it known that the box of the access holds in all lanes of the step?
  bool boxHolds(Operation *block) const {
    return inside || (inMain && bounded.contains(block));
  }
};

/// Sums [rows, n] += left [rows, k] B[k, n], where B is the value of a nest.
struct DirectProduct {
  Type elem;   // of both operands in the source
  Buffer left; // of the sums' type, or for instructions for pairs
  Buffer sums;
  bool pairs = false;     // are there instructions for pairs along k of both?
  Buffer partials;        // [rows, n, lanes]: sums of some k each
  Value firstColumn;      // of the only ones to be multiplied; null: all are
  Value rowEnd;           // nobody needs rows from here on; null: all
  Value kEnd;             // both operands are zero from here on; null: nowhere
  bool endsAlike = false; // is that where either of them ends?
  bool alongK = false;    // are the sums in `partials`?
};

/// Work that a nest does for every element.
struct Root {
  enum Kind { Store, Materialize, Pack, Multiply, Reduce, Atomic, Assert } kind;
  Operation *op = nullptr; // Store, Reduce, Atomic, Assert
  Value value;             // Materialize, Pack, Multiply
  Buffer dest;             // Materialize, Pack
  int64_t group = 1;       // Pack: consecutive k in one lane
  int64_t panel = 0;       // Pack: columns that lie together
  int64_t depth = 0;       // Pack: k of a panel, of which this fills some
  bool fillsOwn = false;   // Pack: the value's own storage
  DirectProduct *product = nullptr; // Multiply

  /// Has it loops of its own, over all of the nest?
  bool hasLoops() const { return kind == Pack || kind == Multiply; }
};

} // namespace mlir::tts::cpu

#endif
