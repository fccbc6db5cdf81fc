// Runs of straight steps: from one multiple of a divisor to the next a quotient
// stays as it is, and so does all that comes of it. A loop over runs computes
// that, and the loop over the steps of a run the rest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Runs of fewer steps do not pay for a loop of their own.
constexpr int64_t kLeastSteps = 3;

/// What runs end by: the quotient with the smallest divisor, first; then what
/// else divides the same by a multiple of that. What they divide grows all
/// through the nest: a remainder would begin anew within a run. Empty: there
/// are no runs, or steps have masks, which a row's number is loaded under.
SmallVector<Quotient> Nests::findRun(ArrayRef<Root> roots) {
  if (!nest->mayBeStraight || !(nest->inMain || nest->bounded.empty()))
    return {};
  SmallVector<Quotient> all = findQuotients(roots);
  addAlwaysStraight(roots, all);
  auto growsThroughout = [&](Value v, const Coords &coords) {
    SmallVector<Quotient> found;
    return elements().laneStride(v, coords, &found) && found.empty();
  };
  const Quotient *least = nullptr;
  for (const Quotient &q : all)
    if (q.wrappedDim < 0 && isQuotient(q.op) && isAlwaysStraight(q) &&
        *constantDivisor(q) >= kLeastSteps * nest->lanes &&
        (!least || *constantDivisor(q) < *constantDivisor(*least)) &&
        growsThroughout(q.op->getOperand(0), q.coords))
      least = &q;
  SmallVector<Quotient> run;
  if (!least)
    return run;
  run.push_back(*least);
  for (const Quotient &q : all)
    if (&q != least && q.wrappedDim < 0 && isAlwaysStraight(q) &&
        q.op->getOperand(0) == least->op->getOperand(0) &&
        q.coords == least->coords &&
        *constantDivisor(q) % *constantDivisor(*least) == 0)
      run.push_back(q);
  return run;
}

/// What the nest reaches that is the same all through a run, and the remainders
/// that grow by one from lane to lane.
void Nests::noteValuesOfRun(ArrayRef<Quotient> quotients, Run &run) {
  for (const Reached &r : nest->reached) {
    if (buffers.count(r.v) || llvm::is_contained(r.dims, kElsewhere) ||
        !llvm::is_contained(r.dims, nest->vecDim))
      continue;
    Coords coords = coordsOf(r);
    Operation *op = r.v.getDefiningOp();
    if (op && isRemainder(op) && findQuotient(quotients, op, coords)) {
      run.growing.try_emplace(r.v, r.dims);
      continue;
    }
    SmallVector<Quotient> found;
    std::optional<OpFoldResult> stride =
        elements().laneStride(r.v, coords, &found);
    if (stride && *stride && isConstantIntValue(*stride, 0) &&
        llvm::all_of(found, [&](const Quotient &q) {
          return findQuotient(quotients, q.op, q.coords, q.wrappedDim);
        }))
      run.constant.try_emplace(r.v, r.dims);
  }
}

/// The steps from `from` to `to`, run by run. Each run has a step at least:
/// what is computed at its begin may be loaded.
LogicalResult Nests::overRuns(ArrayRef<Quotient> quotients, Value from,
                              Value to, SmallVectorImpl<Value> &accs,
                              StepBody step) {
  Coord &coord = nest->coords[nest->vecDim];
  Run run;
  noteValuesOfRun(quotients, run);
  const Quotient &least = quotients.front();
  int64_t divisor = *constantDivisor(least);
  int level = nest->levels.size() - 1;
  Coords first(least.coords);
  for (Coord &c : first)
    if (c.kind == Coord::Lanes)
      c = {Coord::Scalar, from, level};
  FailureOr<Lane> x = elements().eval(least.op->getOperand(0), first);
  if (failed(x))
    return failure();
  at(level);
  Value rest = arith::RemUIOp::create(b, loc, toI64(x->v), cst(divisor));
  Value start = arith::SubIOp::create(b, loc, from, rest);
  Value any =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, from, to);
  start = arith::SelectOp::create(b, loc, any, start, to);
  Coord origin;
  nest->run = &run;
  LogicalResult r = carryLoop(
      origin, start, to, divisor, accs, [&](SmallVectorImpl<Value> &carried) {
        at(origin.level);
        Value begin = arith::MaxSIOp::create(b, loc, origin.v, from);
        Value end = add(origin.v, cst(divisor));
        end = arith::MinSIOp::create(b, loc, end, to);
        run.begin = {Coord::Scalar, begin, origin.level};
        size_t ahead = nest->ahead.size();
        if (failed(lookAheadToRun(end, to)))
          return failure();
        LogicalResult r =
            carryLoop(coord, begin, end, nest->lanes, carried, step);
        nest->ahead.truncate(ahead);
        return r;
      });
  nest->run = nullptr;
  return r;
}

} // namespace mlir::tts::cpu
