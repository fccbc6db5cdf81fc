// Integer division, remainder, shifts and high products on vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arith.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::vecmath {

namespace {

using IPred = arith::CmpIPredicate;

/// The scalar or splat constant that `v` holds.
std::optional<APInt> constantInt(Value v) {
  Attribute attr;
  if (!matchPattern(v, m_Constant(&attr)))
    return std::nullopt;
  if (auto i = dyn_cast<IntegerAttr>(attr))
    return i.getValue();
  if (auto d = dyn_cast<DenseIntElementsAttr>(attr); d && d.isSplat())
    return d.getSplatValue<APInt>();
  return std::nullopt;
}

Value uniformScalar(Value v) {
  if (auto b = v.getDefiningOp<vector::BroadcastOp>())
    if (!isa<VectorType>(b.getSource().getType()))
      return b.getSource();
  return {};
}

/// trunc(a / b) for lanes of up to 32 bits and b != 0 through floating point
/// of more than twice the width, where the quotient is exact enough: a / b is
/// at least 1 / b away from the next integer.
Val quotient(MathBuilder &m, Val a, Val b, bool isSigned) {
  OpBuilder &builder = m.builder;
  Type real =
      a.width() <= 16 ? Type(builder.getF32Type()) : Type(builder.getF64Type());
  Type wide = builder.getI32Type();
  auto toReal = [&](Val x) {
    if (x.width() < 32)
      return m.sitofp(isSigned ? m.extsi(x, wide) : m.extui(x, wide), real);
    return isSigned ? m.sitofp(x, real) : m.uitofp(x, real);
  };
  Val q;
  if (Value scalar = uniformScalar(b.v); scalar && real.isF64()) {
    // One reciprocal for all lanes. The half added to |a| keeps the product
    // away from integers: its error is below 2^-20 while the distance is at
    // least 1 / (2 b), and q * b < 2^33.
    Val inverse = 1.0 / toReal(m.wrap(scalar));
    Val x = toReal(a);
    Val half = m.cst(x, 0.5);
    x = x + (isSigned ? m.copysign(half, x) : half);
    q = x * m.widen(inverse, a.lanes());
  } else {
    q = toReal(a) / toReal(b);
  }
  Val i = a.width() < 32 || isSigned ? m.fptosi(q, wide) : m.fptoui(q, wide);
  return m.trunci(i, a.elem());
}

/// trunc(a / b) for i64 lanes and b != 0 where the target converts between
/// i64 and f64: an estimate, a correction by the remainder, and one by +-1.
Val quotient64(MathBuilder &m, Val a, Val b, bool isSigned) {
  Type f64 = m.builder.getF64Type(), i64 = m.builder.getI64Type();
  Val zero = m.cst(a, int64_t(0)), one = m.cst(a, int64_t(1));
  auto unsign = [&](Val x) { return isSigned ? magnitude(m, x) : x; };
  Val ua = unsign(a), ub = unsign(b);
  Val inverse;
  if (Value scalar = uniformScalar(b.v))
    inverse = m.widen(1.0 / m.uitofp(unsign(m.wrap(scalar)), f64), a.lanes());
  else
    inverse = 1.0 / m.uitofp(ub, f64);
  Val q = m.fptoui(m.uitofp(ua, f64) * inverse, i64);
  Val r = ua - q * ub;
  Val step = m.fptosi(m.floor(m.sitofp(r, f64) * inverse), i64);
  q = q + step;
  r = r - step * ub;
  q = m.select(m.cmp(IPred::slt, r, zero), q - one, q);
  q = m.select(m.cmp(IPred::sge, r, ub), q + one, q);
  // Divisors of 2^63 and more leave no room for the signed remainder.
  Val whole = m.select(m.cmp(IPred::uge, ua, ub), one, zero);
  q = m.select(m.cmp(IPred::slt, ub, zero), whole, q);
  if (!isSigned)
    return q;
  return m.select(m.cmp(IPred::slt, a ^ b, zero), zero - q, q);
}

/// a / b or a % b for i64 lanes and b != 0, in 32 bits where all of `a` fits
/// and all of `b` is positive and does; `general` gives it elsewhere. Positions
/// are short, and their divisors, but 64 bits are divided lane by lane.
Val divideShort(MathBuilder &m, Val a, Val b, bool isSigned, bool isRem,
                llvm::function_ref<Val()> general) {
  Type i32 = m.builder.getI32Type();
  Value uniform = uniformScalar(b.v);
  Val rare = longPositions(m, uniform ? m.wrap(uniform) : b);
  if (Val dividend = longLanes(m, a, isSigned))
    rare = rare | dividend;
  Val x = m.trunci(a, i32), y;
  Val q;
  if (auto c = constantInt(b.v)) {
    y = m.cst(x, c->getSExtValue());
    q = m.wrap(arith::DivSIOp::create(m.builder, m.getLoc(), x.v, y.v));
  } else {
    y = uniform ? m.widen(m.trunci(m.wrap(uniform), i32), a.lanes())
                : m.trunci(b, i32);
    q = quotient(m, x, y, /*isSigned=*/true);
  }
  Val fast = m.extsi(isRem ? x - q * y : q, a.elem());
  Val isRare = m.cmp(IPred::ne, rare, m.cst(rare, int64_t(0)));
  return m.unlessAny(isRare, fast, general);
}

} // namespace

