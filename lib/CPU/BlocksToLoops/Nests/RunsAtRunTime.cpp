// Runs of straight steps whose length only the run tells, or is no multiple of
// the lanes: from a position to where the first quotient changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kinks.h"
#include "Nests.h"

#include "../Elements/Elements.h"
#include "../Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

/// A run of fewer elements takes as long as these do one by one: where lanes
/// are written twice, and where masks are used.
static constexpr int64_t kLeastTwiceRun = 5, kLeastRun = 8;

/// A run pays for what is divided alone, which no address is made of, from so
/// many steps on, as lanes are divided together as well; where lanes are
/// written twice and that takes long, from so many registers on.
static constexpr int64_t kLeastComputedSteps = 2, kLeastComputedRegisters = 2;

/// Steps from which on a run of a known length pays, rather than a test for
/// each step, where one of them is done under masks.
static constexpr int64_t kLeastKnownSteps = 4, kLeastStoredSteps = 2;

/// Registers from which on a run with kinks pays: it is three as a rule, two of
/// which are a few elements each.
static constexpr int64_t kLeastRegistersWithKinks = 6;

/// Does what is divided grow by one from lane to lane, known without loads?
bool Nests::endsRuns(const Quotient &q) {
  return q.wrappedDim < 0 && q.stride == 1 &&
         (isQuotient(q.op) || isRemainder(q.op)) &&
         !plan().contains<tts::LoadOp>(q.op->getOperand(0));
}

/// Does one number divide all of it, in all of the nest's runs?
bool Nests::hasOneDivisor(const Quotient &q) {
  Value n = q.op->getOperand(1);
  SmallVector<Quotient> found;
  if (!blockType(n))
    return true;
  auto stride = elements().laneStride(n, q.coords, &found);
  return stride && found.empty() && getConstantIntValue(*stride) == 0;
}

/// What is divided and no address is made of: in a straight step that is done
/// once for all of its lanes, and in a run for all of its steps.
SmallVector<Quotient> Nests::computedQuotients() {
  SmallVector<Quotient> all;
  for (const Reached &r : nest->reached) {
    Operation *op = buffers.count(r.v) ? nullptr : r.v.getDefiningOp();
    if (!op || !(isQuotient(op) || isRemainder(op)) ||
        llvm::is_contained(r.dims, kElsewhere))
      continue;
    SmallVector<Quotient> found;
    if (!elements().laneStride(r.v, coordsOf(r), &found) ||
        !llvm::all_of(found, [&](const Quotient &q) { return endsRuns(q); }))
      continue;
    for (Quotient &q : found)
      if (!findQuotient(all, q.op, q.coords))
        all.push_back(std::move(q));
  }
  return all;
}

/// What runs at run time end by: what addresses are made of, and what else
/// changes only where those do; or what is computed, if that is all.
SmallVector<Quotient> Nests::quotientsOfRuns(ArrayRef<Root> roots) {
  SmallVector<Quotient> ofAddresses = findQuotients(roots);
  llvm::erase_if(ofAddresses, [](const Quotient &q) { return isKink(q.op); });
  SmallVector<Quotient> computed = computedQuotients();
  if (ofAddresses.empty())
    return computed;
  for (Quotient &q : computed)
    if (llvm::any_of(ofAddresses,
                     [&](const Quotient &a) { return divideAlike(a, q); }) &&
        !findQuotient(ofAddresses, q.op, q.coords, q.wrappedDim))
      ofAddresses.push_back(std::move(q));
  return ofAddresses;
}

