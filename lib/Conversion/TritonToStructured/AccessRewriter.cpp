// Rewrites single memory accesses to tts operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessRewriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

using namespace mlir;
using namespace mlir::tts;

namespace {

/// The predicate of a block: a box and what does not fit into it.
struct Predicate {
  SmallVector<OpFoldResult, 4> lower, upper;
  Value mask;
};

} // namespace

/// Constant bounds need not leave the block.
static ScalarExpr clampConstant(const ScalarExpr &bound, int64_t size) {
  if (std::optional<int64_t> constant = bound.getConstant())
    return std::clamp<int64_t>(*constant, 0, size);
  return bound;
}

static Predicate makePredicate(Operation *op, const MaskInfo &info,
                               ScalarContext &scalars,
                               Materializer &materializer) {
  Location loc = op->getLoc();
  OpBuilder builder(op);
  Predicate predicate;
  unsigned rank = info.shape.size();
  SmallVector<ScalarExpr, 4> lower, upper;
  for (unsigned dim = 0; dim < rank; ++dim) {
    int64_t size = info.shape[dim];
    lower.push_back(
        clampConstant(info.lower[dim].value_or(ScalarExpr(0)), size));
    upper.push_back(
        clampConstant(info.upper[dim].value_or(ScalarExpr(size)), size));
  }
  if (info.never && rank > 0)
    upper[0] = ScalarExpr(0);

  Value condition;
  for (const ScalarCondition &part : info.conditions)
    condition = materializer.getAnd(condition,
                                    materializer.getCondition(part, loc), loc);
  if (info.never && rank == 0)
    condition =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  if (!info.never)
    predicate.mask = materializer.getMask(info.leftovers, info.shape, loc);
  if (!predicate.mask)
    predicate.mask = info.never && rank > 0 ? Value() : condition;
  else if (condition)
    // One mask operand: with a mask block present the scalar closes the box.
    upper[0] = scalars.select(condition, upper[0], ScalarExpr(0));

  for (unsigned dim = 0; dim < rank; ++dim) {
    predicate.lower.push_back(materializer.getFolded(lower[dim], loc));
    predicate.upper.push_back(materializer.getFolded(upper[dim], loc));
  }
  return predicate;
}

Value AccessRewriter::makeBlock(Operation *op, Value pointer, Value mask) {
  Location loc = op->getLoc();
  PointerInfo info = analysis.getPointer(pointer);
  ArrayRef<int64_t> shape = info.index.shape;
  // A dimension with a residual gathers along it anyway: its wrap goes there.
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (info.index.dims[dim].wrap &&
        llvm::any_of(info.index.residuals, [&](const Residual &residual) {
          return residual.lanes.variesAlong(static_cast<int>(dim));
        }))
      info.index.unwrap(dim);

  Predicate predicate;
  if (mask) {
    predicate =
        makePredicate(op, masks.get(mask), analysis.getScalars(), materializer);
  } else {
    OpBuilder builder(op);
    for (int64_t size : shape) {
      predicate.lower.push_back(builder.getIndexAttr(0));
      predicate.upper.push_back(builder.getIndexAttr(size));
    }
  }

  Type element =
      cast<triton::PointerType>(getElementTypeOrSelf(pointer)).getPointeeType();
  Value base = info.base ? info.base
                         : materializer.getBroadcast(info.laneBase, shape, loc);
  base = materializer.getBase(base, element, loc);

  SmallVector<OpFoldResult, 4> strides;
  SmallVector<int32_t, 2> wrapDims, clipDims;
  SmallVector<Value, 2> wrapStarts, wrapModuli;
  for (auto [dim, term] : llvm::enumerate(info.index.dims)) {
    strides.push_back(materializer.getFolded(term.stride, loc));
    if (!term.wrap)
      continue;
    wrapDims.push_back(static_cast<int32_t>(dim));
    if (term.wrap->clipped)
      clipDims.push_back(static_cast<int32_t>(dim));
    wrapStarts.push_back(materializer.getIndex(term.wrap->start, loc));
    wrapModuli.push_back(materializer.getIndex(term.wrap->modulus, loc));
  }
  Value offset = materializer.getIndex(info.index.offset, loc);
  Value gather = materializer.getGather(info.index.residuals, shape, loc);

  OpBuilder builder(op);
  return MakeBlockOp::create(builder, loc, BlockType::get(shape, element), base,
                             offset, strides, predicate.lower, predicate.upper,
                             wrapDims, wrapStarts, wrapModuli, clipDims, gather,
                             predicate.mask);
}

void AccessRewriter::rewrite(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (auto load = dyn_cast<triton::LoadOp>(op)) {
    Value block = makeBlock(op, load.getPtr(), load.getMask());
    Value other = load.getOther();
    if (other)
      if (Value scalar = materializer.getUniformElement(other))
        other = scalar;
    auto loaded =
        LoadOp::create(builder, loc, load.getType(), block, other,
                       load.getCache(), load.getEvict(), load.readsEachTime());
    load.replaceAllUsesWith(loaded.getResult());
  } else if (auto store = dyn_cast<triton::StoreOp>(op)) {
    Value block = makeBlock(op, store.getPtr(), store.getMask());
    StoreOp::create(builder, loc, store.getValue(), block, store.getCache(),
                    store.getEvict());
  } else if (auto atomic = dyn_cast<triton::AtomicRMWOp>(op)) {
    Value block = makeBlock(op, atomic.getPtr(), atomic.getMask());
    auto updated = AtomicRMWOp::create(
        builder, loc, atomic.getType(), atomic.getAtomicRmwOp(), block,
        atomic.getVal(), atomic.getSem(), atomic.getScope());
    atomic.replaceAllUsesWith(updated.getResult());
  } else if (auto atomic = dyn_cast<triton::AtomicCASOp>(op)) {
    Value block = makeBlock(op, atomic.getPtr(), Value());
    auto updated = AtomicCASOp::create(builder, loc, atomic.getType(), block,
                                       atomic.getCmp(), atomic.getVal(),
                                       atomic.getSem(), atomic.getScope());
    atomic.replaceAllUsesWith(updated.getResult());
  } else {
    return;
  }
  rewritten.push_back(op);
}

void AccessRewriter::finish() {
  for (Operation *op : rewritten)
    op->erase();
  rewritten.clear();
}
