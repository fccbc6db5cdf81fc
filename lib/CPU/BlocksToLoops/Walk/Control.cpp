// scf.for/if/while whose values are scalars and blocks: scalars stay values,
// blocks live in storage that is carried.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RowBands.h"
#include "Walk.h"

#include "../Dots/Dots.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../Programs/Programs.h"
#include "../RegionScope.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <functional>

namespace mlir::tts::cpu {

/// Blocks from outside that are costly, or would be read from memory later
/// than written, get storage before the region; cheap ones are evaluated there.
LogicalResult Walk::captureFor(Operation *regionOp) {
  llvm::SetVector<Value> captured;
  regionOp->walk([&](Operation *inner) {
    // Of what is repeated, one copy: whoever accesses rows by their offsets, or
    // under a mask for each, sees that they are the same along them.
    auto capture = [&](Value v) {
      if (auto repeated = v ? v.getDefiningOp<triton::BroadcastOp>() : nullptr)
        v = repeated.getSrc();
      Operation *def = v ? v.getDefiningOp() : nullptr;
      if (!def || regionOp->isProperAncestor(def))
        return;
      if (blockType(v) && !buffers.count(v))
        captured.insert(v);
    };
    for (Value v : inner->getOperands()) {
      capture(v);
      // An access made outside and used inside.
      if (auto block = v.getDefiningOp<tts::MakeBlockOp>())
        for (Value part : block->getOperands())
          capture(part);
    }
  });
  for (Value v : captured)
    if ((plan().contains<tts::LoadOp>(v) || plan().cost(v) > 4) &&
        failed(nests().materialize(v)))
      return failure();
  return success();
}

/// Does evaluating `v` read storage among `items` other than element by
/// element, or of another shape?
bool Walk::readsElsewhere(Value v, ArrayRef<CarriedItem> items) {
  Nest probe = nests().reachedBy(v);
  return llvm::any_of(probe.reached, [&](const Reached &reached) {
    auto it = buffers.find(reached.v);
    if (it == buffers.end() ||
        llvm::none_of(items, [&](const CarriedItem &item) {
          return item.dest.ptr == it->second.ptr;
        }))
      return false;
    bool identity = it->second.shape == ArrayRef<int64_t>(probe.shape);
    for (auto [i, d] : llvm::enumerate(reached.dims))
      identity &= d == static_cast<int>(i) || it->second.shape[i] == 1;
    return !identity;
  });
}

/// Fills the storage of all items, those of one shape in one nest.
LogicalResult Walk::storeWhole(SmallVector<CarriedItem> items) {
  while (!items.empty()) {
    auto shape = blockType(items.front().v).getShape();
    SmallVector<Root> roots;
    SmallVector<CarriedItem> rest;
    for (CarriedItem &item : items) {
      if (blockType(item.v).getShape() != shape) {
        rest.push_back(item);
        continue;
      }
      Root r;
      r.kind = Root::Materialize;
      r.value = item.v;
      r.dest = item.dest;
      roots.push_back(r);
    }
    if (failed(nests().emitNest(shape, roots, nullptr)))
      return failure();
    items = std::move(rest);
  }
  return success();
}

/// Writes the yielded blocks into the carried storage, as if all at once.
LogicalResult Walk::storeCarried(ValueRange yielded, ArrayRef<Buffer> dests) {
  SmallVector<CarriedItem> items;
  size_t k = 0;
  for (Value v : yielded) {
    if (!blockType(v))
      continue;
    Buffer dest = dests[k++];
    auto it = buffers.find(v);
    if (it != buffers.end() && it->second.ptr == dest.ptr)
      continue; // already in place
    items.push_back({v, dest});
  }
  SmallVector<Value> aside; // computed first
  for (CarriedItem &item : items)
    if (readsElsewhere(item.v, items))
      aside.push_back(item.v);
  for (Value v : aside)
    if (failed(nests().materialize(v)))
      return failure();
  // Where one element changes, it is computed before all writes, and written
  // after all others have been computed.
  SmallVector<SetElement> single;
  SmallVector<CarriedItem> whole;
  for (CarriedItem &item : items) {
    auto element = setElement(item.v, item.dest);
    if (failed(element))
      return failure();
    if (*element)
      single.push_back(**element);
    else
      whole.push_back(item);
  }
  if (failed(storeWhole(std::move(whole))))
    return failure();
  for (const SetElement &element : single)
    storeElement(element);
  return success();
}

/// The types of the scalars among `types`, as they are emitted.
SmallVector<Type> Walk::scalarTypes(TypeRange types) {
  SmallVector<Type> out;
  for (Type t : types)
    if (!isa<RankedTensorType>(t))
      out.push_back(isa<triton::PointerType>(t) ? ptrType() : t);
  return out;
}

/// What a loop starts from: its scalars, and storage that holds its blocks.
LogicalResult Walk::storeInits(ValueRange inits,
                               SmallVectorImpl<Value> &carried,
                               SmallVectorImpl<Buffer> &storage) {
  for (Value v : inits) {
    if (!blockType(v)) {
      carried.push_back(scalars.lookup(v));
      continue;
    }
    Buffer dest = allocate(v.getType());
    if (failed(nests().materialize(v, &dest)))
      return failure();
    storage.push_back(dest);
  }
  return success();
}

/// The emitted values of those that are no blocks.
SmallVector<Value> Walk::scalarsAmong(ValueRange values) {
  SmallVector<Value> out;
  for (Value v : values)
    if (!blockType(v))
      out.push_back(scalars.lookup(v));
  return out;
}

void Walk::enterBody(scf::ForOp loop) {
  if (loop.getInitArgs().empty())
    b.setInsertionPoint(loop.getBody()->getTerminator());
  else
    b.setInsertionPointToEnd(loop.getBody());
}

void Walk::mapCarriedScalars(scf::ForOp op, ValueRange values) {
  size_t s = 0;
  for (Value arg : op.getRegionIterArgs())
    if (!blockType(arg))
      scalars.map(arg, values[s++]);
}

void Walk::yieldScalars(scf::ForOp op) {
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  SmallVector<Value> out = scalarsAmong(yield.getOperands());
  if (!out.empty())
    scf::YieldOp::create(b, yield.getLoc(), out);
}

/// Loop hints of the source (`disable_licm`) are LLVM's attributes of the loop.
static void keepLoopHints(Operation *source, Operation *loop) {
  for (NamedAttribute attribute : source->getDiscardableAttrs())
    if (isa<LLVM::LLVMDialect>(attribute.getValue().getDialect()))
      loop->setDiscardableAttr(attribute.getName(), attribute.getValue());
}

/// A loop over bands of rows, for each of which `op` is run, and to the end of
/// its body; null if the rows are done together. All bands start from `inits`
/// and come to the same scalars.
scf::ForOp Walk::openBands(scf::ForOp op, ValueRange inits) {
  if (emitter.band)
    return nullptr;
  std::optional<RowBands> bands = findRowBands(op);
  if (!bands)
    return nullptr;
  auto loop = scf::ForOp::create(b, loc, cst(0), cst(bands->rows),
                                 cst(kRowBand), inits);
  if (inits.empty())
    b.setInsertionPoint(loop.getBody()->getTerminator());
  else
    b.setInsertionPointToEnd(loop.getBody());
  emitter.band = Band{loop.getInductionVar(), kRowBand, std::move(bands->dims)};
  return loop;
}

LogicalResult Walk::emitFor(scf::ForOp op) {
  if (triton::DotOp dot = dots().dotOfLoop(op))
    return dot->hasAttr(kFewRowsAttr) ? dots().emitDirectDotLoop(op, dot)
                                      : dots().emitDotLoop(op, dot);
  SmallVector<Value> inits;
  SmallVector<Buffer> carried;
  if (failed(storeInits(op.getInitArgs(), inits, carried)))
    return failure();
  OpBuilder::InsertionGuard guard(b);
  scf::ForOp overBands = openBands(op, inits);
  auto loop = scf::ForOp::create(b, loc, scalars.lookup(op.getLowerBound()),
                                 scalars.lookup(op.getUpperBound()),
                                 scalars.lookup(op.getStep()), inits, nullptr,
                                 op.getUnsignedCmp());
  keepLoopHints(op, loop);
  if (overBands && !inits.empty())
    scf::YieldOp::create(b, loc, loop.getResults());
  enterBody(loop);
  scalars.map(op.getInductionVar(), loop.getInductionVar());
  size_t s = 0, k = 0;
  for (auto [arg, result] :
       llvm::zip(op.getRegionIterArgs(), op.getResults())) {
    if (blockType(arg)) {
      buffers[arg] = carried[k];
      buffers[result] = carried[k++];
    } else {
      scalars.map(arg, loop.getRegionIterArg(s));
      scalars.map(result, (overBands ? overBands : loop).getResult(s++));
    }
  }
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  k = 0;
  for (Value v : yield.getOperands())
    if (blockType(v))
      plan().destHint[v] = carried[k++];
  int64_t top = arenaTop;
  RegionScope scope(emitter);
  if (failed(emitBlock(*op.getBody())))
    return failure();
  current = yield;
  if (failed(storeCarried(yield.getOperands(), carried)))
    return failure();
  arenaTop = top;
  yieldScalars(op);
  if (overBands)
    emitter.band.reset();
  return success();
}

/// One branch at the insertion point: its blocks go to `dests`, its scalars are
/// appended to `out`.
LogicalResult Walk::emitBranch(Block &block, ArrayRef<Buffer> dests,
                               SmallVectorImpl<Value> &out) {
  int64_t top = arenaTop;
  RegionScope scope(emitter);
  if (failed(emitBlock(block)))
    return failure();
  if (failed(storeCarried(block.getTerminator()->getOperands(), dests)))
    return failure();
  arenaTop = top;
  llvm::append_range(out, scalarsAmong(block.getTerminator()->getOperands()));
  return success();
}

/// An scf.if whose branches are emitted by `branch`; gives its scalars.
LogicalResult Walk::buildIf(
    Value condition, TypeRange types, bool hasElse,
    llvm::function_ref<LogicalResult(bool, SmallVectorImpl<Value> &)> branch,
    SmallVectorImpl<Value> &results) {
  auto ifOp = scf::IfOp::create(b, loc, types, condition, hasElse);
  for (bool then : {true, false}) {
    if (!then && !hasElse)
      break;
    OpBuilder::InsertionGuard guard(b);
    Block *block = then ? ifOp.thenBlock() : ifOp.elseBlock();
    if (types.empty())
      b.setInsertionPoint(block->getTerminator());
    else
      b.setInsertionPointToEnd(block);
    SmallVector<Value> values;
    if (failed(branch(then, values)))
      return failure();
    if (!types.empty())
      scf::YieldOp::create(b, loc, values);
  }
  llvm::append_range(results, ifOp.getResults());
  return success();
}

std::optional<Buffer> Walk::storageLastNeededBy(Operation *op, Value v) {
  auto it = buffers.find(v);
  // The storage of a constant is read-only.
  if (it == buffers.end() || v.getParentBlock() != op->getBlock() ||
      v.getDefiningOp<arith::ConstantOp>() || plan().neededUntil(v, {}) >= 0)
    return std::nullopt;
  return it->second;
}

/// Storage for the blocks that an operation gives.
SmallVector<Buffer> Walk::allocateResults(Operation *op) {
  SmallVector<Buffer> dests;
  for (Value r : op->getResults())
    if (blockType(r))
      dests.push_back(allocate(r.getType()));
  return dests;
}

/// Storage for the blocks that the branches of `op` give: that of a block which
/// a branch passes on as it is, if nothing needs it any more.
SmallVector<Buffer> Walk::allocateBranchResults(Operation *op) {
  SmallVector<Buffer> dests;
  for (OpResult r : op->getResults()) {
    if (!blockType(r))
      continue;
    std::optional<Buffer> inPlace;
    for (Region &region : op->getRegions()) {
      Value v = region.front().getTerminator()->getOperand(r.getResultNumber());
      std::optional<Buffer> storage = storageLastNeededBy(op, v);
      if (!inPlace && storage && llvm::none_of(dests, [&](const Buffer &other) {
            return other.ptr == storage->ptr;
          }))
        inPlace = storage;
    }
    dests.push_back(inPlace ? *inPlace : allocate(r.getType()));
  }
  return dests;
}

void Walk::mapResults(Operation *op, ArrayRef<Buffer> dests,
                      ValueRange values) {
  size_t s = 0, k = 0;
  for (Value r : op->getResults()) {
    if (blockType(r))
      buffers[r] = dests[k++];
    else
      scalars.map(r, values[s++]);
  }
}

LogicalResult Walk::emitIf(scf::IfOp op) {
  SmallVector<Buffer> dests = allocateBranchResults(op);
  SmallVector<Value> results;
  if (failed(buildIf(
          scalars.lookup(op.getCondition()), scalarTypes(op.getResultTypes()),
          !op.getElseRegion().empty(),
          [&](bool then, SmallVectorImpl<Value> &out) {
            return emitBranch(then ? *op.thenBlock() : *op.elseBlock(), dests,
                              out);
          },
          results)))
    return failure();
  mapResults(op, dests, results);
  return success();
}

/// A chain of scf.if: cases are few, and LLVM makes a switch of it again.
LogicalResult Walk::emitSwitch(scf::IndexSwitchOp op) {
  SmallVector<Buffer> dests = allocateBranchResults(op);
  SmallVector<Type> types = scalarTypes(op.getResultTypes());
  Value selector = scalars.lookup(op.getArg());
  std::function<LogicalResult(unsigned, SmallVectorImpl<Value> &)> from =
      [&](unsigned i, SmallVectorImpl<Value> &out) -> LogicalResult {
    if (i == op.getNumCases())
      return emitBranch(op.getDefaultRegion().front(), dests, out);
    Value key = arith::ConstantIndexOp::create(b, loc, op.getCases()[i]);
    Value hit =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, selector, key);
    return buildIf(
        hit, types, true,
        [&](bool then, SmallVectorImpl<Value> &values) {
          return then
                     ? emitBranch(op.getCaseRegions()[i].front(), dests, values)
                     : from(i + 1, values);
        },
        out);
  };
  SmallVector<Value> results;
  if (failed(from(0, results)))
    return failure();
  mapResults(op, dests, results);
  return success();
}

