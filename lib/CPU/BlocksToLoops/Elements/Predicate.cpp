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

/// The bounds of each dim, the end of a run, and the mask: what of them the
/// loops do not stand for already.
class Elements::PredicateBuilder : Part {
public:
  PredicateBuilder(Emitter &emitter, tts::MakeBlockOp op, const Coords &coords)
      : Part(emitter), op(op), coords(coords), shape(op.getType().getShape()),
        inside(nest && nest->inside),
        bounded(nest && nest->bounded.contains(op)) {
    for (const Coord &c : coords)
      if (c.kind == Coord::Lanes)
        lanesLevel = c.level;
  }

  FailureOr<Pred> build();

private:
  void both(Lane &into, Value v, int level);
  void test(int64_t d, Value limit, arith::CmpIPredicate pred);
  void testLanes(int64_t d, Value limit, arith::CmpIPredicate pred);
  bool isCovered(const Coord &c) const;
  void addDim(int64_t d);
  LogicalResult addMask();

  tts::MakeBlockOp op;
  const Coords &coords;
  ArrayRef<int64_t> shape;
  bool inside;  // of all bounds, by the nest
  bool bounded; // by the lanes' loop
  int lanesLevel = 0;
  Pred out;
};

void Elements::PredicateBuilder::both(Lane &into, Value v, int level) {
  into.level = std::max(into.level, level);
  at(into.level);
  into.v = into.v ? arith::AndIOp::create(b, loc, into.v, v).getResult() : v;
}

void Elements::PredicateBuilder::test(int64_t d, Value limit,
                                      arith::CmpIPredicate pred) {
  const Coord &c = coords[d];
  if (c.kind != Coord::Scalar)
    return testLanes(d, limit, pred);
  Value i = c.v ? c.v : cst(0);
  both(out.scalar, arith::CmpIOp::create(b, loc, pred, i, limit), c.level);
}

void Elements::PredicateBuilder::testLanes(int64_t d, Value limit,
                                           arith::CmpIPredicate pred) {
  const Coord &c = coords[d];
  Value i = c.v;
  if (c.kind == Coord::Lanes) {
    // Positions are compared in 32 bits. A bound may be any number; as far as
    // it counts it is the same in all steps.
    Type i32 = b.getI32Type();
    limit = arith::MaxSIOp::create(b, loc, limit, cst(0));
    limit = arith::MinSIOp::create(b, loc, limit, cst(shape[d]));
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
}

/// Does the main loop, or the lane bound of the tail, stand for the bounds?
bool Elements::PredicateBuilder::isCovered(const Coord &c) const {
  // All coordinates are made of the lanes' in pairs.
  return bounded &&
         (c.kind == Coord::Lanes || c.level < lanesLevel ||
          (c.level == lanesLevel && nest->boundedPairs.contains(op)));
}

void Elements::PredicateBuilder::addDim(int64_t d) {
  const Coord &c = coords[d];
  if (nest && nest->axisInside && c.kind == Coord::Scalar && c.v &&
      c.v == nest->coords[nest->axis].v)
    return;
  bool covered = isCovered(c);
  if (covered && (c.kind == Coord::Scalar || nest->inMain))
    return;
  at(c.level);
  if (covered && nest->whole && c.kind == Coord::Lanes) {
    both(out.scalar, elements().isInside(op, c), c.level);
    return;
  }
  OpFoldResult lower = op.getMixedLower()[d], upper = op.getMixedUpper()[d];
  bool held = nest && nest->heldDim.contains(op) &&
              nest->heldDim.lookup(op) == static_cast<unsigned>(d);
  if (covered)
    test(d, nest->laneBound.lookup(op).v, arith::CmpIPredicate::slt);
  else if (!held && getConstantIntValue(upper).value_or(0) < shape[d])
    test(d, i64(upper), arith::CmpIPredicate::slt);
  at(c.level);
  if (getConstantIntValue(lower).value_or(1) > 0)
    test(d, i64(lower), arith::CmpIPredicate::sge);
}

LogicalResult Elements::PredicateBuilder::addMask() {
  Value mask = op.getMask();
  if (!mask)
    return success();
  Lane m;
  if (isa<RankedTensorType>(mask.getType())) {
    FailureOr<Lane> e = elements().eval(mask, coords);
    if (failed(e))
      return failure();
    m = *e;
  } else if (!inside && !(bounded && lanesLevel > 0)) {
    m = {scalars.lookup(mask), 0};
  }
  if (m.v)
    both(isa<VectorType>(m.v.getType()) ? out.lanes : out.scalar, m.v, m.level);
  return success();
}

FailureOr<Pred> Elements::PredicateBuilder::build() {
  if (!inside)
    for (size_t d = 0; d < coords.size(); ++d)
      addDim(d);
  if (llvm::any_of(coords,
                   [](const Coord &c) { return c.kind != Coord::Scalar; }))
    if (Lane left = elements().lanesOfRun(); left.v)
      both(out.lanes, left.v, left.level);
  if (failed(addMask()))
    return failure();
  return out;
}

FailureOr<Pred> Elements::predicate(tts::MakeBlockOp op, const Coords &coords) {
  OpBuilder::InsertionGuard guard(b);
  return PredicateBuilder(emitter, op, coords).build();
}

} // namespace mlir::tts::cpu
