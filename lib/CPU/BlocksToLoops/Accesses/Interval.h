// Between which numbers the elements of an integer block lie.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_INTERVAL_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_INTERVAL_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

namespace mlir::tts::cpu {

struct Interval {
  Value least, most; // scalars: i64, or f64 of a block of floats
};

/// Is the block computed from positions and scalars by what `Intervals` knows?
bool hasInterval(Value v);

/// Intervals of blocks for which `hasInterval` holds.
class Intervals {
public:
  /// `scalar` gives what a scalar of the source has become, `lastOf` the last
  /// element of a `tt.make_range` that counts, or null if all do. `unknown` is
  /// set where no interval holds at run time: where numbers leave their type,
  /// or are divided by what is not positive.
  Intervals(OpBuilder &b, Location loc, llvm::function_ref<Value(Value)> scalar,
            llvm::function_ref<Value(Value)> lastOf, Value &unknown)
      : b(b), loc(loc), scalar(scalar), lastOf(lastOf), unknown(unknown) {}

  Interval of(Value v);

private:
  using P = arith::CmpIPredicate;
  Value cst(int64_t v);
  Value compare(P p, Value x, Value y);
  Value select(Value condition, Value x, Value y);
  Value least(Value x, Value y);
  Value most(Value x, Value y);
  Value negative(Value x);
  void refuse(Value when);
  Interval within(Interval i, unsigned bits);
  Interval ofFloat(Value v);
  Interval ofInteger(Value v);
  Interval ofChoice(arith::SelectOp op);
  Interval ofAbsolute(Interval x, unsigned width);
  Interval ofDivision(Interval x, Interval y, bool quotient);
  Interval ofSum(Operation *op, Interval x, Interval y);

  OpBuilder &b;
  Location loc;
  llvm::function_ref<Value(Value)> scalar, lastOf;
  Value &unknown;
  DenseMap<Value, Interval> memo;
  std::map<int64_t, Value> constants;
};

} // namespace mlir::tts::cpu

#endif
