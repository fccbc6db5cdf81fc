// Rare special functions, in f64 (f32 goes through f64): inverse error
// functions, scaled erfc, normal distribution, modified Bessel functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"

#include <cmath>

namespace mlir::tts::vecmath {

namespace {

constexpr double kSqrtPi = 1.7724538509055160273;
constexpr double kSqrt2 = 1.4142135623730950488;

/// Winitzki's approximation of erfinv from log(1 - x^2); relative error 2e-3.
Val erfinvGuess(MathBuilder &m, Val logTerm) {
  const double a = 0.147;
  Val b = m.fma(logTerm, 0.5, m.cst(logTerm, 2.0 / (M_PI * a)));
  Val ratio = logTerm * (-1.0 / a);
  return m.sqrt(ratio / (m.sqrt(m.fma(b, b, ratio)) + b));
}

/// One Halley step for g(y) = 0, where u = g / g' and g'' = -2 y g'.
Val halley(MathBuilder &m, Val y, Val u) {
  return y - u / m.fma(y, u, m.cst(y, 1.0));
}

/// erfinv where erf(y) = x is known; g' = 2 / sqrt(pi) exp(-y^2).
Val solveErf(MathBuilder &m, Val x, Val y) {
  for (int step = 0; step < 2; ++step) {
    Val slope = emitFunction(m, "exp", {y * y}) * (kSqrtPi / 2.0);
    y = halley(m, y, (emitFunction(m, "erf", {y}) - x) * slope);
  }
  return y;
}

/// erfinv where erfc(y) = c is known, 0 < c <= 1: g = c - erfc(y), so that
/// u = sqrt(pi) / 2 (exp(y^2 + log c) - erfcx(y)), which never underflows.
Val solveErfc(MathBuilder &m, Val c, Val y) {
  Val log = emitFunction(m, "log", {c});
  // In the far tail y^2 = log(erfcx(y) / c), where erfcx(y) is nearly
  // (1 - 1 / (2 y^2)) / (sqrt(pi) y), gives a better guess.
  Val far = m.clampMin(y, 3.0);
  Val scaled =
      m.fma(1.0 / (far * far), m.cst(y, -0.5), m.cst(y, 1.0)) / (far * kSqrtPi);
  Val better = m.sqrt(emitFunction(m, "log", {scaled}) - log);
  y = m.select(m.gt(y, 3.0), better, y);
  for (int step = 0; step < 2; ++step) {
    Val square = y * y, rest = m.exactFma(y, y, -square);
    Val e = emitFunction(m, "exp", {square + log});
    Val u =
        (m.fma(e, rest, e) - emitFunction(m, "erfcx", {y})) * (kSqrtPi / 2.0);
    y = halley(m, y, u);
  }
  return y;
}

/// exp(-x) sqrt(x) I0(x) and I1(x) in 16 / x - 1 for x >= 8: Chebyshev
/// interpolants of degree 25, relative error 2^-57. The first number is what
/// rounding took from the constant term, the second one.
const double kI0Far[] = {
    -2.3823976587398425e-17, 0.4021765094450081,     0.0033605519836678944,
    0.00013621607439186705,  1.1143033787545386e-05, 1.4838475687894938e-06,
    2.9735996224521226e-07,  8.872214307451732e-08,  3.932437699533459e-08,
    2.15488936175863e-08,    7.566352487698237e-09,  -6.750552282740284e-09,
    -1.346629294837396e-08,  -5.394456734259438e-09, 7.737147033780934e-09,
    7.406235049001522e-09,   -3.905230623712341e-09, -5.91556056510856e-09,
    2.1053080134403423e-09,  3.5985362919394714e-09, -1.1448789558755036e-09,
    -1.5930354799216344e-09, 5.122212147228388e-10,  4.4789181847911815e-10,
    -1.5066113686101474e-10, -5.905024573995148e-11, 2.0820835852793106e-11};
const double kI1Far[] = {
    -6.137631318634788e-18,  0.38939845902587233,     -0.009749577193235768,
    -0.00021923576383382282, -1.5038547197358572e-05, -1.8349101357991557e-06,
    -3.4838567401229716e-07, -1.0001282610189342e-07, -4.312778920167609e-08,
    -2.337446787242448e-08,  -8.43880090582137e-09,   6.737493433374833e-09,
    1.408852075202545e-08,   5.963645798166707e-09,   -7.816968266767898e-09,
    -7.863004697555056e-09,  3.803814960536081e-09,   6.202984113000443e-09,
    -1.992076551203188e-09,  -3.75344338735913e-09,   1.0715528639398075e-09,
    1.657764699456319e-09,   -4.798751536934023e-10,  -4.6561597954216946e-10,
    1.417650842869536e-10,   6.135932778393812e-11,   -1.9677083272584384e-11};

/// A value as the unevaluated sum of two; the second is small.
struct Wide {
  Val hi, lo;
};

Wide addExact(Val a, Val b) {
  Val sum = a + b, t = sum - a;
  return {sum, (a - (sum - t)) + (b - t)};
}

Wide times(MathBuilder &m, Wide a, Wide b) {
  Val hi = a.hi * b.hi;
  Val lo = m.exactFma(a.hi, b.hi, -hi) + (a.hi * b.lo + a.lo * b.hi);
  return {hi, lo};
}

/// I_order(a) for 0 <= a <= 8: the power series in (a / 2)^2. All its terms are
/// positive, and the first ones carry the result: these in two parts.
Val besselNear(MathBuilder &m, Val a, int order) {
  constexpr int terms = 24, wide = 6;
  SmallVector<long double> series;
  long double c = 1.0L;
  for (int k = 0; k < terms; ++k) {
    series.push_back(c);
    c /= (k + 1.0L) * (k + 1.0L + order);
  }
  Val half = a * 0.5, none = m.cst(a, 0.0);
  Wide q = times(m, {half, none}, {half, none});
  SmallVector<double> tail(series.begin() + wide, series.end());
  Wide sum{m.poly(q.hi, tail), none};
  for (int k = wide - 1; k >= 0; --k) {
    Wide product = times(m, sum, q);
    auto hi = static_cast<double>(series[k]);
    auto lo = static_cast<double>(series[k] - static_cast<long double>(hi));
    sum = addExact(product.hi, m.cst(a, hi));
    sum.lo = sum.lo + (product.lo + lo);
  }
  if (order == 1)
    sum = times(m, sum, {half, none});
  return sum.hi + sum.lo;
}

/// I_order(a) for a >= 8, where it is e^a / sqrt(a) times nearly a constant.
/// The one rounding error beside that of exp is the last one's.
Val besselFar(MathBuilder &m, Val a, ArrayRef<double> coefficients) {
  Val u = 16.0 / a - 1.0;
  Val slope = m.poly(u, coefficients.drop_front(2));
  Wide p = addExact(m.cst(a, coefficients[1]), u * slope);
  p.lo = p.lo + coefficients[0];
  // sqrt(a) = root + rest / (2 root)
  Val root = m.sqrt(a);
  Val rest = m.exactFma(-root, root, a) / (root * 2.0);
  Val ratio = p.hi / root;
  Val error = (m.exactFma(-ratio, root, p.hi) + (p.lo - ratio * rest)) / root;
  // The result overflows later than e^a does: e^a = e^(a - 64 log 2) 2^64. The
  // first part of 64 log 2 has few bits, so that the difference is exact.
  constexpr double logHi = 0x1.62e42fefa398p+5, logLo = 0x1.bcd5e4f1d9ccp-41;
  auto large = m.gt(a, 700.0);
  Val none = m.cst(a, 0.0);
  Val e = emitFunction(m, "exp", {a - m.select(large, m.cst(a, logHi), none)});
  Wide y = times(m, {e, none}, {ratio, error});
  y.lo = y.lo - y.hi * m.select(large, m.cst(a, logLo), none);
  return (y.hi + y.lo) * m.select(large, m.cst(a, 0x1p64), m.cst(a, 1.0));
}

/// I_order(|x|), order 0 or 1.
Val besselI(MathBuilder &m, Val x, int order,
            ArrayRef<double> farCoefficients) {
  Val a = m.abs(x);
  Val low = besselNear(m, m.clampMax(a, 8.0), order);
  Val far = m.clampMin(a, 8.0);
  // Over 720 the result is infinite.
  Val high = besselFar(m, m.clampMax(far, 720.0), farCoefficients);
  high = m.select(m.lt(far, m.inf(far)), high, far);
  return m.select(m.le(a, 8.0), low, high);
}

} // namespace

Val i0_64(MathBuilder &m, Vals args) { return besselI(m, args[0], 0, kI0Far); }

Val i1_64(MathBuilder &m, Vals args) {
  Val y = besselI(m, args[0], 1, kI1Far);
  return m.copysign(y, args[0]);
}

Val erfinv64(MathBuilder &m, Vals args) {
  Val x = args[0], a = m.abs(x);
  Val inside = m.select(m.lt(a, 1.0), a, m.cst(a, 0.5));
  Val l = emitFunction(m, "log1p", {-(inside * inside)});
  Val guess = erfinvGuess(m, l);
  // Small x by erf, the others by erfc of the exact complement.
  Val tail = solveErfc(m, 1.0 - inside, guess);
  Val y = m.select(m.lt(inside, 0.5), solveErf(m, inside, guess), tail);
  // Denormal squares: erfinv(x) = sqrt(pi) / 2 x there.
  y = m.select(m.lt(a, 1e-9), a * (kSqrtPi / 2.0), y);
  y = m.select(m.eq(a, 1.0), m.inf(x), y);
  y = m.select(m.le(a, 1.0), y, m.nan(x));
  return m.copysign(y, x);
}

Val erfcinv64(MathBuilder &m, Vals args) {
  Val x = args[0];
  // erfcinv(2 - x) = -erfcinv(x).
  Val upper = m.gt(x, 1.0);
  Val c = m.select(upper, 2.0 - x, x);
  Val inside = m.select(m.gt(c, 0.0), c, m.cst(c, 0.5));
  Val guess = erfinvGuess(m, emitFunction(m, "log", {inside * (2.0 - inside)}));
  Val tail = solveErfc(m, inside, guess);
  // Near 1 the complement 1 - c is exact: invert erf there.
  Val y = m.select(m.gt(inside, 0.5), erfinv64(m, {1.0 - inside}), tail);
  y = m.select(m.eq(c, 0.0), m.inf(x), y);
  y = m.select(m.ge(c, 0.0), y, m.nan(x));
  return m.select(upper, -y, y);
}

Val normcdfinv64(MathBuilder &m, Vals args) {
  return erfcinv64(m, {args[0] * 2.0}) * -kSqrt2 + 0.0; // never -0
}

Val normcdf64(MathBuilder &m, Vals args) {
  Val x = args[0];
  // t = -x / sqrt(2) with its rounding error: erfc amplifies it in the tail.
  const double hi = 0.70710678118654757, lo = -4.8336466567264567e-17;
  x = m.clampMin(m.clampMax(x, 40.0), -40.0);
  Val t = x * -hi;
  Val e = m.fma(x, -lo, m.exactFma(x, m.cst(x, -hi), -t));
  Val slope = emitFunction(m, "exp", {-(t * t)}) * (-2.0 / kSqrtPi);
  return m.fma(slope, e, emitFunction(m, "erfc", {t})) * 0.5;
}

Val erfcx64(MathBuilder &m, Vals args) {
  Val x = args[0];
  // exp(x^2) erfc(x) with the rounding error of x^2, up to 26.
  Val c = m.clampMin(m.clampMax(x, 26.0), -27.0);
  Val hi = c * c;
  Val lo = m.exactFma(c, c, -hi);
  Val e = emitFunction(m, "exp", {hi});
  Val direct = emitFunction(m, "erfc", {c}) * m.fma(e, lo, e);
  direct = m.select(m.lt(x, 0.0) & m.gt(hi, 709.7), m.inf(x), direct);
  // Asymptotic series beyond.
  Val r = 1.0 / x;
  Val t = (r * r) * 0.5;
  Val series = m.poly(t, {1.0, -1.0, 3.0, -15.0, 105.0, -945.0, 10395.0,
                          -135135.0, 2027025.0, -34459425.0});
  Val far = series * r * (1.0 / kSqrtPi);
  return m.select(m.gt(x, 25.0), far, direct);
}

} // namespace mlir::tts::vecmath
