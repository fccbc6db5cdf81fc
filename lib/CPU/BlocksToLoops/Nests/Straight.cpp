// Steps within which no quotient of the position changes, and no minimum,
// maximum or absolute value has its kink: there, what is addressed through `i /
// n`, `i % n` or `|i - n|` lies at equal distances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"
#include "Kinks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// Does a conversion keep how far apart numbers are, in a straight step? Bits
/// that are cut off may differ there, and a negative number that is taken for
/// one without a sign gains some; remainders are not negative.
static bool keepsDistances(Operation *op) {
  if (isa<arith::ExtSIOp>(op))
    return true;
  Operation *source =
      isa<arith::ExtUIOp>(op) ? op->getOperand(0).getDefiningOp() : nullptr;
  return source && isRemainder(source);
}

/// Lanes of a position with a kink that are further apart may leave 64 bits.
constexpr int64_t kFarthest = int64_t(1) << 40;

const Quotient *Emitter::knownQuotient(Operation *op, const Coords &coords,
                                       int wrappedDim) {
  return findQuotient(nest->quotients, op, coords, wrappedDim);
}

/// The sum of two strides; without `build` null stands for what is not known
/// before run time.
OpFoldResult Emitter::addStrides(OpFoldResult a, OpFoldResult c, bool build) {
  auto x = a ? getConstantIntValue(a) : std::nullopt;
  auto y = c ? getConstantIntValue(c) : std::nullopt;
  if (x && y)
    return b.getIndexAttr(*x + *y);
  if (x == 0)
    return c;
  if (y == 0)
    return a;
  if (!build)
    return {};
  at(nest->levels.size() - 1);
  return add(i64(a), i64(c));
}

/// A divisor that no step fits into is not worth a test.
static bool mayBeStraight(const Quotient &q, int64_t lanes) {
  std::optional<int64_t> divisor = constantDivisor(q);
  return !divisor || *divisor >= q.stride * lanes;
}

/// How far apart the values of an integer block are from lane to lane, in a
/// step that is straight; nothing where they are not at equal distances. With
/// `found` nothing is built, and what has to be so for that is added there.
std::optional<OpFoldResult>
Emitter::laneStride(Value v, const Coords &coords,
                    SmallVectorImpl<Quotient> *found) {
  StrideMemo memo;
  return laneStride(v, coords, found, memo);
}

std::optional<OpFoldResult>
Emitter::laneStride(Value v, const Coords &coords,
                    SmallVectorImpl<Quotient> *found, StrideMemo &memo) {
  for (auto &[known, stride] : memo[v])
    if (known == coords)
      return stride;
  auto stride = strideOf(v, coords, found, memo);
  memo[v].push_back({coords, stride});
  return stride;
}

