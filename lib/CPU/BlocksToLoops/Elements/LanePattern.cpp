// Lanes at known distances from the first one that are not equal: `i ^ 1`, `i /
// 2`, `i % 4 * 8`, as pairs are exchanged or repeated. What lies between the
// first and the last of them is loaded whole, and shuffled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "../Nests/Coordinates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

namespace mlir::tts::cpu {

/// Operations that are looked at for one address.
static constexpr int kMostVisited = 64;

/// Elements for each lane, from the lowest to the highest one, up to which they
/// are not gathered.
static constexpr int64_t kMostApart = 4;

/// Numbers beyond are no distances between lanes.
static constexpr int64_t kLargest = int64_t(1) << 31;

namespace {
/// Numbers of one step: `from`, a multiple of `multiple` (it is 0 where that
/// is), and what each lane is more.
struct Pattern {
  SmallVector<int64_t> lanes;
  uint64_t multiple = 0;
  bool nonNegative = true; // `from`
  Value origin;            // the block that has the same `from`,
  Coords at;               // at these coordinates

  bool isKnown() const { return multiple == 0; }
  bool isBelow(uint64_t limit) const {
    return llvm::all_of(lanes, [&](int64_t k) {
      return k >= 0 && static_cast<uint64_t>(k) < limit;
    });
  }
};

class PatternFinder {
public:
  PatternFinder(int64_t lanes, bool first) : lanes(lanes), first(first) {}

  std::optional<Pattern> find(Value v, const Coords &coords);

private:
  Pattern everywhere(Value v, const Coords &coords) const {
    return {SmallVector<int64_t>(lanes, 0), getDivisibility(v),
            isNonNegative(v), v, coords};
  }
  std::optional<Pattern> findChoice(arith::SelectOp op, const Coords &coords);
  std::optional<Pattern> findComparison(arith::CmpIOp op, const Coords &coords);
  std::optional<Pattern> findBinary(Operation *op, const Pattern &x,
                                    const Pattern &y);
  std::optional<Pattern> sum(Operation *op, const Pattern &x, const Pattern &y);
  std::optional<Pattern> product(Pattern x, int64_t by);
  std::optional<Pattern> quotient(Pattern x, int64_t by);
  std::optional<Pattern> remainder(Pattern x, int64_t by);
  std::optional<Pattern> bits(Operation *op, Pattern x, int64_t by);

  int64_t lanes;
  bool first; // is a step without a position the first one, and no other?
  int visited = 0;
};
} // namespace

/// The pattern of an integer block in a step that begins at a multiple of the
/// lanes.
std::optional<Pattern> PatternFinder::find(Value v, const Coords &coords) {
  if (++visited > kMostVisited)
    return std::nullopt;
  APInt number;
  if (matchPattern(v, m_ConstantInt(&number))) {
    if (number.getSignificantBits() > 32)
      return std::nullopt;
    return Pattern{
        SmallVector<int64_t>(lanes, number.getSExtValue()), 0, true, {}, {}};
  }
  if (llvm::none_of(coords,
                    [](const Coord &c) { return c.kind != Coord::Scalar; }))
    return everywhere(v, coords);
  Operation *op = v.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto splat = dyn_cast<triton::SplatOp>(op))
    return everywhere(splat.getSrc(), {});
  if (auto range = dyn_cast<triton::MakeRangeOp>(op)) {
    if (coords[0].kind != Coord::Lanes)
      return std::nullopt;
    int64_t start = range.getStart();
    bool known = first && !coords[0].v;
    return Pattern{llvm::to_vector(llvm::seq(start, start + lanes)),
                   static_cast<uint64_t>(known ? 0 : lanes), true, v, coords};
  }
  if (isa<triton::ExpandDimsOp, triton::BroadcastOp>(op))
    return find(op->getOperand(0), sourceCoords(op, coords));
  if (auto choice = dyn_cast<arith::SelectOp>(op))
    return findChoice(choice, coords);
  if (auto comparison = dyn_cast<arith::CmpIOp>(op))
    return findComparison(comparison, coords);
  if (!isa<arith::ExtSIOp, arith::ExtUIOp, arith::AddIOp, arith::SubIOp,
           arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp,
           arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op) &&
      !isQuotient(op) && !isRemainder(op))
    return std::nullopt;
  // Smaller numbers are data or conditions, and may wrap around.
  if (getElementTypeOrSelf(op->getOperand(0)).getIntOrFloatBitWidth() < 32 &&
      !isa<arith::ExtUIOp>(op))
    return std::nullopt;
  std::optional<Pattern> x = find(op->getOperand(0), coords);
  if (!x)
    return std::nullopt;
  // A multiple of a power of two that is larger than all lanes does not leave
  // its type with them.
  bool mayWrap = !x->isBelow(x->multiple & -x->multiple) &&
                 Elements::addsHash(op->getOperand(0));
  if ((isa<arith::ExtSIOp>(op) && !mayWrap) ||
      (isa<arith::ExtUIOp>(op) && x->nonNegative && x->isBelow(kLargest)))
    return x;
  if (op->getNumOperands() == 1)
    return std::nullopt;
  std::optional<Pattern> y = find(op->getOperand(1), coords);
  std::optional<Pattern> result = y ? findBinary(op, *x, *y) : std::nullopt;
  if (!result || llvm::any_of(result->lanes, [](int64_t k) {
        return std::abs(k) >= kLargest;
      }))
    return std::nullopt;
  if (!result->origin) {
    result->origin = v;
    result->at = coords;
  }
  return result;
}

