// exp, exp2, exp10, expm1, tanh, log, log2, log10, log1p in f32, inline.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Polynomials are minimax fits (Remez exchange, relative error, coefficients
// rounded to f32 one after the other) made by scripts/fit_vector_math.py.

#include "Functions.h"

namespace mlir::tts::vecmath {

namespace {

/// x = n * step + r with |r| <= step / 2.
struct Reduced {
  Val t; // n + MathBuilder::roundMagic
  Val n;
  Val r;
};

/// `inverse` = 1 / step; step = hi + lo. On targets without FMA the product
/// n * hiShort must be exact, so hiShort has few bits.
Reduced reduce(MathBuilder &m, Val x, double inverse, double hi, double lo,
               double hiShort, double loShort) {
  Val magic = m.roundMagic(x);
  Reduced out;
  out.t = m.fma(x, inverse, magic);
  out.n = out.t - magic;
  bool fma = m.target.hasFma();
  Val r = m.fma(out.n, fma ? -hi : -hiShort, x);
  out.r = m.fma(out.n, fma ? -lo : -loShort, r);
  return out;
}

constexpr double kLog2E = 0x1.715476p+0;
constexpr double kLn2Hi = 0x1.62e43p-1, kLn2Lo = -0x1.05c61p-29;
constexpr double kLn2HiShort = 0x1.63p-1, kLn2LoShort = -0x1.bd0106p-13;

Reduced reduceByLn2(MathBuilder &m, Val x) {
  return reduce(m, x, kLog2E, kLn2Hi, kLn2Lo, kLn2HiShort, kLn2LoShort);
}

/// p * 2^n, and 0 where `x` is at most `least`, below which the function rounds
/// to 0: on most CPUs an underflow costs a microcode assist, about 150 cycles a
/// register, and masked lanes of softmax and attention (x = -inf) would all
/// underflow.
Val scaleAbove(MathBuilder &m, Val x, double least, Val p, Val t, Val n) {
  if (m.target.quickUnderflow)
    return m.scaleByExponent(p, t, n);
  return m.scaleByExponent(m.select(m.le(x, least), 0.0, p), t, n);
}

/// e^r for |r| <= ln2 / 2; relative error 2^-27.7.
Val expPoly(MathBuilder &m, Val r) {
  return m.poly(r, {1.0, 1.0, 0.5, 0x1.555466p-3, 0x1.5552fep-5, 0x1.125808p-7,
                    0x1.6fecep-10});
}

/// e^r - 1 = r + r^2 Q(r) for |r| <= ln2 / 2; relative error 2^-28.1.
Val expm1Poly(MathBuilder &m, Val r) {
  Val q = m.poly(r, {0.5, 0x1.55552cp-3, 0x1.555502p-5, 0x1.1155aap-7,
                     0x1.6d2e48p-10, 0x1.3b82e4p-13});
  return m.fma(r * r, q, r);
}

/// e^x - 1 for -104 <= x <= 89; loses the sign of zero.
Val expm1Core(MathBuilder &m, Val x) {
  // s = 2^(n-1), so that n = 128 does not overflow; n = 0 gives q exactly.
  Val magic = m.cst(x, 0x1.8p23 + 126.0);
  Val t = m.fma(x, kLog2E, magic);
  Val n = t - magic;
  bool fma = m.target.hasFma();
  Val r = m.fma(n, fma ? -kLn2Hi : -kLn2HiShort, x);
  r = m.fma(n, fma ? -kLn2Lo : -kLn2LoShort, r);
  Val s = m.asFloat(m.shl(m.bits(t), 23));
  Val half = m.fma(s, expm1Poly(m, r), s - 0.5);
  return half + half;
}

/// x = 2^e (1 + f) with 1 + f in [2/3, 4/3).
struct Split {
  Val e; // float
  Val f;
};

constexpr int64_t kTwoThirds = 0x3f2aaaab;

Split splitPositive(MathBuilder &m, Val x) {
  Val tiny = m.lt(x, 0x1p-126);
  Val ix = m.bits(m.select(tiny, x * 0x1p23, x));
  Val e = m.ashr(ix - kTwoThirds, 23);
  Val mantissa = m.asFloat(ix - m.shl(e, 23));
  Val bias = m.select(tiny, m.cst(x, -23.0), m.cst(x, 0.0));
  return {m.sitofp(e, x.elem()) + bias, mantissa - 1.0};
}

/// log(1 + f) - f for 1 + f in [2/3, 4/3]; relative error of the sum 2^-27.3.
Val logTail(MathBuilder &m, Val f) {
  Val p =
      m.poly(f, {0x1.555506p-2, -0x1.fffedep-3, 0x1.99d088p-3, -0x1.55a192p-3,
                 0x1.1ecf8cp-3, -0x1.f29a02p-4, 0x1.1e94acp-3, -0x1.091e8ep-3});
  return (f * f) * m.fma(f, p, -0.5);
}

/// log(0) = -inf, log(x < 0) = NaN, log(inf) = inf, log(NaN) = NaN.
Val logSpecials(MathBuilder &m, Val x, Val y) {
  y = m.select(m.eq(x, 0.0), -m.inf(x), y);
  y = m.select(m.lt(x, m.inf(x)), y, x);
  return m.select(m.lt(x, 0.0), m.nan(x), y);
}

/// log in another base: c = 1 / ln(base) = cHi + cLo; log(2) = l2Hi + l2Lo.
Val logBase(MathBuilder &m, Val x, double cHi, double cLo, double l2Hi,
            double l2Lo) {
  Split s = splitPositive(m, x);
  Val tail = logTail(m, s.f);
  Val c = m.cst(x, cHi);
  Val hi = s.f * c;
  Val lo = m.target.hasFma() ? m.fma(s.f, c, -hi) : m.cst(x, 0.0);
  lo = m.fma(tail, c, m.fma(s.f, cLo, lo));
  if (l2Lo != 0.0)
    lo = m.fma(s.e, l2Lo, lo);
  return logSpecials(m, x, m.fma(s.e, l2Hi, hi + lo));
}

} // namespace

Val exp32(MathBuilder &m, Vals args) {
  Val x = m.clampMin(m.clampMax(args[0], 89.0), -104.0);
  Reduced k = reduceByLn2(m, x);
  return scaleAbove(m, x, -104.0, expPoly(m, k.r), k.t, k.n);
}

ScaledExp expOfModerate(MathBuilder &m, Val x, int exponent) {
  Val magic = m.cst(x, 0x1.8p23 + 127.0 + exponent);
  Val t = m.fma(x, kLog2E, magic);
  Val n = t - magic;
  bool fma = m.target.hasFma();
  Val r = m.fma(n, fma ? -kLn2Hi : -kLn2HiShort, x);
  r = m.fma(n, fma ? -kLn2Lo : -kLn2LoShort, r);
  return {expPoly(m, r), m.asFloat(m.shl(m.bits(t), 23))};
}

Val exp2_32(MathBuilder &m, Vals args) {
  Val x = m.clampMin(m.clampMax(args[0], 129.0), -150.0);
  Val magic = m.roundMagic(x);
  Val t = x + magic;
  Val n = t - magic;
  // 2^r for |r| <= 1/2; relative error 2^-27.4.
  Val p = m.poly(x - n, {1.0, 0x1.62e432p-1, 0x1.ebfbe6p-3, 0x1.c6adc2p-5,
                         0x1.3b2224p-7, 0x1.5fa8d8p-10, 0x1.4b171cp-13});
  return scaleAbove(m, x, -150.0, p, t, n);
}

Val exp10_32(MathBuilder &m, Vals args) {
  Val x = m.clampMin(m.clampMax(args[0], 39.0), -46.0);
  // log10(2) = hi + lo.
  Reduced k = reduce(m, x, 0x1.a934fp+1, 0x1.344136p-2, -0x1.ec10cp-27,
                     0x1.34p-2, 0x1.04d428p-12);
  return scaleAbove(m, x, -46.0, expPoly(m, k.r * 0x1.26bb1cp+1), k.t, k.n);
}

Val expm1_32(MathBuilder &m, Vals args) {
  Val x = m.clampMin(m.clampMax(args[0], 89.0), -20.0);
  return m.copysign(expm1Core(m, x), args[0]);
}

/// |x| < 0.6: x + x^3 T(x^2), relative error 2^-28.4; else
/// 1 - 2 e / (1 + e) with e = exp(-2 |x|).
Val tanh32(MathBuilder &m, Vals args) {
  Val x = args[0], a = m.abs(x);
  Val x2 = x * x;
  Val p = m.poly(x2, {-0x1.55553ep-2, 0x1.1109bep-3, -0x1.b89abap-5,
                      0x1.54c3c2p-6, -0x1.828774p-8});
  Val small = m.fma(a * x2, p, a);
  ScaledExp k = expOfModerate(m, m.clampMin(a * -2.0, -20.0));
  Val e = k.p * k.scale;
  Val large = m.fma(e * -2.0, m.fastReciprocal(e + 1.0), m.cst(x, 1.0));
  return m.copysign(m.select(m.lt(a, 0.6), small, large), x);
}

Val log32(MathBuilder &m, Vals args) {
  Val x = args[0];
  Split s = splitPositive(m, x);
  Val lo = m.fma(s.e, kLn2Lo, logTail(m, s.f));
  return logSpecials(m, x, m.fma(s.e, kLn2Hi, s.f + lo));
}

Val log2_32(MathBuilder &m, Vals args) {
  return logBase(m, args[0], 0x1.715476p+0, 0x1.4ae0cp-26, 1.0, 0.0);
}

Val log10_32(MathBuilder &m, Vals args) {
  return logBase(m, args[0], 0x1.bcb7b2p-2, -0x1.5b235ep-27, 0x1.344136p-2,
                 -0x1.ec10cp-27);
}

Val log1p32(MathBuilder &m, Vals args) {
  Val x = args[0];
  Val u = x + 1.0;
  Val iu = m.bits(u);
  Val e = m.ashr(iu - kTwoThirds, 23);
  Val shift = m.shl(e, 23);
  // f = 2^-e (1 + x) - 1 without the rounding error of 1 + x; where 2^-e
  // would be denormal that error does not matter.
  Val s = m.asFloat(m.cst(iu, int64_t(0x3f800000)) - shift);
  Val f = m.fma(x, s, s - 1.0);
  f = m.select(m.gt(x, 0x1p30), m.asFloat(iu - shift) - 1.0, f);
  Val ef = m.sitofp(e, x.elem());
  Val lo = m.fma(ef, kLn2Lo, logTail(m, f));
  Val y = m.fma(ef, kLn2Hi, f + lo);
  y = m.select(m.eq(x, -1.0), -m.inf(x), y);
  y = m.select(m.lt(x, m.inf(x)), y, x);
  y = m.select(m.lt(x, -1.0), m.nan(x), y);
  return m.select(m.eq(x, 0.0), x, y); // keeps -0
}

} // namespace mlir::tts::vecmath
