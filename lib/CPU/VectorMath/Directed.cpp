// Arithmetic with directed rounding: round to nearest, find the sign of the
// error exactly (Knuth's two-sum, fma residuals), move by one place. f32 goes
// through f64; errors of f64 that would underflow are found with scaled
// numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Directed.h"

#include <cmath>

namespace mlir::tts::vecmath {

namespace {

/// The floating-point neighbours of y.
Val nextUp(MathBuilder &m, Val y) {
  Val i = m.bits(y), one = m.cst(i, int64_t(1));
  Val negative = m.cmp(arith::CmpIPredicate::slt, i, m.cst(i, int64_t(0)));
  Val moved = m.select(negative, i - one, i + one);
  return m.asFloat(m.select(m.eq(y, 0.0), one, moved));
}
Val nextDown(MathBuilder &m, Val y) { return -nextUp(m, -y); }

/// Rounding error of y = a + b.
Val sumError(Val a, Val b, Val y) {
  Val bb = y - a;
  return (a - (y - bb)) + (b - bb);
}

/// Adjusts by the sign of the error; an infinite y of finite operands counts
/// as too far away.
Val adjustByError(MathBuilder &m, Val y, Val error, Val finite, Mode mode) {
  if (mode == Mode::RN)
    return y;
  Val overflowUp = m.eq(y, m.inf(y)) & finite;
  Val overflowDown = m.eq(y, -m.inf(y)) & finite;
  return adjust(m, y, m.gt(error, 0.0) | overflowDown,
                m.lt(error, 0.0) | overflowUp, mode);
}

Val isFinite(MathBuilder &m, Val x) { return m.lt(m.abs(x), m.inf(x)); }

Val widened(MathBuilder &m, Val x) { return m.extf(x, m.builder.getF64Type()); }

/// Below this size errors of f64 may underflow.
constexpr double kTiny = 0x1p-900;

/// (a x)(b y) = hi + lo, exact, with powers of two `a` and `b` that are 1
/// unless x y is too small for that, or overflows.
struct Scaled {
  Val a, b, hi, lo;
};

Scaled scaledProduct(MathBuilder &m, Val x, Val y) {
  Val size = m.abs(x * y), one = m.cst(x, 1.0);
  Val tiny = m.lt(size, kTiny), large = m.gt(size, 0x1p1000);
  Val ax = m.abs(x), ay = m.abs(y);
  auto scaleOf = [&](Val own, Val isLarger) {
    Val up = m.select(tiny & m.lt(own, 0x1p-200), 0x1p700, one);
    return m.select(large & isLarger, 0x1p-100, up);
  };
  Val a = scaleOf(ax, m.ge(ax, ay)), b = scaleOf(ay, m.gt(ay, ax));
  Val hi = (a * x) * (b * y);
  return {a, b, hi, m.exactFma(a * x, b * y, -hi)};
}

} // namespace

Val adjust(MathBuilder &m, Val y, Val above, Val below, Mode mode) {
  if (mode == Mode::RN)
    return y;
  // Toward zero moves down what is positive, and up what is negative.
  Val down = below, up = above;
  if (mode == Mode::RZ) {
    Val zero = m.cst(y, 0.0);
    down = below & m.cmp(arith::CmpFPredicate::OGT, y, zero);
    up = above & m.cmp(arith::CmpFPredicate::OLT, y, zero);
  }
  Val r = y;
  if (mode != Mode::RU)
    r = m.select(down, nextDown(m, y), r);
  if (mode != Mode::RD)
    r = m.select(up, nextUp(m, y), r);
  return r;
}

Val addDirected(MathBuilder &m, Val a, Val b, Mode mode) {
  Val y = a + b;
  if (mode == Mode::RN)
    return y;
  Val r = adjustByError(m, y, sumError(a, b, y),
                        isFinite(m, a) & isFinite(m, b), mode);
  if (mode != Mode::RD)
    return r;
  // An exact zero sum of operands that are not both +0 is -0.
  Val positive = m.cmp(arith::CmpIPredicate::eq, m.bits(a) | m.bits(b),
                       m.cst(m.bits(a), int64_t(0)));
  Val zero = m.select(positive, m.cst(r, 0.0), m.cst(r, -0.0));
  return m.select(m.eq(r, 0.0), zero, r);
}

Val sumToOdd(MathBuilder &m, Val a, Val b) {
  Val y = a + b;
  Val error = sumError(a, b, y);
  Val i = m.bits(y), one = m.cst(i, int64_t(1)), zero = m.cst(i, int64_t(0));
  // Toward zero where the sum was rounded away from it; NaN and infinities have
  // no error.
  Val away = m.lt(error * y, 0.0);
  Val inexact = m.cmp(arith::CmpFPredicate::ONE, error, m.cst(y, 0.0));
  i = i - m.select(away, one, zero);
  return m.asFloat(i | m.select(inexact, one, zero));
}

Val mulDirected(MathBuilder &m, Val a, Val b, Mode mode) {
  Val y = a * b;
  if (mode == Mode::RN)
    return y;
  if (y.width() < 64)
    return narrowDirected(m, widened(m, a) * widened(m, b), mode);
  Scaled p = scaledProduct(m, a, b);
  Val error = (p.hi - y * p.a * p.b) + p.lo;
  return adjustByError(m, y, error, isFinite(m, a) & isFinite(m, b), mode);
}

Val divDirected(MathBuilder &m, Val a, Val b, Mode mode) {
  Val y = a / b;
  if (mode == Mode::RN)
    return y;
  // A quotient of two f32 numbers that is no f32 number lies further from each
  // of them than the rounding error of f64; so does a square root.
  if (y.width() < 64)
    return narrowDirected(m, widened(m, a) / widened(m, b), mode);
  Val scale = m.select(m.lt(m.abs(a), kTiny), 0x1p400, m.cst(a, 1.0));
  Val residual = m.exactFma(-(y * scale), b, a * scale);
  // The error has the sign of residual / b.
  Val error = m.select(m.lt(b, 0.0), -residual, residual);
  Val finite = isFinite(m, a) & isFinite(m, b) &
               m.cmp(arith::CmpFPredicate::UNE, b, m.cst(b, 0.0));
  return adjustByError(m, y, error, finite, mode);
}

Val sqrtDirected(MathBuilder &m, Val a, Mode mode) {
  Val y = m.sqrt(a);
  if (mode == Mode::RN)
    return y;
  if (y.width() < 64)
    return narrowDirected(m, m.sqrt(widened(m, a)), mode);
  Val tiny = m.lt(m.abs(a), kTiny), one = m.cst(a, 1.0);
  Val root = y * m.select(tiny, 0x1p200, one);
  Val error = m.exactFma(-root, root, a * m.select(tiny, 0x1p400, one));
  return adjustByError(m, y, error, isFinite(m, a), mode);
}

Val fmaDirected(MathBuilder &m, Val a, Val b, Val c, Mode mode) {
  Val y = m.exactFma(a, b, c);
  if (mode == Mode::RN)
    return y;
  if (y.width() < 64) {
    Val p = widened(m, a) * widened(m, b), z = widened(m, c);
    Val s = p + z;
    return narrowDirected(m, s, sumError(p, z, s), mode);
  }
  // a b = p + pe, p + c = s + se, all exact; the error is s - y + se + pe.
  Scaled p = scaledProduct(m, a, b);
  Val z = c * p.a * p.b;
  Val s = p.hi + z;
  Val error = (s - y * p.a * p.b) + (sumError(p.hi, z, s) + p.lo);
  // Beside a c as large as this a tiny product has a sign and no more.
  Val signOnly = m.lt(m.abs(a * b), kTiny) & m.gt(m.abs(c), 0x1p-700);
  error = m.select(signOnly, p.hi, error);
  return adjustByError(m, y, error,
                       isFinite(m, a) & isFinite(m, b) & isFinite(m, c), mode);
}

Val narrowDirected(MathBuilder &m, Val x, Val rest, Mode mode) {
  Val y = m.truncf(x, m.builder.getF32Type());
  Val back = m.extf(y, x.elem());
  Val same = m.eq(x, back);
  return adjust(m, y, m.gt(x, back) | (same & m.gt(rest, 0.0)),
                m.lt(x, back) | (same & m.lt(rest, 0.0)), mode);
}

Val narrowDirected(MathBuilder &m, Val x, Mode mode) {
  return narrowDirected(m, x, m.cst(x, 0.0), mode);
}

Val intToFloat(MathBuilder &m, Val x, Type elem, bool isSigned, Mode mode) {
  auto convert = [&](Type to) {
    return isSigned ? m.sitofp(x, to) : m.uitofp(x, to);
  };
  if (mode == Mode::RN)
    return convert(elem);
  if (x.width() <= 32) {
    Val wide = convert(m.builder.getF64Type()); // exact
    return elem.isF64() ? wide : narrowDirected(m, wide, mode);
  }
  Val y = convert(elem);
  // Back to integers, where the difference is exact. The power of two past the
  // largest integer does not fit there; it lies above every x.
  Val top = m.ge(y, std::ldexp(1.0, isSigned ? 63 : 64));
  Val inside = m.select(top, 0.0, y);
  Val back = isSigned ? m.fptosi(inside, x.elem()) : m.fptoui(inside, x.elem());
  using P = arith::CmpIPredicate;
  Val below = m.cmp(isSigned ? P::slt : P::ult, x, back) | top;
  Val above = m.cmp(isSigned ? P::sgt : P::ugt, x, back);
  Val no = m.cmp(P::ne, x, x);
  return adjust(m, y, m.select(top, no, above), below, mode);
}

Val floatToInt(MathBuilder &m, Val x, Type elem, bool isSigned, Mode mode) {
  Val r = mode == Mode::RN   ? m.rint(x)
          : mode == Mode::RD ? m.floor(x)
          : mode == Mode::RU ? m.ceil(x)
                             : m.trunc(x);
  int64_t width = elem.getIntOrFloatBitWidth();
  double limit = std::ldexp(1.0, isSigned ? width - 1 : width);
  double least = isSigned ? -limit : 0.0;
  Val high = m.ge(r, limit), low = m.le(r, least), none = m.isNan(r);
  Val inside = m.select(high | low | none, 0.0, r);
  Val i = isSigned ? m.fptosi(inside, elem) : m.fptoui(inside, elem);
  int64_t top = isSigned ? (width == 64 ? INT64_MAX : (int64_t(1) << 31) - 1)
                         : int64_t(-1);
  int64_t bottom =
      !isSigned ? 0 : (width == 64 ? INT64_MIN : -(int64_t(1) << 31));
  i = m.select(high, m.cst(i, top), i);
  return m.select(low, m.cst(i, bottom), i);
}

} // namespace mlir::tts::vecmath
