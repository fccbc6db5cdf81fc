// Walks a basic block in program order: scalars are emitted where they stand,
// lazy blocks wait for a nest, roots open nests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Walk.h"

#include "../Accesses/Accesses.h"
#include "../Dots/Dots.h"
#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../OwnNest.h"
#include "../Plan/Plan.h"
#include "../Programs/Programs.h"
#include "../Reductions/Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts::cpu {

LogicalResult Walk::emitBlock(Block &block) {
  accesses().gatherStores(block);
  plan().numberBlock(block);
  for (Operation &op : block.without_terminator()) {
    current = &op;
    loc = op.getLoc();
    if (failed(emitOp(&op)))
      return failure();
  }
  current = block.getTerminator();
  return success();
}

/// Says why there is no code for the operation.
static LogicalResult refuse(Operation *op) {
  if (isa<triton::ElementwiseInlineAsmOp>(op))
    return op->emitOpError("inline assembly is PTX, which has no meaning on "
                           "targets other than NVIDIA GPUs");
  return op->emitOpError("is not supported by the CPU backend");
}

LogicalResult Walk::emitScalar(Operation *op) {
  if (auto p = dyn_cast<triton::GetProgramIdOp>(op)) {
    scalars.map(p.getResult(), programs().id(static_cast<int>(p.getAxis())));
    return success();
  }
  if (auto p = dyn_cast<triton::GetNumProgramsOp>(op)) {
    scalars.map(p.getResult(), programs().count(static_cast<int>(p.getAxis())));
    return success();
  }
  if (elements().isElementwise(op) && op->getDialect() != nullptr) {
    SmallVector<Value> operands;
    for (Value v : op->getOperands())
      operands.push_back(scalars.lookup(v));
    FailureOr<Value> r = elements().elementwise(op, operands, 0, false);
    if (failed(r))
      return failure();
    scalars.map(op->getResult(0), *r);
    return success();
  }
  StringRef dialect = op->getName().getDialectNamespace();
  if (op->getNumRegions() == 0 && isPure(op) &&
      (dialect == "arith" || dialect == "math" || dialect == "index" ||
       dialect == "ub")) {
    Operation *clone = b.clone(*op, scalars);
    for (Value r : clone->getResults())
      if (isa<triton::PointerType>(r.getType()))
        r.setType(ptrType());
    return success();
  }
  return refuse(op);
}

/// A constant block that is not a splat lives in static storage.
LogicalResult Walk::emitConstant(arith::ConstantOp op) {
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!dense)
    return op.emitError("constant block without elements");
  if (dense.isSplat())
    return success();
  Type elem = storageType(dense.getElementType());
  int64_t bytes = bytesOf(elem);
  std::string data;
  for (Attribute v : dense.getValues<Attribute>()) {
    APInt bits = isa<FloatAttr>(v)
                     ? cast<FloatAttr>(v).getValue().bitcastToAPInt()
                     : cast<IntegerAttr>(v).getValue();
    uint64_t raw = bits.getZExtValue();
    data.append(reinterpret_cast<const char *>(&raw), bytes);
  }
  Buffer buf;
  buf.elem = dense.getElementType();
  auto shape = cast<RankedTensorType>(op.getType()).getShape();
  buf.shape.assign(shape.begin(), shape.end());
  buf.ptr = globalString(loc, data);
  buffers[op.getResult()] = buf;
  return success();
}

/// Two blocks one after the other in one storage.
LogicalResult Walk::emitCat(triton::CatOp op) {
  Buffer all = allocate(op.getResult().getType());
  Buffer half = all;
  half.shape[0] /= 2;
  if (failed(nests().materialize(op.getLhs(), &half)))
    return failure();
  int64_t bytes = blockType(op.getLhs()).getNumElements() * bytesOf(all.elem);
  half.ptr = LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), all.ptr,
                                 ArrayRef<LLVM::GEPArg>{int32_t(bytes)});
  if (failed(nests().materialize(op.getRhs(), &half)))
    return failure();
  buffers[op.getResult()] = all;
  return success();
}

LogicalResult Walk::emitUnsplat(triton::UnsplatOp op) {
  Value src = op.getSrc();
  FailureOr<Value> v = elementAt(src, Coords(blockType(src).getRank()));
  if (failed(v))
    return failure();
  bool pointer = isa<triton::PointerType>(op.getResult().getType());
  scalars.map(op.getResult(),
              pointer ? LLVM::IntToPtrOp::create(b, loc, ptrType(), *v) : *v);
  return success();
}

