// Least and greatest numbers of bitwise operations and shifts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_BITENDS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_BITENDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::tts::cpu {

/// Ends of what bitwise operations and shifts make of integers, as scalars of
/// 64 bits.
class BitEnds {
public:
  /// The least and the greatest number.
  using Ends = std::pair<Value, Value>;

  /// `refuse` is given what must not be true for the ends to hold.
  BitEnds(OpBuilder &b, Location loc, llvm::function_ref<void(Value)> refuse)
      : b(b), loc(loc), refuse(refuse) {}

  static bool isShift(Operation *op);

  /// Is it one of the operations?
  static bool knows(Operation *op);

  /// The ends of `op`, whose elements have `width` bits, from those of its
  /// operands. Those of what is shifted by are one number.
  Ends of(Operation *op, Ends x, Ends y, unsigned width);

private:
  using P = arith::CmpIPredicate;
  template <typename Op> Value make(Value x, Value y) {
    return b.createOrFold<Op>(loc, x, y);
  }
  Value cst(int64_t v);
  Value compare(P p, Value x, Value y);
  Value select(Value condition, Value x, Value y);
  void refuseNegative(Ends x);
  void refuseBeyond(Ends x, unsigned bits);
  Value sum(Ends x, Ends y);
  Ends ofAnd(Ends x, Ends y);
  Ends ofMask(Ends x, int64_t mask);
  Ends ofOr(Ends x, Ends y);
  Ends ofExclusiveOr(Ends x, Ends y);
  Ends ofFlipped(Ends x, int64_t bits);
  Ends ofShift(Operation *op, Ends x, Value amount, unsigned width);

  OpBuilder &b;
  Location loc;
  llvm::function_ref<void(Value)> refuse;
};

} // namespace mlir::tts::cpu

#endif