Val magnitude(MathBuilder &m, Val x) {
  Val zero = m.cst(x, int64_t(0));
  return m.select(m.cmp(IPred::slt, x, zero), zero - x, x);
}

Val uniformOperand(MathBuilder &m, Value v) {
  if (Value scalar = uniformScalar(v))
    return m.wrap(scalar);
  DenseFPElementsAttr attr;
  if (!matchPattern(v, m_Constant(&attr)) || !attr.isSplat())
    return {};
  APFloat value = attr.getSplatValue<APFloat>();
  // LLVM multiplies by the inverse of a power of two.
  if (value.getExactInverse(nullptr))
    return {};
  return m.cstOf(attr.getElementType(), value.convertToDouble());
}

Val lowerDivision(MathBuilder &m, Operation *op) {
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  bool isRem = isa<arith::RemSIOp, arith::RemUIOp>(op);
  Val a = m.wrap(op->getOperand(0)), b = m.wrap(op->getOperand(1));
  bool isLong = a.lanes() > 1 && !isa<IndexType>(a.elem()) && a.width() == 64;
  bool converts = m.target.isa == MathTarget::ISA::AVX512; // i64 and f64
  auto again = [&](Val by) {
    OperationState state(op->getLoc(), op->getName());
    state.addOperands({a.v, by.v});
    state.addTypes(op->getResultTypes());
    return m.wrap(m.builder.create(state)->getResult(0));
  };
  if (auto c = constantInt(b.v)) {
    if (c->isZero())
      return m.cst(a, int64_t(0));
    if (isSigned && c->isAllOnes())
      return isRem ? m.cst(a, int64_t(0)) : -a;
    // LLVM turns constants into shifts and high products, but has no vector
    // high product of i64.
    if (!isLong || c->abs().isPowerOf2())
      return {};
    if (converts) {
      Val q = quotient64(m, a, b, isSigned);
      return isRem ? a - q * b : q;
    }
    if (c->isNegative() || c->getActiveBits() > 31)
      return {};
    return divideShort(m, a, b, isSigned, isRem, [&] { return again(b); });
  }
  if (Val r = divideByInvariant(m, op))
    return r;
  // Divisors that would trap become 1; the result of 1 is right for
  // INT_MIN / -1, and is replaced by 0 for division by zero.
  auto safe = [&](Val b) {
    Val zero = m.cst(b, int64_t(0)), one = m.cst(b, int64_t(1));
    return m.select(m.cmp(IPred::eq, b, zero), one, b);
  };
  Val isZero;
  Val divisor;
  int64_t lanes = a.lanes();
  if (Value scalar = uniformScalar(b.v)) {
    Val s = m.wrap(scalar);
    isZero = m.cmp(IPred::eq, s, m.cst(s, int64_t(0)));
    divisor = m.widen(safe(s), lanes);
  } else {
    isZero = m.cmp(IPred::eq, b, m.cst(b, int64_t(0)));
    divisor = safe(b);
  }
  auto guardOverflow = [&](Val by) {
    if (!isSigned)
      return by;
    int64_t minimum = llvm::minIntN(isa<IndexType>(a.elem()) ? 64 : a.width());
    Val overflow = m.cmp(IPred::eq, by, m.cst(by, int64_t(-1))) &
                   m.cmp(IPred::eq, a, m.cst(a, minimum));
    return m.select(overflow, m.cst(by, int64_t(1)), by);
  };
  Val r;
  if (lanes > 1 && !isa<IndexType>(a.elem()) && a.width() <= 32) {
    // x86 converts 2^31 to INT_MIN; NEON would saturate.
    bool wraps = m.target.isa != MathTarget::ISA::NEON;
    Val q = quotient(m, a, wraps ? divisor : guardOverflow(divisor), isSigned);
    r = isRem ? a - q * divisor : q;
  } else if (isLong && converts) {
    Val q = quotient64(m, a, divisor, isSigned);
    r = isRem ? a - q * divisor : q;
  } else if (isLong) {
    r = divideShort(m, a, divisor, isSigned, isRem,
                    [&] { return again(guardOverflow(divisor)); });
  } else {
    r = again(guardOverflow(divisor));
  }
  return m.select(isZero, m.cst(r, int64_t(0)), r);
}

