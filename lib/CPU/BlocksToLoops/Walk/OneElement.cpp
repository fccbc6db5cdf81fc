// One element of a block, named by its position: `sum(where(range == i, x, 0))`
// reads it, and `where(range == i, y, x)` in the place of `x` writes it.
// Kernels say so for want of an index into a block; no loop is needed for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Walk.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../OwnNest.h"
#include "../Plan/Plan.h"
#include "../Reductions/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Are all elements the same scalar, which stands ready?
static bool isOneScalar(Value block) {
  SplatElementsAttr constant;
  return block.getDefiningOp<triton::SplatOp>() ||
         matchPattern(block, m_Constant(&constant));
}

/// The position at which alone `condition`, of one dim, holds.
static std::optional<Walk::OnePlace> onePlace(Value condition) {
  RankedTensorType type = blockType(condition);
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!type || type.getRank() != 1 || !compare ||
      compare.getPredicate() != arith::CmpIPredicate::eq)
    return std::nullopt;
  Value positions = compare.getLhs(), where = compare.getRhs(), offset;
  if (!isOneScalar(where))
    std::swap(positions, where);
  if (!isOneScalar(where))
    return std::nullopt;
  if (auto sum = positions.getDefiningOp<arith::AddIOp>()) {
    bool last = isOneScalar(sum.getRhs());
    positions = last ? sum.getLhs() : sum.getRhs();
    offset = last ? sum.getRhs() : sum.getLhs();
    if (!isOneScalar(offset))
      return std::nullopt;
  }
  Operation *def = positions.getDefiningOp();
  if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(def))
    positions = def->getOperand(0);
  auto range = positions.getDefiningOp<triton::MakeRangeOp>();
  if (!range)
    return std::nullopt;
  return Walk::OnePlace{where, offset, range.getStart(), type.getDimSize(0)};
}

/// The scalar that all elements of a block are.
Value Walk::uniformScalar(Value block) {
  if (auto splat = block.getDefiningOp<triton::SplatOp>())
    return scalars.lookup(splat.getSrc());
  SplatElementsAttr constant;
  matchPattern(block, m_Constant(&constant));
  return arith::ConstantOp::create(
      b, loc, cast<TypedAttr>(constant.getSplatValue<Attribute>()));
}

/// Where that is in the block, 0 if it is not in it, and whether it is.
std::pair<Value, Value> Walk::indexOf(const OnePlace &place) {
  Value index = uniformScalar(place.where);
  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantOp::create(b, loc,
                                     b.getIntegerAttr(index.getType(), v));
  };
  // What wraps around in the comparison wraps around here.
  if (place.offset)
    index =
        b.createOrFold<arith::SubIOp>(loc, index, uniformScalar(place.offset));
  index = b.createOrFold<arith::SubIOp>(loc, index, constant(place.start));
  Value inside = b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult,
                                               index, constant(place.size));
  index = b.createOrFold<arith::SelectOp>(loc, inside, index, constant(0));
  if (index.getType() != b.getI64Type())
    index = b.createOrFold<arith::ExtUIOp>(loc, b.getI64Type(), index);
  return {index, inside};
}

static Coords pointAt(Value index) {
  Coords coords(1);
  coords.front().v = index;
  return coords;
}

/// An element of a block, computed alone.
FailureOr<Value> Walk::elementAt(Value block, const Coords &coords) {
  // The source of a gather needs a nest, in which it gets storage.
  if (plan().contains<triton::GatherOp>(block) &&
      failed(nests().materialize(block)))
    return failure();
  OwnNest own(emitter);
  FailureOr<Lane> lane = elements().eval(block, coords);
  if (failed(lane))
    return failure();
  at(0);
  return lane->v;
}

std::optional<Walk::PickedElement> Walk::pickedElement(triton::ReduceOp op) {
  if (op.getNumOperands() != 1 || !op.getCombineOp().hasOneBlock())
    return std::nullopt;
  Block &combiner = op.getCombineOp().front();
  if (!llvm::hasNItems(combiner, 2) ||
      !isa<arith::AddFOp, arith::AddIOp, arith::OrIOp, arith::XOrIOp>(
          combiner.front()) ||
      combiner.front().getOperands() != combiner.getArguments())
    return std::nullopt;
  auto choice = op.getOperand(0).getDefiningOp<arith::SelectOp>();
  if (!choice || !isZeroBlock(choice.getFalseValue()))
    return std::nullopt;
  std::optional<OnePlace> place = onePlace(choice.getCondition());
  // With one element alone there is no zero to add: -0 stays.
  if (!place || place->size == 1)
    return std::nullopt;
  return PickedElement{choice.getTrueValue(), *place};
}

LogicalResult Walk::emitPicked(triton::ReduceOp op,
                               const PickedElement &picked) {
  auto [index, inside] = indexOf(picked.place);
  FailureOr<Value> element = elementAt(picked.block, pointAt(index));
  if (failed(element))
    return failure();
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(element->getType()));
  SmallVector<Value> sum;
  if (failed(reductions().combine(op.getCombineOp(), zero, *element, sum)))
    return failure();
  scalars.map(op.getResult()[0],
              b.createOrFold<arith::SelectOp>(loc, inside, sum.front(), zero));
  return success();
}

/// Is `v` what `storage` holds, but for one element? That one, computed.
FailureOr<std::optional<Walk::SetElement>>
Walk::setElement(Value v, const Buffer &storage) {
  auto choice = v.getDefiningOp<arith::SelectOp>();
  if (!choice || buffers.count(v) || bandDim(v) >= 0) // once, not for each band
    return std::optional<SetElement>();
  auto rest = buffers.find(choice.getFalseValue());
  std::optional<OnePlace> place = onePlace(choice.getCondition());
  if (!place || rest == buffers.end() || rest->second.ptr != storage.ptr)
    return std::optional<SetElement>();
  auto [index, inside] = indexOf(*place);
  FailureOr<Value> element = elementAt(choice.getTrueValue(), pointAt(index));
  if (failed(element))
    return failure();
  return std::optional(SetElement{storage, index, inside, *element});
}

void Walk::storeElement(const SetElement &set) {
  OpBuilder::InsertionGuard guard(b);
  if (!matchPattern(set.inside, m_One()))
    b.setInsertionPointToStart(
        scf::IfOp::create(b, loc, set.inside, /*withElseRegion=*/false)
            .thenBlock());
  OwnNest own(emitter);
  elements().writeBuffer(set.storage, pointAt(set.index), {set.element, 0});
}

} // namespace mlir::tts::cpu
