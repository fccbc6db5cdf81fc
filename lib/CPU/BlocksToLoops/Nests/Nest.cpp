// Loop nests: outer loops, then the loop over the lanes, and what is done for
// each element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Accesses/Accesses.h"
#include "../Atomics/Atomics.h"
#include "../Dots/Dots.h"
#include "../Elements/Elements.h"
#include "../Plan/Plan.h"
#include "../Programs/Programs.h"
#include "../Reductions/Reductions.h"
#include "../Walk/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlir::tts::cpu {

/// What is done for each element, or for the lanes of a step: `accs` become
/// what the roots have accumulated then.
LogicalResult Nests::nestBody(ArrayRef<Root> roots,
                              SmallVectorImpl<Value> &accs, int axis) {
  const Coords coords(nest->coords);
  // Everything is read before anything is written.
  SmallVector<Lane> values;
  for (const Root &r : roots) {
    SmallVector<Value, 4> needs;
    if (r.kind == Root::Materialize)
      needs.push_back(r.value);
    else
      llvm::append_range(needs, r.op->getOperands());
    if (r.kind != Root::Materialize)
      if (auto block = accessOf(r.op))
        needs.append({block.getGather(), block.getMask(), block.getBase()});
    for (Value v : needs) {
      if (!v || !blockType(v))
        continue;
      FailureOr<Lane> e = elements().eval(v, coords);
      if (failed(e))
        return failure();
      if (r.kind == Root::Materialize)
        values.push_back(*e);
    }
  }
  size_t next = 0, acc = 0;
  for (const Root &r : roots) {
    switch (r.kind) {
    case Root::Pack:
    case Root::Multiply:
      llvm_unreachable("has loops of its own");
    case Root::Materialize:
      elements().writeBuffer(r.dest, coords,
                             convert(values[next++], r.dest.elem));
      break;
    case Root::Store:
      if (failed(elements().store(cast<tts::StoreOp>(r.op), coords)))
        return failure();
      break;
    case Root::Atomic: {
      Value *kept = nest->keepsLock ? &accs[acc++] : nullptr;
      if (failed(nest->vecDim >= 0
                     ? atomics().atomicVector(cast<tts::AtomicRMWOp>(r.op),
                                              coords, kept)
                     : atomics().atomicElement(r.op, coords)))
        return failure();
      break;
    }
    case Root::Assert: {
      auto a = cast<triton::AssertOp>(r.op);
      FailureOr<Lane> e = elements().eval(a.getCondition(), coords);
      if (failed(e))
        return failure();
      Value v = nest->vecDim >= 0 ? asVector(*e) : e->v;
      Value left = elements().lanesOfRun().v;
      at(nest->levels.size() - 1);
      if (left) // no claim is made of the others
        v = arith::SelectOp::create(b, loc, left, v, allTrue());
      accs[acc] = arith::AndIOp::create(b, loc, accs[acc], v);
      ++acc;
      break;
    }
    case Root::Reduce: {
      size_t n = r.op->getNumOperands();
      if (failed(reductions().reduceStep(
              cast<triton::ReduceOp>(r.op), coords, axis,
              MutableArrayRef<Value>(accs).slice(acc, n))))
        return failure();
      acc += n;
      break;
    }
    }
  }
  return success();
}

/// From where to where a dim is gone through.
std::pair<Value, Value> Nests::extentOf(int dim) {
  if (dim != nest->bandDim) {
    Value end = nest->endOf(dim);
    return {cst(0), end ? end : cst(nest->shape[dim])};
  }
  const Band &band = *emitter.band;
  return {band.first, add(band.first, cst(band.rows))};
}

/// Opens a loop along each dim that has one of its own; returns how many.
unsigned Nests::openOuterLoops(int axis) {
  nest->coords.assign(nest->shape.size(), Coord());
  unsigned outer = 0;
  for (auto [d, n] : llvm::enumerate(nest->shape)) {
    if (n == 1 || static_cast<int>(d) == nest->vecDim ||
        static_cast<int>(d) == axis)
      continue;
    at(nest->levels.size() - 1);
    auto [from, to] = extentOf(d);
    auto loop = openLoop(from, to, 1, {});
    nest->coords[d].v = loop.getInductionVar();
    nest->coords[d].level = nest->levels.size() - 1;
    ++outer;
  }
  return outer;
}