/// Each lane's side is known, and both begin at the same.
std::optional<Pattern> PatternFinder::findChoice(arith::SelectOp op,
                                                 const Coords &coords) {
  if (!isa<RankedTensorType>(op.getCondition().getType()))
    return std::nullopt;
  std::optional<Pattern> sides = find(op.getCondition(), coords);
  std::optional<Pattern> x = find(op.getTrueValue(), coords);
  std::optional<Pattern> y = find(op.getFalseValue(), coords);
  if (!sides || !sides->isKnown() || !x || !y || x->multiple != y->multiple ||
      (!x->isKnown() && (x->origin != y->origin || x->at != y->at)))
    return std::nullopt;
  for (auto [k, side, other] : llvm::zip(x->lanes, sides->lanes, y->lanes))
    if (!side)
      k = other;
  return x;
}

std::optional<Pattern> PatternFinder::findComparison(arith::CmpIOp op,
                                                     const Coords &coords) {
  std::optional<Pattern> x = find(op.getLhs(), coords);
  std::optional<Pattern> y = find(op.getRhs(), coords);
  if (!x || !y || !x->isKnown() || !y->isKnown() || !x->isBelow(kLargest) ||
      !y->isBelow(kLargest))
    return std::nullopt;
  for (auto [k, other] : llvm::zip(x->lanes, y->lanes))
    k = arith::applyCmpPredicate(op.getPredicate(), APInt(64, k),
                                 APInt(64, other));
  return x;
}

std::optional<Pattern>
PatternFinder::findBinary(Operation *op, const Pattern &x, const Pattern &y) {
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return sum(op, x, y);
  auto number = [](const Pattern &p) {
    return p.isKnown() && llvm::all_equal(p.lanes) ? std::optional(p.lanes[0])
                                                   : std::nullopt;
  };
  bool swaps =
      isa<arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
  std::optional<int64_t> by = number(y);
  bool swapped = !by && swaps;
  if (swapped)
    by = number(x);
  if (!by || *by < 0)
    return std::nullopt;
  const Pattern &of = swapped ? y : x;
  if (isa<arith::MulIOp>(op))
    return product(of, *by);
  if (isa<arith::ShLIOp>(op) && *by < 31)
    return product(of, int64_t(1) << *by);
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return bits(op, of, *by);
  if (!of.nonNegative || !of.isBelow(kLargest))
    return std::nullopt;
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op) && *by < 31)
    return quotient(of, int64_t(1) << *by);
  if (*by == 0)
    return std::nullopt;
  if (isQuotient(op))
    return quotient(of, *by);
  if (isRemainder(op))
    return remainder(of, *by);
  return std::nullopt;
}

std::optional<Pattern> PatternFinder::sum(Operation *op, const Pattern &x,
                                          const Pattern &y) {
  Pattern result = x;
  bool subtracts = isa<arith::SubIOp>(op);
  for (auto [k, other] : llvm::zip(result.lanes, y.lanes))
    k += subtracts ? -other : other;
  if (y.isKnown())
    return result;
  result.multiple = std::gcd(x.multiple, y.multiple);
  result.nonNegative = x.nonNegative && y.nonNegative && !subtracts;
  result.origin = {};
  if (x.isKnown() && !subtracts) {
    result.origin = y.origin;
    result.at = y.at;
  }
  return result;
}

std::optional<Pattern> PatternFinder::product(Pattern x, int64_t by) {
  if (isHashFactor(by))
    return std::nullopt;
  for (int64_t &k : x.lanes)
    if (llvm::MulOverflow(k, by, k))
      return std::nullopt;
  bool overflows = false;
  x.multiple = llvm::SaturatingMultiply<uint64_t>(x.multiple, by, &overflows);
  if (overflows)
    x.multiple = by;
  x.origin = {};
  return x;
}

/// Where `from` is a multiple of the divisor, or all lanes have the quotient of
/// it.
std::optional<Pattern> PatternFinder::quotient(Pattern x, int64_t by) {
  uint64_t whole = std::gcd(x.multiple, static_cast<uint64_t>(by));
  if (whole != static_cast<uint64_t>(by) && !x.isBelow(whole))
    return std::nullopt;
  for (int64_t &k : x.lanes)
    k /= by;
  bool divides = whole == static_cast<uint64_t>(by);
  x.multiple = divides ? x.multiple / by : 1;
  x.origin = {};
  return x;
}

