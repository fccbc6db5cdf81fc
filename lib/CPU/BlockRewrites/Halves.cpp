// How exchanges along a dim of two are written (Halves.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Halves.h"
#include "triton-shared/CPU/Analysis/Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

namespace {

/// A reduction of one block by `Op` alone.
template <typename Op> bool reducesBy(triton::ReduceOp op) {
  Block &body = op.getCombineOp().front();
  if (op.getNumOperands() != 1 || !llvm::hasNItems(body, 2))
    return false;
  auto combined = dyn_cast<Op>(body.front());
  return combined && combined.getLhs() != combined.getRhs() &&
         combined.getLhs().getParentBlock() == &body &&
         combined.getRhs().getParentBlock() == &body &&
         body.getTerminator()->getOperand(0) == combined.getResult();
}

/// The reduction of pairs along a dim whose results `v` repeats along it.
triton::ReduceOp reducedPairs(Value v) {
  auto broadcast = v.getDefiningOp<triton::BroadcastOp>();
  auto expand = broadcast
                    ? broadcast.getSrc().getDefiningOp<triton::ExpandDimsOp>()
                    : triton::ExpandDimsOp();
  auto reduce = expand ? expand.getSrc().getDefiningOp<triton::ReduceOp>()
                       : triton::ReduceOp();
  if (!reduce || reduce.getNumOperands() != 1 ||
      reduce.getAxis() != expand.getAxis())
    return {};
  RankedTensorType type = blockType(v);
  return type.getShape() == blockType(reduce.getSrcs().front()).getShape() &&
                 type.getDimSize(reduce.getAxis()) == 2 &&
                 llvm::all_of(type.getShape(), llvm::isPowerOf2_64)
             ? reduce
             : triton::ReduceOp();
}

/// How far apart neighbours along a dim of a block are.
int64_t strideOf(ArrayRef<int64_t> shape, int64_t dim) {
  return ShapedType::getNumElements(shape.drop_front(dim + 1));
}

} // namespace

std::optional<PositionBit> positionBit(Value v, ArrayRef<int64_t> shape) {
  Operation *op = v.getDefiningOp();
  if (!op)
    return std::nullopt;
  RankedTensorType type = blockType(v);
  if (auto range = dyn_cast<triton::MakeRangeOp>(op)) {
    if (range.getStart() != 0 || range.getEnd() != 2 || shape.size() != 1)
      return std::nullopt;
    return PositionBit{1};
  }
  if (auto broadcast = dyn_cast<triton::BroadcastOp>(op))
    return positionBit(broadcast.getSrc(), shape);
  if (isa<arith::SIToFPOp, arith::UIToFPOp, arith::ExtUIOp, arith::ExtSIOp,
          arith::TruncIOp>(op)) {
    auto from = getElementTypeOrSelf(op->getOperand(0).getType());
    if (from.isInteger(1) || type.getElementType().isInteger(1))
      return std::nullopt;
    return positionBit(op->getOperand(0), shape);
  }
  if (auto minus = dyn_cast<arith::SubIOp>(op);
      minus && matchPattern(minus.getLhs(), m_One())) {
    std::optional<PositionBit> bit = positionBit(minus.getRhs(), shape);
    if (bit)
      bit->isOpposite = !bit->isOpposite;
    return bit;
  }
  if (!isa<triton::ReshapeOp, triton::ExpandDimsOp>(op))
    return std::nullopt;
  // The same elements in dims of their own ...
  Value source = op->getOperand(0);
  if (ShapedType::getNumElements(shape) == type.getNumElements())
    return positionBit(source, blockType(source).getShape());
  // ... or 0, 1 along a dim.
  if (type.getNumElements() != 2)
    return std::nullopt;
  while (isa_and_nonnull<triton::ReshapeOp, triton::ExpandDimsOp>(
      source.getDefiningOp()))
    source = source.getDefiningOp()->getOperand(0);
  auto range = source.getDefiningOp<triton::MakeRangeOp>();
  if (!range || range.getStart() != 0 || range.getEnd() != 2)
    return std::nullopt;
  int64_t dim = llvm::find(type.getShape(), 2) - type.getShape().begin();
  return PositionBit{strideOf(shape, dim)};
}

/// x ^ (the exclusive or of both elements of a pair) is the other one.
static std::optional<Moved> flippedBy(Operation *op) {
  auto either = dyn_cast<arith::XOrIOp>(op);
  if (!either || !blockType(either.getResult()))
    return std::nullopt;
  for (auto [own, other] : {std::pair(either.getLhs(), either.getRhs()),
                            std::pair(either.getRhs(), either.getLhs())})
    if (triton::ReduceOp reduce = reducedPairs(other);
        reduce && reducesBy<arith::XOrIOp>(reduce) &&
        reduce.getSrcs().front() == own)
      return Moved{own,
                   {Exchange::Flip,
                    strideOf(blockType(own).getShape(), reduce.getAxis())}};
  return std::nullopt;
}

/// The sum of a pair, one of which has been multiplied by 0, the other by 1.
static std::optional<Moved> chosenBy(Operation *op) {
  if (!isa<triton::BroadcastOp>(op))
    return std::nullopt;
  triton::ReduceOp reduce = reducedPairs(op->getResult(0));
  if (!reduce ||
      !(reducesBy<arith::AddIOp>(reduce) || reducesBy<arith::AddFOp>(reduce)))
    return std::nullopt;
  Operation *product = reduce.getSrcs().front().getDefiningOp(),
            *extension = nullptr;
  if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::ExtFOp>(product))
    extension = std::exchange(product, product->getOperand(0).getDefiningOp());
  if (!isa_and_nonnull<arith::MulIOp, arith::MulFOp>(product))
    return std::nullopt;
  Value x = product->getOperand(0), y = product->getOperand(1);
  ArrayRef<int64_t> shape = blockType(x).getShape();
  int64_t stride = strideOf(shape, reduce.getAxis());
  for (auto [block, choice] : {std::pair(x, y), std::pair(y, x)})
    if (std::optional<PositionBit> bit = positionBit(choice, shape);
        bit && bit->bit == stride)
      return Moved{block,
                   {bit->isOpposite ? Exchange::Clear : Exchange::Set, stride},
                   extension,
                   product,
                   &reduce.getCombineOp().front().front()};
  return std::nullopt;
}

std::optional<Moved> movedBy(Operation *op) {
  std::optional<Moved> flipped = flippedBy(op);
  return flipped ? flipped : chosenBy(op);
}

} // namespace mlir::tts::cpu
