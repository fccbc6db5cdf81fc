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

/// One Halley step for g(y) = 0 with g' = +-2 / sqrt(pi) exp(-y^2), where
/// `slope` is the sign of g' : y - u / (1 + y u), u = g / g'.
Val halley(MathBuilder &m, Val y, Val g, double slope) {
  Val u = g * emitFunction(m, "exp", {y * y}) * (slope * kSqrtPi / 2.0);
  return y - u / m.fma(y, u, m.cst(y, 1.0));
}

/// erfinv where erfc(y) = c is known, 0 < c <= 1.
Val solveErfc(MathBuilder &m, Val c, Val y) {
  for (int step = 0; step < 2; ++step)
    y = halley(m, y, emitFunction(m, "erfc", {y}) - c, -1.0);
  return y;
}

/// exp(-x) sqrt(x) I0(x) and I1(x) in 8 / x for x >= 8: Chebyshev interpolants
/// of degree 20, relative error 2^-51.
const double kI0Far[] = {
    0.39894228040143265,     0.006233473131316845,   0.0004382910729886693,
    5.706953624193869e-05,   1.0911361925997968e-05, 2.9954073167756666e-06,
    -2.0761131744741695e-06, 2.692090971660618e-05,  -0.00017542495495906731,
    0.0008697738350189672,   -0.0032864015829725595, 0.009569598859475467,
    -0.021569703319424788,   0.03761054257802186,    -0.05042780494350167,
    0.051351441295637665,    -0.03889446336018177,   0.02117824290872069,
    -0.007822911623576222,   0.0017535872402323388,  -0.000180000285662123};
const double kI1Far[] = {
    0.39894228040143276,    -0.018700419393866023,   -0.0007304851253729175,
    -7.989723393054468e-05, -1.4031191210208183e-05, -3.631095418182544e-06,
    2.180825514709792e-06,  -2.9259705002228866e-05, 0.0001899137004109791,
    -0.00093859205890687,   0.003534784633819894,    -0.010259355217376987,
    0.023050717196650677,   -0.04006900719598391,    0.0535652181683476,
    -0.05439280296031644,   0.04108839518462735,     -0.022316857723123234,
    0.00822419269832574,    -0.0018395148741823378,  0.00018843757571172153};

/// I_order(|x|), order 0 or 1: power series up to 8, all terms positive.
Val besselI(MathBuilder &m, Val x, int order,
            ArrayRef<double> farCoefficients) {
  Val a = m.abs(x);
  SmallVector<double> series;
  long double c = 1.0L;
  for (int k = 0; k <= 23; ++k) {
    series.push_back(static_cast<double>(c));
    c /= (k + 1.0L) * (k + 1.0L + order);
  }
  Val near = m.clampMax(a, 8.0) * 0.5;
  Val low = m.poly(near * near, series);
  if (order == 1)
    low = low * near;
  // The result overflows later than e^x does: a factor for what is over 709.
  Val far = m.clampMin(a, 8.0);
  Val first = m.clampMax(far, 709.0);
  Val e = emitFunction(m, "exp", {first});
  Val over = emitFunction(m, "exp", {m.clampMax(far - first, 10.0)});
  Val p = m.poly(8.0 / far, farCoefficients) / m.sqrt(far);
  Val high = m.select(m.lt(far, m.inf(far)), (p * e) * over, far);
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
  Val y = guess;
  for (int step = 0; step < 2; ++step)
    y = halley(m, y, emitFunction(m, "erf", {y}) - inside, 1.0);
  Val tail = solveErfc(m, 1.0 - inside, guess);
  y = m.select(m.lt(inside, 0.5), y, tail);
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
  Val e = m.fma(x, -lo, m.fma(x, m.cst(x, -hi), -t));
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
