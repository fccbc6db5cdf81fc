// Least and greatest numbers in floating point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_FLOATENDS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_FLOATENDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::tts::cpu {

/// Ends of what is computed in fp32 or fp64, in fp64 and rounded outwards by
/// more than any rounding on the way, be it of a fused operation or of the two
/// that it is made of. Operations are monotonic, and so are their roundings:
/// what lies between the ends stays there.
class FloatEnds {
public:
  /// The least and the greatest number, scalars of fp64.
  using Ends = std::pair<Value, Value>;

  /// `refuse` is given what must not be true for the ends to hold.
  FloatEnds(OpBuilder &b, Location loc, llvm::function_ref<void(Value)> refuse)
      : b(b), loc(loc), refuse(refuse) {}

  /// Which operands the ends of `op` follow from; none where they do not.
  static SmallVector<unsigned, 2> sources(Operation *op);

  /// The ends of `op`, which has sources. Those of an integer are its own.
  Ends of(Operation *op, llvm::function_ref<Ends(unsigned)> operand);

  Value constant(double c);

  /// An end that is no number is refused, and one so large that fp32 might
  /// have no room for what is computed from it.
  Ends bounded(Ends e, double limit = 0x1p62);

  /// Rounded to zero, as scalars of 64 bits; what `type` has no room for is
  /// refused.
  Ends toInteger(Ends e, IntegerType type, bool isUnsigned);

private:
  Value choose(arith::CmpFPredicate p, Value x, Value y);
  Value lesser(Value x, Value y);
  Value greater(Value x, Value y);
  void refuseUnless(arith::CmpFPredicate p, Value x, double limit);
  Value slack(Value x);
  Ends outwards(Ends e);
  template <typename Op> Ends ofAllPairs(Ends x, Ends y);

  OpBuilder &b;
  Location loc;
  llvm::function_ref<void(Value)> refuse;
};

} // namespace mlir::tts::cpu

#endif
