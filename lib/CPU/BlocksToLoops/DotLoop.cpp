// A loop over k blocks that only accumulates one dot (the matmul of the Triton
// tutorials): several k blocks are packed, then multiplied at once, so that
// accumulators stay in registers for longer than one block of k.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// Bytes of k that are packed at once. The columns that one row of tiles works
/// on then come from the second-level cache, which is cheaper than to load and
/// store the accumulators once more. Of very wide blocks less: what is packed
/// at once should fit in what is kept for the next program.
static constexpr int64_t kPackedBytes = 1024, kPackedBytesWide = 512;
static constexpr int64_t kVeryWideColumns = 512;
/// A tile row of AMX is done in less time than it takes to load and store its
/// accumulators. With more than two panels of columns, which all go through the
/// same rows of A, it is those that should stay near.
static constexpr int64_t kPackedTileBytes = 4096, kPackedTileBytesWide = 1024;
static constexpr int64_t kWideColumns = 128;

static int64_t packedBytes(const DotUnit &unit, int64_t columns) {
  if (unit.kind != DotUnit::Tiles)
    return columns < kVeryWideColumns ? kPackedBytes : kPackedBytesWide;
  return columns < kWideColumns ? kPackedTileBytes : kPackedTileBytesWide;
}

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

/// Which of the loop's values is the accumulator: its only carried block.
static unsigned accumulatorIndex(scf::ForOp op) {
  for (auto [i, v] : llvm::enumerate(op.getInitArgs()))
    if (blockType(v))
      return i;
  llvm_unreachable("a dot's loop carries its accumulator");
}

/// The store that the result of the loop is for, if it is for nothing else.
static tts::StoreOp storeOfResult(Value result) {
  // Casts and arithmetic of the same shape on the way, a few of them, which do
  // no harm to elements that hold anything.
  Value v = result;
  for (int i = 0; i < 8 && v.hasOneUse(); ++i) {
    Operation *user = *v.user_begin();
    if (user->getBlock() != result.getDefiningOp()->getBlock())
      return {};
    if (auto store = dyn_cast<tts::StoreOp>(user))
      return store.getValue() == v ? store : tts::StoreOp();
    if (!isPure(user) || user->getNumResults() != 1 ||
        user->getNumRegions() != 0 || !user->hasTrait<OpTrait::Elementwise>())
      return {};
    v = user->getResult(0);
  }
  return {};
}

/// Where the result of the loop is stored, with the scalars of that access
/// emitted; null if that is not known yet.
tts::MakeBlockOp Emitter::placeOfResult(scf::ForOp op) {
  Value result = op.getResult(accumulatorIndex(op));
  tts::StoreOp store = storeOfResult(result);
  if (!store)
    return {};
  auto block = accessOf(store);
  llvm::SetVector<Operation *> early;
  if (blockType(block.getBase()) || !block.getWrapDims().empty() ||
      !computedBefore(block.getResult(), op, early))
    return {};
  // Blocks among them are evaluated where the store is.
  if (llvm::any_of(early, [&](Operation *def) {
        return hasBlocks(def) && !isa<tts::MakeBlockOp>(def) && !isLazy(def);
      }))
    return {};
  for (Operation *def : early)
    if (!hasBlocks(def) && !isa<tts::MakeBlockOp>(def) &&
        failed(emitScalar(def)))
      return {};
  return block;
}

/// Asks for the lines that the result will be stored to, a tile at a time, so
/// that they arrive while the last products are computed. Into the second
/// level: the first is full of operands.
Emitter::TouchTile Emitter::touchResult(tts::MakeBlockOp block,
                                        const DotUnit &unit) {
  if (!block || block.getGather() ||
      getConstantIntValue(block.getMixedStrides().back()) != 1)
    return {};
  auto type = cast<tts::BlockType>(block.getResult().getType());
  Type elem = storageType(type.getElementType());
  // Tiles are done so soon that for short rows asking takes longer than the
  // stores would wait.
  if (unit.kind == DotUnit::Tiles && bytesOf(elem) < 4)
    return {};
  Value base = scalars.lookup(block.getBase());
  Value offset = i64(OpFoldResult(block.getOffset()));
  Value stride = i64(block.getMixedStrides().front());
  return [=](Value row, int64_t rows, Value column, int64_t columns) {
    Value first = add(offset, toI64(column));
    first = add(first, arith::MulIOp::create(b, loc, row, stride));
    int64_t bytes = columns * bytesOf(elem);
    for (int64_t r = 0; r < rows; ++r) {
      Value ptr =
          LLVM::GEPOp::create(b, loc, ptrType(), elem, base, ValueRange{first});
      for (int64_t at = 0; at < bytes + 64; at += 64) {
        Value line = LLVM::GEPOp::create(
            b, loc, ptrType(), b.getI8Type(), ptr,
            ArrayRef<LLVM::GEPArg>{int32_t(std::min(at, bytes - 1))});
        LLVM::Prefetch::create(b, loc, line, 0, 2, 1);
      }
      if (r + 1 < rows)
        first = add(first, stride);
    }
  };
}

