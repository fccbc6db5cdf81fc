// Which blocks of a sorting network get storage: what changes places between
// registers, and what leaves the network.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Plan.h"

#include "../Elements/Elements.h"
#include "triton-shared/CPU/Analysis/Exchange.h"

namespace mlir::tts::cpu {

/// How many exchanges follow one another until `v` is there.
unsigned Plan::exchangesBelow(Value v) {
  Operation *op = v.getDefiningOp();
  if (!op || !blockType(v) || !elements().isLazy(op))
    return 0;
  if (auto it = exchangeDepths.find(v); it != exchangeDepths.end())
    return it->second;
  unsigned most = 0;
  for (Value operand : op->getOperands())
    most = std::max(most, exchangesBelow(operand));
  return exchangeDepths[v] = most + exchangeOf(op).has_value();
}

/// Elements change places within the lanes of nests for nothing else: another
/// one, or one that would go through them in another order, needs storage of
/// the last value that is made of them.
Value Plan::exchangeFirst() {
  auto isExchange = [&](Operation *op) { return exchangeOf(op).has_value(); };
  auto isReached = [&](const Reached &r) {
    return !buffers.count(r.v) && exchangeOf(r.v.getDefiningOp());
  };
  if (llvm::none_of(nest->reached, isReached))
    return {};
  for (const Reached &r : nest->reached) {
    if (buffers.count(r.v))
      continue;
    RankedTensorType type = blockType(r.v);
    bool inOrder =
        nest->exchanges && identityDims(r.dims, type.getShape(), nest->shape);
    if (!inOrder && type.getRank() == 1 && evaluates(r.v, isExchange))
      return r.v;
    // What is there by rows is not picked up by the lane.
    auto reshape = r.v.getDefiningOp<triton::ReshapeOp>();
    if (!reshape || !nest->exchanges || buffers.count(reshape.getSrc()))
      continue;
    SmallVector<int, 4> elsewhere(blockType(reshape.getSrc()).getRank(),
                                  kElsewhere);
    if (llvm::is_contained(nest->reachedDims[reshape.getSrc()], elsewhere))
      return reshape.getSrc();
  }
  return {};
}

SmallVector<Value> Plan::exchangedBeside(Value v) {
  SmallVector<Value> all{v};
  unsigned count = exchangesBelow(v);
  Operation *op = v.getDefiningOp();
  Operation *now =
      op ? op->getBlock()->findAncestorOpInBlock(*current) : nullptr;
  if (!count || !now || blockType(v).getRank() != 1)
    return all;
  auto leaves = [&](Operation *user) {
    if (auto gather = dyn_cast<triton::GatherOp>(user))
      return !staysInLanes(gather, target.vectorBits);
    return !elements().isLazy(user) || isa<triton::ReshapeOp>(user);
  };
  for (Operation &other : *op->getBlock()) {
    if (&other == now)
      break;
    if (other.getNumResults() != 1 || !elements().isLazy(&other))
      continue;
    Value beside = other.getResult(0);
    if (beside == v || buffers.count(beside) ||
        blockType(beside).getShape() != blockType(v).getShape() ||
        exchangesBelow(beside) != count ||
        llvm::none_of(beside.getUsers(), leaves) || neededUntil(beside, {}) < 0)
      continue;
    // What is made of `v` itself may need it in storage.
    if (evaluates(beside, [&](Operation *below) { return below == op; }))
      continue;
    all.push_back(beside);
  }
  return all;
}

} // namespace mlir::tts::cpu
