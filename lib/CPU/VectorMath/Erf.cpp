// The error function, its complement and its inverse in f32, inline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"

namespace mlir::tts::vecmath {

/// |x| < 1: x + x E(x^2), relative error 2^-29; else 1 - exp(-Q(|x|)) with
/// Q = -log(erfc), error 2^-29.6 of the result; 1 from 4 on, where Q is 18.
Val erf32(MathBuilder &m, Vals args) {
  Val x = args[0], a = m.abs(x);
  Val e = m.poly(x * x,
                 {0x1.06eba8p-3, -0x1.81273ep-2, 0x1.ce2ce6p-4, -0x1.b7f71ap-6,
                  0x1.53f224p-8, -0x1.a3515ep-11, 0x1.4771fcp-14});
  Val small = m.fma(x, e, x);
  Val c = m.clampMax(a, 4.0);
  Val q =
      m.poly(c, {0x1.662b2ap-12, 0x1.2088e8p+0, 0x1.46baf2p-1, 0x1.a6532ap-4,
                 -0x1.65cb6cp-6, 0x1.825b26p-9, -0x1.86de34p-13});
  ScaledExp k = expOfModerate(m, -q);
  Val large = m.fma(-k.p, k.scale, m.cst(x, 1.0)); // 0.84 to 1, or NaN
  Val sign = m.bits(x) & m.bits(m.cst(x, -0.0));
  return m.select(m.lt(a, 1.0), small, m.asFloat(m.bits(large) | sign));
}

/// exp(-x^2) s P(s) in f64 for s = 3 / (3 + |x|), rounded at the end, and 2 -
/// that below 0; relative error of P 2^-28.8 up to 10.2, where all of it rounds
/// to 0.
Val erfc32(MathBuilder &m, Vals args) {
  Val x = m.extf(args[0], m.builder.getF64Type());
  Val a = m.clampMax(m.abs(x), 10.2);
  Val s = 3.0 / (a + 3.0);
  Val p = m.poly(s, {0x1.811940c6e477fp-3, 0x1.82669fe4fa06dp-3,
                     0x1.5f510c1bd67d9p-3, 0x1.8866c6b46aaf7p-3,
                     -0x1.82e025257db7fp-12, 0x1.9a44c499d5f8bp-2,
                     -0x1.c049936bc3403p-2, 0x1.11008c56c7f42p-1,
                     -0x1.2a128ee020f52p-2, 0x1.c6d9195c1267fp-5});
  Val y = exp2Wide(m, a * a * -0x1.71547652b82fep+0) * (s * p);
  y = m.select(m.lt(x, 0.0), 2.0 - y, y);
  return m.truncf(y, args[0].elem());
}

/// x P in f64, rounded at the end, with w = -log(1 - x^2): P is a polynomial in
/// w - 2.5 below 5 (relative error 2^-31), else in sqrt(w) - 3 (2^-29), as M.
/// Giles, "Approximating the erfinv function", splits it (GPU Computing Gems).
Val erfinv32(MathBuilder &m, Vals args) {
  Val x = m.extf(args[0], m.builder.getF64Type()), a = m.abs(x);
  // Of numbers below 1 it is 2^-23 or more, and exact or all but that.
  Val rest = m.clampMin(1.0 - a * a, 0x1p-30);
  Val w = log2Wide(m, rest) * -0x1.62e42fefa39efp-1;
  Val center = m.poly(w - 2.5, {0x1.805c5cff6d5c1p+0, 0x1.f91e8972fd86fp-3,
                                -0x1.11c3e0b262c94p-8, -0x1.486399e945473p-10,
                                0x1.c9bb5aea8e99ap-13, -0x1.4f760846cd738p-18,
                                -0x1.cbd4e15989cccp-19, 0x1.018948c7231bep-21,
                                0x1.1abb9d00bfc6cp-26, -0x1.7ac0f60ed6bbfp-27,
                                0x1.e0859c690100ap-32, 0x1.242806c024ccap-33});
  Val tail = m.poly(
      m.sqrt(w) - 3.0,
      {0x1.6a9efbd997c5bp+1, 0x1.006dc9c6d3a0bp+0, 0x1.3581af8dd5c48p-7,
       -0x1.f4de9391b5222p-8, 0x1.74afd8543d0f0p-8, -0x1.d3a89bc30d3cdp-9,
       0x1.839f8f0806a9ep-10, -0x1.ee362c239c2b6p-14, -0x1.28ceb6ed9981cp-12,
       0x1.4d0abd7c2ef86p-13, -0x1.ba06eb322364fp-16});
  Val p = m.select(m.lt(w, 5.0), center, tail);
  p = m.select(m.eq(a, 1.0), m.inf(x), p);
  p = m.select(m.le(a, 1.0), p, m.nan(x));
  return m.truncf(x * p, args[0].elem());
}

} // namespace mlir::tts::vecmath
