// What combiners start from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Lowering/NeutralElement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts {

static TypedAttr integer(Type type, const APInt &value) {
  return IntegerAttr::get(type, value);
}

static TypedAttr floating(Type type, const APFloat &value) {
  return FloatAttr::get(type, value);
}

/// The greatest value, or the least: infinite where the format has infinities.
static APFloat extreme(const llvm::fltSemantics &sem, bool negative) {
  return APFloat::semanticsHasInf(sem) ? APFloat::getInf(sem, negative)
                                       : APFloat::getLargest(sem, negative);
}

TypedAttr neutralElement(Operation *op) {
  Type type = getElementTypeOrSelf(op->getResult(0));
  if (auto intType = dyn_cast<IntegerType>(type)) {
    unsigned width = intType.getWidth();
    return llvm::TypeSwitch<Operation *, TypedAttr>(op)
        .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
            [&](auto) { return integer(type, APInt::getZero(width)); })
        .Case<arith::AndIOp, arith::MinUIOp>(
            [&](auto) { return integer(type, APInt::getAllOnes(width)); })
        .Case([&](arith::MulIOp) { return integer(type, APInt(width, 1)); })
        .Case([&](arith::MaxSIOp) {
          return integer(type, APInt::getSignedMinValue(width));
        })
        .Case([&](arith::MinSIOp) {
          return integer(type, APInt::getSignedMaxValue(width));
        })
        .Default([](Operation *) { return TypedAttr(); });
  }
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return {};
  const llvm::fltSemantics &sem = floatType.getFloatSemantics();
  return llvm::TypeSwitch<Operation *, TypedAttr>(op)
      // -0.0, because +0.0 would turn a sum of negative zeros positive.
      .Case([&](arith::AddFOp) {
        return floating(type, APFloat::getZero(sem, /*Negative=*/true));
      })
      .Case([&](arith::MulFOp) { return floating(type, APFloat::getOne(sem)); })
      // These ignore NaN, so NaN is neutral and an all-NaN block stays NaN.
      .Case<arith::MaxNumFOp, arith::MinNumFOp>(
          [&](auto) { return floating(type, APFloat::getNaN(sem)); })
      .Case([&](arith::MaximumFOp) {
        return floating(type, extreme(sem, /*negative=*/true));
      })
      .Case([&](arith::MinimumFOp) {
        return floating(type, extreme(sem, /*negative=*/false));
      })
      .Default([](Operation *) { return TypedAttr(); });
}

/// The operations that give a combiner's results, each from its own pair of
/// arguments; empty if the combiner does anything else.
static SmallVector<Operation *> combiners(Region &combiner, unsigned count) {
  if (!combiner.hasOneBlock())
    return {};
  Block &block = combiner.front();
  if (block.getNumArguments() != 2 * count ||
      block.getOperations().size() != count + 1)
    return {};
  SmallVector<Operation *> found;
  for (auto [i, yielded] :
       llvm::enumerate(block.getTerminator()->getOperands())) {
    Operation *op = yielded.getDefiningOp();
    if (!op || op->getBlock() != &block || op->getNumOperands() != 2 ||
        op->getNumResults() != 1)
      return {};
    Value accumulator = block.getArgument(i);
    Value element = block.getArgument(count + i);
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    if (!(lhs == accumulator && rhs == element) &&
        !(lhs == element && rhs == accumulator))
      return {};
    found.push_back(op);
  }
  return found;
}

Operation *soleCombiner(Region &combiner) {
  SmallVector<Operation *> found = combiners(combiner, 1);
  return found.empty() ? nullptr : found.front();
}

TypedAttr neutralElement(Region &combiner) {
  Operation *op = soleCombiner(combiner);
  return op ? neutralElement(op) : TypedAttr();
}

SmallVector<TypedAttr> neutralElements(Region &combiner, unsigned count) {
  SmallVector<TypedAttr> elements;
  for (Operation *op : combiners(combiner, count)) {
    TypedAttr neutral = neutralElement(op);
    if (!neutral)
      return {};
    elements.push_back(neutral);
  }
  return elements;
}

/// The value that loses to all others where `compare` says which one wins.
static TypedAttr loserOf(Operation *compare, Type type) {
  if (auto c = dyn_cast<arith::CmpFOp>(compare)) {
    bool greatest = c.getPredicate() == arith::CmpFPredicate::OGT;
    if (!greatest && c.getPredicate() != arith::CmpFPredicate::OLT)
      return {};
    return floating(type, extreme(cast<FloatType>(type).getFloatSemantics(),
                                  /*negative=*/greatest));
  }
  auto c = dyn_cast<arith::CmpIOp>(compare);
  if (!c || !isa<IntegerType>(type))
    return {};
  unsigned width = type.getIntOrFloatBitWidth();
  switch (c.getPredicate()) {
  case arith::CmpIPredicate::sgt:
    return integer(type, APInt::getSignedMinValue(width));
  case arith::CmpIPredicate::slt:
    return integer(type, APInt::getSignedMaxValue(width));
  case arith::CmpIPredicate::ugt:
    return integer(type, APInt::getZero(width));
  case arith::CmpIPredicate::ult:
    return integer(type, APInt::getAllOnes(width));
  default:
    return {};
  }
}

TypedAttr leastOfExtreme(Region &combiner) {
  if (!combiner.hasOneBlock() || combiner.front().getNumArguments() != 4)
    return {};
  Block &block = combiner.front();
  Value v = block.getArgument(0), at = block.getArgument(1),
        otherV = block.getArgument(2), otherAt = block.getArgument(3);
  auto yielded = block.getTerminator()->getOperands();
  auto value = yielded[0].getDefiningOp<arith::SelectOp>();
  auto place = yielded[1].getDefiningOp<arith::SelectOp>();
  if (!value || !place || value.getCondition() != place.getCondition() ||
      value.getTrueValue() != v || value.getFalseValue() != otherV ||
      place.getTrueValue() != at || place.getFalseValue() != otherAt)
    return {};
  auto either = value.getCondition().getDefiningOp<arith::OrIOp>();
  if (!either)
    return {};
  auto compares = [](Operation *op, Value lhs, Value rhs) {
    return isa_and_nonnull<arith::CmpFOp, arith::CmpIOp>(op) &&
           op->getOperand(0) == lhs && op->getOperand(1) == rhs;
  };
  auto isLower = [&](Value c) {
    auto op = c.getDefiningOp<arith::CmpIOp>();
    return op && op.getPredicate() == arith::CmpIPredicate::slt &&
           compares(op, at, otherAt);
  };
  auto isTie = [&](Value c) {
    Operation *op = c.getDefiningOp();
    if (!compares(op, v, otherV))
      return false;
    if (auto f = dyn_cast<arith::CmpFOp>(op))
      return f.getPredicate() == arith::CmpFPredicate::OEQ;
    return cast<arith::CmpIOp>(op).getPredicate() == arith::CmpIPredicate::eq;
  };
  for (auto [wins, ties] : {std::pair(either.getLhs(), either.getRhs()),
                            std::pair(either.getRhs(), either.getLhs())}) {
    auto both = ties.getDefiningOp<arith::AndIOp>();
    if (both && compares(wins.getDefiningOp(), v, otherV) &&
        ((isTie(both.getLhs()) && isLower(both.getRhs())) ||
         (isTie(both.getRhs()) && isLower(both.getLhs()))))
      return loserOf(wins.getDefiningOp(), v.getType());
  }
  return {};
}

} // namespace mlir::tts
