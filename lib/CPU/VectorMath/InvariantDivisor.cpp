// Scalar quotients by what a loop does not change: one reciprocal before it,
// and a product for each quotient.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arith.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::tts::vecmath {

using IPred = arith::CmpIPredicate;

/// With c = floor(2^63 / |d|) + 1, which 64 bits hold for every divisor,
/// floor(|x| c / 2^63) is floor(|x| / |d|): it exceeds |x| / |d| by at most
/// |x| / 2^63 <= 2^-32, and that is 2^-31 or more below the next integer
/// (Granlund, Montgomery: Division by Invariant Integers using Multiplication,
/// PLDI 1994). A c of 0 gives 0 for d = 0.
Val divideByInvariant(MathBuilder &m, Operation *op) {
  Val x = m.wrap(op->getOperand(0)), d = m.wrap(op->getOperand(1));
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  if (!isa<arith::DivSIOp, arith::RemSIOp>(op) || !x.type().isInteger(32) ||
      !loop || !loop.isDefinedOutsideOfLoop(d.v))
    return {};
  OpBuilder &b = m.builder;
  Type wide = b.getI64Type();
  Val reciprocal;
  Val hasRemainder; // all bits, or none for d = 0
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(d.v);
    Val size = m.extui(magnitude(m, d), wide);
    Val isZero = m.cmp(IPred::eq, d, m.cst(d, int64_t(0)));
    Val divisor = m.select(isZero, m.cst(size, int64_t(1)), size);
    Val whole = m.wrap(arith::DivUIOp::create(
        b, m.getLoc(), m.cst(size, INT64_MIN).v, divisor.v));
    Val next = whole + m.cst(size, int64_t(1));
    reciprocal = m.select(isZero, m.cst(size, int64_t(0)), next);
    hasRemainder =
        m.select(isZero, m.cst(d, int64_t(0)), m.cst(d, int64_t(-1)));
  }
  Val twice = m.shl(m.extui(magnitude(m, x), wide), 1);
  auto product =
      arith::MulUIExtendedOp::create(b, m.getLoc(), reciprocal.v, twice.v);
  Val q = m.trunci(m.wrap(product.getHigh()), x.elem());
  Val sign = m.ashr(x ^ d, 31);
  q = (q ^ sign) - sign;
  return isa<arith::DivSIOp>(op) ? q : (x - q * d) & hasRemainder;
}

} // namespace mlir::tts::vecmath