/// What the roots accumulate starts from.
LogicalResult Nests::initAccumulators(ArrayRef<Root> roots,
                                      SmallVectorImpl<Value> &accs) {
  at(nest->levels.size() - 1);
  for (const Root &r : roots) {
    if (r.kind == Root::Assert) {
      auto yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
      accs.push_back(nest->vecDim >= 0 ? allTrue() : Value(yes));
    }
    if (r.kind == Root::Atomic && nest->keepsLock)
      accs.push_back(atomics().noLock());
    if (r.kind == Root::Reduce &&
        failed(reductions().reduceInit(cast<triton::ReduceOp>(r.op), accs)))
      return failure();
  }
  return success();
}

/// What becomes of it behind the loops.
LogicalResult Nests::finishAccumulators(ArrayRef<Root> roots,
                                        ArrayRef<Value> accs, int axis) {
  size_t acc = 0;
  for (const Root &r : roots) {
    if (r.kind == Root::Atomic && nest->keepsLock) {
      at(nest->levels.size() - 1);
      atomics().releaseKept(accs[acc++]);
    }
    if (r.kind == Root::Assert) {
      Value ok = accs[acc++];
      at(nest->levels.size() - 1);
      if (nest->vecDim >= 0)
        ok =
            vector::ReductionOp::create(b, loc, vector::CombiningKind::AND, ok);
      if (failed(walk().emitAssertFailure(cast<triton::AssertOp>(r.op), ok)))
        return failure();
    }
    if (r.kind == Root::Reduce) {
      size_t n = r.op->getNumOperands();
      if (failed(reductions().finishReduce(cast<triton::ReduceOp>(r.op),
                                           accs.slice(acc, n), axis)))
        return failure();
      acc += n;
    }
  }
  return success();
}

/// The loops of the open nest, and the work of its roots.
LogicalResult Nests::nestLoops(ArrayRef<Root> roots, int axis, bool plain) {
  if (roots.front().kind == Root::Pack)
    return dots().packLoops(roots.front());
  if (roots.front().kind == Root::Multiply)
    return dots().multiplyLoops(roots.front());
  unsigned outer = openOuterLoops(axis);
  auto body = [&](SmallVectorImpl<Value> &accs) {
    if (nest->inMain || nest->bounded.empty())
      accesses().fetchAhead();
    return nestBody(roots, accs, axis);
  };
  auto accumulate = [&](StepBody loop) -> LogicalResult {
    SmallVector<Value> accs;
    if (failed(initAccumulators(roots, accs)) || failed(loop(accs)))
      return failure();
    return finishAccumulators(roots, accs, axis);
  };
  nest->axis = axis;
  auto overAxis = [&](SmallVectorImpl<Value> &) -> LogicalResult {
    return accumulate([&](SmallVectorImpl<Value> &accs) {
      return axisLoop(roots, accs, plain, body);
    });
  };
  SmallVector<Value> none;
  LogicalResult r = failure();
  if (nest->vecDim >= 0 && axis >= 0 && axis != nest->vecDim)
    r = vectorLoop(roots, none, axis, plain, overAxis);
  else if (nest->vecDim >= 0)
    r = accumulate([&](SmallVectorImpl<Value> &accs) {
      return vectorLoop(roots, accs, -1, plain, body);
    });
  else if (axis >= 0)
    r = overAxis(none);
  else
    r = accumulate([&](SmallVectorImpl<Value> &accs) {
      return nestBody(roots, accs, -1);
    });
  if (failed(r))
    return failure();
  for (unsigned i = 0; i < outer; ++i)
    closeLoop({});
  return success();
}

void Nests::beginNest(Nest &own, ArrayRef<int64_t> shape,
                      ArrayRef<Root> roots) {
  own = Nest();
  own.shape.assign(shape.begin(), shape.end());
  nest = &own;
  const Root &first = roots.front();
  if (Value v =
          first.kind == Root::Reduce ? first.op->getOperand(0) : first.value)
    own.bandDim = bandDim(v);
  own.exchanges = shape.size() == 1 && llvm::all_of(roots, [](const Root &r) {
                    return r.kind == Root::Materialize;
                  });
  for (const Root &r : roots) {
    reachRoot(r);
    if (r.kind == Root::Store || r.kind == Root::Atomic)
      own.rootBlocks.push_back(accessOf(r.op));
  }
  own.exchanges &= llvm::any_of(own.reached, [&](const Reached &r) {
    return !buffers.count(r.v) && exchangeOf(r.v.getDefiningOp());
  });
  std::reverse(own.reached.begin(), own.reached.end());
}

