// Steps within which no quotient of the position changes, and no minimum,
// maximum or absolute value has its kink: there, what is addressed through `i /
// n`, `i % n` or `|i - n|` lies at equal distances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"
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

const Quotient *Nests::knownQuotient(Operation *op, const Coords &coords,
                                     int wrappedDim) {
  return findQuotient(nest->quotients, op, coords, wrappedDim);
}

OpFoldResult Nests::addStrides(OpFoldResult a, OpFoldResult c, bool build) {
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

std::optional<OpFoldResult>
Nests::laneStride(Value v, const Coords &coords,
                  SmallVectorImpl<Quotient> *found) {
  StrideMemo memo;
  return laneStride(v, coords, found, memo);
}

std::optional<OpFoldResult> Nests::laneStride(Value v, const Coords &coords,
                                              SmallVectorImpl<Quotient> *found,
                                              StrideMemo &memo) {
  for (auto &[known, stride] : memo[v])
    if (known == coords)
      return stride;
  auto stride = strideOf(v, coords, found, memo);
  memo[v].push_back({coords, stride});
  return stride;
}

static bool isZero(const std::optional<OpFoldResult> &stride) {
  return stride && *stride && isConstantIntValue(*stride, 0);
}

/// The constant that a stride is; none if it is not known, or not yet.
static std::optional<int64_t>
constantStride(const std::optional<OpFoldResult> &stride) {
  return stride && *stride ? getConstantIntValue(*stride) : std::nullopt;
}

std::optional<OpFoldResult> Nests::strideOf(Value v, const Coords &coords,
                                            SmallVectorImpl<Quotient> *found,
                                            StrideMemo &memo) {
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
  if (isa<arith::ConstantOp, triton::SplatOp>(op))
    return zero;
  if (isa<triton::MakeRangeOp>(op))
    return OpFoldResult(b.getIndexAttr(1));
  if (isa<triton::ExpandDimsOp, triton::BroadcastOp, triton::TransOp>(op))
    return laneStride(op->getOperand(0), sourceCoords(op, coords), found, memo);
  if (keepsDistances(op))
    return laneStride(op->getOperand(0), coords, found, memo);
  if (auto load = dyn_cast<tts::LoadOp>(op))
    return isUniform(load, coords, found, memo) ? std::optional(zero)
                                                : std::nullopt;
  if (!elements().isElementwise(op))
    return {};
  return strideOfElementwise(op, coords, found, memo);
}

/// That of one operation an element, by those of its operands.
std::optional<OpFoldResult>
Nests::strideOfElementwise(Operation *op, const Coords &coords,
                           SmallVectorImpl<Quotient> *found, StrideMemo &memo) {
  SmallVector<std::optional<OpFoldResult>, 3> strides;
  for (Value operand : op->getOperands())
    strides.push_back(laneStride(operand, coords, found, memo));
  if (llvm::all_of(strides, isZero))
    return OpFoldResult(b.getIndexAttr(0));
  if (isKink(op))
    return strideOfKink(op, coords, strides, found);
  if (op->getNumOperands() != 2 || !strides[0] || !strides[1])
    return {};
  OpFoldResult lhs = *strides[0], rhs = *strides[1];
  if (isa<arith::AddIOp>(op))
    return addStrides(lhs, rhs, !found);
  if (isa<arith::SubIOp>(op)) {
    auto way = constantStride(rhs);
    if (!way)
      return {};
    return addStrides(lhs, b.getIndexAttr(-*way), !found);
  }
  if (isa<arith::MulIOp>(op)) {
    if (isZero(strides[1]))
      return scaledStride(lhs, op->getOperand(1), coords, !found);
    if (isZero(strides[0]))
      return scaledStride(rhs, op->getOperand(0), coords, !found);
    return {};
  }
  if ((isQuotient(op) || isRemainder(op)) && isZero(strides[1]))
    return strideOfQuotient(op, coords, lhs, found);
  return {};
}

/// That of an absolute value, a minimum or a maximum: as its moving operand.
std::optional<OpFoldResult>
Nests::strideOfKink(Operation *op, const Coords &coords,
                    ArrayRef<std::optional<OpFoldResult>> strides,
                    SmallVectorImpl<Quotient> *found) {
  unsigned moving = isZero(strides[0]) ? 1 : 0;
  std::optional<int64_t> step = constantStride(strides[moving]);
  if (!step || std::abs(*step) > kFarthest ||
      llvm::count_if(strides, isZero) + 1 != ptrdiff_t(strides.size()))
    return {};
  if (!knownQuotient(op, coords)) {
    if (!found)
      return {};
    found->push_back(
        {op, coords, *step, /*wrappedDim=*/-1, moving, isMostlyBelow(op)});
  }
  return isMostlyBelow(op) ? OpFoldResult(b.getIndexAttr(-*step))
                           : *strides[moving];
}

/// That of a quotient or remainder whose divisor is the same in all lanes.
std::optional<OpFoldResult>
Nests::strideOfQuotient(Operation *op, const Coords &coords,
                        OpFoldResult dividend,
                        SmallVectorImpl<Quotient> *found) {
  std::optional<int64_t> step = constantStride(dividend);
  if (!step || *step <= 0)
    return {};
  if (!knownQuotient(op, coords)) {
    Quotient q{op, coords, *step};
    if (!found || !mayBeStraight(q, nest->lanes))
      return {};
    found->push_back(std::move(q));
  }
  return isQuotient(op) ? OpFoldResult(b.getIndexAttr(0)) : dividend;
}

/// A stride times a factor that is the same in all lanes.
std::optional<OpFoldResult> Nests::scaledStride(OpFoldResult stride, Value by,
                                                const Coords &coords,
                                                bool build) {
  std::optional<int64_t> known = constantStride(stride);
  APInt factor;
  if (known && matchPattern(by, m_ConstantInt(&factor)))
    return OpFoldResult(b.getIndexAttr(*known * factor.getSExtValue()));
  if (!build)
    return OpFoldResult();
  FailureOr<Lane> value = elements().eval(by, atFirstLane(coords));
  if (failed(value))
    return {};
  at(nest->levels.size() - 1);
  return OpFoldResult(mul(toI64(value->v), stride));
}

/// Do all lanes of a step load the same element, or none of them?
bool Nests::isUniform(tts::LoadOp load, const Coords &coords,
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
  return isZero(laneStride(block.getGather(), coords, found, memo));
}

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
    if (Value gather = block.getGather(); gather &&
                                          !laneStride(gather, coords, &found) &&
                                          !elements().isChosen(gather))
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

bool Nests::inStraightSteps() {
  return !nest->quotients.empty() && (nest->inMain || nest->bounded.empty());
}

FailureOr<Lane> Nests::evalStraight(const Quotient &q) {
  Value v = q.op->getResult(0);
  FailureOr<Lane> first = elements().eval(v, atFirstLane(q.coords));
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
LogicalResult Nests::stepBody(ArrayRef<Root> roots,
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