Val lowerShift(MathBuilder &m, Operation *op) {
  Val x = m.wrap(op->getOperand(0)), n = m.wrap(op->getOperand(1));
  if (isa<IndexType>(x.elem()))
    return {};
  int64_t width = x.width();
  bool isArith = isa<arith::ShRSIOp>(op);
  if (auto c = constantInt(n.v)) {
    if (c->ult(width))
      return {};
    return isArith ? m.ashr(x, width - 1) : m.cst(x, int64_t(0));
  }
  if (isArith) {
    Val last = m.cst(n, width - 1);
    Val amount = m.select(m.cmp(IPred::ugt, n, last), last, n);
    return m.wrap(arith::ShRSIOp::create(m.builder, m.getLoc(), x.v, amount.v));
  }
  Val inside = m.cmp(IPred::ult, n, m.cst(n, width));
  Val shifted = isa<arith::ShLIOp>(op) ? m.shl(x, n) : m.lshr(x, n);
  return m.select(inside, shifted, m.cst(x, int64_t(0)));
}

Val mulHigh(MathBuilder &m, Val a, Val b, bool isSigned) {
  OpBuilder &builder = m.builder;
  int64_t width = a.width(), lanes = a.lanes();
  if (width < 32 || lanes <= 1 || lanes % 2 != 0) {
    Type wide = builder.getIntegerType(2 * width);
    auto ext = [&](Val x) {
      return isSigned ? m.extsi(x, wide) : m.extui(x, wide);
    };
    return m.trunci(m.lshr(ext(a) * ext(b), width), a.elem());
  }
  Val high;
  if (width == 32) {
    // Products of the even and of the odd lanes, each in 64 bits.
    Type pairs = VectorType::get({lanes / 2}, builder.getI64Type());
    Val pa = m.bitcast(a, pairs), pb = m.bitcast(b, pairs);
    const int64_t low = 0xffffffff;
    Val even = (pa & low) * (pb & low);
    Val odd = m.lshr(pa, 32) * m.lshr(pb, 32);
    high = m.bitcast(m.lshr(even, 32) | (odd & ~low), a.type());
  } else {
    // Four products of 32-bit halves.
    const int64_t low = 0xffffffff;
    Val al = a & low, ah = m.lshr(a, 32), bl = b & low, bh = m.lshr(b, 32);
    Val mid = ah * bl + m.lshr(al * bl, 32);
    Val cross = al * bh + (mid & low);
    high = ah * bh + m.lshr(mid, 32) + m.lshr(cross, 32);
  }
  if (!isSigned)
    return high;
  Val correction = (m.ashr(a, width - 1) & b) + (m.ashr(b, width - 1) & a);
  return high - correction;
}

} // namespace mlir::tts::vecmath