LogicalResult Walk::emitWhile(scf::WhileOp op) {
  SmallVector<Value> inits;
  SmallVector<Buffer> before;
  if (failed(storeInits(op.getInits(), inits, before)))
    return failure();
  SmallVector<Buffer> after = allocateResults(op);
  auto loop =
      scf::WhileOp::create(b, loc, scalarTypes(op.getResultTypes()), inits);
  keepLoopHints(op, loop);
  OpBuilder::InsertionGuard guard(b);
  auto openBlock = [&](Region &region, ValueRange from,
                       ArrayRef<Buffer> storage) -> void {
    Block *block = &region.emplaceBlock();
    b.setInsertionPointToEnd(block);
    size_t k = 0;
    for (Value arg : from) {
      if (blockType(arg))
        buffers[arg] = storage[k++];
      else
        scalars.map(
            arg, block->addArgument(scalarTypes(arg.getType()).front(), loc));
    }
  };
  int64_t top = arenaTop;
  auto condition = op.getConditionOp();
  {
    RegionScope scope(emitter);
    openBlock(loop.getBefore(), op.getBeforeArguments(), before);
    if (failed(emitBlock(*op.getBeforeBody())))
      return failure();
    current = condition;
    if (failed(storeCarried(condition.getArgs(), after)))
      return failure();
  }
  scf::ConditionOp::create(b, loc, scalars.lookup(condition.getCondition()),
                           scalarsAmong(condition.getArgs()));
  auto yield = op.getYieldOp();
  {
    RegionScope scope(emitter);
    openBlock(loop.getAfter(), op.getAfterArguments(), after);
    if (failed(emitBlock(*op.getAfterBody())))
      return failure();
    current = yield;
    if (failed(storeCarried(yield.getOperands(), before)))
      return failure();
    programs().emitWait(op);
  }
  arenaTop = top;
  scf::YieldOp::create(b, loc, scalarsAmong(yield.getOperands()));
  mapResults(op, after, loop.getResults());
  return success();
}

} // namespace mlir::tts::cpu
