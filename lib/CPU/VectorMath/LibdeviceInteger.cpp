// libdevice's integer functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arith.h"
#include "Libdevice.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tts::vecmath {

namespace {

using IPred = arith::CmpIPredicate;

template <typename Op> Val unary(MathBuilder &m, Val x) {
  return m.wrap(Op::create(m.builder, m.getLoc(), x.v));
}

/// A count of bits, as `result` (libdevice gives i32 for i64 operands).
template <typename Op> Val count(MathBuilder &m, Vals a, Type result) {
  return m.trunci(unary<Op>(m, a[0]), result);
}

Val findFirstSet(MathBuilder &m, Vals a, Type result) {
  Val zero = m.cst(a[0], int64_t(0));
  Val n = unary<math::CountTrailingZerosOp>(m, a[0]) + int64_t(1);
  return m.trunci(m.select(m.cmp(IPred::eq, a[0], zero), zero, n), result);
}

Val bitReverse(MathBuilder &m, Vals a, Type) {
  return m.wrap(
      LLVM::BitReverseOp::create(m.builder, m.getLoc(), a[0].type(), a[0].v));
}

Val absolute(MathBuilder &m, Vals a, Type) {
  return unary<math::AbsIOp>(m, a[0]);
}

template <bool isSigned> Val high(MathBuilder &m, Vals a, Type) {
  return mulHigh(m, a[0], a[1], isSigned);
}

/// The low half of the product of the low 24 bits.
template <bool isSigned> Val mul24(MathBuilder &m, Vals a, Type) {
  auto low = [&](Val x) {
    return isSigned ? m.ashr(m.shl(x, 8), 8) : x & int64_t(0xffffff);
  };
  return low(a[0]) * low(a[1]);
}

/// |a - b| + c.
template <bool isSigned> Val sumOfDifference(MathBuilder &m, Vals a, Type) {
  Val less = m.cmp(isSigned ? IPred::slt : IPred::ult, a[0], a[1]);
  return m.select(less, a[1] - a[0], a[0] - a[1]) + a[2];
}

/// (a + b) >> 1 without overflow; `up` rounds up.
template <bool isSigned, bool up> Val average(MathBuilder &m, Vals a, Type) {
  Val differ = a[0] ^ a[1];
  Val half = isSigned ? m.ashr(differ, 1) : m.lshr(differ, 1);
  return up ? (a[0] | a[1]) - half : (a[0] & a[1]) + half;
}

/// Byte k of the result is byte (selector >> 4 k) & 7 of the pair a[1]:a[0].
Val bytePermute(MathBuilder &m, Vals a, Type) {
  Type i32 = m.builder.getI32Type(), i64 = m.builder.getI64Type();
  Val pair = m.extui(a[0], i64) | m.shl(m.extui(a[1], i64), 32);
  Val out;
  for (int64_t k = 0; k < 4; ++k) {
    Val index = m.lshr(a[2], 4 * k) & int64_t(7);
    Val amount = m.extui(m.shl(index, 3), i64);
    Val byte = m.trunci(m.lshr(pair, amount), i32) & int64_t(0xff);
    out = k ? out | m.shl(byte, 8 * k) : byte;
  }
  return out;
}

const LibdeviceEntry kEntries[] = {
    {"clz", 1, count<math::CountLeadingZerosOp>},
    {"clzll", 1, count<math::CountLeadingZerosOp>},
    {"popc", 1, count<math::CtPopOp>},
    {"popcll", 1, count<math::CtPopOp>},
    {"ffs", 1, findFirstSet},
    {"ffsll", 1, findFirstSet},
    {"brev", 1, bitReverse},
    {"brevll", 1, bitReverse},
    {"abs", 1, absolute},
    {"llabs", 1, absolute},
    {"mulhi", 2, high<true>},
    {"umulhi", 2, high<false>},
    {"mul64hi", 2, high<true>},
    {"umul64hi", 2, high<false>},
    {"mul24", 2, mul24<true>},
    {"umul24", 2, mul24<false>},
    {"sad", 3, sumOfDifference<true>},
    {"usad", 3, sumOfDifference<false>},
    {"hadd", 2, average<true, false>},
    {"uhadd", 2, average<false, false>},
    {"rhadd", 2, average<true, true>},
    {"urhadd", 2, average<false, true>},
    {"byte_perm", 3, bytePermute},
};

} // namespace

ArrayRef<LibdeviceEntry> integerSymbols() { return kEntries; }

} // namespace mlir::tts::vecmath
