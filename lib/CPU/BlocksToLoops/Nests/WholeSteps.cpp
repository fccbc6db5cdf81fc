// Steps of the lanes that boxes do not begin or end in. Where an array is put
// together from pieces, under masks that exclude each other, no step has all
// boxes around it, but most lie inside of some and outside of the others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"
#include "OtherLanes.h"

#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// So many boxes at most are told apart in each step, where they overlap; more
/// than the first where rows have many steps.
static constexpr size_t kFewBoxes = 3, kMostBoxes = 5;
static constexpr int64_t kManySteps = 4;

Nests::Pieces Nests::piecesOf(ArrayRef<Root> roots, const Uses &uses) {
  if (nest->inside || nest->merged || nest->exchanges ||
      llvm::any_of(roots, [](const Root &r) { return r.kind == Root::Atomic; }))
    return Pieces::None;
  SmallVector<std::pair<OpFoldResult, OpFoldResult>> boxes;
  for (auto &[op, all] : uses) {
    auto block = dyn_cast<tts::MakeBlockOp>(op);
    if (!block || all.size() != 1)
      continue;
    for (auto [d, place] : llvm::enumerate(all.front())) {
      if (place.paired)
        return Pieces::None;
      if (place.dim == nest->vecDim)
        boxes.push_back({block.getMixedLower()[d], block.getMixedUpper()[d]});
    }
  }
  auto begins = [](OpFoldResult lower) {
    return getConstantIntValue(lower).value_or(1) > 0;
  };
  auto isFull = [&](OpFoldResult upper) {
    return getConstantIntValue(upper).value_or(0) >= nest->shape[nest->vecDim];
  };
  Pieces found = Pieces::None;
  for (auto [lower, upper] : boxes)
    for (auto other : boxes) {
      if (begins(lower) && other.second == lower)
        return Pieces::Exclusive;
      if ((begins(lower) && other != std::pair(lower, upper)) ||
          (other.second != upper && !isFull(upper) && !isFull(other.second)))
        found = Pieces::Some;
    }
  // Most steps are main ones where boxes overlap. Each one adds tests to the
  // others, which many loads (the taps of a convolution) do not make up for:
  // these have edges at most.
  bool isLong = nest->shape[nest->vecDim] >= kManySteps * nest->lanes;
  if (found == Pieces::None ||
      (boxes.size() <= (isLong ? kMostBoxes : kFewBoxes) &&
       llvm::all_of(roots,
                    [](const Root &r) { return r.kind == Root::Store; })))
    return found;
  return mayHaveEdges(roots) ? Pieces::Edges : Pieces::None;
}

Value Nests::isWhole() {
  at(nest->levels.size() - 1);
  const Coord &coord = nest->coords[nest->vecDim];
  Value whole;
  if (Value from = nest->storedFrom.v)
    whole =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, coord.v, from);
  for (Operation *op : nest->pieces) {
    auto block = cast<tts::MakeBlockOp>(op);
    Value is = arith::OrIOp::create(b, loc, elements().isInside(block, coord),
                                    elements().isOutside(block, coord));
    whole = whole ? arith::AndIOp::create(b, loc, whole, is).getResult() : is;
  }
  return whole;
}

LogicalResult Nests::wholeStep(ArrayRef<Root> roots,
                               SmallVectorImpl<Value> &accs, StepBody step) {
  if (nest->pieces.empty())
    return step(accs);
  auto known = [&](bool whole, SmallVectorImpl<Value> &values) {
    nest->whole = whole;
    LogicalResult r = step(values);
    nest->whole = false;
    return r;
  };
  return eitherWay(
      isWhole(), accs, [&](bool whole, SmallVectorImpl<Value> &values) {
        int64_t lanes = nest->lanes, narrow = narrowLanes(roots);
        Coord &coord = nest->coords[nest->vecDim];
        if (whole || !coord.v || narrow == 0)
          return known(whole, values);
        Coord here = coord;
        OtherLanes fewer(*nest, narrow);
        at(nest->levels.size() - 1);
        LogicalResult r =
            carryLoop(coord, here.v, add(here.v, cst(lanes)), narrow, values,
                      [&](SmallVectorImpl<Value> &parts) {
                        return eitherWay(isWhole(), parts, known);
                      });
        coord = here;
        return r;
      });
}

} // namespace mlir::tts::cpu
