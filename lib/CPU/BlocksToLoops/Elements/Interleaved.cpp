// Blocks whose elements come from two others in turn, or go to two: one row of
// lanes is shuffled, where otherwise each lane would be computed for both and
// from an address of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "../Nests/Coordinates.h"
#include "../Nests/OtherLanes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

/// The number, in row-major order, of the first lane of a step along the
/// innermost dim of a block, as a scalar; none where lanes lie otherwise, or
/// may begin between multiples of their count.
std::optional<Lane> Elements::firstInRow(ArrayRef<int64_t> shape,
                                         const Coords &coords) {
  constexpr int64_t kLeastLanes = 4;
  if (nest->lanes < kLeastLanes || !llvm::isPowerOf2_64(nest->lanes) ||
      nest->shifted || nest->run || nest->exchanges)
    return {};
  int64_t stride = 1;
  for (auto [n, c] : llvm::reverse(llvm::zip_equal(shape, coords))) {
    bool isInner = stride == 1 && n != 1;
    if (c.kind != (isInner ? Coord::Lanes : Coord::Scalar))
      return {};
    stride *= n;
  }
  int level = levelOf(coords);
  at(level);
  Value first = cst(0);
  stride = 1;
  for (auto [n, c] : llvm::reverse(llvm::zip_equal(shape, coords))) {
    if (c.v)
      first = add(first, mul(c.v, b.getIndexAttr(stride)));
    stride *= n;
  }
  return Lane{first, level};
}

/// Where `lanes` elements are, from number `first` on, which is a multiple of
/// them; none where rows are shorter.
std::optional<Coords> Elements::inRow(ArrayRef<int64_t> shape, Lane first,
                                      int64_t lanes) {
  auto inner =
      llvm::find_if(llvm::reverse(shape), [](int64_t n) { return n > 1; });
  if (inner == shape.rend() || *inner < lanes)
    return {};
  at(first.level);
  Coords out(shape.size());
  int64_t shift = 0, all = llvm::Log2_64(ShapedType::getNumElements(shape));
  for (auto [n, c] : llvm::reverse(llvm::zip_equal(shape, out))) {
    c.level = first.level;
    if (n == 1)
      continue;
    c.kind = shift == 0 ? Coord::Lanes : Coord::Scalar;
    c.v = arith::ShRUIOp::create(b, loc, first.v, cst(shift));
    shift += llvm::Log2_64(n);
    if (shift < all)
      c.v = arith::AndIOp::create(b, loc, c.v, cst(n - 1));
  }
  return out;
}

/// Where both sides of a join have their half of a step: `coords` are those of
/// the join in another shape. None where either has it in several places.
std::optional<Coords> Elements::halvesOf(triton::JoinOp op,
                                         ArrayRef<int64_t> shape,
                                         const Coords &coords) {
  std::optional<Lane> first = firstInRow(shape, coords);
  if (!first)
    return {};
  at(first->level);
  first->v = arith::ShRUIOp::create(b, loc, first->v, cst(1));
  return inRow(blockType(op.getLhs()).getShape(), *first, nest->lanes / 2);
}

FailureOr<Lane> Elements::evalInterleaved(triton::JoinOp op,
                                          const Coords &halves) {
  Lane sides[2];
  {
    OtherLanes fewer(*nest, nest->lanes / 2);
    for (auto [side, operand] : llvm::zip_equal(sides, op->getOperands())) {
      FailureOr<Lane> e = eval(operand, halves);
      if (failed(e))
        return failure();
      side = {asVector(*e), e->level};
    }
  }
  int level = std::max(sides[0].level, sides[1].level);
  at(level);
  return Lane{vector::InterleaveOp::create(b, loc, sides[0].v, sides[1].v),
              level};
}

/// What a split takes apart, before it was given its last dim of two.
static ArrayRef<int64_t> shapeBefore(triton::SplitOp op) {
  auto reshape = op.getSrc().getDefiningOp<triton::ReshapeOp>();
  return reshape ? blockType(reshape.getSrc()).getShape() : ArrayRef<int64_t>();
}

/// Where the pairs are that a step of a split takes apart: in a flat block if
/// that has storage. None if they are in several places.
std::optional<Coords> Elements::pairsOf(triton::SplitOp op,
                                        const Coords &coords) {
  std::optional<Lane> first =
      firstInRow(blockType(op.getOutLHS()).getShape(), coords);
  if (!first)
    return {};
  at(first->level);
  first->v = arith::ShLIOp::create(b, loc, first->v, cst(1));
  int64_t all = ShapedType::getNumElements(blockType(op.getSrc()).getShape());
  bool stored = buffers.count(op.getSrc());
  return inRow(stored ? ArrayRef<int64_t>(all) : shapeBefore(op), *first,
               2 * nest->lanes);
}

/// One half. The other one is remembered, as it comes of the same.
FailureOr<Lane> Elements::evalHalf(OpResult half, const Coords &coords,
                                   const Coords &pairs) {
  auto op = cast<triton::SplitOp>(half.getOwner());
  Lane both;
  {
    OtherLanes more(*nest, 2 * nest->lanes);
    FailureOr<Lane> e = failure();
    if (auto it = buffers.find(op.getSrc()); it != buffers.end()) {
      Buffer flat = it->second;
      flat.shape = {ShapedType::getNumElements(flat.shape)};
      e = readBuffer(flat, pairs);
    } else {
      e = eval(op.getSrc().getDefiningOp()->getOperand(0), pairs);
    }
    if (failed(e))
      return failure();
    both = {asVector(*e), e->level};
  }
  at(both.level);
  Lane out[2];
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    auto order = llvm::map_to_vector(llvm::seq(nest->lanes), [&](int64_t lane) {
      return 2 * lane + number;
    });
    out[number] = {vector::ShuffleOp::create(b, loc, both.v, both.v, order),
                   both.level};
    int level = std::max(levelOf(coords), both.level);
    nest->levels[level].memo[result].push_back({coords, out[number]});
  }
  return out[half.getResultNumber()];
}

} // namespace mlir::tts::cpu
