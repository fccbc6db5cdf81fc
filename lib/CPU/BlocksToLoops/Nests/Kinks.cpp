// On which side of its kink a position is: what a step has to keep to, and
// which side is the likely one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kinks.h"
#include "Nests.h"

#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

bool isKink(Operation *op) {
  return isa<math::AbsIOp, arith::MinSIOp, arith::MaxSIOp>(op);
}

namespace {
struct Range {
  int64_t least, most;
};
} // namespace

/// Between which numbers a block of positions probably lies: all of it that is
/// known are ranges, divisors and other constants, and positions are taken to
/// be neither negative nor so large that they leave their type.
static std::optional<Range> probableRange(Value v, unsigned depth = 12) {
  constexpr int64_t kLarge = int64_t(1) << 31;
  APInt k;
  if (matchPattern(v, m_ConstantInt(&k)))
    return k.getSignificantBits() <= 32
               ? std::optional(Range{k.getSExtValue(), k.getSExtValue()})
               : std::nullopt;
  Operation *op = v.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  if (auto range = dyn_cast<triton::MakeRangeOp>(op))
    return Range{range.getStart(), range.getEnd() - 1};
  if (isRemainder(op) && matchPattern(op->getOperand(1), m_ConstantInt(&k)) &&
      k.isStrictlyPositive() && k.getSignificantBits() <= 32)
    return Range{0, k.getSExtValue() - 1};
  if (!isa<triton::ExpandDimsOp, triton::BroadcastOp, arith::ExtSIOp,
           math::AbsIOp, arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  std::optional<Range> x = probableRange(op->getOperand(0), depth - 1);
  if (!x || op->getNumOperands() == 1) {
    if (x && isa<math::AbsIOp>(op))
      return Range{std::max<int64_t>({x->least, -x->most, 0}),
                   std::max(-x->least, x->most)};
    return x;
  }
  std::optional<Range> y = probableRange(op->getOperand(1), depth - 1);
  if (!y)
    return std::nullopt;
  Range sum = isa<arith::AddIOp>(op)
                  ? Range{x->least + y->least, x->most + y->most}
                  : Range{x->least - y->most, x->most - y->least};
  return sum.least > -kLarge && sum.most < kLarge ? std::optional(sum)
                                                  : std::nullopt;
}

bool isMostlyBelow(Operation *op) {
  auto range =
      isa<math::AbsIOp>(op) ? probableRange(op->getOperand(0)) : std::nullopt;
  return range && range->least + range->most < 0;
}

/// The least and the most that may move for a kink to stay outside of the step,
/// and what does in this step, as numbers of 64 bits.
FailureOr<std::array<Value, 4>> Nests::sidesOf(const Quotient &q) {
  Coords first = atFirstLane(q.coords);
  FailureOr<Lane> x = elements().eval(q.op->getOperand(q.moving), first);
  if (failed(x))
    return failure();
  unsigned bits = x->v.getType().getIntOrFloatBitWidth();
  at(nest->levels.size() - 1);
  bool isAbs = isa<math::AbsIOp>(q.op);
  // The least number is its own absolute value, and less than zero.
  Value low = cst(!isAbs      ? llvm::minIntN(bits)
                  : q.isBelow ? llvm::minIntN(bits) + 1
                              : 0);
  Value high = cst(q.isBelow ? 0 : llvm::maxIntN(bits));
  if (q.op->getNumOperands() == 2) {
    FailureOr<Lane> edge =
        elements().eval(q.op->getOperand(1 - q.moving), first);
    if (failed(edge))
      return failure();
    at(nest->levels.size() - 1);
    (isa<arith::MinSIOp>(q.op) ? high : low) = toI64(edge->v);
  }
  Value from = toI64(x->v), to = add(from, cst(q.stride * (nest->lanes - 1)));
  if (q.stride < 0)
    std::swap(from, to);
  return std::array<Value, 4>{low, high, from, to};
}

} // namespace mlir::tts::cpu