std::optional<OpFoldResult> Emitter::strideOf(Value v, const Coords &coords,
                                              SmallVectorImpl<Quotient> *found,
                                              StrideMemo &memo) {
  using Result = std::optional<OpFoldResult>;
  OpFoldResult zero = b.getIndexAttr(0);
  bool lanes = false;
  for (const Coord &c : coords) {
    if (c.kind == Coord::Vector || c.kind == Coord::Past)
      return {};
    lanes |= c.kind == Coord::Lanes;
  }
  if (!lanes || !blockType(v))
    return zero;
  Operation *op = v.getDefiningOp();
  if (!op)
    return {};
  auto isZero = [](const Result &stride) {
    return stride && *stride && isConstantIntValue(*stride, 0);
  };
  if (isa<arith::ConstantOp, triton::SplatOp>(op))
    return zero;
  if (isa<triton::MakeRangeOp>(op))
    return OpFoldResult(b.getIndexAttr(1));
  if (isa<triton::ExpandDimsOp, triton::BroadcastOp, triton::TransOp>(op))
    return laneStride(op->getOperand(0), sourceCoords(op, coords), found, memo);
  if (keepsDistances(op))
    return laneStride(op->getOperand(0), coords, found, memo);
  if (auto load = dyn_cast<tts::LoadOp>(op))
    return isUniform(load, coords, found, memo) ? Result(zero) : Result();
  if (!isElementwise(op))
    return {};

  SmallVector<Result, 3> strides;
  for (Value operand : op->getOperands())
    strides.push_back(laneStride(operand, coords, found, memo));
  if (llvm::all_of(strides, isZero))
    return zero;
  if (isKink(op)) {
    unsigned moving = isZero(strides[0]) ? 1 : 0;
    const Result &way = strides[moving];
    auto step = way && *way ? getConstantIntValue(*way) : std::nullopt;
    if (!step || std::abs(*step) > kFarthest ||
        llvm::count_if(strides, isZero) + 1 != ptrdiff_t(strides.size()))
      return {};
    if (!knownQuotient(op, coords)) {
      if (!found)
        return {};
      found->push_back(
          {op, coords, *step, /*wrappedDim=*/-1, moving, isMostlyBelow(op)});
    }
    return isMostlyBelow(op) ? OpFoldResult(b.getIndexAttr(-*step)) : *way;
  }
  if (op->getNumOperands() != 2 || !strides[0] || !strides[1])
    return {};
  OpFoldResult lhs = *strides[0], rhs = *strides[1];
  auto constantOf = [&](Value operand) {
    APInt k;
    return matchPattern(operand, m_ConstantInt(&k))
               ? std::optional(k.getSExtValue())
               : std::nullopt;
  };
  auto scaled = [&](OpFoldResult stride, Value by) -> Result {
    auto s = stride ? getConstantIntValue(stride) : std::nullopt;
    auto k = constantOf(by);
    if (s && k)
      return OpFoldResult(b.getIndexAttr(*s * *k));
    if (found)
      return OpFoldResult();
    FailureOr<Lane> factor = eval(by, atFirstLane(coords));
    if (failed(factor))
      return {};
    at(nest->levels.size() - 1);
    return OpFoldResult(mul(toI64(factor->v), stride));
  };
  if (isa<arith::AddIOp>(op))
    return addStrides(lhs, rhs, !found);
  if (isa<arith::SubIOp>(op)) {
    auto way = rhs ? getConstantIntValue(rhs) : std::nullopt;
    if (!way)
      return {};
    return addStrides(lhs, b.getIndexAttr(-*way), !found);
  }
  if (isa<arith::MulIOp>(op)) {
    if (isZero(strides[1]))
      return scaled(lhs, op->getOperand(1));
    if (isZero(strides[0]))
      return scaled(rhs, op->getOperand(0));
    return {};
  }
  if (!(isQuotient(op) || isRemainder(op)) || !isZero(strides[1]))
    return {};
  auto step = lhs ? getConstantIntValue(lhs) : std::nullopt;
  if (!step || *step <= 0)
    return {};
  if (!knownQuotient(op, coords)) {
    Quotient q{op, coords, *step};
    if (!found || !mayBeStraight(q, nest->lanes))
      return {};
    found->push_back(std::move(q));
  }
  return isQuotient(op) ? zero : lhs;
}

/// Do all lanes of a step load the same element, or none of them?
bool Emitter::isUniform(tts::LoadOp load, const Coords &coords,
                        SmallVectorImpl<Quotient> *found, StrideMemo &memo) {
  tts::MakeBlockOp block = accessOf(load);
  if (block.hasTensorBase() || load.getIsVolatile() || load.getOther())
    return false;
  if (Value mask = block.getMask(); mask && blockType(mask))
    return false;
  bool boxHolds = nest->inMain && nest->bounded.contains(block);
  auto shape = block.getType().getShape();
  for (auto [d, c] : llvm::enumerate(coords)) {
    if (c.kind != Coord::Lanes)
      continue;
    auto lower = getConstantIntValue(block.getMixedLower()[d]);
    auto upper = getConstantIntValue(block.getMixedUpper()[d]);
    bool full = lower && *lower <= 0 && upper && *upper >= shape[d];
    if (block.isWrapped(d) || !(full || boxHolds) ||
        !isConstantIntValue(block.getMixedStrides()[d], 0))
      return false;
  }
  if (!block.getGather())
    return true;
  auto stride = laneStride(block.getGather(), coords, found, memo);
  return stride && *stride && isConstantIntValue(*stride, 0);
}

