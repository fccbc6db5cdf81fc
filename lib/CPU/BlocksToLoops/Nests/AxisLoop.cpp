// The loop along the axis of a reduction across the lanes: while all accesses
// are inside their boxes along it, without asking; then up to where none is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Coordinates.h"
#include "Nests.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Shorter loops are left as they are.
static constexpr int64_t kLeastSteps = 4;

/// Notes the operations with bounds along the axis. Returns a position before
/// which all boxes hold and one from which none does, of those that have one;
/// nothing where there are none.
std::optional<Nests::AxisBounds> Nests::boundsAlongAxis(ArrayRef<Root> roots) {
  int axis = nest->axis;
  int64_t n = nest->shape[axis];
  Value limit, end;
  auto holdsTo = [&](Value to) {
    if (limit && limit != to)
      to = arith::MinSIOp::create(b, loc, limit, to);
    limit = to;
  };
  auto endsAt = [&](Operation *op, Value to) {
    if (end && end != to)
      to = arith::MaxSIOp::create(b, loc, end, to);
    end = to;
    nest->axisBounded.insert(op);
  };
  DenseMap<Value, Value> numbers; // of bounds, which accesses often share
  int level = nest->levels.size() - 1;
  for (auto &[op, all] : boundedUses(roots)) {
    if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      auto dims = dimsOf(all.front());
      if (all.size() != 1 || llvm::count(dims, axis) != 1 ||
          llvm::is_contained(dims, nest->vecDim) ||
          llvm::is_contained(dims, kElsewhere))
        continue;
      auto bound = boundOfCompare(compare, dims, axis);
      at(level);
      if (!bound)
        continue;
      holdsTo(bound->main.v);
      endsAt(op, bound->end.v);
      continue;
    }
    auto block = cast<tts::MakeBlockOp>(op);
    auto lower = block.getMixedLower(), upper = block.getMixedUpper();
    for (const Places &places : all) {
      bool once =
          all.size() == 1 && llvm::count_if(places, [&](const Place &place) {
                               return place.dim == axis;
                             }) == 1;
      for (auto [d, place] : llvm::enumerate(places)) {
        if (place.dim != axis)
          continue;
        if (place.paired)
          return {};
        auto least = getConstantIntValue(lower[d]);
        if (!least)
          holdsTo(arith::SelectOp::create(
              b, loc,
              arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                    i64(lower[d]), cst(0)),
              cst(n), cst(0)));
        else if (*least > 0)
          holdsTo(cst(0));
        if (getConstantIntValue(upper[d]).value_or(0) >= n)
          continue;
        auto bound = dyn_cast<Value>(upper[d]);
        Value to = bound ? numbers.lookup(bound) : Value();
        if (!to)
          to = i64(upper[d]);
        if (bound)
          numbers[bound] = to;
        holdsTo(to);
        if (once)
          endsAt(op, to);
      }
    }
  }
  if (!end)
    return {};
  return AxisBounds{limit, end};
}

LogicalResult Nests::axisLoop(ArrayRef<Root> roots,
                              SmallVectorImpl<Value> &accs, bool plain,
                              StepBody body) {
  int64_t n = nest->shape[nest->axis];
  Coord &coord = nest->coords[nest->axis];
  coord = Coord();
  if (n == 1)
    return body(accs);
  std::optional<AxisBounds> bounds;
  if (!plain && n >= kLeastSteps && nest->vecDim >= 0 && !nest->axisInside &&
      !nest->merged)
    bounds = boundsAlongAxis(roots);
  if (!bounds) {
    nest->axisBounded.clear();
    return carryLoop(coord, cst(0), cst(n), 1, accs, body);
  }
  FailureOr<Rest> rest =
      restPast(roots, nest->axis, nest->axisBounded, bounds->end);
  at(nest->levels.size() - 1);
  Value end = succeeded(rest) ? rest->end : cst(n), limit;
  if (bounds->limit == bounds->end && succeeded(rest))
    limit = rest->ofBounds;
  if (!limit) {
    limit = arith::MaxSIOp::create(b, loc, bounds->limit, cst(0));
    limit = arith::MinSIOp::create(b, loc, limit, end);
  }
  nest->axisInside = true;
  LogicalResult r = carryLoop(coord, cst(0), limit, 1, accs, body);
  nest->axisInside = false;
  if (succeeded(r) && limit != end)
    r = carryLoop(coord, limit, end, 1, accs, body);
  nest->axisBounded.clear();
  if (failed(r) || failed(rest))
    return r;
  return finishPast(*rest, roots, accs);
}

} // namespace mlir::tts::cpu