LogicalResult Nests::separate(Nest &own, ArrayRef<int64_t> shape,
                              ArrayRef<Root> roots, Operation *op) {
  while (Value v = plan().separateFirst(roots, op)) {
    if (failed(materializeTogether(plan().exchangedBeside(v))))
      return failure();
    beginNest(own, shape, roots);
  }
  return success();
}

/// The loops from the insertion point on, and what follows them.
LogicalResult Nests::closedLoops(ArrayRef<Root> roots, int axis, bool plain,
                                 ArrayRef<Programs::ColumnAccess> interleaved) {
  openBase();
  Operation *before = nest->levels.front().last();
  if (failed(nestLoops(roots, axis, plain)))
    return failure();
  if (!interleaved.empty())
    programs().noteInterleaving(interleaved, before);
  at(0);
  accesses().orderStreamed();
  atomics().endTurn();
  return success();
}

/// Loops for where `flag` holds, and `fact` with it, and others for where it
/// does not.
LogicalResult Nests::eitherLoops(Value flag, bool Nest::*fact,
                                 ArrayRef<Root> roots, int axis) {
  auto ifOp = scf::IfOp::create(b, loc, flag, true);
  Nest fresh = *nest;
  for (bool holds : {true, false}) {
    OpBuilder::InsertionGuard guard(b);
    *nest = fresh;
    nest->versioned = true;
    nest->*fact = holds;
    if (nest->inside)
      nest->ends.clear();
    b.setInsertionPoint(
        (holds ? ifOp.thenBlock() : ifOp.elseBlock())->getTerminator());
    if (failed(closedLoops(roots, axis)))
      return failure();
  }
  return success();
}

LogicalResult Nests::emitNest(ArrayRef<int64_t> shape, SmallVector<Root> roots,
                              Operation *op, int axis, bool plain) {
  Nest own;
  Nest *outerNest = nest;
  llvm::scope_exit restore([&] { nest = outerNest; });
  if (!plain)
    programs().noteNest(shape);
  auto begin = [&] { beginNest(own, shape, roots); };
  begin();
  if (!plain) {
    if (Root &root = roots.front();
        roots.size() == 1 && nest->bandDim < 0 && fillsAcross(root)) {
      root.kind = Root::Pack;
      root.panel = root.dest.shape.back();
      root.depth = shape[shape.size() - 2];
      root.fillsOwn = true;
    }
    if (failed(separate(own, shape, roots, op)))
      return failure();
    while (Value v = roots.front().hasLoops() || nest->bandDim >= 0
                         ? Value()
                         : acrossFirst(roots)) {
      if (failed(materialize(v)))
        return failure();
      begin();
    }
    if (!roots.front().hasLoops())
      plan().addSideRoots(roots);
    findEnds(roots, axis);
    mergeDims(roots);
  }
  bool scalar = needsScalarNest(roots);
  if (!scalar)
    chooseVectorDim(roots, axis);
  if (nest->vecDim >= 0 && nest->vecDim == nest->bandDim)
    nest->lanes = std::min(nest->lanes, emitter.band->rows);
  nest->mayBeStraight =
      !plain && nest->vecDim != nest->bandDim && !nest->merged &&
      !nest->exchanges && nest->vecDim >= 0 &&
      (axis < 0 || axis == nest->vecDim) &&
      llvm::all_of(roots, [&](const Root &r) {
        return r.kind != Root::Atomic || atomics().locksRows(r);
      });
  if (nest->mayBeStraight)
    nest->lanes = straightLanes(roots);
  SmallVector<Programs::ColumnAccess> found;
  if (!plain && !nest->exchanges && nest->bandDim < 0)
    found = programs().accessedColumns(roots);
  if (plain || !found.empty()) // rarely run, or in short turns: one register
    nest->lanes = std::min<int64_t>(nest->lanes, target.vectorBits / 32);
  nest->keepsLock =
      atomics().mayKeepLock(roots) &&
      (nest->lanes < nest->shape[nest->vecDim] || narrowLanes(roots) > 0);
  int64_t top = arenaTop;
  if (!plain && failed(accesses().redirectOverlaps(roots)))
    return failure();
  nest = &own;
  // Indices that wrap inside the block are rare.
  Value noWrap = plain ? Value() : noWrapFlag(roots), inside;
  bool across = axis >= 0 && nest->vecDim >= 0 && axis != nest->vecDim;
  if (!plain && !noWrap) {
    accesses().lookAhead(roots);
    accesses().lookAheadInRows(axis);
    if (failed(accesses().lookAheadAtNumbers()))
      return failure();
    if (found.empty())
      inside = insideFlag(roots, across ? axis : -1);
  }
  LogicalResult done =
      noWrap   ? eitherLoops(noWrap, &Nest::unwrapped, roots, axis)
      : inside ? eitherLoops(inside, across ? &Nest::axisInside : &Nest::inside,
                             roots, axis)
               : closedLoops(roots, axis, plain, found);
  if (failed(done))
    return failure();
  arenaTop = top; // the copies of overlapping loads
  for (auto &[v, dest] : own.sideStores)
    buffers[v] = dest;
  for (const Root &r : roots)
    if (r.kind == Root::Materialize)
      constantFrom.erase(r.value);
  for (auto &[v, fact] : own.constantFrom)
    constantFrom[v] = fact;
  return success();
}

