// Runs within which positions have kinks: rows that are padded by reflection or
// repetition. A run is cut where a kink is, to pieces that lie between the
// edges, and pieces beyond one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kinks.h"
#include "Nests.h"
#include "OtherLanes.h"

#include "../Elements/Elements.h"
#include "../Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// The kinks that the addresses of the nest have.
SmallVector<Quotient> Nests::kinksOfRuns(ArrayRef<Root> roots) {
  SmallVector<Quotient> kinks = findQuotients(roots);
  llvm::erase_if(kinks, [](const Quotient &q) { return !isKink(q.op); });
  return kinks;
}

/// May runs be cut at the kinks? What has them moves by one from lane to lane,
/// in numbers of one type whose distances are ones of 64 bits, known without
/// loads. Runs end by quotients of addresses, and of nothing that has a kink.
bool Nests::mayCutAt(ArrayRef<Quotient> kinks, ArrayRef<Quotient> quotients,
                     ArrayRef<Root> roots) {
  auto moves = [&](const Quotient &q) {
    Type type = getElementTypeOrSelf(q.op->getResult(0).getType());
    return std::abs(q.stride) == 1 && type.getIntOrFloatBitWidth() <= 32 &&
           !hasWidened(q) &&
           !plan().contains<tts::LoadOp>(q.op->getOperand(q.moving));
  };
  auto hasKink = [&](const Quotient &q) {
    return llvm::any_of(q.op->getOperands(), [&](Value v) {
      SmallVector<Quotient> found;
      return !elements().laneStride(v, q.coords, &found, /*isTested=*/true) ||
             llvm::any_of(
                 found, [](const Quotient &inner) { return isKink(inner.op); });
    });
  };
  return findQuotients(roots).size() > kinks.size() &&
         llvm::all_of(kinks, moves) && llvm::none_of(quotients, hasKink);
}

/// Is the lanes' first position between all edges, and for how many positions
/// does that not change? Beyond one that is an estimate.
FailureOr<std::pair<Value, Value>>
Nests::distanceToKink(ArrayRef<Quotient> kinks) {
  using P = arith::CmpIPredicate;
  constexpr int64_t kFar = int64_t(1) << 40;
  int level = nest->levels.size() - 1;
  Value between, whileBetween = cst(kFar), whileBeyond = cst(kFar);
  for (const Quotient &q : kinks) {
    auto sides = sidesOf(q);
    if (failed(sides))
      return failure();
    auto [low, high, least, most] = *sides;
    at(level);
    bool rises = q.stride > 0;
    Value x = rises ? least : most;
    auto distance = [&](Value from, Value to) -> Value {
      return rises ? arith::SubIOp::create(b, loc, to, from)
                   : arith::SubIOp::create(b, loc, from, to);
    };
    Value left = add(distance(x, rises ? high : low), cst(1));
    Value back = distance(x, rises ? low : high);
    Value is = arith::AndIOp::create(
        b, loc, arith::CmpIOp::create(b, loc, P::sge, x, low),
        arith::CmpIOp::create(b, loc, P::sle, x, high));
    between =
        between ? arith::AndIOp::create(b, loc, between, is).getResult() : is;
    whileBetween = arith::MinSIOp::create(b, loc, whileBetween, left);
    // Negative where the edge was left behind.
    Value comes = arith::CmpIOp::create(b, loc, P::sgt, back, cst(0));
    back = arith::SelectOp::create(b, loc, comes, back, cst(kFar));
    whileBeyond = arith::MinSIOp::create(b, loc, whileBeyond, back);
  }
  return std::pair<Value, Value>(
      between,
      arith::SelectOp::create(b, loc, between, whileBetween, whileBeyond));
}

/// What lies beyond a kink, in lanes from anywhere: elements one by one where
/// that is all.
LogicalResult Nests::stepsBeyondKink(ArrayRef<Root> roots, Value begin,
                                     Value end, SmallVectorImpl<Value> &accs,
                                     StepBody step) {
  if (carriesLanes(accs))
    return stepsOfRun(roots, begin, end, accs, step);
  at(nest->levels.size() - 1);
  Value length = arith::SubIOp::create(b, loc, end, begin);
  Value few = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, length,
                                    cst(registerLanes()));
  return eitherWay(few, accs, [&](bool holds, SmallVectorImpl<Value> &values) {
    if (!holds)
      return stepsOfRun(roots, begin, end, values, step);
    OtherLanes one(*nest, 1);
    return carryLoop(nest->coords[nest->vecDim], begin, end, 1, values, step);
  });
}

/// The steps of a run to its end, or to the first kink. Gives where they end.
FailureOr<Value> Nests::stepsToKink(ArrayRef<Root> roots, Value end,
                                    SmallVectorImpl<Value> &accs,
                                    StepBody step) {
  Value begin = nest->coords[nest->vecDim].v;
  SmallVector<Quotient> kinks = kinksOfRuns(roots);
  LogicalResult r = success();
  if (kinks.empty()) {
    r = stepsOfRun(roots, begin, end, accs, step);
  } else {
    auto known = distanceToKink(kinks);
    if (failed(known))
      return failure();
    auto [between, distance] = *known;
    end = arith::MinSIOp::create(b, loc, end, add(begin, distance));
    Run &run = *nest->run;
    r = eitherWay(
        between, accs, [&](bool holds, SmallVectorImpl<Value> &values) {
          run.beyondKink = !holds;
          return holds ? stepsOfRun(roots, begin, end, values, step)
                       : stepsBeyondKink(roots, begin, end, values, step);
        });
    run.beyondKink = false;
  }
  return failed(r) ? FailureOr<Value>(failure()) : end;
}

} // namespace mlir::tts::cpu
