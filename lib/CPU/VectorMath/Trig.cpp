// sin and cos in f32, inline for all but huge arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"

namespace mlir::tts::vecmath {

namespace {

/// pi / 2 in three pieces of 24 bits.
constexpr double kHalfPiA = 0x1.921fb6p+0, kHalfPiB = -0x1.777a5cp-25,
                 kHalfPiC = -0x1.ee59dap-50;
constexpr double kTwoOverPi = 0x1.45f306p-1;
/// Up to here x - n pi / 2 is exact to f32 precision with the three pieces.
constexpr double kReducible = 0x1p16;

/// sin(|x| + shift pi / 2) as bits; the sign of x is not taken in.
Val sinOfQuadrant(MathBuilder &m, Val x, int64_t shift) {
  Val a = m.abs(x);
  Val t = m.fma(a, kTwoOverPi, m.cst(x, 0x1.8p23));
  Val n = t - 0x1.8p23;
  Val r = m.fma(n, -kHalfPiA, a);
  r = m.fma(n, -kHalfPiB, r);
  r = m.fma(n, -kHalfPiC, r);
  // |r| <= pi / 4; relative errors of the polynomials 2^-27.9 and 2^-33.
  Val r2 = r * r;
  Val s = m.poly(r2, {-0x1.555546p-3, 0x1.110776p-7, -0x1.9952fap-13});
  s = m.fma(r * r2, s, r);
  Val c = m.poly(r2, {0x1.55554ap-5, -0x1.6c0c28p-10, 0x1.99e80cp-16});
  c = m.fma(r2 * r2, c, m.fma(r2, m.cst(x, -0.5), m.cst(x, 1.0)));
  Val q = m.bits(t);
  if (shift)
    q = q + shift;
  Val zero = m.cst(q, int64_t(0));
  Val even = m.cmp(arith::CmpIPredicate::eq, q & int64_t(1), zero);
  Val sign = m.shl(q & int64_t(2), 30);
  return m.bits(m.select(even, s, c)) ^ sign;
}

/// `fast`, but SLEEF's function for the whole vector if a lane is huge.
Val unlessHuge(MathBuilder &m, StringRef name, Val x, Val fast) {
  return m.unlessAny(m.gt(m.abs(x), kReducible), fast,
                     [&] { return callSleef(m, *findFunction(name), {x}); });
}

} // namespace

Val sin32(MathBuilder &m, Vals args) {
  if (!m.target.hasFma())
    return callSleef(m, *findFunction("sin"), args);
  Val x = args[0];
  Val sign = m.bits(x) & int64_t(0x80000000);
  return unlessHuge(m, "sin", x, m.asFloat(sinOfQuadrant(m, x, 0) ^ sign));
}

Val cos32(MathBuilder &m, Vals args) {
  if (!m.target.hasFma())
    return callSleef(m, *findFunction("cos"), args);
  return unlessHuge(m, "cos", args[0], m.asFloat(sinOfQuadrant(m, args[0], 1)));
}

} // namespace mlir::tts::vecmath
