// How far apart the values of an integer block are from lane to lane, in a step
// within which no quotient of the position changes, and no minimum, maximum or
// absolute value has its kink.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "../Nests/Coordinates.h"
#include "../Nests/Kinks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

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

/// Lanes that are further apart, by a hash of a hash, may leave 64 bits.
constexpr int64_t kFarthest = int64_t(1) << 40;

static bool isZero(const std::optional<OpFoldResult> &stride) {
  return stride && *stride && isConstantIntValue(*stride, 0);
}

/// The constant that a stride is; none if it is not known, or not yet.
static std::optional<int64_t>
constantStride(const std::optional<OpFoldResult> &stride) {
  return stride && *stride ? getConstantIntValue(*stride) : std::nullopt;
}

static bool isTooFar(const std::optional<OpFoldResult> &stride) {
  auto way = constantStride(stride);
  return way && (*way > kFarthest || *way < -kFarthest);
}

/// Quotients, and numbers that were shifted or masked, are smaller than their
/// type allows.
bool Elements::addsHash(Value block) {
  llvm::SetVector<Value> open;
  open.insert(block);
  for (size_t i = 0; i < open.size(); ++i) {
    Operation *op = open[i].getDefiningOp();
    if (auto splat = dyn_cast_or_null<triton::SplatOp>(op)) {
      if (comesFromHash(splat.getSrc()))
        return true;
    } else if (op && isHashProduct(open[i])) {
      return true;
    } else if (op && !isQuotient(op) && !isRemainder(op) && !makesSmaller(op) &&
               (movesDims(op) || isElementwise(op))) {
      open.insert_range(op->getOperands());
    }
  }
  return false;
}

const Quotient *Elements::knownQuotient(Operation *op, const Coords &coords,
                                        int wrappedDim) {
  return findQuotient(nest->quotients, op, coords, wrappedDim);
}

OpFoldResult Elements::addStrides(OpFoldResult a, OpFoldResult c, bool build) {
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

std::optional<OpFoldResult>
Elements::laneStride(Value v, const Coords &coords,
                     SmallVectorImpl<Quotient> *found, bool isTested) {
  StrideMemo memo;
  memo.isTested = isTested;
  return laneStride(v, coords, found, memo);
}

std::optional<OpFoldResult>
Elements::laneStride(Value v, const Coords &coords,
                     SmallVectorImpl<Quotient> *found, StrideMemo &memo) {
  llvm::PointerIntPair<Value, 1, bool> key(v, memo.isTested);
  for (auto &[known, stride] : memo.known[key])
    if (known == coords)
      return stride;
  auto stride = strideOf(v, coords, found, memo);
  if (isTooFar(stride))
    stride = {};
  memo.known[key].push_back({coords, stride});
  return stride;
}

std::optional<OpFoldResult> Elements::strideOf(Value v, const Coords &coords,
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
  if (movesDims(op))
    return laneStride(op->getOperand(0), sourceCoords(op, coords), found, memo);
  if (keepsDistances(op)) {
    auto stride = laneStride(op->getOperand(0), coords, found, memo);
    bool mayWrap = !memo.isTested && isa<arith::ExtSIOp>(op) &&
                   !isZero(stride) && addsHash(op->getOperand(0));
    return mayWrap ? std::nullopt : stride;
  }
  if (auto load = dyn_cast<tts::LoadOp>(op))
    return isUniform(load, coords, found, memo) ? std::optional(zero)
                                                : std::nullopt;
  if (!isElementwise(op))
    return {};
  return strideOfElementwise(op, coords, found, memo);
}

/// Is `op` made of sums, products or data that were made wider? They may have
/// left their narrow type, as hashes do, and what they have in common cancels
/// out then in some lanes only.
static bool mayWrapMadeWider(Operation *op) {
  llvm::SetVector<llvm::PointerIntPair<Operation *, 1, bool>> open;
  open.insert({op, false});
  for (size_t i = 0; i < open.size(); ++i) {
    Operation *each = open[i].getPointer();
    bool isNarrow = open[i].getInt();
    if (isa<triton::SplatOp, triton::MakeRangeOp, arith::ConstantOp>(each))
      continue;
    bool widens = isa<arith::ExtSIOp>(each);
    if (isNarrow && !widens && !movesDims(each))
      return true;
    if (!movesDims(each) && !Elements::isElementwise(each))
      continue;
    for (Value operand : each->getOperands())
      if (Operation *next = operand.getDefiningOp())
        open.insert({next, isNarrow || widens});
  }
  return false;
}

/// That of one operation an element, by those of its operands.
std::optional<OpFoldResult>
Elements::strideOfElementwise(Operation *op, const Coords &coords,
                              SmallVectorImpl<Quotient> *found,
                              StrideMemo &memo) {
  bool divides = isQuotient(op) || isRemainder(op);
  llvm::SaveAndRestore tested(memo.isTested,
                              memo.isTested || divides || isKink(op));
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
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    if (isa<arith::SubIOp>(op)) {
      auto way = constantStride(rhs);
      if (!way)
        return {};
      rhs = b.getIndexAttr(-*way);
    }
    OpFoldResult sum = addStrides(lhs, rhs, !found);
    // Nobody looks at more than one lane of what does not move.
    if (isZero(sum) && mayWrapMadeWider(op))
      return {};
    return sum;
  }
  if (isa<arith::MulIOp>(op)) {
    if (isZero(strides[1]))
      return scaledStride(lhs, op->getOperand(1), coords, !found);
    if (isZero(strides[0]))
      return scaledStride(rhs, op->getOperand(0), coords, !found);
    return {};
  }
  if (divides && isZero(strides[1]))
    return strideOfQuotient(op, coords, lhs, found);
  return {};
}

