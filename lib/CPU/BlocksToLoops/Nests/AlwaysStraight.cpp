// Quotients by constants: how many lanes make most steps straight, and which
// steps are straight without a test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/SaveAndRestore.h"
#include <numeric>

namespace mlir::tts::cpu {

/// Definitions are followed this far and no further.
constexpr unsigned kMaxDepth = 12;

/// The offsets of a load from anywhere; null if `v` is none.
static Value gatherOf(Value v) {
  auto load = v.getDefiningOp<tts::LoadOp>();
  return load ? accessOf(load).getGather() : Value();
}

/// Is all that is loaded from anywhere at known distances from a register's
/// first lane?
bool Nests::hasPatterns(ArrayRef<Root> roots) {
  llvm::SaveAndRestore aRegister(nest->lanes, int64_t(target.vectorBits / 32));
  return llvm::none_of(roots,
                       [](const Root &r) {
                         return r.kind == Root::Store &&
                                accessOf(r.op).getGather();
                       }) &&
         llvm::all_of(nest->reached, [&](const Reached &r) {
           Value gather = buffers.count(r.v) ? Value() : gatherOf(r.v);
           return !gather || (!llvm::is_contained(r.dims, kElsewhere) &&
                              elements().laneOffsets(gather, coordsOf(r),
                                                     /*anyStep=*/true));
         });
}

/// Lanes few enough for most steps to end where the divisors of the nest do:
/// a power of two that divides them, if that is a register of 32-bit elements
/// at least, or a sixteenth of them, if that is, or a register whose last step
/// in a run may be done anywhere; half a register, if that divides them and no
/// pattern of a whole one is known; else one register.
int64_t Nests::straightLanes(ArrayRef<Root> roots) {
  int64_t lanes = nest->lanes, oneRegister = target.vectorBits / 32;
  int64_t least = std::min(lanes, oneRegister / 2);
  llvm::SaveAndRestore keepLanes(nest->lanes, least);
  llvm::SaveAndRestore keepCoords(nest->coords);
  nest->coords.assign(nest->shape.size(), Coord());
  nest->coords[nest->vecDim].kind = Coord::Lanes;
  SmallVector<Quotient> all = findQuotients(roots);
  bool hasRuns =
      mayWriteTwice(roots) && !hasScatteredLanes(roots) &&
      llvm::all_of(all, [&](const Quotient &q) { return endsRuns(q); });
  for (const Quotient &q : all) {
    int64_t divisor = constantDivisor(q).value_or(0);
    if (divisor <= 0)
      continue;
    int64_t part = llvm::bit_floor(uint64_t((divisor & -divisor) / q.stride));
    int64_t most = llvm::bit_floor(uint64_t(divisor / q.stride / 16));
    if (part < oneRegister && most >= oneRegister)
      part = most;
    else if (part < oneRegister && hasRuns && divisor >= 2 * oneRegister)
      part = oneRegister;
    else if (part < least || (part < oneRegister && hasPatterns(roots)))
      part = oneRegister;
    lanes = std::min(lanes, part);
  }
  return patternLanes(lanes);
}

/// Are the offsets of lanes those of a straight step?
static bool areEven(ArrayRef<int64_t> offsets) {
  for (size_t i = 2; i < offsets.size(); ++i)
    if (offsets[i] - offsets[i - 1] != offsets[1] - offsets[0])
      return false;
  return true;
}

/// As many of the lanes as are at known distances from the first one in all
/// that is loaded so, if not all of them are: a register at least, or half of
/// one, unless that is straight.
int64_t Nests::patternLanes(int64_t lanes) {
  int64_t oneRegister = target.vectorBits / 32;
  for (const Reached &r : nest->reached) {
    Value gather = buffers.count(r.v) ? Value() : gatherOf(r.v);
    if (!gather || llvm::is_contained(r.dims, kElsewhere))
      continue;
    for (nest->lanes = lanes; nest->lanes >= oneRegister / 2;
         nest->lanes /= 2) {
      auto offsets =
          elements().laneOffsets(gather, coordsOf(r), /*anyStep=*/true);
      if (offsets && (nest->lanes >= oneRegister || !areEven(*offsets))) {
        lanes = nest->lanes;
        break;
      }
    }
  }
  return lanes;
}

/// A number that divides an integer block at the first lane of each step.
static uint64_t stepDivisibility(Value v, const Coords &coords, int64_t lanes,
                                 unsigned depth = kMaxDepth) {
  Operation *op = v.getDefiningOp();
  if (!op || !blockType(v))
    return getDivisibility(v);
  if (depth == 0)
    return 1;
  auto ofOperand = [&](int i) {
    return stepDivisibility(op->getOperand(i), coords, lanes, depth - 1);
  };
  if (auto range = dyn_cast<triton::MakeRangeOp>(op)) {
    const Coord &c = coords[0];
    if (c.kind != Coord::Lanes && (c.kind != Coord::Scalar || c.v))
      return 1;
    return std::gcd(uint64_t(range.getStart()),
                    c.kind == Coord::Lanes ? lanes : 0);
  }
  if (movesDims(op))
    return stepDivisibility(op->getOperand(0), sourceCoords(op, coords), lanes,
                            depth - 1);
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return std::gcd(ofOperand(0), ofOperand(1));
  if (isRemainder(op))
    return std::gcd(ofOperand(0), getDivisibility(op->getOperand(1)));
  if (isa<arith::MulIOp>(op))
    return std::max(ofOperand(0), ofOperand(1));
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return ofOperand(0);
  return getDivisibility(v);
}

/// Is every step of the nest straight for `q`? Steps begin at multiples of the
/// lanes; where what is divided begins at one too, and the divisor is one, no
/// step goes past a multiple of the divisor.
bool Nests::isAlwaysStraight(const Quotient &q) {
  int64_t divisor = constantDivisor(q).value_or(0);
  if (nest->shifted || q.stride != 1 || divisor <= 0 ||
      divisor % nest->lanes != 0)
    return false;
  if (q.wrappedDim >= 0) {
    auto block = cast<tts::MakeBlockOp>(q.op);
    Value start = block.getWrapStart(q.wrappedDim);
    return !block.isClipped(q.wrappedDim) && isNonNegative(start) &&
           getDivisibility(start) % nest->lanes == 0;
  }
  Value x = q.op->getOperand(0);
  return isNonNegative(x) &&
         stepDivisibility(x, q.coords, nest->lanes) % nest->lanes == 0;
}

/// What places and masks of the accesses are computed from. Positions there do
/// not leave their type, as data may.
static llvm::SetVector<Value> indicesOf(ArrayRef<Root> roots,
                                        ArrayRef<Reached> reached) {
  llvm::SetVector<Value> indices;
  auto add = [&](Value v) {
    if (v && blockType(v))
      indices.insert(v);
  };
  auto addAccess = [&](Operation *op) {
    if (auto block = op ? accessOf(op) : tts::MakeBlockOp()) {
      add(block.getGather());
      add(block.getMask());
    }
  };
  for (const Root &r : roots)
    addAccess(r.op);
  for (const Reached &r : reached)
    addAccess(r.v.getDefiningOp());
  for (size_t i = 0; i < indices.size(); ++i)
    if (Operation *op = indices[i].getDefiningOp())
      llvm::for_each(op->getOperands(), add);
  return indices;
}

/// Adds the quotients of indices that need no test, those of masks, too.
void Nests::addAlwaysStraight(ArrayRef<Root> roots,
                              SmallVectorImpl<Quotient> &all) {
  llvm::SetVector<Value> indices = indicesOf(roots, nest->reached);
  for (const Reached &r : nest->reached) {
    Operation *op = buffers.count(r.v) ? nullptr : r.v.getDefiningOp();
    if (!op || !(isQuotient(op) || isRemainder(op)) || !indices.contains(r.v) ||
        llvm::is_contained(r.dims, kElsewhere))
      continue;
    Coords coords = coordsOf(r);
    SmallVector<Quotient> found;
    if (!elements().laneStride(r.v, coords, &found))
      continue;
    auto isKnown = [&](const Quotient &q) {
      return findQuotient(all, q.op, q.coords, q.wrappedDim);
    };
    // The stride of one may rest on others.
    if (llvm::all_of(found, [&](const Quotient &q) {
          return isKnown(q) || isAlwaysStraight(q);
        }))
      llvm::copy_if(found, std::back_inserter(all),
                    [&](const Quotient &q) { return !isKnown(q); });
  }
}

} // namespace mlir::tts::cpu
