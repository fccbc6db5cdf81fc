// Programs that go down columns: each touches a line for one element of it, and
// the next programs want the others. By the time that a program is done with
// its column, the first lines are gone; so programs whose columns lie in the
// same lines go down them together, a few rows at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

#include "../Dots/Dots.h"

#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tts::cpu {

/// Programs among which those of the same lines are looked for.
static constexpr int64_t kPrograms = 64;
/// Rows at a time: where more lines than that fit into the first level, those
/// of stores are still written whole.
static constexpr int64_t kMostAtOnce = 64;
/// Smaller nests are what a program prepares.
static constexpr int64_t kLargeNest = 256;

static bool isLarge(ArrayRef<int64_t> shape) {
  return ShapedType::getNumElements(shape) >= kLargeNest;
}

void Programs::noteNest(ArrayRef<int64_t> shape) {
  interleaving.reset();
  largeNests += isLarge(shape);
}

SmallVector<Programs::ColumnAccess>
Programs::accessedColumns(ArrayRef<Root> roots) {
  auto loop = dyn_cast<scf::ForOp>(programLoop);
  if (!loop || b.getInsertionBlock() != loop.getBody() || nest->vecDim < 0 ||
      !isLarge(nest->shape) ||
      ShapedType::getNumElements(nest->shape) != nest->shape[nest->vecDim])
    return {};
  SmallVector<ColumnAccess> found;
  auto look = [&](tts::MakeBlockOp block, ArrayRef<int> dims) {
    auto *lane = llvm::find(dims, nest->vecDim);
    if (lane == dims.end() || block.getGather() || blockType(block.getBase()))
      return;
    auto type = cast<tts::BlockType>(block.getResult().getType());
    OpFoldResult stride = block.getMixedStrides()[lane - dims.begin()];
    auto known = getConstantIntValue(stride);
    int64_t lanesOfLine = kLineBytes / bytesOf(type.getElementType());
    if (!known || *known >= lanesOfLine || *known <= -lanesOfLine)
      found.push_back(
          {block, stride, b.getI64IntegerAttr(bytesOf(type.getElementType()))});
  };
  for (const Root &r : roots) {
    if (r.kind != Root::Store)
      return {};
    look(accessOf(r.op), llvm::to_vector(llvm::seq<int>(nest->shape.size())));
  }
  for (const Reached &r : nest->reached)
    if (auto load = r.v.getDefiningOp<tts::LoadOp>();
        load && !buffers.count(r.v))
      look(accessOf(load), r.dims);
  return found;
}

void Programs::noteInterleaving(ArrayRef<ColumnAccess> found,
                                Operation *before) {
  const Level &base = nest->levels.front();
  Interleaving own;
  for (Operation *op = before ? before->getNextNode() : &base.block->front();
       op && op != base.anchor; op = op->getNextNode())
    if (auto inner = dyn_cast<scf::ForOp>(op); inner && !inner.getNumResults())
      own.loops.push_back(inner);
  if (own.loops.empty())
    return;
  at(0);
  Value furthest;
  for (ColumnAccess column : found) {
    tts::MakeBlockOp block = column.block;
    Value first = LLVM::GEPOp::create(
        b, loc, ptrType(), b.getI8Type(), scalars.lookup(block.getBase()),
        ValueRange{mul(i64(OpFoldResult(block.getOffset())), column.bytes)});
    Value place = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), first);
    Value stride =
        arith::MulIOp::create(b, loc, i64(column.stride), i64(column.bytes));
    Value distance = math::AbsIOp::create(b, loc, stride);
    if (furthest) {
      Value further = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt,
                                            distance, furthest);
      auto choose = [&](Value yes, Value no) -> Value {
        return arith::SelectOp::create(b, loc, further, yes, no);
      };
      place = choose(place, own.place);
      stride = choose(stride, own.stride);
      distance = choose(distance, furthest);
    }
    own.place = place;
    own.stride = stride;
    furthest = distance;
  }
  own.positions = nest->shape[nest->vecDim];
  own.leastAtOnce = nest->lanes;
  own.mostAtOnce = std::max(nest->lanes, kMostAtOnce);
  own.programs = kPrograms;
  interleaving = std::move(own);
}

void Programs::interleavePrograms() {
  bool isVolatile = anyInside(src, [](Operation *op) {
    auto load = dyn_cast<tts::LoadOp>(op);
    return load && load.getIsVolatile();
  });
  if (interleaving && anyOrder && largeNests == 1 && !isVolatile &&
      !dots().keepsOperands() && tables.empty())
    interchange(cast<scf::ForOp>(programLoop), *interleaving, arenaPtr,
                arenaPeak);
}

} // namespace mlir::tts::cpu
