// Between which numbers lies what bitwise operations and shifts make.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BitEnds.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

bool BitEnds::isShift(Operation *op) {
  return isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
}

bool BitEnds::knows(Operation *op) {
  return isShift(op) || isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

Value BitEnds::cst(int64_t v) {
  return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(v));
}

Value BitEnds::compare(P p, Value x, Value y) {
  return b.createOrFold<arith::CmpIOp>(loc, p, x, y);
}

Value BitEnds::select(Value condition, Value x, Value y) {
  return b.createOrFold<arith::SelectOp>(loc, condition, x, y);
}

void BitEnds::refuseNegative(Ends x) {
  refuse(compare(P::slt, x.first, cst(0)));
}

void BitEnds::refuseBeyond(Ends x, unsigned bits) {
  refuse(compare(P::slt, x.first, cst(-(int64_t(1) << bits))));
  refuse(compare(P::sgt, x.second, cst((int64_t(1) << bits) - 1)));
}

/// The greatest sum of two numbers without signs.
Value BitEnds::sum(Ends x, Ends y) {
  for (Ends e : {x, y}) {
    refuseNegative(e);
    refuse(compare(P::sgt, e.second, cst(INT64_MAX / 2)));
  }
  return make<arith::AddIOp>(x.second, y.second);
}

BitEnds::Ends BitEnds::of(Operation *op, Ends x, Ends y, unsigned width) {
  if (isShift(op))
    return ofShift(op, x, y.first, width);
  // Constants of blocks are one number, and stand on the right.
  std::optional<int64_t> bits;
  if (y.first == y.second)
    bits = getConstantIntValue(y.first);
  if (isa<arith::OrIOp>(op))
    return ofOr(x, y);
  if (isa<arith::XOrIOp>(op))
    return bits ? ofFlipped(x, *bits) : ofExclusiveOr(x, y);
  bool oneRun =
      bits && (llvm::isMask_64(*bits) || llvm::isPowerOf2_64(-uint64_t(*bits)));
  return oneRun ? ofMask(x, *bits) : ofAnd(x, y);
}

/// No more than either operand that has no sign.
BitEnds::Ends BitEnds::ofAnd(Ends x, Ends y) {
  Value xSigned = compare(P::slt, x.first, cst(0));
  Value ySigned = compare(P::slt, y.first, cst(0));
  refuse(make<arith::AndIOp>(xSigned, ySigned));
  Value both = make<arith::MinSIOp>(x.second, y.second);
  return {cst(0), select(xSigned, y.second, select(ySigned, x.second, both))};
}

/// The bits of `mask`, which are the lowest or the highest. Without the lowest
/// bits a number is rounded down; they are a remainder, which grows as the
/// number does as long as the others stay.
BitEnds::Ends BitEnds::ofMask(Ends x, int64_t mask) {
  Value m = cst(mask);
  Ends ends(make<arith::AndIOp>(x.first, m), make<arith::AndIOp>(x.second, m));
  if (mask < 0)
    return ends;
  Value others = cst(~mask);
  Value stay = compare(P::eq, make<arith::AndIOp>(x.first, others),
                       make<arith::AndIOp>(x.second, others));
  return {select(stay, ends.first, cst(0)), select(stay, ends.second, m)};
}

/// No less than either, and no more than their sum.
BitEnds::Ends BitEnds::ofOr(Ends x, Ends y) {
  return {make<arith::MaxSIOp>(x.first, y.first), sum(x, y)};
}

/// Bits that both have are gone from the sum twice: `x - y <= x ^ y <= x + y`.
BitEnds::Ends BitEnds::ofExclusiveOr(Ends x, Ends y) {
  Value apart = make<arith::MaxSIOp>(make<arith::SubIOp>(x.first, y.second),
                                     make<arith::SubIOp>(y.first, x.second));
  return {make<arith::MaxSIOp>(apart, cst(0)), sum(x, y)};
}

/// The bits above those that are flipped stay, or all of them are flipped and
/// the number's order is turned around.
BitEnds::Ends BitEnds::ofFlipped(Ends x, int64_t bits) {
  if (bits < 0) {
    Ends kept = ofFlipped(x, ~bits);
    Value all = cst(-1);
    return {make<arith::XOrIOp>(kept.second, all),
            make<arith::XOrIOp>(kept.first, all)};
  }
  if (bits == 0)
    return x;
  int64_t low = llvm::maskTrailingOnes<uint64_t>(llvm::Log2_64(bits) + 1);
  return {make<arith::AndIOp>(x.first, cst(~low)),
          make<arith::OrIOp>(x.second, cst(low))};
}

/// A shift is a product or a quotient, and grows as what is shifted does.
BitEnds::Ends BitEnds::ofShift(Operation *op, Ends x, Value amount,
                               unsigned width) {
  bool left = isa<arith::ShLIOp>(op);
  // Products of 31 bits fit.
  int64_t last = left ? std::min(width - 1, 31u) : width - 1;
  refuse(compare(P::slt, amount, cst(0)));
  refuse(compare(P::sgt, amount, cst(last)));
  Value n =
      make<arith::MinSIOp>(make<arith::MaxSIOp>(amount, cst(0)), cst(last));
  if (isa<arith::ShRUIOp>(op))
    refuseNegative(x);
  if (!left)
    return {make<arith::ShRSIOp>(x.first, n),
            make<arith::ShRSIOp>(x.second, n)};
  refuseBeyond(x, 31);
  Ends shifted(make<arith::ShLIOp>(x.first, n),
               make<arith::ShLIOp>(x.second, n));
  refuseBeyond(shifted, std::min(width - 1, 62u));
  return shifted;
}

} // namespace mlir::tts::cpu
