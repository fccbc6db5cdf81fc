// A loop over k blocks that only accumulates one dot (the matmul of the Triton
// tutorials): several k blocks are packed, then multiplied at once, so that
// accumulators stay in registers for longer than one block of k.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Bytes of k that are packed at once: the packed columns of B that one row of
/// tiles works on stay in the first-level cache.
static constexpr int64_t kPackedBytes = 512;
/// A tile row of AMX works on half as many columns, and is done in less time
/// than it takes to load and store its accumulators.
static constexpr int64_t kPackedTileBytes = 1024;

/// The dot of a loop that has no other effect than to accumulate it.
triton::DotOp Emitter::dotOfLoop(scf::ForOp op) {
  triton::DotOp dot;
  if (op.getUnsignedCmp())
    return {};
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto d = dyn_cast<triton::DotOp>(inner)) {
      if (dot)
        return {};
      dot = d;
      continue;
    }
    if (auto l = dyn_cast<tts::LoadOp>(inner)) {
      if (!blockType(l.getResult()) || l.getIsVolatile())
        return {};
      continue;
    }
    bool scalar =
        !blockType(inner.getNumResults() ? inner.getResult(0)
                                         : Value(op.getInductionVar()));
    if (inner.getNumRegions() || !inner.getNumResults() ||
        !(isLazy(&inner) || isa<tts::MakeBlockOp>(inner) ||
          (scalar && isPure(&inner))))
      return {};
  }
  if (!dot || blockType(dot.getD()).getRank() != 2 || !dot->hasOneUse())
    return {};
  Type acc = blockType(dot.getD()).getElementType();
  if (acc.getIntOrFloatBitWidth() < 32)
    return {};
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  for (auto [arg, value] :
       llvm::zip(op.getRegionIterArgs(), yield.getOperands())) {
    if (!blockType(arg))
      continue;
    // The accumulator is the only carried block, and the dot its only user.
    if (arg != dot.getC() || value != dot.getD() || !arg.hasOneUse())
      return {};
  }
  auto arg = dyn_cast<BlockArgument>(dot.getC());
  if (!arg || arg.getOwner() != op.getBody())
    return {};
  return dot;
}