std::optional<Pattern> PatternFinder::remainder(Pattern x, int64_t by) {
  uint64_t whole = std::gcd(x.multiple, static_cast<uint64_t>(by));
  bool divides = whole == static_cast<uint64_t>(by);
  if (!divides && !x.isBelow(whole))
    return std::nullopt;
  for (int64_t &k : x.lanes)
    k %= by;
  x.multiple = divides ? 0 : whole;
  x.origin = {};
  return x;
}

/// The bits of the lanes and of the number have to be some that `from` lacks.
std::optional<Pattern> PatternFinder::bits(Operation *op, Pattern x,
                                           int64_t by) {
  uint64_t free = x.isKnown() ? kLargest : x.multiple & -x.multiple;
  if (!x.isBelow(free) || static_cast<uint64_t>(by) >= free)
    return std::nullopt;
  for (int64_t &k : x.lanes)
    k = isa<arith::AndIOp>(op)  ? k & by
        : isa<arith::OrIOp>(op) ? k | by
                                : k ^ by;
  if (isa<arith::AndIOp>(op))
    x.multiple = 0;
  return x;
}

/// Is what lies between the first and the last of them little?
static bool areClose(ArrayRef<int64_t> offsets) {
  auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
  return *high - *low < kMostApart * static_cast<int64_t>(offsets.size());
}

std::optional<SmallVector<int64_t>>
Elements::laneOffsets(Value v, const Coords &coords, bool anyStep) {
  bool aligned = nest->mayBeStraight && !nest->shifted &&
                 (!nest->run || nest->run->kind == Run::OfConstants);
  int64_t along = 0;
  for (const Coord &c : coords) {
    if (c.kind != Coord::Lanes && c.kind != Coord::Scalar)
      return std::nullopt;
    along += c.kind == Coord::Lanes;
  }
  if (!aligned || along != 1 || nest->lanes < 2)
    return std::nullopt;
  std::optional<Pattern> pattern =
      PatternFinder(nest->lanes, /*first=*/!anyStep).find(v, coords);
  if (!pattern || llvm::all_equal(pattern->lanes) || !areClose(pattern->lanes))
    return std::nullopt;
  int64_t first = pattern->lanes.front();
  for (int64_t &k : pattern->lanes)
    k -= first;
  return pattern->lanes;
}

/// Will the address of the block be that of the first lane and such offsets?
bool Elements::hasPattern(tts::MakeBlockOp op, const Coords &coords) {
  if (!op.getGather() || op.hasTensorBase() ||
      (!nest->quotients.empty() && laneStride(op.getGather(), coords, nullptr)))
    return false;
  auto offsets = laneOffsets(op.getGather(), coords);
  for (auto [d, c] : llvm::enumerate(coords)) {
    if (c.kind != Coord::Lanes)
      continue;
    auto stride = getConstantIntValue(op.getMixedStrides()[d]);
    if (!offsets || op.isWrapped(d) || !stride)
      return false;
    for (auto [lane, offset] : llvm::enumerate(*offsets))
      offset += static_cast<int64_t>(lane) * *stride;
  }
  return offsets && areClose(*offsets);
}

/// The offsets of the lanes, if they are numbers that are close together.
std::optional<SmallVector<int64_t>> Elements::knownOffsets(const Address &a) {
  DenseIntElementsAttr numbers;
  if (a.inBytes || a.contiguous || !a.offsets.v ||
      !matchPattern(a.offsets.v, m_Constant(&numbers)))
    return std::nullopt;
  SmallVector<int64_t> offsets;
  for (const APInt &number : numbers)
    offsets.push_back(number.getSExtValue());
  return areClose(offsets) ? std::optional(offsets) : std::nullopt;
}

/// Lanes at `offsets` from `ptr`. Nothing before the lowest and after the
/// highest one is touched, and what lies between two neighbours is on a page of
/// one of them.
Value Elements::loadPattern(VectorType type, Value ptr,
                            ArrayRef<int64_t> offsets) {
  auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
  int64_t from = *low, length = *high + 1 - from;
  int64_t width = llvm::bit_floor(static_cast<uint64_t>(length));
  int64_t second = *high + 1 - width;
  Type elem = type.getElementType();
  auto part = [&](int64_t offset) -> Value {
    Value at = LLVM::GEPOp::create(
        b, loc, ptr.getType(), elem, ptr,
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(offset))});
    return LLVM::LoadOp::create(b, loc, VectorType::get({width}, elem), at,
                                bytesOf(elem));
  };
  Value lower = part(from), upper = second == from ? lower : part(second);
  SmallVector<int64_t> order;
  for (int64_t offset : offsets)
    order.push_back(offset - from < width ? offset - from
                                          : width + offset - second);
  return vector::ShuffleOp::create(b, loc, lower, upper, order);
}

} // namespace mlir::tts::cpu
