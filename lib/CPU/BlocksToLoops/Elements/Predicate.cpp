// Whether one element (or one vector of elements) of a tts.block may be
// accessed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

Value Elements::isInside(tts::MakeBlockOp block, const Coord &lanes) {
  Value from = lanes.v ? lanes.v : cst(0);
  Value is = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                   add(from, cst(nest->lanes)),
                                   nest->laneBound.lookup(block).v);
  if (Value begin = nest->laneBegin.lookup(block).v)
    is = arith::AndIOp::create(
        b, loc, is,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, from, begin));
  return is;
}

Value Elements::isOutside(tts::MakeBlockOp block, const Coord &lanes) {
  Value from = lanes.v ? lanes.v : cst(0);
  Value is = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, from,
                                   nest->laneBound.lookup(block).v);
  if (Value begin = nest->laneBegin.lookup(block).v)
    is = arith::OrIOp::create(
        b, loc, is,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                              add(from, cst(nest->lanes)), begin));
  return is;
}

FailureOr<Pred> Elements::predicate(tts::MakeBlockOp op, const Coords &coords) {
  OpBuilder::InsertionGuard guard(b);
  auto block = cast<tts::BlockType>(op.getResult().getType());
  auto lower = op.getMixedLower(), upper = op.getMixedUpper();
  Pred out;
  auto both = [&](Lane &into, Value v, int level) {
    into.level = std::max(into.level, level);
    at(into.level);
    into.v = into.v ? arith::AndIOp::create(b, loc, into.v, v).getResult() : v;
  };
  bool bounded = nest && nest->bounded.contains(op);
  // All coordinates are made of the lanes' there.
  bool paired = bounded && nest->boundedPairs.contains(op);
  std::optional<unsigned> held;
  if (nest && nest->heldDim.contains(op))
    held = nest->heldDim.lookup(op);
  int vecLevel = 0;
  for (const Coord &c : coords)
    if (c.kind == Coord::Lanes)
      vecLevel = c.level;

  bool inside = nest && nest->inside;
  for (size_t d = 0; d < coords.size() && !inside; ++d) {
    const Coord &c = coords[d];
    if (nest && nest->axisInside && c.kind == Coord::Scalar && c.v &&
        c.v == nest->coords[nest->axis].v)
      continue;
    bool needLower = getConstantIntValue(lower[d]).value_or(1) > 0;
    auto up = getConstantIntValue(upper[d]);
    bool needUpper = held != d && (!up || *up < block.getShape()[d]);
    // What the main loop, or the lane bound of the tail, stands for.
    bool covered = bounded && (c.kind == Coord::Lanes || c.level < vecLevel ||
                               (paired && c.level == vecLevel));
    if (covered && (c.kind == Coord::Scalar || nest->inMain))
      continue;
    auto test = [&](Value limit, arith::CmpIPredicate pred) {
      if (c.kind == Coord::Scalar) {
        Value i = c.v ? c.v : cst(0);
        both(out.scalar, arith::CmpIOp::create(b, loc, pred, i, limit),
             c.level);
        return;
      }
      Value i = c.v;
      if (c.kind == Coord::Lanes) {
        // Positions are compared in 32 bits. A bound may be any number; as far
        // as it counts it is the same in all steps.
        Type i32 = b.getI32Type();
        limit = arith::MaxSIOp::create(b, loc, limit, cst(0));
        limit = arith::MinSIOp::create(b, loc, limit, cst(block.getShape()[d]));
        limit = arith::TruncIOp::create(b, loc, i32, limit);
        i = iota(i32);
        if (c.v) {
          Value from = arith::TruncIOp::create(b, loc, i32, c.v);
          // Boxes share the positions, which pays unless these are many.
          if (nest->lanes * 32 <= 2 * target.vectorBits) {
            from = splat({from, c.level});
            at(c.level);
            i = arith::AddIOp::create(b, loc, i, from);
          } else {
            limit = arith::SubIOp::create(b, loc, limit, from);
          }
        }
      }
      limit = splat({limit, c.level});
      at(c.level);
      both(out.lanes, arith::CmpIOp::create(b, loc, pred, i, limit), c.level);
    };
    at(c.level);
    if (covered && nest->whole && c.kind == Coord::Lanes) {
      both(out.scalar, isInside(op, c), c.level);
      continue;
    }
    if (needUpper || covered)
      test(covered ? nest->laneBound.lookup(op).v : i64(upper[d]),
           arith::CmpIPredicate::slt);
    at(c.level);
    if (needLower)
      test(i64(lower[d]), arith::CmpIPredicate::sge);
  }
  if (llvm::any_of(coords,
                   [](const Coord &c) { return c.kind != Coord::Scalar; }))
    if (Lane left = lanesOfRun(); left.v)
      both(out.lanes, left.v, left.level);
  if (Value mask = op.getMask()) {
    Lane m;
    if (isa<RankedTensorType>(mask.getType())) {
      FailureOr<Lane> e = eval(mask, coords);
      if (failed(e))
        return failure();
      m = *e;
    } else if (!inside && !(bounded && vecLevel > 0)) {
      m = {scalars.lookup(mask), 0};
    }
    if (m.v)
      both(isa<VectorType>(m.v.getType()) ? out.lanes : out.scalar, m.v,
           m.level);
  }
  return out;
}

} // namespace mlir::tts::cpu