LogicalResult Emitter::emitDotLoop(scf::ForOp op, triton::DotOp dot) {
  auto at = blockType(dot.getA()), dt = blockType(dot.getD());
  int64_t m = dt.getShape()[0], n = dt.getShape()[1], k = at.getShape()[1];
  DotUnit unit = dotUnit(dot);
  int64_t packedBytes =
      unit.kind == DotUnit::Tiles ? kPackedTileBytes : kPackedBytes;
  int64_t panel = panelColumns(unit, m, n);
  int64_t steps = std::max<int64_t>(1, packedBytes / (k * bytesOf(unit.elem)));

  // Scalars are carried by both loops; the accumulator has storage.
  SmallVector<Value> inits;
  Buffer acc;
  for (Value v : op.getInitArgs()) {
    if (!blockType(v)) {
      inits.push_back(scalars.lookup(v));
      continue;
    }
    acc = allocate(v.getType());
    if (failed(materialize(v, &acc)))
      return failure();
  }
  // A is read where it is, if its rows are contiguous; each step has its own
  // pointer and strides then.
  Buffer packedA = allocate(RankedTensorType::get({steps, m, k}, unit.elem));
  Reuse packedB = reuseBetweenPrograms(
      op, dot.getB(), RankedTensorType::get({steps, k, n}, unit.elem));
  Buffer table = allocate(RankedTensorType::get({steps, 3}, b.getI64Type()));
  std::optional<Matrix> fixedA;

  Value lower = toI64(scalars.lookup(op.getLowerBound()));
  Value upper = toI64(scalars.lookup(op.getUpperBound()));
  Value step = toI64(scalars.lookup(op.getStep()));
  Value span = arith::SubIOp::create(b, loc, upper, lower);
  span = arith::MaxSIOp::create(b, loc, span, cst(0));
  span = add(span, arith::SubIOp::create(b, loc, step, cst(1)));
  Value trips = arith::DivUIOp::create(b, loc, span, step);

  auto outer = scf::ForOp::create(b, loc, cst(0), trips, cst(steps), inits);
  OpBuilder::InsertionGuard guard(b);
  auto enter = [&](scf::ForOp loop) {
    if (inits.empty())
      b.setInsertionPoint(loop.getBody()->getTerminator());
    else
      b.setInsertionPointToEnd(loop.getBody());
  };
  enter(outer);
  Value left = arith::SubIOp::create(b, loc, trips, outer.getInductionVar());
  Value count = arith::MinSIOp::create(b, loc, left, cst(steps));
  // The last chunks of a long loop take turns in the last slot.
  Value chunk =
      arith::DivUIOp::create(b, loc, outer.getInductionVar(), cst(steps));
  chunk = arith::MinUIOp::create(b, loc, chunk, cst(packedB.slots - 1));
  Value firstStep = arith::MulIOp::create(b, loc, chunk, cst(steps));
  auto inner =
      scf::ForOp::create(b, loc, cst(0), count, cst(1),
                         SmallVector<Value>(outer.getRegionIterArgs()));
  {
    OpBuilder::InsertionGuard innerGuard(b);
    RegionScope innerScope(*this);
    enter(inner);
    Value t = add(outer.getInductionVar(), inner.getInductionVar());
    Value iv = add(lower, arith::MulIOp::create(b, loc, t, step));
    Type type = op.getInductionVar().getType();
    if (type.isIndex())
      iv = arith::IndexCastOp::create(b, loc, type, iv);
    else if (type != b.getI64Type())
      iv = arith::TruncIOp::create(b, loc, type, iv);
    scalars.map(op.getInductionVar(), iv);
    size_t s = 0;
    for (Value arg : op.getRegionIterArgs())
      if (!blockType(arg))
        scalars.map(arg, inner.getRegionIterArg(s++));
    numberBlock(*op.getBody());
    int64_t top = arenaTop;
    for (Operation &body : op.getBody()->without_terminator()) {
      current = &body;
      loc = body.getLoc();
      if (&body != dot && failed(emitOp(&body)))
        return failure();
    }
    current = dot;
    loc = dot.getLoc();
    Value at = inner.getInductionVar();
    auto part = [&](const Buffer &whole, Value index) {
      Buffer own = whole;
      own.shape.erase(own.shape.begin());
      own.ptr = elementPtr(own.elem, own.ptr, index,
                           b.getI64IntegerAttr(own.shape[0] * own.shape[1]));
      return own;
    };
    Buffer partA = part(packedA, at);
    auto load = dot.getA().getDefiningOp<tts::LoadOp>();
    if (load && load->getBlock() == op.getBody() &&
        canUseInPlace(load, unit.elem, 1)) {
      FailureOr<Matrix> m = inPlace(load, load.getResult(), {0, 1}, &partA);
      if (failed(m))
        return failure();
      fixedA = *m;
      Value row = mul(at, b.getI64IntegerAttr(3));
      auto note = [&](int column, Value v) {
        Value slot =
            LLVM::GEPOp::create(b, loc, ptrType(), table.elem, table.ptr,
                                ValueRange{add(row, cst(column))});
        LLVM::StoreOp::create(b, loc, v, slot, 8);
      };
      note(0, m->ptr);
      for (int d : {0, 1})
        if (auto stride = dyn_cast<Value>(m->strides[d]))
          note(1 + d, stride);
    } else if (failed(materialize(dot.getA(), &partA))) {
      return failure();
    }
    Value indexB = add(firstStep, at);
    Buffer partB = part(packedB.storage, indexB);
    scf::IfOp ifChanged;
    if (packedB.keys.ptr)
      ifChanged = scf::IfOp::create(b, loc, inputsChanged(packedB, indexB),
                                    /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard ifGuard(b);
      if (ifChanged)
        b.setInsertionPointToStart(ifChanged.thenBlock());
      RegionScope ifScope(*this);
      if (failed(pack(dot.getB(), partB, unit.group, panel)))
        return failure();
    }
    arenaTop = top;
    SmallVector<Value> out;
    for (Value v : op.getBody()->getTerminator()->getOperands())
      if (!blockType(v))
        out.push_back(scalars.lookup(v));
    if (!out.empty())
      scf::YieldOp::create(b, loc, out);
  }
  auto matrixA = [&](Value step) {
    if (!fixedA) {
      Matrix own = rowMajor(packedA);
      own.ptr = elementPtr(unit.elem, own.ptr, step, own.strides.front());
      own.strides.erase(own.strides.begin());
      return own;
    }
    Matrix own = *fixedA;
    Value row = mul(step, b.getI64IntegerAttr(3));
    auto noted = [&](int column, Type type) -> Value {
      Value slot = LLVM::GEPOp::create(b, loc, ptrType(), table.elem, table.ptr,
                                       ValueRange{add(row, cst(column))});
      return LLVM::LoadOp::create(b, loc, type, slot, 8);
    };
    own.ptr = noted(0, ptrType());
    for (int d : {0, 1})
      if (isa<Value>(own.strides[d]))
        own.strides[d] = noted(1 + d, b.getI64Type());
    return own;
  };
  Buffer chunkB = packedB.storage;
  chunkB.ptr =
      elementPtr(unit.elem, chunkB.ptr, firstStep, b.getI64IntegerAttr(k * n));
  chunkB.shape = {k, n};
  dotKernel(unit, {1, m, n, k, count}, matrixA,
            packedMatrix(unit, chunkB, panel), acc, false);
  if (!inits.empty())
    scf::YieldOp::create(b, loc, inner.getResults());

  size_t s = 0;
  for (Value r : op.getResults()) {
    if (blockType(r))
      buffers[r] = acc;
    else
      scalars.map(r, outer.getResult(s++));
  }
  return success();
}

} // namespace mlir::tts::cpu
