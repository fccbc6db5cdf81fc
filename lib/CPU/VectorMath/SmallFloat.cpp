// Conversions between floating-point formats by integer arithmetic on lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SmallFloat.h"
#include "triton-shared/Lowering/FloatFormats.h"

#include <cmath>

namespace mlir::tts::vecmath {

namespace {

using IPred = arith::CmpIPredicate;
using FPred = arith::CmpFPredicate;

using Format = runtime::SmallFloatFormat;

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
  auto signBit = int64_t(f.signBit());
  Val a = i & (signBit - 1);
  Val sign = m.shl(i & signBit, 32 - f.bits());
  Val magnitude = m.shl(a, 23 - f.mantissaBits);
  Val normal = magnitude + (int64_t(127 - f.bias) << 23);
  Val denormal =
      m.bits(m.sitofp(a, f32) * std::ldexp(1.0, 1 - f.bias - f.mantissaBits));
  Val r = m.select(m.cmp(IPred::ult, a, m.cst(a, int64_t(1) << f.mantissaBits)),
                   denormal, normal);
  if (f.infinity())
    r = m.select(m.cmp(IPred::uge, a, m.cst(a, int64_t(f.infinity()))),
                 magnitude | kInf32, r);
  r = r | sign;
  if (f.nan && !f.infinity()) {
    Val code = f.specials == runtime::Specials::UnsignedZero ? i : a;
    Val isNan = m.cmp(IPred::eq, code, m.cst(code, int64_t(f.nan)));
    r = m.select(isNan, m.cst(r, kNan32), r);
  }
  return m.asFloat(r);
}

/// The bf16 whose bits are the upper ones of each lane of `i`.
Val upperHalf(MathBuilder &m, Val i) {
  Type result = m.typeLike(i, m.builder.getBF16Type());
  if (i.lanes() >= 2)
    return m.bitcast(m.upperHalves(i), result);
  return m.bitcast(m.trunci(m.lshr(i, 16), m.builder.getI16Type()), result);
}

Val bf16FromF32(MathBuilder &m, Val x, Rounding rounding) {
  Val i = m.bits(x);
  Val r = i;
  if (rounding == Rounding::NearestEven)
    r = (i + int64_t(0x7fff)) + (m.lshr(i, 16) & int64_t(1));
  r = m.select(m.isNan(x), i | int64_t(0x400000), r);
  return upperHalf(m, r);
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
  int64_t shift = 23 - f.mantissaBits;
  int64_t rebias = int64_t(127 - f.bias) << f.mantissaBits;
  Val normal, denormal;
  if (nearest) {
    int64_t half = int64_t(1) << (shift - 1);
    Val odd = m.lshr(a, shift) & int64_t(1);
    normal = m.lshr((a + (half - 1)) + odd, shift) - rebias;
    // A sum whose last place is the smallest denormal rounds there.
    double magic = std::ldexp(1.0, 24 - f.bias - f.mantissaBits);
    denormal = m.bits(ax + magic) - m.bits(m.cst(x, magic));
  } else {
    normal = m.lshr(a, shift) - rebias;
    denormal = m.fptosi(ax * std::ldexp(1.0, f.bias + f.mantissaBits - 1),
                        b.getI32Type());
  }
  Val isSmall = m.cmp(IPred::ult, a, m.cst(a, int64_t(128 - f.bias) << 23));
  Val r = m.select(isSmall, denormal, normal);
  bool saturates = f.bits() == 8;
  int64_t top = saturates || !nearest ? f.largest() : f.infinity();
  r = m.select(m.cmp(IPred::ugt, r, m.cst(r, top)), m.cst(r, top), r);
  if (!saturates && !nearest)
    r = m.select(m.cmp(IPred::eq, a, m.cst(a, kInf32)),
                 m.cst(r, int64_t(f.infinity())), r);
  Val sign = m.lshr(i, 32 - f.bits()) & int64_t(f.signBit());
  Val isNan = m.cmp(IPred::ugt, a, m.cst(a, kInf32));
  if (f.specials == runtime::Specials::UnsignedZero) {
    Val zero = m.cst(r, int64_t(0));
    r = m.select(m.cmp(IPred::eq, r, zero), zero, r | sign);
    r = m.select(isNan, m.cst(r, int64_t(f.nan)), r);
  } else {
    if (f.nan)
      r = m.select(isNan, m.cst(r, int64_t(f.nan)), r);
    r = r | sign;
  }
  Val code = m.trunci(r, b.getIntegerType(f.bits()));
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

Val exactBf16(MathBuilder &m, Val x) { return upperHalf(m, m.bits(x)); }

bool isKnownFloat(Type elem) {
  return elem.isF32() || elem.isF64() || getSmallFloatFormat(elem);
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
  if (auto from = getSmallFloatFormat(x.elem()))
    return convertFloat(m, toF32(m, x, *from), elem, rounding);
  if (elem.isF64())
    return m.extf(x, elem);
  auto to = getSmallFloatFormat(elem);
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
