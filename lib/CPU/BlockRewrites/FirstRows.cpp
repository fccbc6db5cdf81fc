// The first rows of a block, as a block of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FirstRows.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "triton-shared/CPU/Analysis/Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::cpu {

Value FirstRows::whole(Value v) {
  Operation *op = v.getDefiningOp();
  if (rowsOnly.contains(v))
    return {};
  if (copies.contains(v) || !op || !isCopied(op))
    return copies.lookupOrDefault(v);
  for (Value operand : op->getOperands())
    if (!whole(operand))
      return {};
  b.clone(*op, copies);
  return copies.lookup(v);
}

Value FirstRows::of(Value v, int dim) {
  auto it = known.find({v, dim});
  if (it != known.end())
    return it->second;
  Value own = blockType(v).getShape()[dim] == 1 ? whole(v) : build(v, dim);
  known[{v, dim}] = own;
  return own;
}

Value FirstRows::of(tts::MakeBlockOp block, int dim) {
  SmallVector<Value> operands;
  for (Value operand : block->getOperands()) {
    operands.push_back(blockType(operand) ? of(operand, dim) : whole(operand));
    if (!operands.back())
      return {};
  }
  auto shape = llvm::to_vector(block.getType().getShape());
  shape[dim] = rows;
  OperationState state(block.getLoc(), block->getName(), operands,
                       BlockType::get(shape, block.getType().getElementType()));
  state.propertiesAttr = block->getPropertiesAsAttribute();
  auto own = cast<tts::MakeBlockOp>(b.create(state));
  auto upper = llvm::to_vector(own.getStaticUpper());
  if (!upper.empty() && !ShapedType::isDynamic(upper[dim])) {
    upper[dim] = std::min(upper[dim], rows);
    own.setStaticUpper(upper);
  }
  return own;
}

/// A reduction along another dim.
Value FirstRows::build(triton::ReduceOp op, unsigned result, int dim) {
  int axis = op.getAxis();
  SmallVector<Value> sources;
  for (Value src : op.getSrcs()) {
    sources.push_back(of(src, dim < axis ? dim : dim + 1));
    if (!sources.back())
      return {};
  }
  SmallVector<Type> types;
  for (Value r : op.getResults()) {
    auto shape = llvm::to_vector(blockType(r).getShape());
    shape[dim] = rows;
    types.push_back(blockType(r).clone(shape));
  }
  auto own = triton::ReduceOp::create(b, op.getLoc(), types, sources, axis);
  IRMapping map;
  op.getCombineOp().cloneInto(&own.getCombineOp(), map);
  for (auto [r, fresh] : llvm::zip(op.getResults(), own.getResults()))
    known[{r, dim}] = fresh;
  return own.getResult()[result];
}

Value FirstRows::build(Value v, int dim) {
  Operation *op = v.getDefiningOp();
  if (!op)
    return {};
  Location loc = op->getLoc();
  auto shape = llvm::to_vector(blockType(v).getShape());
  shape[dim] = rows;
  RankedTensorType own = blockType(v).clone(shape);
  if (auto c = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = dyn_cast<SplatElementsAttr>(c.getValue());
    if (!splat)
      return {};
    return arith::ConstantOp::create(b, loc, splat.resizeSplat(own));
  }
  if (auto splat = dyn_cast<triton::SplatOp>(op)) {
    Value src = whole(splat.getSrc());
    return src ? triton::SplatOp::create(b, loc, own, src).getResult()
               : Value();
  }
  if (auto range = dyn_cast<triton::MakeRangeOp>(op)) {
    int32_t start = range.getStartAttr().getInt();
    return triton::MakeRangeOp::create(b, loc, own, start, start + rows);
  }
  if (auto repeat = dyn_cast<triton::BroadcastOp>(op)) {
    Value src = of(repeat.getSrc(), dim);
    if (!src || src.getType() == own)
      return src;
    return triton::BroadcastOp::create(b, loc, own, src);
  }
  if (auto expand = dyn_cast<triton::ExpandDimsOp>(op)) {
    int axis = expand.getAxis();
    Value src = of(expand.getSrc(), dim > axis ? dim - 1 : dim);
    if (!src)
      return {};
    return triton::ExpandDimsOp::create(b, loc, own, src, axis);
  }
  if (auto trans = dyn_cast<triton::TransOp>(op)) {
    Value src = of(trans.getSrc(), trans.getOrder()[dim]);
    if (!src)
      return {};
    return triton::TransOp::create(b, loc, own, src, trans.getOrder());
  }
  if (auto dot = dyn_cast<triton::DotOp>(op)) {
    Value left = dim == 0 && own.getRank() == 2 ? of(dot.getA(), 0) : Value();
    Value right = left ? whole(dot.getB()) : Value();
    Value sum = right ? of(dot.getC(), 0) : Value();
    if (!sum)
      return {};
    auto product = triton::DotOp::create(b, loc, own, left, right, sum,
                                         dot.getInputPrecision(),
                                         dot.getMaxNumImpreciseAcc());
    // Narrow sums are kept wide, which the packed way does.
    if (own.getElementTypeBitWidth() >= 32)
      product->setAttr(kFewRowsAttr, b.getUnitAttr());
    return product;
  }
  if (auto reduce = dyn_cast<triton::ReduceOp>(op))
    return build(reduce, cast<OpResult>(v).getResultNumber(), dim);
  if (auto load = dyn_cast<tts::LoadOp>(op)) {
    Value block = mayLoad(op) ? of(accessOf(load), dim) : Value();
    Value other = load.getOther();
    if (block && other)
      other = blockType(other) ? of(other, dim) : whole(other);
    if (!block || (load.getOther() && !other))
      return {};
    return tts::LoadOp::create(b, loc, own, block, other, load.getCache(),
                               load.getEvict(), load.getIsVolatile());
  }
  if (!isPure(op) || !op->hasTrait<OpTrait::Elementwise>() ||
      op->getNumResults() != 1 || op->getNumRegions() != 0)
    return {};
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(blockType(operand) ? of(operand, dim) : whole(operand));
    if (!operands.back())
      return {};
  }
  OperationState state(loc, op->getName(), operands, own, op->getAttrs());
  return b.create(state)->getResult(0);
}

} // namespace mlir::tts::cpu
