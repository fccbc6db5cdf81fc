// The error function in f32, inline.
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

} // namespace mlir::tts::vecmath