/// Are there loads or stores whose lanes lie anywhere, even in straight steps?
/// Those take so long that lanes done twice, or for nothing, are not worth it.
bool Nests::hasScatteredLanes(ArrayRef<Root> roots) {
  auto isScattered = [&](tts::MakeBlockOp block, const Coords &coords) {
    SmallVector<Quotient> found;
    Value gather = block ? block.getGather() : Value();
    return gather && !elements().laneStride(gather, coords, &found);
  };
  return llvm::any_of(roots,
                      [&](const Root &r) {
                        return r.kind == Root::Store &&
                               isScattered(accessOf(r.op), nest->coords);
                      }) ||
         llvm::any_of(nest->reached, [&](const Reached &r) {
           auto load = buffers.count(r.v) ? tts::LoadOp()
                                          : r.v.getDefiningOp<tts::LoadOp>();
           return load && (llvm::is_contained(r.dims, kElsewhere) ||
                           isScattered(accessOf(load), coordsOf(r)));
         });
}

/// Do runs at run time pay for the nest? Lanes past the end of a run are masked
/// off where something is stored or claimed, and nowhere else. What is divided
/// is known without loads, which no position but those of the loop's may ask
/// for.
bool Nests::mayHaveRuns(ArrayRef<Root> roots) {
  auto masksLanes = [](const Root &r) {
    return r.kind == Root::Store || r.kind == Root::Atomic ||
           r.kind == Root::Materialize || r.kind == Root::Assert;
  };
  if (!nest->mayBeStraight || !(nest->inMain || nest->bounded.empty()) ||
      nest->streamed || nest->storedTo.v || !nest->sideStores.empty() ||
      !llvm::all_of(roots, masksLanes))
    return false;
  SmallVector<Quotient> all = quotientsOfRuns(roots);
  if (!llvm::all_of(all, [&](const Quotient &q) {
        return endsRuns(q) && hasOneDivisor(q);
      }))
    return false;
  SmallVector<Quotient> kinks = kinksOfRuns(roots);
  if (!kinks.empty() && !mayCutAt(kinks, all, roots))
    return false;
  bool isLight = onlyWrites(roots) && !hasScatteredLanes(roots);
  int64_t leastKnown =
      nest->lanes * (isLight ? kLeastStoredSteps : kLeastKnownSteps);
  if (isLight && mayWriteTwice(roots))
    leastKnown = registerLanes();
  if (!kinks.empty())
    leastKnown =
        std::max(leastKnown, kLeastRegistersWithKinks * registerLanes());
  bool tested = false;
  for (const Quotient &q : all) {
    std::optional<int64_t> divisor = constantDivisor(q);
    if (!divisor)
      return true;
    if (*divisor < leastKnown)
      return false;
    tested |= !isAlwaysStraight(q);
  }
  return tested;
}

/// Is `x`, what `q` divides at the lanes' first position, not negative, and so
/// small that all positions of the block fit their types?
FailureOr<Value> Nests::isRegular(const Quotient &q, Value x) {
  using P = arith::CmpIPredicate;
  int64_t elements = nest->shape[nest->vecDim];
  auto fits = staysInTypes(q, elements);
  if (failed(fits))
    return failure();
  at(nest->levels.size() - 1);
  Value from = toI64(x);
  fits->push_back(arith::CmpIOp::create(b, loc, P::sge, from, cst(0)));
  fits->push_back(arith::CmpIOp::create(b, loc, P::sle, from,
                                        cst(mostOf(x.getType()) - elements)));
  return allOf(*fits);
}

/// Are runs as long as that, and regular where that is known for all of them?
FailureOr<Value> Nests::runsPay(ArrayRef<Quotient> quotients,
                                int64_t leastRun) {
  SmallVector<Value> pays;
  for (const Quotient &q : quotients) {
    FailureOr<std::pair<Value, Value>> division = divisionOf(q);
    if (failed(division))
      return failure();
    auto [x, n] = *division;
    if (dividesThroughout(q)) {
      FailureOr<Value> regular = isRegular(q, x);
      if (failed(regular))
        return failure();
      pays.push_back(*regular);
    }
    at(nest->levels.size() - 1);
    pays.push_back(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                         toI64(n), cst(leastRun)));
  }
  return allOf(pays);
}

