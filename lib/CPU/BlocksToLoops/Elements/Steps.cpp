// Values in the current step of the lanes, where more is known of it: it is
// straight, part of a run, or stores some of its lanes only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "../Nests/Coordinates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

bool Elements::inStraightSteps() {
  return !nest->quotients.empty() && (nest->inMain || nest->bounded.empty());
}

FailureOr<Lane> Elements::evalStraight(const Quotient &q) {
  Value v = q.op->getResult(0);
  FailureOr<Lane> first = eval(v, atFirstLane(q.coords));
  if (failed(first) || isQuotient(q.op))
    return first;
  int level = nest->levels.size() - 1;
  Type elem = first->v.getType();
  Value base = splat({first->v, level});
  at(level);
  Value way = iota(elem);
  int64_t stride = q.isBelow ? -q.stride : q.stride;
  if (stride != 1) {
    auto step =
        arith::ConstantOp::create(b, loc, b.getIntegerAttr(elem, stride));
    Value steps = splat({step, level});
    at(level);
    way = arith::MulIOp::create(b, loc, way, steps);
  }
  return Lane{arith::AddIOp::create(b, loc, base, way), level};
}

std::optional<Coords>
Elements::atRunBegin(const DenseMap<Value, SmallVector<int, 4>> &values,
                     Value v, const Coords &coords, bool firstLaneOnly) {
  auto it = values.find(v);
  if (it == values.end() || it->second.size() != coords.size())
    return {};
  Coords begin(coords);
  for (auto [c, dim] : llvm::zip(begin, it->second)) {
    Coord here = dim < 0 ? Coord() : nest->coords[dim];
    if (dim == nest->vecDim) {
      if (c == nest->run->begin || c.v != here.v ||
          (c.kind != Coord::Scalar &&
           (firstLaneOnly || c.kind != Coord::Lanes)))
        return {};
      c = nest->run->begin;
    } else if (!(c == here)) {
      return {};
    }
  }
  return begin;
}

FailureOr<Lane> Elements::evalGrowing(Value v, const Coords &begin) {
  FailureOr<Lane> before = eval(v, begin);
  if (failed(before))
    return failure();
  const Coord &here = nest->coords[nest->vecDim];
  at(here.level);
  Value way = arith::SubIOp::create(b, loc, here.v, nest->run->begin.v);
  Type elem = before->v.getType();
  if (elem != way.getType())
    way = arith::TruncIOp::create(b, loc, elem, way);
  return Lane{arith::AddIOp::create(b, loc, before->v, way), here.level};
}

Lane Elements::lanesOfRun() {
  if (!nest || !nest->run || !nest->run->lanesLeft.v)
    return {};
  Lane left = nest->run->lanesLeft;
  at(left.level);
  left.v = arith::TruncIOp::create(b, loc, b.getI32Type(), left.v);
  Value bound = splat(left);
  at(left.level);
  return {arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                iota(b.getI32Type()), bound),
          left.level};
}

Value Elements::lanesToStore() {
  using P = arith::CmpIPredicate;
  int level = nest->levels.size() - 1;
  Value result;
  for (auto [end, pred] : {std::pair(nest->storedFrom, P::sge),
                           std::pair(nest->storedTo, P::slt)}) {
    if (!end.v)
      continue;
    at(level);
    Value lane = end.v;
    if (Value position = nest->coords[nest->vecDim].v)
      lane = arith::SubIOp::create(b, loc, lane, position);
    lane = arith::MaxSIOp::create(b, loc, lane, cst(0));
    lane = arith::MinSIOp::create(b, loc, lane, cst(nest->lanes));
    lane = arith::TruncIOp::create(b, loc, b.getI32Type(), lane);
    Value bound = splat({lane, level});
    at(level);
    Value part =
        arith::CmpIOp::create(b, loc, pred, iota(b.getI32Type()), bound);
    result =
        result ? arith::AndIOp::create(b, loc, result, part).getResult() : part;
  }
  return result;
}

} // namespace mlir::tts::cpu
