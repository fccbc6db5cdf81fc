// libdevice's floating-point functions beside the common table: classification,
// rounding, scaling, norms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Directed.h"
#include "Functions.h"
#include "Libdevice.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

namespace mlir::tts::vecmath {

namespace {

using FPred = arith::CmpFPredicate;
using IPred = arith::CmpIPredicate;

/// The exponent bias and the width of the mantissa of x's type.
int64_t biasOf(Val x) { return x.width() == 64 ? 1023 : 127; }
int64_t mantissaOf(Val x) { return x.width() == 64 ? 52 : 23; }

Val abs(MathBuilder &m, Vals a, Type) { return m.abs(a[0]); }
Val floor(MathBuilder &m, Vals a, Type) { return m.floor(a[0]); }
Val ceil(MathBuilder &m, Vals a, Type) { return m.ceil(a[0]); }
Val trunc(MathBuilder &m, Vals a, Type) { return m.trunc(a[0]); }
Val rint(MathBuilder &m, Vals a, Type) { return m.rint(a[0]); }
Val roundAway(MathBuilder &m, Val x) {
  return m.wrap(math::RoundOp::create(m.builder, m.getLoc(), x.v));
}
Val round(MathBuilder &m, Vals a, Type) { return roundAway(m, a[0]); }
Val rintToInt(MathBuilder &m, Vals a, Type result) {
  return floatToInt(m, a[0], result, true, Mode::RN);
}
Val roundToInt(MathBuilder &m, Vals a, Type result) {
  return floatToInt(m, roundAway(m, a[0]), result, true, Mode::RZ);
}
Val copysign(MathBuilder &m, Vals a, Type) { return m.copysign(a[0], a[1]); }

/// A predicate as 0 or 1.
Val asInt(MathBuilder &m, Val p, Type result) { return m.extui(p, result); }
Val isNan(MathBuilder &m, Vals a, Type result) {
  return asInt(m, m.isNan(a[0]), result);
}
Val isInf(MathBuilder &m, Vals a, Type result) {
  return asInt(m, m.eq(m.abs(a[0]), m.inf(a[0])), result);
}
Val isFinite(MathBuilder &m, Vals a, Type result) {
  return asInt(m, m.lt(m.abs(a[0]), m.inf(a[0])), result);
}
Val signBit(MathBuilder &m, Vals a, Type result) {
  Val i = m.bits(a[0]);
  return asInt(m, m.cmp(IPred::slt, i, m.cst(i, int64_t(0))), result);
}

/// To [0, 1]; NaN gives 0.
Val saturate(MathBuilder &m, Vals a, Type) {
  Val x = m.select(m.gt(a[0], 0.0), a[0], m.cst(a[0], 0.0));
  return m.clampMax(x, 1.0);
}

Val positiveDifference(MathBuilder &m, Vals a, Type) {
  // NaN operands make the comparison false and the difference NaN.
  return m.select(m.le(a[0], a[1]), 0.0, a[0] - a[1]);
}

/// The upper word of 1 / x.
Val reciprocalHigh(MathBuilder &m, Vals a, Type) {
  Val i = m.bits(1.0 / a[0]);
  return m.asFloat(i & ~int64_t(0xffffffff));
}

/// x = mantissa * 2^exponent, 1 <= |mantissa| < 2, for finite x != 0.
struct Frexp {
  Val mantissa;
  Val exponent; // integer of the width of x
};

Frexp frexp(MathBuilder &m, Val x) {
  int64_t width = mantissaOf(x), bias = biasOf(x);
  Val tiny = m.lt(m.abs(x), std::ldexp(1.0, 1 - bias));
  Val scaled = m.select(tiny, x * std::ldexp(1.0, width + 1), x);
  Val i = m.bits(scaled);
  int64_t field = 2 * bias + 1;
  Val raw = m.lshr(i, width) & field;
  Val offset = m.select(tiny, m.cst(i, bias + width + 1), m.cst(i, bias));
  Val one = (i & ~(field << width)) | (bias << width);
  return {m.asFloat(one), raw - offset};
}

/// Zero, infinity or NaN.
Val isSpecial(MathBuilder &m, Val x) {
  Val a = m.abs(x);
  return m.eq(a, 0.0) | m.cmp(FPred::UGE, a, m.inf(x));
}

/// 2^n for n within the normal exponents.
Val powerOfTwo(MathBuilder &m, Val like, Val n) {
  return m.asFloat(m.shl(n + biasOf(like), mantissaOf(like)));
}

/// x * 2^n for any n, rounded once.
Val ldexp(MathBuilder &m, Vals a, Type) {
  Val x = a[0], n = a[1];
  auto clamp = [&](Val v, int64_t limit) {
    v = m.select(m.cmp(IPred::sgt, v, m.cst(v, limit)), m.cst(v, limit), v);
    return m.select(m.cmp(IPred::slt, v, m.cst(v, -limit)), m.cst(v, -limit),
                    v);
  };
  // Past these exponents everything overflows or vanishes.
  bool wide = x.width() == 64;
  n = m.extsi(clamp(n, wide ? 4400 : 600), m.builder.getIntegerType(x.width()));
  Frexp f = frexp(m, x);
  Val e = clamp(f.exponent + n, wide ? 1200 : 180);
  Val h = m.ashr(e, 1);
  Val y = (f.mantissa * powerOfTwo(m, x, h)) * powerOfTwo(m, x, e - h);
  return m.select(isSpecial(m, x), x, y);
}

/// The exponent of x as an i32: INT_MIN for 0 and NaN, INT_MAX for infinity.
Val ilogb(MathBuilder &m, Vals a, Type result) {
  Val x = a[0];
  Val e = m.trunci(frexp(m, x).exponent, result);
  Val none = m.eq(x, 0.0) | m.isNan(x);
  e = m.select(none, m.cst(e, int64_t(INT32_MIN)), e);
  Val infinite = m.eq(m.abs(x), m.inf(x));
  return m.select(infinite, m.cst(e, int64_t(INT32_MAX)), e);
}

Val logb(MathBuilder &m, Vals a, Type) {
  Val x = a[0];
  Val e = m.sitofp(frexp(m, x).exponent, x.elem());
  e = m.select(m.eq(x, 0.0), -m.inf(x), e);
  return m.select(m.cmp(FPred::UGE, m.abs(x), m.inf(x)), m.abs(x), e);
}

/// x^n for |n| <= 64, x a widened f32, by squares and products: each is off by
/// 2^-53, and what overflows or vanishes does so in f32, too.
Val powerBySquares(MathBuilder &m, Val x, Val n, Val count) {
  Val square = x, product = m.cst(x, 1.0);
  for (int64_t bit = 1;; bit *= 2) {
    Val on = m.cmp(IPred::ne, count & bit, m.cst(count, int64_t(0)));
    product = m.select(on, product * square, product);
    if (bit == 64)
      break;
    square = square * square;
  }
  Val negative = m.cmp(IPred::slt, n, m.cst(n, int64_t(0)));
  return m.select(negative, 1.0 / product, product);
}

/// x^n. Through f64 for f32; every i32 is exact there.
Val powi(MathBuilder &m, Vals a, Type result) {
  if (Val r = powerOfConstant(m, a[0], a[1]))
    return r;
  Val x = m.extf(a[0], m.builder.getF64Type()), n = a[1];
  auto power = [&] {
    return emitFunction(m, "pow", {x, m.sitofp(n, x.elem())});
  };
  if (a[0].width() == 64)
    return power();
  Val zero = m.cst(n, int64_t(0));
  Val count = m.select(m.cmp(IPred::slt, n, zero), zero - n, n);
  Val large = m.cmp(IPred::ugt, count, m.cst(n, int64_t(64)));
  Val y = m.unlessAny(large, powerBySquares(m, x, n, count), power);
  return m.truncf(y, result);
}

/// sqrt of the sum of squares: in f64 for f32, by hypot for f64.
Val norm(MathBuilder &m, Vals a) {
  Val first = a[0];
  if (first.width() == 64) {
    Val r = first;
    for (Val x : a.drop_front())
      r = emitFunction(m, "hypot", {r, x});
    return r;
  }
  Type f64 = m.builder.getF64Type();
  Val sum, infinite;
  for (Val x : a) {
    Val w = m.extf(x, f64);
    Val isInf = m.eq(m.abs(x), m.inf(x));
    sum = sum ? m.fma(w, w, sum) : w * w;
    infinite = infinite ? infinite | isInf : isInf;
  }
  // An infinite operand wins over NaN.
  return m.select(infinite, m.inf(sum), m.sqrt(sum));
}
Val normOf(MathBuilder &m, Vals a, Type result) {
  return m.truncf(norm(m, a), result);
}
Val reciprocalNorm(MathBuilder &m, Vals a, Type result) {
  return m.truncf(1.0 / norm(m, a), result);
}

/// 1 / cbrt(x); in f64 for f32.
Val rcbrt(MathBuilder &m, Vals a, Type result) {
  Val x = m.extf(a[0], m.builder.getF64Type());
  return m.truncf(1.0 / emitFunction(m, "cbrt", {x}), result);
}

template <char kind> Val besselOfOrder(MathBuilder &m, Vals a, Type result) {
  return callScalar(m, kind == 'j' ? "jn" : "yn", a, result);
}

const LibdeviceEntry kEntries[] = {
    {"fabs", 1, abs},
    {"floor", 1, floor},
    {"ceil", 1, ceil},
    {"trunc", 1, trunc},
    {"rint", 1, rint},
    {"nearbyint", 1, rint},
    {"round", 1, round},
    {"llrint", 1, rintToInt},
    {"llround", 1, roundToInt},
    {"copysign", 2, copysign},
    {"isnanf", 1, isNan},
    {"isnand", 1, isNan},
    {"isinff", 1, isInf},
    {"isinfd", 1, isInf},
    {"finitef", 1, isFinite},
    {"isfinited", 1, isFinite},
    {"signbitf", 1, signBit},
    {"signbitd", 1, signBit},
    {"saturatef", 1, saturate},
    {"fdim", 2, positiveDifference},
    {"rcp64h", 1, reciprocalHigh},
    {"ldexp", 2, ldexp},
    {"scalbn", 2, ldexp},
    {"ilogb", 1, ilogb},
    {"logb", 1, logb},
    {"powi", 2, powi},
    {"rhypot", 2, reciprocalNorm},
    {"norm3d", 3, normOf},
    {"norm4d", 4, normOf},
    {"rnorm3d", 3, reciprocalNorm},
    {"rnorm4d", 4, reciprocalNorm},
    {"rcbrt", 1, rcbrt},
    {"frsqrt_rn", 1,
     [](MathBuilder &m, Vals a, Type) { return emitFunction(m, "rsqrt", a); }},
    {"jn", 2, besselOfOrder<'j'>},
    {"yn", 2, besselOfOrder<'y'>},
};

} // namespace

ArrayRef<LibdeviceEntry> realSymbols() { return kEntries; }

} // namespace mlir::tts::vecmath