/// Where the nest is in what it reaches.
Coords Emitter::coordsOf(const Reached &reached) {
  Coords coords;
  for (int d : reached.dims)
    coords.push_back(d < 0 ? Coord() : nest->coords[d]);
  return coords;
}

/// The quotients that must not change within a step for the addresses of the
/// nest to lie at equal distances there.
SmallVector<Quotient> Emitter::findQuotients(ArrayRef<Root> roots) {
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
        gather && !laneStride(gather, coords, &found) && !isChosen(gather))
      return;
    for (Quotient &q : found)
      if (!findQuotient(all, q.op, q.coords, q.wrappedDim))
        all.push_back(q);
  };
  for (const Reached &r : nest->reached) {
    auto load =
        buffers.count(r.v) ? tts::LoadOp() : r.v.getDefiningOp<tts::LoadOp>();
    if (!load || llvm::is_contained(r.dims, -2))
      continue;
    note(accessOf(load), coordsOf(r));
  }
  for (const Root &r : roots)
    if (r.kind == Root::Store)
      note(accessOf(r.op), Coords(nest->coords));
  return all;
}

/// What is divided for `q` at the first lane, and by what.
FailureOr<std::pair<Value, Value>> Emitter::divisionOf(const Quotient &q) {
  if (q.wrappedDim >= 0) {
    auto block = cast<tts::MakeBlockOp>(q.op);
    const Coord &c = q.coords[q.wrappedDim];
    at(c.level);
    return std::pair(
        add(i64(OpFoldResult(block.getWrapStart(q.wrappedDim))), c.v),
        i64(OpFoldResult(block.getWrapModulus(q.wrappedDim))));
  }
  Coords first = atFirstLane(q.coords);
  FailureOr<Lane> x = eval(q.op->getOperand(0), first);
  FailureOr<Lane> n = eval(q.op->getOperand(1), first);
  if (failed(x) || failed(n))
    return failure();
  return std::pair(x->v, n->v);
}

/// Is (x mod n) + the way of x in this step less than n, for all quotients, and
/// does none of them pass its kink? Null where it is always so.
FailureOr<Value> Emitter::isStraight(ArrayRef<Quotient> quotients) {
  using P = arith::CmpIPredicate;
  Value all;
  SmallVector<std::pair<Value, Value>> tested;
  auto require = [&](P pred, Value x, Value y) {
    Value holds = arith::CmpIOp::create(b, loc, pred, x, y);
    all = all ? arith::AndIOp::create(b, loc, all, holds).getResult() : holds;
  };
  int level = nest->levels.size() - 1;
  for (const Quotient &q : quotients) {
    if (isAlwaysStraight(q))
      continue;
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
  }
  return all;
}

/// Is the current step straight, and one of many?
bool Emitter::inStraightSteps() {
  return !nest->quotients.empty() && (nest->inMain || nest->bounded.empty());
}

/// The value of a quotient or remainder in a straight step.
FailureOr<Lane> Emitter::evalStraight(const Quotient &q) {
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

/// What is done in one step of the lanes: in one way where it is straight, and
/// in another where it is not.
LogicalResult Emitter::stepBody(ArrayRef<Root> roots,
                                SmallVectorImpl<Value> &accs, StepBody body) {
  SmallVector<Quotient> quotients = findQuotients(roots);
  addAlwaysStraight(roots, quotients);
  if (quotients.empty())
    return body(accs);
  FailureOr<Value> straight = isStraight(quotients);
  if (failed(straight))
    return failure();
  if (!*straight) {
    nest->quotients = quotients;
    LogicalResult r = body(accs);
    nest->quotients.clear();
    return r;
  }
  return eitherWay(*straight, accs,
                   [&](bool inside, SmallVectorImpl<Value> &values) {
                     if (inside)
                       nest->quotients = quotients;
                     nest->crooked = !inside;
                     LogicalResult r = body(values);
                     nest->quotients.clear();
                     nest->crooked = false;
                     return r;
                   });
}

} // namespace mlir::tts::cpu
