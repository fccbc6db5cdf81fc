// Lanes that lie a constant number of elements apart, forwards or backwards. Of
// a few, what lies between the first and the last is loaded whole, and
// shuffled; stores are scalar ones, each at a constant distance from the first,
// or one that is turned around.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// So far apart and no further: a register of lanes then takes four loads.
constexpr int64_t kMostApart = 4;

static bool isNarrow(int64_t stride) {
  return stride != 0 && stride != 1 && std::abs(stride) <= kMostApart;
}

/// Does less lie between two lanes than would cost a gather?
bool Elements::isNarrow(const Address &a) {
  return nest->lanes > 1 && cpu::isNarrow(a.knownStride);
}

/// Will that be said of its address, where no copy is read in its place?
bool Elements::isNarrow(tts::MakeBlockOp op, const Coords &coords) {
  if (op.hasTensorBase() || nest->lanes == 1)
    return false;
  OpFoldResult apart = b.getIndexAttr(0);
  for (auto [d, c] : llvm::enumerate(coords)) {
    if (c.kind == Coord::Vector || (c.kind == Coord::Lanes && op.isWrapped(d)))
      return false;
    if (c.kind == Coord::Lanes)
      apart = addStrides(apart, op.getMixedStrides()[d], /*build=*/false);
  }
  if (Value gather = op.getGather()) {
    SmallVector<Quotient> needed;
    auto stride = laneStride(gather, coords, &needed);
    if (!stride || !needed.empty())
      return false;
    apart = addStrides(apart, *stride, /*build=*/false);
  }
  auto known = apart ? getConstantIntValue(apart) : std::nullopt;
  return known && cpu::isNarrow(*known);
}

/// Lanes `first` to `first` + `lanes` of a vector of lanes `stride` apart, from
/// `ptr`. Nothing before the first and after the last lane is touched; what
/// lies between two lanes is on a page of one of them.
static Value loadPart(OpBuilder &b, Location loc, Type elem, Value ptr,
                      int64_t first, int64_t lanes, int64_t stride) {
  auto type = VectorType::get({lanes}, elem);
  int64_t apart = std::abs(stride);
  // Distances from `ptr` of the lowest element and past the highest one.
  int64_t low = stride > 0 ? first * stride : (first + lanes - 1) * stride;
  int64_t end = low + (lanes - 1) * apart + 1;
  Value result;
  for (int64_t k = 0; k < apart; ++k) {
    int64_t from = std::min(low + k * lanes, end - lanes);
    Value at = LLVM::GEPOp::create(
        b, loc, ptr.getType(), elem, ptr,
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(from))});
    Value part = LLVM::LoadOp::create(b, loc, type, at,
                                      elem.getIntOrFloatBitWidth() / 8);
    // The lanes that are in this part; the others stay as they are.
    SmallVector<int64_t> order;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t place = (first + lane) * stride;
      bool here = place >= low + k * lanes && place < low + (k + 1) * lanes;
      int64_t kept = result ? lane : vector::ShuffleOp::kPoisonIndex;
      order.push_back(here ? (result ? lanes : 0) + place - from : kept);
    }
    result =
        vector::ShuffleOp::create(b, loc, result ? result : part, part, order);
  }
  return result;
}

/// A load of lanes that `isNarrow` holds for, one register at a time.
Value Elements::loadStrided(VectorType type, const Address &a) {
  Type elem = type.getElementType();
  int64_t lanes = type.getDimSize(0);
  int64_t width = std::min<int64_t>(lanes, target.vectorBits /
                                               elem.getIntOrFloatBitWidth());
  Value result;
  for (int64_t first = 0; first < lanes; first += width) {
    Value part = loadPart(b, loc, elem, a.ptr.v, first, width, a.knownStride);
    if (width == lanes)
      return part;
    if (!result)
      result = LLVM::PoisonOp::create(b, loc, type);
    result = vector::InsertStridedSliceOp::create(
        b, loc, part, result, ArrayRef<int64_t>{first}, ArrayRef<int64_t>{1});
  }
  return result;
}

/// Are all lanes at constant distances from the first, none next to another?
bool Elements::isSpread(const Address &a) {
  constexpr int64_t kMostElements = 1 << 20;
  return a.knownStride != 0 && a.knownStride != 1 &&
         std::abs(a.knownStride) <= kMostElements / nest->lanes;
}

void Elements::storeStrided(Value value, const Address &a) {
  Type elem = getElementTypeOrSelf(value.getType());
  auto store = [&](Value v, int64_t distance) {
    Value at = LLVM::GEPOp::create(
        b, loc, a.ptr.v.getType(), elem, a.ptr.v,
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(int32_t(distance))});
    LLVM::StoreOp::create(b, loc, v, at, bytesOf(elem));
  };
  if (a.knownStride == -1) {
    SmallVector<int64_t> order(
        llvm::reverse(llvm::to_vector(llvm::seq<int64_t>(nest->lanes))));
    store(vector::ShuffleOp::create(b, loc, value, value, order),
          1 - nest->lanes);
    return;
  }
  for (int64_t lane = 0; lane < nest->lanes; ++lane)
    store(vector::ExtractOp::create(b, loc, value, lane), lane * a.knownStride);
}

} // namespace mlir::tts::cpu
