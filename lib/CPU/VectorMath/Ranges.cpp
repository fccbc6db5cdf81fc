// Functions of SLEEF, led into the range where it is right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"

namespace mlir::tts::vecmath {

namespace {

Val sleef(MathBuilder &m, StringRef name, Vals args) {
  return callSleef(m, *findFunction(name), args);
}

/// x less an even number, exactly; NaN for infinite x.
Val withoutTurns(MathBuilder &m, Val x) { return x - m.rint(x * 0.5) * 2.0; }

/// fmod or remainder of f64 numbers. SLEEF's quotients must not overflow: a
/// large x is made smaller first, by multiples of y 2^1400 and of y 2^700.
Val modulo(MathBuilder &m, StringRef name, Val x, Val y) {
  Val q = m.abs(x / y);
  // Where y is 0 or x infinite the result is NaN in any case.
  Val rare = m.gt(q, 0x1p700);
  return m.unlessAny(rare, sleef(m, name, {x, y}), [&] {
    Val rest = x;
    Val larger = (y * 0x1p700) * 0x1p700;
    for (Val divisor : {larger, y * 0x1p700}) {
      Val less = sleef(m, "fmod", {rest, divisor});
      Val fits =
          m.lt(m.abs(divisor), m.inf(y)) & m.ge(m.abs(rest), m.abs(divisor));
      rest = m.select(fits, less, rest);
    }
    return sleef(m, name, {rest, y});
  });
}

} // namespace

Val sinpiAny(MathBuilder &m, Vals args) {
  Val x = args[0];
  Val y = sleef(m, "sinpi", {withoutTurns(m, x)});
  return m.select(m.eq(m.trunc(x), x) & m.lt(m.abs(x), m.inf(x)),
                  m.copysign(m.cst(x, 0.0), x), y);
}

Val cospiAny(MathBuilder &m, Vals args) {
  return sleef(m, "cospi", {withoutTurns(m, args[0])}) + 0.0; // never -0
}

Val log1p64(MathBuilder &m, Vals args) {
  Val x = args[0];
  return m.unlessAny(m.gt(x, 0x1p1000), sleef(m, "log1p", {x}), [&] {
    return m.select(m.gt(x, 0x1p60), sleef(m, "log", {x}),
                    sleef(m, "log1p", {x}));
  });
}

Val fmod64(MathBuilder &m, Vals args) {
  return modulo(m, "fmod", args[0], args[1]);
}

Val remainder64(MathBuilder &m, Vals args) {
  return modulo(m, "remainder", args[0], args[1]);
}

Val pow64(MathBuilder &m, Vals args) {
  Val x = args[0], y = args[1];
  if (Val r = powerOfConstant(m, x, y))
    return r;
  Val r = sleef(m, "pow", {x, y});
  // Infinite in the last binade, where the square of a power is not.
  Val a = m.abs(x);
  Val rare = m.eq(m.abs(r), m.inf(r)) & m.lt(a, m.inf(a)) &
             m.lt(m.abs(y), m.inf(y)) & m.gt(a, 0.0);
  return m.unlessAny(rare, r, [&] {
    Val root = sleef(m, "pow", {a, y * 0.5});
    Val larger = m.select(m.eq(y, 1.0), a, root * root);
    return m.select(rare, m.copysign(larger, r), r);
  });
}

} // namespace mlir::tts::vecmath