/// A scalar region over groups of `pack` consecutive elements.
LogicalResult Walk::emitMap(triton::MapElementwiseOp op) {
  if (!op.getScalarOp().hasOneBlock())
    return op.emitError("map_elementwise with unstructured control flow");
  SmallVector<Buffer> dests;
  for (Value s : op.getSrcs())
    if (failed(nests().materialize(s)))
      return failure();
  for (Value r : op.getResults())
    dests.push_back(allocate(r.getType()));
  OwnNest own(emitter);
  int64_t pack = op.getPack();
  int64_t n = blockType(op.getResults().front()).getNumElements();
  auto loop = openLoop(cst(0), cst(n), pack, {});
  at(1);
  Coords coord(1);
  coord[0].level = 1;
  auto flat = [&](Buffer buf) {
    buf.shape = {n};
    return buf;
  };
  auto select = [&](int64_t j) {
    at(1);
    coord[0].v =
        j ? add(loop.getInductionVar(), cst(j)) : Value(loop.getInductionVar());
  };
  SmallVector<Value> args, out;
  for (Value s : op.getSrcs())
    for (int64_t j = 0; j < pack; ++j) {
      select(j);
      FailureOr<Lane> v = elements().readBuffer(flat(buffers.lookup(s)), coord);
      if (failed(v))
        return failure();
      args.push_back(v->v);
    }
  at(1);
  if (failed(reductions().combine(op.getScalarOp(), args, {}, out)))
    return failure();
  for (auto [i, dest] : llvm::enumerate(dests))
    for (int64_t j = 0; j < pack; ++j) {
      select(j);
      elements().writeBuffer(flat(dest), coord, {out[i * pack + j], 1});
    }
  closeLoop({});
  for (auto [r, dest] : llvm::zip(op.getResults(), dests))
    buffers[r] = dest;
  return success();
}

LogicalResult Walk::emitOp(Operation *op) {
  auto shapeOf = [](Value block) {
    return cast<tts::BlockType>(block.getType()).getShape();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp c) {
        return blockType(c.getResult()) ? emitConstant(c) : emitScalar(op);
      })
      .Case([&](tts::MakeBlockOp) { return success(); })
      .Case([&](tts::BarrierOp) -> LogicalResult {
        if (failed(plan().flushPendingLoads(op)))
          return failure();
        // No instruction where the hardware keeps stores in order.
        LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::acq_rel,
                              target.weakMemory ? "" : "singlethread");
        return success();
      })
      .Case([&](LLVM::AssumeOp) { return success(); })
      .Case([&](tts::LoadOp l) -> LogicalResult {
        if (!blockType(l.getResult()))
          return emitScalarAccess(op);
        // Others may write there: read once, and now.
        return l.getIsVolatile() ? nests().materialize(l.getResult())
                                 : success();
      })
      .Case([&](tts::StoreOp s) -> LogicalResult {
        if (plan().isDoneAlong(op))
          return success();
        FailureOr<bool> together = accesses().storeTogether(s);
        if (failed(together) || *together)
          return success(succeeded(together));
        dots().noteStore(s);
        if (!blockType(s.getValue())) {
          if (failed(plan().flushPendingLoads(op)))
            return failure();
          return emitScalarAccess(op);
        }
        Root root;
        root.kind = Root::Store;
        root.op = op;
        if (failed(plan().flushPendingLoads(op, {root})))
          return failure();
        return nests().emitNest(shapeOf(s.getBlock()), {root}, op);
      })
      .Case<tts::AtomicRMWOp, tts::AtomicCASOp>([&](auto a) -> LogicalResult {
        if (failed(plan().flushPendingLoads(op)))
          return failure();
        if (shapeOf(a.getBlock()).empty())
          return emitScalarAccess(op);
        Root root;
        root.kind = Root::Atomic;
        root.op = op;
        if (!a.getResult().use_empty())
          buffers[a.getResult()] = allocate(a.getResult().getType());
        return nests().emitNest(shapeOf(a.getBlock()), {root}, op);
      })
      .Case([&](triton::ReduceOp r) {
        std::optional<PickedElement> picked = pickedElement(r);
        return picked ? emitPicked(r, *picked) : reductions().emitReduce(r);
      })
      .Case([&](triton::ScanOp s) { return reductions().emitScan(s); })
      .Case([&](triton::DotOp d) { return dots().emitDot(d); })
      .Case(
          [&](triton::HistogramOp h) { return reductions().emitHistogram(h); })
      .Case([&](triton::CatOp c) { return emitCat(c); })
      .Case([&](triton::UnsplatOp u) { return emitUnsplat(u); })
      .Case([&](triton::MapElementwiseOp m) { return emitMap(m); })
      .Case([&](triton::PrintOp p) { return emitPrint(p); })
      .Case([&](triton::AssertOp a) -> LogicalResult {
        if (!blockType(a.getCondition()))
          return emitAssertFailure(a, scalars.lookup(a.getCondition()));
        Root root;
        root.kind = Root::Assert;
        root.op = op;
        return nests().emitNest(blockType(a.getCondition()).getShape(), {root},
                                op);
      })
      .Case<scf::ForOp, scf::IfOp, scf::WhileOp,
            scf::IndexSwitchOp>([&](auto region) -> LogicalResult {
        if (failed(captureFor(op)))
          return failure();
        if (plan().isHazard(op) && failed(plan().flushPendingLoads(op)))
          return failure();
        LogicalResult r = failure();
        if constexpr (std::is_same_v<decltype(region), scf::ForOp>)
          r = emitFor(region);
        else if constexpr (std::is_same_v<decltype(region), scf::IfOp>)
          r = emitIf(region);
        else if constexpr (std::is_same_v<decltype(region), scf::IndexSwitchOp>)
          r = emitSwitch(region);
        else
          r = emitWhile(region);
        return r;
      })
      .Default([&](Operation *) -> LogicalResult {
        if (elements().isLazy(op))
          return success();
        if (hasBlocks(op))
          return refuse(op);
        return emitScalar(op);
      });
}

} // namespace mlir::tts::cpu