/// That of an absolute value, a minimum or a maximum: as its moving operand.
std::optional<OpFoldResult>
Elements::strideOfKink(Operation *op, const Coords &coords,
                       ArrayRef<std::optional<OpFoldResult>> strides,
                       SmallVectorImpl<Quotient> *found) {
  unsigned moving = isZero(strides[0]) ? 1 : 0;
  std::optional<int64_t> step = constantStride(strides[moving]);
  if (!step || llvm::count_if(strides, isZero) + 1 != ptrdiff_t(strides.size()))
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
Elements::strideOfQuotient(Operation *op, const Coords &coords,
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
std::optional<OpFoldResult> Elements::scaledStride(OpFoldResult stride,
                                                   Value by,
                                                   const Coords &coords,
                                                   bool build) {
  std::optional<int64_t> known = constantStride(stride);
  APInt factor;
  if (int64_t product; known && matchPattern(by, m_ConstantInt(&factor)))
    return llvm::MulOverflow(*known, factor.getSExtValue(), product)
               ? std::nullopt
               : std::optional<OpFoldResult>(b.getIndexAttr(product));
  if (!build)
    return OpFoldResult();
  FailureOr<Lane> value = eval(by, atFirstLane(coords));
  if (failed(value))
    return {};
  at(nest->levels.size() - 1);
  return OpFoldResult(mul(toI64(value->v), stride));
}

/// Is the box of an access that of one in the nest's roots at the same
/// position, which holds? What was loaded before is not reached any more.
bool Elements::isInBoxOfRoot(tts::MakeBlockOp block, const Coords &coords) {
  return coords == nest->coords &&
         llvm::any_of(nest->rootBlocks, [&](Operation *op) {
           auto root = cast<tts::MakeBlockOp>(op);
           return root.getType().getShape() == block.getType().getShape() &&
                  nest->boxHolds(root) && haveSameBox(block, root);
         });
}

/// Do all lanes of a step load the same element, or none of them?
bool Elements::isUniform(tts::LoadOp load, const Coords &coords,
                         SmallVectorImpl<Quotient> *found, StrideMemo &memo) {
  tts::MakeBlockOp block = accessOf(load);
  Value other = load.getOther();
  if (block.hasTensorBase() || load.getIsVolatile() ||
      (other && blockType(other)))
    return false;
  if (Value mask = block.getMask(); mask && blockType(mask))
    return false;
  bool boxHolds = nest->boxHolds(block) || isInBoxOfRoot(block, coords);
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

} // namespace mlir::tts::cpu
