// The value of a block past all bounds of the nest (Nests/Past.cpp).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

static bool isFalse(Value v) { return matchPattern(v, m_Zero()); }

std::optional<Constant> Elements::constantPart(Value v) {
  auto it = constantFrom.find(v);
  if (it == constantFrom.end() || !buffers.count(v))
    return {};
  auto here = [&](Value known) {
    Block *home = known.getParentBlock();
    for (Block *block = nest->levels[0].block; block;) {
      if (block == home)
        return true;
      Operation *parent = block->getParentOp();
      block = parent ? parent->getBlock() : nullptr;
    }
    return false;
  };
  if (!here(it->second.from) || !here(it->second.fill))
    return {};
  return it->second;
}

FailureOr<Lane> Elements::evalPast(Value v, const Coords &coords,
                                   const OperationSet &bounded) {
  auto isPast = [](const Coord &c) { return c.kind == Coord::Past; };
  if (!blockType(v) || llvm::none_of(coords, isPast))
    return eval(v, coords);
  for (Level &level : nest->levels)
    for (auto &[known, lane] : level.memo[v])
      if (known == coords)
        return lane;
  auto remember = [&](FailureOr<Lane> r) {
    if (succeeded(r))
      nest->levels[r->level].memo[v].push_back({coords, *r});
    return r;
  };
  if (buffers.count(v)) {
    std::optional<Constant> fact = constantPart(v);
    if (!fact)
      return failure();
    return Lane{fact->fill, 0};
  }
  Operation *op = v.getDefiningOp();
  if (!op)
    return failure();
  OpBuilder::InsertionGuard guard(b);
  if (isa<arith::ConstantOp, triton::SplatOp>(op))
    return eval(v, coords);
  if (auto e = dyn_cast<triton::ExpandDimsOp>(op)) {
    Coords src(coords);
    src.erase(src.begin() + e.getAxis());
    return evalPast(e.getSrc(), src, bounded);
  }
  if (auto e = dyn_cast<triton::BroadcastOp>(op)) {
    Coords src(coords);
    for (auto [d, n] : llvm::enumerate(blockType(e.getSrc()).getShape()))
      if (n == 1)
        src[d] = Coord();
    return evalPast(e.getSrc(), src, bounded);
  }
  if (auto l = dyn_cast<tts::LoadOp>(op)) {
    if (!bounded.contains(accessOf(l)))
      return failure();
    if (l.getOther())
      return remember(evalPast(l.getOther(), coords, bounded));
    at(0);
    Type elem = valueType(blockType(v).getElementType());
    return remember(
        Lane{arith::ConstantOp::create(b, loc, b.getZeroAttr(elem)), 0});
  }
  if (bounded.contains(op)) {
    at(0);
    return remember(
        Lane{arith::ConstantOp::create(b, loc, b.getBoolAttr(false)), 0});
  }
  if (!isElementwise(op))
    return failure();
  SmallVector<Value> operands;
  int level = 0;
  for (Value operand : op->getOperands()) {
    FailureOr<Lane> e = evalPast(operand, coords, bounded);
    if (failed(e) || isa<VectorType>(e->v.getType()))
      return failure();
    if (isFalse(e->v) && isa<arith::AndIOp>(op))
      return remember(*e);
    if (isFalse(e->v) && isa<arith::SelectOp>(op) && operands.empty())
      return remember(evalPast(op->getOperand(2), coords, bounded));
    operands.push_back(e->v);
    level = std::max(level, e->level);
  }
  at(level);
  FailureOr<Value> r = elementwise(op, operands, 0, true);
  if (failed(r))
    return failure();
  return remember(Lane{*r, level});
}

} // namespace mlir::tts::cpu
