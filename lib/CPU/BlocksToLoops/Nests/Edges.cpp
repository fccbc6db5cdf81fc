// Lanes between the edges of a row. Where boxes overlap, as those of the taps
// of a convolution, most lanes lie inside all of them: from where the last
// begins to where the first ends. Steps there need no masks. They start at any
// register of the row, not at whole steps only, since a row may be one or two
// steps long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"
#include "OtherLanes.h"

#include "../Accesses/Accesses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Does more come of a position than itself, so that it counts where in a row a
/// step begins?
static bool dividesPositions(Operation *op) {
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return !blockType(op->getResult(0)).getElementType().isInteger(1);
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::ShRSIOp, arith::ShRUIOp, triton::ReshapeOp, triton::JoinOp,
             triton::SplitOp, triton::GatherOp>(op);
}

bool Nests::mayHaveEdges(ArrayRef<Root> roots) {
  // The edges come last: nothing may depend on the order of the lanes.
  for (const Root &r : roots)
    if (r.kind != Root::Store && r.kind != Root::Materialize)
      return false;
  if (!nest->sideStores.empty() || !nest->mayBeStraight ||
      nest->shape[nest->vecDim] <= nest->lanes ||
      !llvm::isPowerOf2_64(nest->lanes))
    return false;
  return llvm::none_of(nest->reached, [&](const Reached &r) {
    Operation *op = buffers.count(r.v) ? nullptr : r.v.getDefiningOp();
    auto load = dyn_cast_or_null<tts::LoadOp>(op);
    return op && (dividesPositions(op) ||
                  (load && !accessOf(load).getWrapDims().empty()));
  });
}

std::pair<Value, Value> Nests::middleOf(ArrayRef<Bound> bounded) {
  int64_t n = nest->shape[nest->vecDim];
  int64_t narrow = registerLanes();
  at(nest->levels.size() - 1);
  Value first = cst(0), last = cst(n);
  for (const Bound &bound : bounded) {
    if (bound.begin.v)
      first = arith::MaxSIOp::create(b, loc, first, bound.begin.v);
    last = arith::MinSIOp::create(b, loc, last,
                                  bound.begin.v ? bound.end.v : bound.main.v);
  }
  first = arith::MinSIOp::create(b, loc, first, cst(n));
  first =
      arith::AndIOp::create(b, loc, add(first, cst(narrow - 1)), cst(-narrow));
  last = arith::AndIOp::create(b, loc, last, cst(-narrow));
  last = arith::MaxSIOp::create(b, loc, last, first);
  return {first, last};
}

Value Nests::edgesAreShort(ArrayRef<Root> roots, ArrayRef<Bound> bounded,
                           Value end) {
  auto [first, last] = middleOf(bounded);
  Value behind = arith::SubIOp::create(b, loc, end, last);
  Value longest = arith::MaxSIOp::create(b, loc, first, behind);
  Value inside = arith::SubIOp::create(b, loc, last, first);
  Value most = arith::MinSIOp::create(b, loc, inside, cst(nest->lanes));
  Value isShort =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, longest, most);
  Value pays = accesses().paysToStream(roots);
  at(nest->levels.size() - 1);
  if (!pays)
    return isShort;
  Value no = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  return arith::SelectOp::create(b, loc, pays, no, isShort);
}

LogicalResult Nests::betweenEdges(ArrayRef<Bound> bounded, Value end, Steps run,
                                  SmallVectorImpl<Value> &accs, StepBody step) {
  int64_t lanes = nest->lanes, narrow = registerLanes();
  auto [first, last] = middleOf(bounded);
  Value zero = cst(0);
  Value inside = arith::SubIOp::create(b, loc, last, first);
  Value steps = arith::AndIOp::create(b, loc, inside, cst(-lanes));
  Value middle = add(first, steps);

  nest->inMain = true;
  nest->shifted = narrow < lanes;
  LogicalResult r = run(first, middle);
  nest->shifted = false;
  OtherLanes fewer(*nest, narrow);
  if (succeeded(r) && narrow < lanes)
    r = run(middle, last);
  nest->inMain = false;
  if (failed(r))
    return failure();

  // One loop for both edges: it leaps over what is done.
  at(nest->levels.size() - 1);
  Value before =
      arith::AndIOp::create(b, loc, add(end, cst(narrow - 1)), cst(-narrow));
  before = arith::MinSIOp::create(b, loc, before, first);
  Value behind = arith::SubIOp::create(b, loc, end, last);
  behind = arith::MaxSIOp::create(b, loc, behind, zero);
  Value leap = arith::SubIOp::create(b, loc, last, before);
  Value edges = add(before, behind);
  Coord &coord = nest->coords[nest->vecDim];
  return carryLoop(coord, zero, edges, narrow, accs,
                   [&](SmallVectorImpl<Value> &values) -> LogicalResult {
                     at(coord.level);
                     Value isBehind = arith::CmpIOp::create(
                         b, loc, arith::CmpIPredicate::sge, coord.v, before);
                     Value by =
                         arith::SelectOp::create(b, loc, isBehind, leap, zero);
                     coord.v = add(coord.v, by);
                     return step(values);
                   });
}

} // namespace mlir::tts::cpu