/// From this position of dim `d` on nothing of the block is accessed; null if
/// all of it may be.
Value Emitter::endOfDim(tts::MakeBlockOp block, int d) {
  if (!block)
    return {};
  int64_t n = cast<tts::BlockType>(block.getResult().getType()).getShape()[d];
  OpFoldResult upper = block.getMixedUpper()[d];
  if (getConstantIntValue(upper).value_or(0) >= n)
    return {};
  return arith::MinSIOp::create(
      b, loc, cst(n),
      arith::MaxSIOp::create(b, loc, i64(upper), cst(0)).getResult());
}

/// From this k on both operands are zero; null if that is not known.
Value Emitter::endOfK(triton::DotOp dot) {
  Value end;
  for (auto [v, d] : {std::pair(dot.getA(), 1), std::pair(dot.getB(), 0)}) {
    auto load = v.getDefiningOp<tts::LoadOp>();
    auto zero = load && load.getOther()
                    ? load.getOther().getDefiningOp<arith::ConstantOp>()
                    : arith::ConstantOp();
    if (!zero || !(matchPattern(zero.getResult(), m_Zero()) ||
                   matchPattern(zero.getResult(), m_PosZeroFloat())))
      return {};
    Value own = endOfDim(accessOf(load), d);
    if (!own)
      return {};
    end = end ? arith::MaxSIOp::create(b, loc, end, own).getResult() : own;
  }
  return end;
}