/// Where the run ends that begins at the lanes' first position. What is divided
/// may be negative there, or leave its type: an irregular run lasts while the
/// former does, or one step.
FailureOr<RunEnd> Nests::endOfRun(ArrayRef<Quotient> quotients,
                                  ArrayRef<RunDivision> divisions, Value to) {
  Value begin = nest->coords[nest->vecDim].v, end = to;
  SmallVector<Value> allRegular;
  int level = nest->levels.size() - 1;
  llvm::SmallDenseSet<unsigned> known;
  auto endAfter = [&](Value left) {
    end = arith::MinSIOp::create(b, loc, end, add(begin, left));
  };
  at(level);
  for (const RunDivision &d : divisions) {
    known.insert(d.ops.begin(), d.ops.end());
    endAfter(d.left);
  }
  for (auto [i, q] : llvm::enumerate(quotients)) {
    if (known.contains(i))
      continue;
    FailureOr<std::pair<Value, Value>> division = divisionOf(q);
    if (failed(division))
      return failure();
    auto [x, n] = *division;
    FailureOr<Value> regular = isRegular(q, x);
    if (failed(regular))
      return failure();
    allRegular.push_back(*regular);
    at(level);
    Value rest = arith::RemSIOp::create(b, loc, x, n);
    Value left = arith::SubIOp::create(b, loc, toI64(n), toI64(rest));
    Value below = arith::SubIOp::create(b, loc, cst(0), toI64(x));
    Value isBelow =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, below, cst(0));
    below = arith::SelectOp::create(b, loc, isBelow, below, cst(nest->lanes));
    endAfter(arith::SelectOp::create(b, loc, *regular, left, below));
  }
  return RunEnd{end, allOf(allRegular)};
}

/// The steps of a run within which quotients may change anywhere.
FailureOr<Value> Nests::irregularRun(ArrayRef<Root> roots, Value end,
                                     SmallVectorImpl<Value> &accs,
                                     StepBody step) {
  Run run;
  run.begin = nest->run->begin;
  run.kind = Run::Irregular;
  llvm::SaveAndRestore instead(nest->run, &run);
  if (failed(stepsOfRun(roots, run.begin.v, end, accs, step)))
    return failure();
  return end;
}

/// The steps of the run that begins at the lanes' first position. Gives its
/// end.
FailureOr<Value> Nests::oneRun(ArrayRef<Root> roots,
                               ArrayRef<RunDivision> divisions, Value to,
                               SmallVectorImpl<Value> &accs, StepBody step) {
  Coord &coord = nest->coords[nest->vecDim];
  Value begin = coord.v;
  SmallVector<Quotient> quotients = quotientsOfRuns(roots);
  noteDivisions(quotients, divisions);
  FailureOr<RunEnd> known = endOfRun(quotients, divisions, to);
  if (failed(known))
    return failure();
  Run run;
  run.begin = {Coord::Scalar, begin, coord.level};
  run.kind = Run::Regular;
  noteValuesOfRun(quotients, run);
  nest->run = &run;
  size_t ahead = nest->ahead.size();
  if (failed(lookAheadToRun(known->end, to)))
    return failure();
  FailureOr<Value> end = known->end;
  if (known->regular) {
    accs.push_back(*end);
    auto either = [&](bool holds, SmallVectorImpl<Value> &values) {
      end = values.pop_back_val();
      end = holds ? stepsToKink(roots, *end, values, step)
                  : irregularRun(roots, *end, values, step);
      values.push_back(succeeded(end) ? *end : Value());
      return success(succeeded(end));
    };
    if (failed(eitherWay(known->regular, accs, either)))
      return failure();
    end = accs.pop_back_val();
  } else {
    end = stepsToKink(roots, *end, accs, step);
  }
  nest->ahead.truncate(ahead);
  nest->run = nullptr;
  return end;
}

