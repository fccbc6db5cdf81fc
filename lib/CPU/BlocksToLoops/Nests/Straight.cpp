// Steps within which no quotient of the position changes, and no minimum,
// maximum or absolute value has its kink: there, what is addressed through `i /
// n`, `i % n` or `|i - n|` lies at equal distances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"
#include "Kinks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

Coords Nests::coordsOf(const Reached &reached) {
  Coords coords;
  for (int d : reached.dims)
    coords.push_back(d < 0 ? Coord() : nest->coords[d]);
  return coords;
}

/// The quotients that must not change within a step for the addresses of the
/// nest to lie at equal distances there.
SmallVector<Quotient> Nests::findQuotients(ArrayRef<Root> roots) {
  SmallVector<Quotient> all;
  auto note = [&](tts::MakeBlockOp block, const Coords &coords) {
    if (!block || block.hasTensorBase())
      return;
    SmallVector<Quotient> found;
    for (int32_t d : block.getWrapDims())
      if (coords[d].kind == Coord::Lanes && !nest->unwrapped) {
        found.push_back({block, coords, 1, d});
        if (!mayBeStraight(found.back(), nest->lanes))
          return;
      }
    if (Value gather = block.getGather();
        gather && !elements().laneStride(gather, coords, &found) &&
        !elements().isChosen(gather))
      return;
    for (Quotient &q : found)
      if (!findQuotient(all, q.op, q.coords, q.wrappedDim))
        all.push_back(q);
  };
  for (const Reached &r : nest->reached) {
    auto load =
        buffers.count(r.v) ? tts::LoadOp() : r.v.getDefiningOp<tts::LoadOp>();
    if (!load || llvm::is_contained(r.dims, kElsewhere))
      continue;
    note(accessOf(load), coordsOf(r));
  }
  for (const Root &r : roots)
    if (r.kind == Root::Store || r.kind == Root::Atomic)
      note(accessOf(r.op), Coords(nest->coords));
  return all;
}

bool Nests::isEvenInSteps(const Reached &reached) {
  int dim = nest->shape.size() - 1;
  while (dim >= 0 && nest->shape[dim] == 1)
    --dim;
  if (dim < 0 || llvm::is_contained(reached.dims, kElsewhere))
    return false;
  llvm::SaveAndRestore keepLanes(nest->lanes, int64_t(target.vectorBits / 32));
  llvm::SaveAndRestore keepCoords(nest->coords);
  llvm::SaveAndRestore keepInside(nest->inside, true);
  nest->coords.assign(nest->shape.size(), Coord());
  nest->coords[dim].kind = Coord::Lanes;
  SmallVector<Quotient> found;
  std::optional<OpFoldResult> stride =
      elements().laneStride(reached.v, coordsOf(reached), &found);
  return stride && *stride && getConstantIntValue(*stride);
}

/// What is divided for `q` at the first lane, and by what.
FailureOr<std::pair<Value, Value>> Nests::divisionOf(const Quotient &q) {
  if (q.wrappedDim >= 0) {
    auto block = cast<tts::MakeBlockOp>(q.op);
    const Coord &c = q.coords[q.wrappedDim];
    at(c.level);
    return std::pair(
        add(i64(OpFoldResult(block.getWrapStart(q.wrappedDim))), c.v),
        i64(OpFoldResult(block.getWrapModulus(q.wrappedDim))));
  }
  Coords first = atFirstLane(q.coords);
  FailureOr<Lane> x = elements().eval(q.op->getOperand(0), first);
  FailureOr<Lane> n = elements().eval(q.op->getOperand(1), first);
  if (failed(x) || failed(n))
    return failure();
  return std::pair(x->v, n->v);
}

FailureOr<Value> Nests::isStraight(ArrayRef<Quotient> quotients) {
  using P = arith::CmpIPredicate;
  SmallVector<Value> all;
  SmallVector<std::pair<Value, Value>> tested;
  auto require = [&](P pred, Value x, Value y) {
    all.push_back(arith::CmpIOp::create(b, loc, pred, x, y));
  };
  int level = nest->levels.size() - 1;
  for (const Quotient &q : quotients) {
    if (isAlwaysStraight(q))
      continue;
    auto fits = staysInTypes(q, nest->lanes);
    if (failed(fits))
      return failure();
    llvm::append_range(all, *fits);
    if (isKink(q.op)) {
      auto sides = sidesOf(q);
      if (failed(sides))
        return failure();
      auto [low, high, least, most] = *sides;
      require(P::sge, least, low);
      require(P::sge, most, least);
      require(P::sle, most, high);
      continue;
    }
    FailureOr<std::pair<Value, Value>> division = divisionOf(q);
    if (failed(division))
      return failure();
    if (llvm::is_contained(tested, *division))
      continue; // the quotient of a remainder
    tested.push_back(*division);
    auto [x, n] = *division;
    at(level);
    bool clipped = q.wrappedDim >= 0 &&
                   cast<tts::MakeBlockOp>(q.op).isClipped(q.wrappedDim);
    Value rest =
        clipped ? x : toI64(arith::RemSIOp::create(b, loc, x, n).getResult());
    Value last = add(rest, cst(q.stride * (nest->lanes - 1)));
    // Without a sign: positions and divisors that are negative are no case.
    if (!clipped)
      require(P::sge, toI64(x), cst(0));
    require(P::slt, last, toI64(n));
    // Data and hashes leave their type.
    int64_t reach = std::max<int64_t>(q.stride, 1) * nest->lanes;
    require(P::sle, toI64(x), cst(mostOf(x.getType()) - reach));
  }
  return allOf(all);
}

/// What is done in one step of the lanes: in one way where it is straight, and
/// in another where it is not.
LogicalResult Nests::stepBody(ArrayRef<Root> roots,
                              SmallVectorImpl<Value> &accs, StepBody body) {
  Run::Kind kind = nest->run ? nest->run->kind : Run::OfConstants;
  if (kind == Run::Irregular) {
    nest->crooked = !findQuotients(roots).empty();
    LogicalResult r = body(accs);
    nest->crooked = false;
    return r;
  }
  bool endsAll = kind == Run::Regular;
  SmallVector<Quotient> quotients =
      endsAll ? quotientsOfRuns(roots) : findQuotients(roots);
  bool beyond = endsAll && nest->run->beyondKink;
  if (endsAll && !beyond)
    llvm::append_range(quotients, kinksOfRuns(roots));
  // What is stored past the caches starts at lines, not where runs do.
  bool computed = nest->streamed && quotients.empty();
  if (computed)
    quotients = computedQuotients();
  addAlwaysStraight(roots, quotients);
  if (quotients.empty())
    return body(accs);
  FailureOr<Value> straight = Value();
  if (!endsAll)
    straight = isStraight(quotients);
  if (failed(straight))
    return failure();
  if (!*straight) {
    nest->quotients = quotients;
    nest->crooked = beyond;
    LogicalResult r = body(accs);
    nest->quotients.clear();
    nest->crooked = false;
    return r;
  }
  return eitherWay(*straight, accs,
                   [&](bool inside, SmallVectorImpl<Value> &values) {
                     if (inside)
                       nest->quotients = quotients;
                     nest->crooked = !inside && !computed;
                     LogicalResult r = body(values);
                     nest->quotients.clear();
                     nest->crooked = false;
                     return r;
                   });
}

} // namespace mlir::tts::cpu
