// Blocks that the branches of an `scf.if` give and that are only stored, right
// after it: stored in the branches, where they are computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUSTOREINBRANCHES
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// The stores of results of `branch` that nothing with effects comes before.
SmallVector<tts::StoreOp> storesToMove(scf::IfOp branch,
                                       llvm::SetVector<Operation *> &moved) {
  SmallVector<tts::StoreOp> stores;
  for (Operation *op = branch->getNextNode(); op; op = op->getNextNode()) {
    if (isPure(op))
      continue;
    auto store = dyn_cast<tts::StoreOp>(op);
    if (!store || store.getValue().getDefiningOp() != branch ||
        !isa<RankedTensorType>(store.getValue().getType()) ||
        !store.getValue().hasOneUse())
      break;
    llvm::SetVector<Operation *> needed = moved;
    if (!cpu::computedBefore(store.getBlock(), branch, needed))
      break;
    moved = std::move(needed);
    stores.push_back(store);
  }
  return stores;
}

void moveStores(scf::IfOp branch, IRRewriter &b) {
  llvm::SetVector<Operation *> moved;
  SmallVector<tts::StoreOp> stores = storesToMove(branch, moved);
  if (stores.empty())
    return;
  for (Operation *op : moved)
    op->moveBefore(branch);
  llvm::SmallDenseSet<unsigned> gone;
  for (tts::StoreOp store : stores)
    gone.insert(cast<OpResult>(store.getValue()).getResultNumber());
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    Operation *yield = region->front().getTerminator();
    b.setInsertionPoint(yield);
    for (tts::StoreOp store : stores) {
      IRMapping map;
      map.map(store.getValue(),
              yield->getOperand(
                  cast<OpResult>(store.getValue()).getResultNumber()));
      b.clone(*store, map);
    }
    SmallVector<Value> left;
    for (auto [i, v] : llvm::enumerate(yield->getOperands()))
      if (!gone.contains(i))
        left.push_back(v);
    b.replaceOpWithNewOp<scf::YieldOp>(yield, left);
  }
  for (tts::StoreOp store : stores)
    b.eraseOp(store);
  b.setInsertionPoint(branch);
  SmallVector<Type> types;
  for (auto [i, t] : llvm::enumerate(branch.getResultTypes()))
    if (!gone.contains(i))
      types.push_back(t);
  auto fresh = scf::IfOp::create(b, branch.getLoc(), types,
                                 branch.getCondition(), false);
  fresh->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  fresh.getThenRegion().takeBody(branch.getThenRegion());
  fresh.getElseRegion().takeBody(branch.getElseRegion());
  unsigned next = 0;
  for (auto [i, r] : llvm::enumerate(branch.getResults()))
    if (!gone.contains(i))
      b.replaceAllUsesWith(r, fresh.getResult(next++));
  b.eraseOp(branch);
}

struct CPUStoreInBranches : impl::CPUStoreInBranchesBase<CPUStoreInBranches> {
  void runOnOperation() override {
    SmallVector<scf::IfOp> branches;
    // Outer ones first: what they pass in may be stored by inner ones.
    getOperation().walk<WalkOrder::PreOrder>([&](scf::IfOp op) {
      if (op.getNumResults() != 0)
        branches.push_back(op);
    });
    IRRewriter b(&getContext());
    for (scf::IfOp op : branches)
      moveStores(op, b);
  }
};

} // namespace
} // namespace mlir::tts
