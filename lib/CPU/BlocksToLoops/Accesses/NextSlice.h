// What addresses are computed from, as it will be in a later iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_NEXTSLICE_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_NEXTSLICE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts::cpu {

/// Longer pieces of rows are found ahead by the hardware.
inline constexpr int64_t kPieceBytes = 2 << 10;

/// What an address is computed from that changes from one iteration of a loop,
/// or from one program along `axis`, to the next.
class NextSlice {
public:
  /// `loads`: those of scalars, which every iteration of `loop` makes, count as
  /// computations.
  NextSlice(Operation *loop, int axis, bool loads = false)
      : loop(loop), axis(axis), loads(loads) {}

  /// Adds what `v` is computed from. False if it cannot be computed ahead.
  bool add(Value v) { return known.count(v) || visit(v); }

  bool changes(Value v) const { return known.lookup(v); }
  bool changesByLoads() const { return !loaded.empty(); }
  /// Does it load from where a number says that it loads, or divide by one?
  /// Numbers that will be others by then must not be used so.
  bool believesLoads() const { return believes; }

  llvm::SetVector<Operation *> ops; // in order
  /// Scalars that the loop carries, and what is added to them each time.
  SmallVector<std::pair<Value, Value>> carried;

private:
  bool visit(Value v);

  Operation *loop;
  int axis;
  bool loads, believes = false;
  DenseSet<Value> loaded;      // what is loaded ahead, and computed from it
  DenseMap<Value, bool> known; // whether it changes
};

/// Scalars that stand for those of another iteration until this goes.
class OtherScalars {
public:
  explicit OtherScalars(IRMapping &scalars) : scalars(scalars) {}
  ~OtherScalars();
  OtherScalars(const OtherScalars &) = delete;
  OtherScalars &operator=(const OtherScalars &) = delete;

  void replace(Value v, Value other);
  /// What it gives is replaced when it is computed anew.
  void computesAnew(Operation *op);
  /// Replaces what `loop` counts, which is returned, and what it carries to the
  /// slice by that of some iterations later.
  Value goOn(OpBuilder &b, Location loc, const NextSlice &slice,
             scf::ForOp loop, int64_t iterations);

private:
  IRMapping &scalars;
  SmallVector<std::pair<Value, Value>> now;
};

} // namespace mlir::tts::cpu

#endif