LogicalResult Emitter::emitDotLoop(scf::ForOp op, triton::DotOp dot) {
  auto at = blockType(dot.getA()), dt = blockType(dot.getD());
  int64_t m = dt.getShape()[0], n = dt.getShape()[1], k = at.getShape()[1];
  DotUnit unit = dotUnit(dot);
  int64_t panel = panelColumns(unit, m, n);
  int64_t steps =
      std::max<int64_t>(1, packedBytes(unit, n) / (k * bytesOf(unit.elem)));

  // Scalars are carried by both loops; the accumulator has storage.
  SmallVector<Value> inits;
  Buffer acc;
  bool zero = false;
  for (Value v : op.getInitArgs()) {
    if (!blockType(v)) {
      inits.push_back(scalars.lookup(v));
      continue;
    }
    acc = allocate(v.getType());
    zero = isZeroBlock(v);
    if (!zero && failed(materialize(v, &acc)))
      return failure();
  }
  // A is read where it is, if its rows are contiguous; each step has its own
  // pointer and strides then.
  auto chunkA = RankedTensorType::get({steps, m, k}, unit.elem);
  // Tiles are done so soon that each cache line of A counts.
  KeptRows keptA;
  if (unit.kind == DotUnit::Tiles || dearRows(dot.getA()))
    keptA = keepRows(op, dot.getA(), chunkA);
  else
    keptA.reuse.storage = allocate(chunkA);
  Buffer packedA = keptA.reuse.storage;
  Reuse packedB = reuseColumns(op, dot.getB(),
                               RankedTensorType::get({steps, k, n}, unit.elem));
  Buffer table = allocate(RankedTensorType::get({steps, 4}, b.getI64Type()));
  std::optional<Matrix> fixedA;
  bool endsEarly = false;

  Value lower = toI64(scalars.lookup(op.getLowerBound()));
  Value upper = toI64(scalars.lookup(op.getUpperBound()));
  Value step = toI64(scalars.lookup(op.getStep()));
  Value span = arith::SubIOp::create(b, loc, upper, lower);
  span = arith::MaxSIOp::create(b, loc, span, cst(0));
  span = add(span, arith::SubIOp::create(b, loc, step, cst(1)));
  Value trips = arith::DivUIOp::create(b, loc, span, step);
  if (zero) {
    // The first chunk starts from zero; without any, zero is the result.
    Value none =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, trips, cst(0));
    auto ifOp = scf::IfOp::create(b, loc, none, false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
    RegionScope scope(*this);
    if (failed(materialize(op.getInitArgs()[accumulatorIndex(op)], &acc)))
      return failure();
  }
  // What is not stored need not be computed.
  tts::MakeBlockOp place = placeOfResult(op);
  TouchTile touch = touchResult(place, unit);
  Value rowEnd = endOfDim(place, 0), columnEnd = endOfDim(place, 1);

  auto outer = scf::ForOp::create(b, loc, cst(0), trips, cst(steps), inits);
  OpBuilder::InsertionGuard guard(b);
  auto enter = [&](scf::ForOp loop) {
    if (inits.empty())
      b.setInsertionPoint(loop.getBody()->getTerminator());
    else
      b.setInsertionPointToEnd(loop.getBody());
  };
  enter(outer);
  if (keptA.slot)
    LLVM::StoreOp::create(b, loc, cst(-1), keptA.slot, 8);
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
    // What the multiplication has to know of each step.
    Value row = mul(at, b.getI64IntegerAttr(4));
    auto note = [&](int column, Value v) {
      Value slot = LLVM::GEPOp::create(b, loc, ptrType(), table.elem, table.ptr,
                                       ValueRange{add(row, cst(column))});
      LLVM::StoreOp::create(b, loc, v, slot, 8);
    };
    if (Value end = endOfK(dot)) {
      endsEarly = true;
      note(3, end);
    }
    auto part = [&](const Buffer &whole, Value index) {
      Buffer own = whole;
      own.shape.erase(own.shape.begin());
      own.ptr = elementPtr(own.elem, own.ptr, index,
                           b.getI64IntegerAttr(own.shape[0] * own.shape[1]));
      return own;
    };
    Buffer partA = part(packedA, at);
    keptA.step = at;
    auto load = dot.getA().getDefiningOp<tts::LoadOp>();
    if (load && load->getBlock() == op.getBody() &&
        canUseInPlace(load, unit.elem, 1)) {
      FailureOr<Matrix> m = inPlace(load, load.getResult(), {0, 1}, &partA,
                                    keptA.slot ? &keptA : nullptr);
      if (failed(m))
        return failure();
      fixedA = *m;
      note(0, m->ptr);
      for (int d : {0, 1})
        if (auto stride = dyn_cast<Value>(m->strides[d]))
          note(1 + d, stride);
    } else if (keptA.slot) {
      FailureOr<Value> there = copyKept(keptA, dot.getA(), partA);
      if (failed(there))
        return failure();
      fixedA = rowMajor(partA);
      note(0, *there);
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
      if (ifChanged) {
        b.setInsertionPointToStart(ifChanged.thenBlock());
        if (packedB.guarded)
          noteRead(dot.getB());
      }
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
    Value row = mul(step, b.getI64IntegerAttr(4));
    auto noted = [&](int column, Type type) -> Value {
      Value slot = LLVM::GEPOp::create(b, loc, ptrType(), table.elem, table.ptr,
                                       ValueRange{add(row, cst(column))});
      return LLVM::LoadOp::create(b, loc, type, slot, 8);
    };
    Matrix own = fixedA ? *fixedA : rowMajor(packedA);
    if (fixedA) {
      own.ptr = noted(0, ptrType());
      for (int d : {0, 1})
        if (isa<Value>(own.strides[d]))
          own.strides[d] = noted(1 + d, b.getI64Type());
    } else {
      own.ptr = elementPtr(unit.elem, own.ptr, step, own.strides.front());
      own.strides.erase(own.strides.begin());
    }
    if (endsEarly)
      own.kEnd = noted(3, b.getI64Type());
    return own;
  };
  Buffer chunkB = packedB.storage;
  chunkB.ptr =
      elementPtr(unit.elem, chunkB.ptr, firstStep, b.getI64IntegerAttr(k * n));
  chunkB.shape = {k, n};
  DotShape shape{1, m, n, k, count};
  shape.rowEnd = rowEnd;
  shape.columnEnd = columnEnd;
  if (zero)
    shape.fresh = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        outer.getInductionVar(), cst(0));
  if (touch) {
    Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                         left, cst(steps));
    shape.touch = [&, isLast](Value row, int64_t rows, Value column,
                              int64_t columns) {
      auto ifOp = scf::IfOp::create(b, loc, isLast, false);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
      touch(row, rows, column, columns);
    };
  }
  dotKernel(unit, shape, matrixA, packedMatrix(unit, chunkB, panel), acc,
            false);
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
