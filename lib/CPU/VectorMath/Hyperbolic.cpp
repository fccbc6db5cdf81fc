// Hyperbolic functions: inline in f32; in f64 at the ends of their ranges,
// where SLEEF gives infinity too early.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"

namespace mlir::tts::vecmath {

namespace {

/// From here on sinh |x| = cosh x = e^|x| / 2 to the last place.
constexpr double kLarge = 700.0;
/// From here on asinh x = acosh x = log(2 x) to the last place.
constexpr double kHuge = 1e100;
constexpr double kLn2 = 0.693147180559945309;

/// e^a / 2, finite up to the overflow of the quotient.
Val halfExp(MathBuilder &m, Val a) {
  return emitFunction(m, "exp", {a - 1.0}) * 1.3591409142295226;
}

Val logOfDouble(MathBuilder &m, Val a) {
  return emitFunction(m, "log", {a}) + kLn2;
}

/// e^|x| / 4 in f32, finite for all |x| whose cosh is.
Val quarterExp(MathBuilder &m, Val a) {
  ScaledExp k = expOfModerate(m, m.clampMax(a, 90.0), -2);
  return k.p * k.scale;
}

} // namespace

/// |x| < 1: x + x^3 S(x^2), relative error 2^-31; else (e^|x| - e^-|x|) / 2.
Val sinh32(MathBuilder &m, Vals args) {
  Val x = args[0], a = m.abs(x), x2 = x * x;
  Val s =
      m.poly(x2, {0x1.555556p-3, 0x1.1110ep-7, 0x1.a022bcp-13, 0x1.756c1ep-19});
  Val q = quarterExp(m, a);
  Val large = m.copysign(m.fma(q, 2.0, -0.125 / q), x);
  return m.select(m.lt(a, 1.0), m.fma(x * x2, s, x), large);
}

Val cosh32(MathBuilder &m, Vals args) {
  Val q = quarterExp(m, m.abs(args[0]));
  return m.fma(q, 2.0, 0.125 / q);
}

Val sinh64(MathBuilder &m, Vals args) {
  Val x = args[0], a = m.abs(x);
  Val large = m.copysign(halfExp(m, a), x);
  return m.select(m.gt(a, kLarge), large,
                  callSleef(m, *findFunction("sinh"), args));
}

Val cosh64(MathBuilder &m, Vals args) {
  Val a = m.abs(args[0]);
  return m.select(m.gt(a, kLarge), halfExp(m, a),
                  callSleef(m, *findFunction("cosh"), args));
}

Val asinh64(MathBuilder &m, Vals args) {
  Val x = args[0], a = m.abs(x);
  return m.select(m.gt(a, kHuge), m.copysign(logOfDouble(m, a), x),
                  callSleef(m, *findFunction("asinh"), args));
}

Val acosh64(MathBuilder &m, Vals args) {
  Val x = args[0];
  return m.select(m.gt(x, kHuge), logOfDouble(m, x),
                  callSleef(m, *findFunction("acosh"), args));
}

} // namespace mlir::tts::vecmath
