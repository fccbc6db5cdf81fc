// Conversions between floating-point formats by integer arithmetic on lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SmallFloat.h"

#include <cmath>
#include <optional>

namespace mlir::tts::vecmath {

namespace {

using IPred = arith::CmpIPredicate;
using FPred = arith::CmpFPredicate;

/// A format narrower than f32: 1 sign bit, exponent, mantissa.
struct Format {
  unsigned bits;
  int mantissa;
  int bias;
  int64_t max;       // code of the largest finite value
  int64_t infinity;  // code of infinity; 0: none
  int64_t nan;       // code of a NaN; 0: none
  bool saturates;    // overflow gives `max` instead of `infinity`
  bool unsignedZero; // no -0; its code is the NaN
};

std::optional<Format> formatOf(Type t) {
  if (t.isF16())
    return Format{16, 10, 15, 0x7bff, 0x7c00, 0x7e00, false, false};
  if (t.isBF16())
    return Format{16, 7, 127, 0x7f7f, 0x7f80, 0x7fc0, false, false};
  if (isa<Float8E5M2Type>(t))
    return Format{8, 2, 15, 0x7b, 0x7c, 0x7f, true, false};
  if (isa<Float8E4M3FNType>(t))
    return Format{8, 3, 7, 0x7e, 0, 0x7f, true, false};
  if (isa<Float8E4M3FNUZType>(t))
    return Format{8, 3, 8, 0x7f, 0, 0x80, true, true};
  if (isa<Float8E5M2FNUZType>(t))
    return Format{8, 2, 16, 0x7f, 0, 0x80, true, true};
  // The type that Triton uses for fp8e4b15: bias 15, every code finite.
  if (isa<Float8E4M3B11FNUZType>(t))
    return Format{8, 3, 15, 0x7f, 0, 0, true, false};
  return std::nullopt;
}

constexpr int64_t kInf32 = 0x7f800000;
constexpr int64_t kNan32 = 0x7fc00000;
constexpr int64_t kAbs32 = 0x7fffffff;

Val toF32(MathBuilder &m, Val x, const Format &f) {
  OpBuilder &b = m.builder;
  Type i32 = b.getI32Type(), f32 = b.getF32Type();
  Val code = m.bits(x);
  if (x.elem().isBF16())
    return m.asFloat(m.shl(m.extui(code, i32), 16));
  if (m.target.hasF16Convert()) {
    if (x.elem().isF16())
      return m.extf(x, f32);
    if (isa<Float8E5M2Type>(x.elem())) // the upper half of an f16
      return m.extf(m.asFloat(m.shl(m.extui(code, b.getI16Type()), 8)), f32);
  }
  Val i = m.extui(code, i32);
  int64_t signBit = int64_t(1) << (f.bits - 1);
  Val a = i & (signBit - 1);
  Val sign = m.shl(i & signBit, 32 - f.bits);
  Val magnitude = m.shl(a, 23 - f.mantissa);
  Val normal = magnitude + (int64_t(127 - f.bias) << 23);
  Val denormal =
      m.bits(m.sitofp(a, f32) * std::ldexp(1.0, 1 - f.bias - f.mantissa));
  Val r = m.select(m.cmp(IPred::ult, a, m.cst(a, int64_t(1) << f.mantissa)),
                   denormal, normal);
  if (f.infinity)
    r = m.select(m.cmp(IPred::uge, a, m.cst(a, f.infinity)), magnitude | kInf32,
                 r);
  r = r | sign;
  if (f.nan && !f.infinity) {
    Val isNan = f.unsignedZero ? m.cmp(IPred::eq, i, m.cst(i, f.nan))
                               : m.cmp(IPred::eq, a, m.cst(a, f.nan));
    r = m.select(isNan, m.cst(r, kNan32), r);
  }
  return m.asFloat(r);
}

Val bf16FromF32(MathBuilder &m, Val x, Rounding rounding) {
  Val i = m.bits(x);
  Val r = i;
  if (rounding == Rounding::NearestEven)
    r = (i + int64_t(0x7fff)) + (m.lshr(i, 16) & int64_t(1));
  r = m.select(m.isNan(x), i | int64_t(0x400000), r);
  Type result = m.typeLike(x, m.builder.getBF16Type());
  if (x.lanes() >= 2)
    return m.bitcast(m.upperHalves(r), result);
  return m.bitcast(m.trunci(m.lshr(r, 16), m.builder.getI16Type()), result);
}

Val fromF32(MathBuilder &m, Val x, Type elem, const Format &f,
            Rounding rounding) {
  if (elem.isBF16())
    return bf16FromF32(m, x, rounding);
  bool nearest = rounding == Rounding::NearestEven;
  if (elem.isF16() && nearest && m.target.hasF16Convert())
    return m.truncf(x, elem);
  OpBuilder &b = m.builder;
  Val i = m.bits(x);
  Val a = i & kAbs32;
  Val ax = m.asFloat(a);
  int64_t shift = 23 - f.mantissa;
  int64_t rebias = int64_t(127 - f.bias) << f.mantissa;
  Val normal, denormal;
  if (nearest) {
    int64_t half = int64_t(1) << (shift - 1);
    Val odd = m.lshr(a, shift) & int64_t(1);
    normal = m.lshr((a + (half - 1)) + odd, shift) - rebias;
    // A sum whose last place is the smallest denormal rounds there.
    double magic = std::ldexp(1.0, 24 - f.bias - f.mantissa);
    denormal = m.bits(ax + magic) - m.bits(m.cst(x, magic));
  } else {
    normal = m.lshr(a, shift) - rebias;
    denormal =
        m.fptosi(ax * std::ldexp(1.0, f.bias + f.mantissa - 1), b.getI32Type());
  }
  Val isSmall = m.cmp(IPred::ult, a, m.cst(a, int64_t(128 - f.bias) << 23));
  Val r = m.select(isSmall, denormal, normal);
  int64_t top = f.saturates || !nearest ? f.max : f.infinity;
  r = m.select(m.cmp(IPred::ugt, r, m.cst(r, top)), m.cst(r, top), r);
  if (!f.saturates && !nearest)
    r = m.select(m.cmp(IPred::eq, a, m.cst(a, kInf32)), m.cst(r, f.infinity),
                 r);
  Val sign = m.lshr(i, 32 - f.bits) & (int64_t(1) << (f.bits - 1));
  Val isNan = m.cmp(IPred::ugt, a, m.cst(a, kInf32));
  if (f.unsignedZero) {
    Val zero = m.cst(r, int64_t(0));
    r = m.select(m.cmp(IPred::eq, r, zero), zero, r | sign);
    r = m.select(isNan, m.cst(r, f.nan), r);
  } else {
    if (f.nan)
      r = m.select(isNan, m.cst(r, f.nan), r);
    r = r | sign;
  }
  Val code = m.trunci(r, b.getIntegerType(f.bits));
  return m.bitcast(code, m.typeLike(x, elem));
}

/// f64 -> f32 such that a later rounding to a narrower format is as if made
/// from the f64 (`odd`), or toward zero.
Val narrowF64(MathBuilder &m, Val x, bool odd) {
  Val y = m.truncf(x, m.builder.getF32Type());
  Val back = m.extf(y, m.builder.getF64Type());
  Val i = m.bits(y);
  Val one = m.cst(i, int64_t(1)), zero = m.cst(i, int64_t(0));
  Val away = m.gt(m.abs(back), m.abs(x));
  i = i - m.select(away, one, zero);
  if (odd)
    i = i | m.select(m.cmp(FPred::ONE, back, x), one, zero);
  return m.asFloat(i);
}

} // namespace

bool isKnownFloat(Type elem) {
  return elem.isF32() || elem.isF64() || formatOf(elem);
}

Val bf16ByInstruction(MathBuilder &m, Val x, Type elem, Rounding rounding) {
  if (!x.elem().isF32() || !elem.isBF16() || rounding != Rounding::NearestEven)
    return {};
  Val flushed = m.flushedBf16(x);
  if (!flushed)
    return {};
  return m.unlessAny(m.isDenormal(x), flushed,
                     [&] { return bf16FromF32(m, x, rounding); });
}

Val convertFloat(MathBuilder &m, Val x, Type elem, Rounding rounding) {
  if (x.elem() == elem)
    return x;
  Type f32 = m.builder.getF32Type();
  if (auto from = formatOf(x.elem()))
    return convertFloat(m, toF32(m, x, *from), elem, rounding);
  if (elem.isF64())
    return m.extf(x, elem);
  auto to = formatOf(elem);
  if (x.elem().isF64()) {
    if (to)
      return fromF32(m, narrowF64(m, x, /*odd=*/true), elem, *to, rounding);
    if (rounding == Rounding::TowardZero)
      return narrowF64(m, x, /*odd=*/false);
    return m.truncf(x, f32);
  }
  return fromF32(m, x, elem, *to, rounding);
}

} // namespace mlir::tts::vecmath
