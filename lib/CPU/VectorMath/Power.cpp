// Powers and roots.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::vecmath {

using FPred = arith::CmpFPredicate;

Val log2Wide(MathBuilder &m, Val x) {
  Val i = m.bits(x);
  Val e = m.ashr(i - int64_t(0x3fe5555555555555), 52); // 2/3 <= mantissa < 4/3
  Val f = m.asFloat(i - m.shl(e, 52)) - 1.0;
  Val p = m.poly(
      f, {-0x1.7154764bb6e1fp-1, 0x1.ec709d9a020a1p-2, -0x1.7154847d49b8cp-2,
          0x1.2776dfe4c77b5p-2, -0x1.ec68a3436ee40p-3, 0x1.a60ba28903d95p-3,
          -0x1.7247b1a51189bp-3, 0x1.497adee5259bbp-3, -0x1.199b938126646p-3,
          0x1.fa73bc765b4c4p-4, -0x1.53eb441c84f72p-3, 0x1.423399b77e327p-3});
  Val log = m.fma(f * f, p, f * 0x1.71547652b82fep+0);
  // |e| < 2^31: the conversion from i32 is cheap on every target.
  Val e32 = m.trunci(e, m.builder.getI32Type());
  return log + m.sitofp(e32, x.elem());
}

Val exp2Wide(MathBuilder &m, Val t) {
  Val shifted = t + 0x1.8p52;
  Val r = t - (shifted - 0x1.8p52);
  Val p = m.poly(r, {1.0, 0x1.62e4300bc863ep-1, 0x1.ebfbe045e891fp-3,
                     0x1.c6b054e46c3adp-5, 0x1.3b2a1b55021ddp-7,
                     0x1.5dc06d321bde7p-10, 0x1.444036a8e1e5ap-13,
                     0x1.c049b222ee0d2p-17});
  return m.asFloat(m.bits(p) + m.shl(m.bits(shifted), 52));
}

/// The integer that `y` is in all lanes; nothing where that is not known.
static std::optional<int64_t> constantInteger(Val y) {
  Value v = y.v;
  while (Operation *op = v.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, vector::BroadcastOp>(op))
      break;
    v = op->getOperand(0);
  }
  APInt i;
  if (matchPattern(v, m_ConstantInt(&i)))
    return i.getSignificantBits() <= 64 ? std::optional(i.getSExtValue())
                                        : std::nullopt;
  APFloat f(0.0);
  if (!matchPattern(v, m_ConstantFloat(&f)))
    return {};
  llvm::APSInt whole(64, /*isUnsigned=*/false);
  bool exact = false;
  if (f.convertToInteger(whole, APFloat::rmTowardZero, &exact) !=
          APFloat::opOK ||
      !exact)
    return {};
  return whole.getSExtValue();
}

Val powerOfConstant(MathBuilder &m, Val x, Val y) {
  std::optional<int64_t> n = constantInteger(y);
  if (!n)
    return {};
  switch (*n) {
  case 0:
    return m.cst(x, 1.0);
  case 1:
    return x;
  case 2:
    return x * x;
  case -1:
    return 1.0 / x;
  default:
    break;
  }
  // Each product is off by 2^-53 in f64, and what overflows or vanishes there
  // does so in f32, too.
  uint64_t count = *n < 0 ? -uint64_t(*n) : uint64_t(*n);
  if (!x.elem().isF32() || count > 64)
    return {};
  Val square = m.extf(x, m.builder.getF64Type()), product;
  for (; count; count >>= 1) {
    if (count & 1)
      product = product ? product * square : square;
    if (count > 1)
      square = square * square;
  }
  return m.truncf(*n < 0 ? 1.0 / product : product, x.elem());
}

/// 2^(y log2 |x|) in f64, rounded to f32 at the end: correctly rounded but for
/// about one result in a thousand.
Val pow32(MathBuilder &m, Vals args) {
  Val x = args[0], y = args[1];
  if (Val r = powerOfConstant(m, x, y))
    return r;
  Type f64 = m.builder.getF64Type();
  Val a = m.abs(x);
  Val wide = m.extf(a, f64);
  Val log = log2Wide(m, wide);
  log = m.select(m.eq(wide, 0.0), -m.inf(wide), log);
  log = m.select(m.lt(wide, m.inf(wide)), log, wide); // inf and NaN
  Val t = m.extf(y, f64) * log;
  t = m.clampMin(m.clampMax(t, 200.0), -200.0);
  Val r = m.truncf(exp2Wide(m, t), x.elem());

  // Negative bases: integral exponents only (infinities count as even).
  Val negative =
      m.cmp(arith::CmpIPredicate::slt, m.bits(x), m.cst(m.bits(x), int64_t(0)));
  Val half = y * 0.5;
  Val isInteger = m.eq(m.trunc(y), y);
  Val isOdd = isInteger & m.cmp(FPred::UNE, m.trunc(half), half);
  r = m.select(negative & isOdd, -r, r);
  Val finiteNonZero = m.lt(x, 0.0) & m.lt(a, m.inf(a));
  r = m.select(finiteNonZero & m.cmp(FPred::UNE, m.trunc(y), y), m.nan(x), r);
  // x^0 = 1^y = (-1)^(+-inf) = 1.
  Val one =
      m.eq(y, 0.0) | m.eq(x, 1.0) | (m.eq(x, -1.0) & m.eq(m.abs(y), m.inf(y)));
  return m.select(one, 1.0, r);
}

/// x - trunc(x / y) y in f64, exact while the quotient is below 2^28.
Val fmod32(MathBuilder &m, Vals args) {
  Type f64 = m.builder.getF64Type();
  Val x = m.extf(args[0], f64), y = m.extf(args[1], f64);
  Val q = x / y;
  Val r = m.exactFma(-m.trunc(q), y, x);
  r = m.select(m.lt(m.abs(x), m.abs(y)), x, r); // y may be infinite
  Val fast = m.copysign(r, x);
  Val r64 = m.unlessAny(m.gt(m.abs(q), 0x1p28), fast, [&] {
    return callSleef(m, *findFunction("fmod"), {x, y});
  });
  return m.truncf(r64, args[0].elem());
}

Val sqrtAny(MathBuilder &m, Vals args) { return m.sqrt(args[0]); }

Val rsqrtAny(MathBuilder &m, Vals args) { return 1.0 / m.sqrt(args[0]); }

} // namespace mlir::tts::vecmath