/// A loop over runs, from one to the next.
LogicalResult Nests::allRuns(ArrayRef<Root> roots, Value from, Value to,
                             SmallVectorImpl<Value> &accs, StepBody step) {
  Coord &coord = nest->coords[nest->vecDim];
  FailureOr<SmallVector<RunDivision>> divisions =
      divisionsOfRuns(quotientsOfRuns(roots));
  if (failed(divisions))
    return failure();
  at(nest->levels.size() - 1);
  SmallVector<Value> carried{from};
  for (const RunDivision &d : *divisions)
    carried.append({d.left, d.quotient});
  size_t before = carried.size();
  llvm::append_range(carried, accs);
  SmallVector<Type> types = llvm::to_vector(ValueRange(carried).getTypes());
  SmallVector<Location> locations(types.size(), loc);
  auto loop = scf::WhileOp::create(b, loc, types, carried);
  nest->anchors.push_back(nest->levels.back().anchor);
  nest->levels.back().anchor = loop;
  Block *test = b.createBlock(&loop.getBefore(), {}, types, locations);
  Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                     test->getArgument(0), to);
  scf::ConditionOp::create(b, loc, more, test->getArguments());
  Level body;
  body.block = b.createBlock(&loop.getAfter(), {}, types, locations);
  body.anchor = nullptr;
  Value begin = body.block->getArgument(0);
  auto arguments = body.block->getArguments().drop_front();
  for (RunDivision &d : *divisions) {
    d.left = arguments[0];
    d.quotient = arguments[1];
    arguments = arguments.drop_front(2);
  }
  SmallVector<Value> inner(arguments);
  nest->levels.push_back(std::move(body));
  coord = {Coord::Lanes, begin, int(nest->levels.size()) - 1};
  FailureOr<Value> end = oneRun(roots, *divisions, to, inner, step);
  if (failed(end))
    return failure();
  at(nest->levels.size() - 1);
  nextDivisions(*divisions, arith::SubIOp::create(b, loc, *end, begin));
  SmallVector<Value> next{*end};
  for (const RunDivision &d : *divisions)
    next.append({d.left, d.quotient});
  llvm::append_range(next, inner);
  closeLoop(next);
  llvm::copy(loop.getResults().drop_front(before), accs.begin());
  return success();
}

/// The elements from which on a run pays.
int64_t Nests::leastRun(ArrayRef<Root> roots) {
  bool twice = mayWriteTwice(roots) && !hasScatteredLanes(roots);
  if (!kinksOfRuns(roots).empty())
    return kLeastRegistersWithKinks * registerLanes();
  if (!findQuotients(roots).empty())
    return std::min(twice ? kLeastTwiceRun : kLeastRun, nest->lanes);
  bool takesLong = llvm::any_of(computedQuotients(), [](const Quotient &q) {
    Type type = getElementTypeOrSelf(q.op->getResult(0).getType());
    return !constantDivisor(q) || type.getIntOrFloatBitWidth() > 32;
  });
  return twice && takesLong ? kLeastComputedRegisters * registerLanes()
                            : kLeastComputedSteps * nest->lanes;
}

/// The steps from `from` to `to`, run by run; where divisors are too small
/// for that, step by step, none of them straight.
LogicalResult Nests::overRunsAtRunTime(ArrayRef<Root> roots, Value from,
                                       Value to, SmallVectorImpl<Value> &accs,
                                       StepBody step) {
  Coord &coord = nest->coords[nest->vecDim];
  bool shifted = nest->shifted;
  nest->shifted = true; // runs begin anywhere
  coord.v = from;
  coord.level = nest->levels.size() - 1;
  bool inAddresses = !findQuotients(roots).empty();
  FailureOr<Value> pays = runsPay(quotientsOfRuns(roots), leastRun(roots));
  if (failed(pays))
    return failure();
  LogicalResult r =
      eitherWay(*pays, accs, [&](bool holds, SmallVectorImpl<Value> &carried) {
        nest->shifted = holds || shifted;
        if (holds)
          return allRuns(roots, from, to, carried, step);
        nest->mayBeStraight = false;
        nest->crooked = inAddresses;
        LogicalResult r =
            carryLoop(coord, from, to, nest->lanes, carried, step);
        nest->mayBeStraight = true;
        nest->crooked = false;
        return r;
      });
  nest->shifted = shifted;
  return r;
}

} // namespace mlir::tts::cpu