int Nests::vectorDimOf(ArrayRef<int64_t> shape, ArrayRef<Root> roots) {
  Nest own;
  Nest *outerNest = nest;
  llvm::scope_exit restore([&] { nest = outerNest; });
  beginNest(own, shape, roots);
  if (plan().separateFirst(roots, nullptr) || needsScalarNest(roots))
    return -1;
  chooseVectorDim(roots, /*axis=*/-1);
  return own.vecDim;
}

/// True at run time when no wrapped index of the nest wraps inside its block;
/// null when there is none, or a scalar leaves the nest.
Value Nests::noWrapFlag(ArrayRef<Root> roots) {
  llvm::SetVector<Operation *> wrapped;
  auto note = [&](tts::MakeBlockOp block) {
    if (!block.getWrapDims().empty())
      wrapped.insert(block);
  };
  for (const Reached &r : nest->reached)
    if (!buffers.count(r.v))
      if (auto l = r.v.getDefiningOp<tts::LoadOp>())
        note(accessOf(l));
  for (const Root &r : roots) {
    if (r.kind == Root::Store)
      note(accessOf(r.op));
    if (r.kind == Root::Reduce && !blockType(r.op->getResult(0)))
      return {};
  }
  Value flag;
  for (Operation *op : wrapped) {
    auto block = cast<tts::MakeBlockOp>(op);
    auto shape = cast<tts::BlockType>(block.getResult().getType()).getShape();
    for (int32_t d : block.getWrapDims()) {
      auto modulus = getConstantIntValue(OpFoldResult(block.getWrapModulus(d)));
      if (modulus && *modulus < shape[d])
        return {};
      Value ok = elements().fitsUnwrapped(block, d, shape[d]);
      flag = flag ? arith::AndIOp::create(b, loc, flag, ok).getResult() : ok;
    }
  }
  return flag;
}

LogicalResult Nests::materialize(Value v, Buffer *dest) {
  if (!dest && buffers.count(v))
    return success();
  Root r;
  r.kind = Root::Materialize;
  r.value = v;
  r.dest = dest ? *dest : allocate(v.getType());
  if (failed(emitNest(blockType(v).getShape(), {r}, nullptr)))
    return failure();
  if (!dest)
    buffers[v] = r.dest;
  return success();
}

/// Gives values of one shape storage in one nest.
LogicalResult Nests::materializeTogether(ArrayRef<Value> values) {
  if (values.size() == 1)
    return materialize(values.front());
  SmallVector<Root> roots;
  for (Value v : values) {
    Root &r = roots.emplace_back();
    r.kind = Root::Materialize;
    r.value = v;
    r.dest = allocate(v.getType());
  }
  if (failed(emitNest(blockType(values.front()).getShape(), roots, nullptr)))
    return failure();
  for (const Root &r : roots)
    buffers[r.value] = r.dest;
  return success();
}

} // namespace mlir::tts::cpu
