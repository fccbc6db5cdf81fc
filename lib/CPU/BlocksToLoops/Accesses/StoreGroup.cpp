// Stores of rows that follow each other, carried out in one nest: what they
// share is evaluated once, and what a later one reads needs no copy made before
// the first one writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Accesses.h"

#include "../Dots/Dots.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../RegionScope.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlir::tts::cpu {

/// Stores of a group at most: each is a stream of its own, and is tested
/// against each other one.
static constexpr size_t kMostStores = 4;
/// Shorter rows are not worth the test.
static constexpr int64_t kLeastBytes = 512;

void Accesses::gatherStores(Block &block) {
  tts::StoreOp first;
  SmallVector<Operation *> between;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto store = dyn_cast<tts::StoreOp>(op)) {
      if (first)
        for (Operation *pure : between)
          pure->moveBefore(first);
      else
        first = store;
      between.clear();
    } else if (op.getNumRegions() == 0 &&
               (isPure(&op) || isa<tts::MakeBlockOp>(op))) {
      between.push_back(&op);
    } else {
      first = nullptr;
      between.clear();
    }
  }
}

/// Is this a store of one row, to a place that only scalars tell?
bool Accesses::storesRow(tts::StoreOp op) {
  RankedTensorType type = blockType(op.getValue());
  if (!type)
    return false;
  tts::MakeBlockOp block = accessOf(op);
  if (!isAffine(block) ||
      type.getNumElements() * bytesOf(type.getElementType()) < kLeastBytes)
    return false;
  for (auto [n, stride] : llvm::zip(type.getShape(), block.getMixedStrides()))
    if (n > 1 &&
        (n != type.getNumElements() || getConstantIntValue(stride) != 1))
      return false;
  Value mask = block.getMask();
  return !mask || !blockType(mask) || !plan().contains<tts::LoadOp>(mask);
}

/// The stores to carry out along with this one, which is the first of them.
SmallVector<tts::StoreOp> Accesses::storesAlong(tts::StoreOp first) {
  SmallVector<tts::StoreOp> group;
  if (!storesRow(first))
    return group;
  group.push_back(first);
  auto shape = blockType(first.getValue()).getShape();
  for (Operation *op = first->getNextNode(); op && group.size() < kMostStores;
       op = op->getNextNode()) {
    auto store = dyn_cast<tts::StoreOp>(op);
    if (!store || !storesRow(store) ||
        blockType(store.getValue()).getShape() != shape)
      break;
    group.push_back(store);
  }
  return group;
}

/// Does it pay to carry them out together? Where each by itself would keep
/// something for the next, or have it copied.
bool Accesses::shareWork(ArrayRef<tts::StoreOp> group) {
  return llvm::any_of(group.drop_front(), [&](tts::StoreOp store) {
    return plan().evaluates(store.getValue(), [&](Operation *op) {
      return isa<tts::LoadOp>(op) || plan().ownCost(op) > 4;
    });
  });
}

/// True at run time when no two of these stores write the same bytes.
Value Accesses::storeApart(ArrayRef<tts::StoreOp> group) {
  SmallVector<std::pair<Value, Value>> ranges;
  Value unknown, apart;
  for (tts::StoreOp store : group)
    ranges.push_back(byteRange(accessOf(store), unknown));
  for (size_t i = 0; i < ranges.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      auto before = [&](size_t x, size_t y) -> Value {
        return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule,
                                     ranges[x].second, ranges[y].first);
      };
      Value pair = arith::OrIOp::create(b, loc, before(i, j), before(j, i));
      apart =
          apart ? arith::AndIOp::create(b, loc, apart, pair).getResult() : pair;
    }
  return apart;
}

/// One after the other, once all that they store has been evaluated.
LogicalResult Accesses::storeInTurn(ArrayRef<Root> roots,
                                    ArrayRef<int64_t> shape) {
  for (const Root &root : roots) {
    Value v = cast<tts::StoreOp>(root.op).getValue();
    if (buffers.count(v))
      continue;
    Root keep;
    keep.kind = Root::Materialize;
    keep.value = v;
    keep.dest = allocate(v.getType());
    if (failed(nests().emitNest(shape, {keep}, root.op, -1, /*plain=*/true)))
      return failure();
    buffers[v] = keep.dest;
  }
  for (const Root &root : roots)
    if (failed(nests().emitNest(shape, {root}, root.op, -1, /*plain=*/true)))
      return failure();
  return success();
}

FailureOr<bool> Accesses::storeTogether(tts::StoreOp first) {
  SmallVector<tts::StoreOp> group = storesAlong(first);
  if (group.size() < 2)
    return false;
  auto rest = ArrayRef(group).drop_front();
  for (tts::StoreOp store : rest)
    plan().undoAlong(store);
  if (!shareWork(group))
    return false;
  SmallVector<Root> roots;
  for (tts::StoreOp store : group) {
    Root root;
    root.kind = Root::Store;
    root.op = store;
    roots.push_back(root);
  }
  for (tts::StoreOp store : rest)
    plan().doAlong(store);
  auto shape = blockType(first.getValue()).getShape();
  {
    Nest probe;
    Nest *outer = nest;
    llvm::scope_exit restore([&] { nest = outer; });
    nests().beginNest(probe, shape, roots);
    // What is needed later as well is kept on the way by a nest of its own.
    if (!plan().valuesToKeep({}).empty() || nests().needsScalarNest(roots)) {
      for (tts::StoreOp store : rest)
        plan().undoAlong(store);
      return false;
    }
    for (tts::StoreOp store : group)
      dots().noteStore(store);
    if (failed(plan().flushPendingLoads(first, roots)))
      return failure();
    nests().beginNest(probe, shape, roots);
    if (failed(nests().separate(probe, shape, roots, first)))
      return failure();
  }
  auto ifOp = scf::IfOp::create(b, loc, storeApart(group), true);
  OpBuilder::InsertionGuard guard(b);
  int64_t top = arenaTop;
  for (bool apart : {true, false}) {
    RegionScope region(emitter);
    b.setInsertionPointToStart(apart ? ifOp.thenBlock() : ifOp.elseBlock());
    if (failed(apart ? nests().emitNest(shape, roots, first)
                     : storeInTurn(roots, shape)))
      return failure();
    arenaTop = top;
  }
  return true;
}

} // namespace mlir::tts::cpu
