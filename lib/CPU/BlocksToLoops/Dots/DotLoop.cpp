// A loop over k blocks that only accumulates one dot (the matmul of the Triton
// tutorials): several k blocks are packed, then multiplied at once, so that
// accumulators stay in registers for longer than one block of k. Where blocks
// follow one another in memory they are one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::cpu {

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

/// Where the iterations of a signed loop begin, and how many there are.
Iterations Emitter::iterationsOf(scf::ForOp op) {
  Iterations all;
  all.lower = toI64(scalars.lookup(op.getLowerBound()));
  all.step = toI64(scalars.lookup(op.getStep()));
  Value upper = toI64(scalars.lookup(op.getUpperBound()));
  Value span = arith::SubIOp::create(b, loc, upper, all.lower);
  span = arith::MaxSIOp::create(b, loc, span, cst(0));
  span = add(span, arith::SubIOp::create(b, loc, all.step, cst(1)));
  all.trips = arith::DivUIOp::create(b, loc, span, all.step);
  return all;
}

/// Gives the arguments of a loop's body their values in iteration `t`.
void Emitter::enterIteration(scf::ForOp op, const Iterations &all, Value t,
                             ValueRange carried) {
  Value iv = add(all.lower, arith::MulIOp::create(b, loc, t, all.step));
  Type type = op.getInductionVar().getType();
  if (type.isIndex())
    iv = arith::IndexCastOp::create(b, loc, type, iv);
  else if (type != b.getI64Type())
    iv = arith::TruncIOp::create(b, loc, type, iv);
  scalars.map(op.getInductionVar(), iv);
  mapCarriedScalars(op, carried);
}

/// All of a loop's body but its dot, which is current then.
LogicalResult Emitter::emitAllBut(triton::DotOp dot) {
  for (Operation &body : dot->getBlock()->without_terminator()) {
    current = &body;
    loc = body.getLoc();
    if (&body != dot && failed(emitOp(&body)))
      return failure();
  }
  current = dot;
  loc = dot.getLoc();
  return success();
}

/// The loop in chunks of several steps: each is packed, then multiplied.
class Emitter::DotLoop {
public:
  DotLoop(Emitter &e, scf::ForOp op, triton::DotOp dot);
  LogicalResult emit();

private:
  LogicalResult takeInits();
  void allocateChunk();
  LogicalResult fillIfNoTrips();
  void findResult();

  void openChunks();
  LogicalResult packChunk();
  LogicalResult packRows(Value at);
  LogicalResult packColumns(Value at);
  Matrix rowsOf(Value step);
  Value stepsFollow();
  void joinSteps();
  void multiplyChunk();

  /// Where the table tells of a step, and its words.
  enum Word { Place, RowStride, ColumnStride, End, kWords };
  Value tableRow(Value step) {
    return e.mul(step, b.getI64IntegerAttr(kWords));
  }
  Value tableWord(Value row, int word) {
    return LLVM::GEPOp::create(b, loc, e.ptrType(), table.elem, table.ptr,
                               ValueRange{e.add(row, e.cst(word))});
  }
  void note(Value row, int word, Value v) {
    LLVM::StoreOp::create(b, loc, v, tableWord(row, word), 8);
  }
  Value noted(Value row, int word, Type type) {
    return LLVM::LoadOp::create(b, loc, type, tableWord(row, word), 8);
  }
  /// Where a step's rows are copied to.
  Buffer copiedRows(Value step) {
    Buffer own = keptA.reuse.storage;
    own.shape = {m, rowPitch};
    own.ptr = e.elementPtr(own.elem, own.ptr, step, keptA.stepSize);
    return own;
  }
  /// The first step of this chunk in what is kept of B.
  Buffer columnsOfChunk() {
    Buffer own = packedB.storage;
    own.shape = {k, n};
    own.ptr = e.elementPtr(own.elem, own.ptr, firstStep, k * n);
    return own;
  }
  Emitter &e;
  OpBuilder &b;
  const Location &loc; // of what is emitted now
  scf::ForOp op;
  triton::DotOp dot;
  DotUnit unit;
  int64_t m, n, k, panel;
  int64_t steps;    // of a chunk
  int64_t rowPitch; // of A's copies

  SmallVector<Value> inits; // scalars, which both loops carry
  Value accInit;
  Buffer acc;
  bool zero = false; // do the accumulators start from zero?
  KeptRows keptA;
  Reuse packedB;
  Buffer table; // what the multiplication has to know of each step
  /// A where it is: but for what the table has, the same in all steps.
  std::optional<Matrix> fixedA;
  bool endsEarly = false; // may k end before a step does?

  Iterations all;
  TouchTile touch;
  Value rowEnd, columnEnd; // of the result, as far as it is stored
  bool joins = false;      // may a chunk become one step?
  scf::ForOp chunks, stepsOfChunk;
  Value left, count; // steps: from this chunk on, and in it
  Value firstStep;   // in what is kept of B
};

LogicalResult Emitter::emitDotLoop(scf::ForOp op, triton::DotOp dot) {
  return DotLoop(*this, op, dot).emit();
}

Emitter::DotLoop::DotLoop(Emitter &e, scf::ForOp op, triton::DotOp dot)
    : e(e), b(e.b), loc(e.loc), op(op), dot(dot), unit(e.dotUnit(dot)) {
  m = blockType(dot.getD()).getShape()[0];
  n = blockType(dot.getD()).getShape()[1];
  k = blockType(dot.getA()).getShape()[1];
  panel = e.panelColumns(unit, m, n);
  steps = stepsAtOnce(unit, n, k);
}

LogicalResult Emitter::DotLoop::emit() {
  if (failed(takeInits()))
    return failure();
  allocateChunk();
  all = e.iterationsOf(op);
  if (zero && failed(fillIfNoTrips()))
    return failure();
  findResult();
  OpBuilder::InsertionGuard guard(b);
  openChunks();
  if (failed(packChunk()))
    return failure();
  multiplyChunk();
  e.mapResults(op, acc, chunks.getResults());
  return success();
}

/// Scalars are carried by both loops; the accumulator has storage.
LogicalResult Emitter::DotLoop::takeInits() {
  for (Value v : op.getInitArgs()) {
    if (!blockType(v)) {
      inits.push_back(e.scalars.lookup(v));
      continue;
    }
    accInit = v;
    acc = e.allocate(v.getType());
    zero = isZeroBlock(v);
    if (!zero && failed(e.materialize(v, &acc)))
      return failure();
  }
  return success();
}

/// A is read where it is, if its rows are contiguous; each step has its own
/// pointer and strides then.
void Emitter::DotLoop::allocateChunk() {
  // What is copied of a step stands to the right of what is of the step before,
  // so that the rows of all steps are one; some columns more, lest all rows are
  // in the same sets of the cache. Tiles go through one step at a time.
  bool apart = unit.kind == DotUnit::Tiles || steps == 1;
  int64_t line = kLineBytes / bytesOf(unit.elem);
  int64_t columns = apart ? k : k + llvm::divideCeil(line, steps);
  auto chunkA = RankedTensorType::get({steps, m, columns}, unit.elem);
  // Tiles are done so soon that each cache line of A counts.
  if (unit.kind == DotUnit::Tiles || e.dearRows(dot.getA()))
    keptA = e.keepRows(op, dot.getA(), chunkA);
  else
    keptA.reuse.storage = e.allocate(chunkA);
  keptA.stepSize = apart ? m * k : k;
  rowPitch = apart ? k : steps * columns;
  packedB = e.reuseColumns(op, dot.getB(),
                           RankedTensorType::get({steps, k, n}, unit.elem));
  table = e.allocate(RankedTensorType::get({steps, kWords}, b.getI64Type()));
}

/// The first chunk starts from zero; without any, zero is the result.
LogicalResult Emitter::DotLoop::fillIfNoTrips() {
  Value none = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                     all.trips, e.cst(0));
  auto ifOp = scf::IfOp::create(b, loc, none, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  RegionScope scope(e);
  return e.materialize(accInit, &acc);
}

/// What is not stored need not be computed.
void Emitter::DotLoop::findResult() {
  Value result;
  for (Value r : op.getResults())
    if (blockType(r))
      result = r;
  tts::MakeBlockOp place = e.placeOfResult(result, op);
  touch = e.touchResult(place, unit);
  rowEnd = e.endOfDim(place, 0);
  columnEnd = e.endOfDim(place, 1);
}

void Emitter::DotLoop::openChunks() {
  chunks = scf::ForOp::create(b, loc, e.cst(0), all.trips, e.cst(steps), inits);
  e.enterBody(chunks);
  if (keptA.slot)
    LLVM::StoreOp::create(b, loc, e.cst(-1), keptA.slot, 8);
  Value done = chunks.getInductionVar();
  left = arith::SubIOp::create(b, loc, all.trips, done);
  count = arith::MinSIOp::create(b, loc, left, e.cst(steps));
  // The last chunks of a long loop take turns in the last slot.
  Value chunk = arith::DivUIOp::create(b, loc, done, e.cst(steps));
  chunk = arith::MinUIOp::create(b, loc, chunk, e.cst(packedB.slots - 1));
  firstStep = arith::MulIOp::create(b, loc, chunk, e.cst(steps));
}

/// All of the loop's body but the dot, for each step of a chunk.
LogicalResult Emitter::DotLoop::packChunk() {
  stepsOfChunk =
      scf::ForOp::create(b, loc, e.cst(0), count, e.cst(1),
                         SmallVector<Value>(chunks.getRegionIterArgs()));
  OpBuilder::InsertionGuard guard(b);
  RegionScope scope(e);
  e.enterBody(stepsOfChunk);
  e.enterIteration(
      op, all, e.add(chunks.getInductionVar(), stepsOfChunk.getInductionVar()),
      stepsOfChunk.getRegionIterArgs());
  e.numberBlock(*op.getBody());
  int64_t top = e.arenaTop;
  if (failed(e.emitAllBut(dot)))
    return failure();
  Value at = stepsOfChunk.getInductionVar();
  if (failed(packRows(at)) || failed(packColumns(at)))
    return failure();
  e.arenaTop = top;
  e.yieldScalars(op);
  return success();
}

/// Notes where A is, which is copied if it cannot be read there.
LogicalResult Emitter::DotLoop::packRows(Value at) {
  Value row = tableRow(at);
  Value end = e.endOfK(dot);
  endsEarly = end != nullptr;
  note(row, End, end ? end : e.cst(k));
  Buffer part = copiedRows(at);
  keptA.step = at;
  auto load = dot.getA().getDefiningOp<tts::LoadOp>();
  if (load && load->getBlock() == op.getBody() &&
      e.canUseInPlace(load, unit.elem, 1)) {
    FailureOr<Matrix> there = e.inPlace(load, load.getResult(), {0, 1}, &part,
                                        keptA.slot ? &keptA : nullptr);
    if (failed(there))
      return failure();
    fixedA = *there;
    note(row, Place, there->ptr);
    for (int d : {0, 1})
      if (auto stride = dyn_cast<Value>(there->strides[d]))
        note(row, RowStride + d, stride);
    return success();
  }
  if (!keptA.slot)
    return e.materialize(dot.getA(), &part);
  FailureOr<Value> there = e.copyKept(keptA, dot.getA(), part);
  if (failed(there))
    return failure();
  fixedA = e.rowMajor(part);
  note(row, Place, *there);
  return success();
}

/// Packs B, unless a program before has left the same.
LogicalResult Emitter::DotLoop::packColumns(Value at) {
  Buffer part = columnsOfChunk();
  part.ptr = e.elementPtr(part.elem, part.ptr, at, k * panel);
  scf::IfOp ifChanged;
  if (packedB.keys.ptr)
    ifChanged = scf::IfOp::create(
        b, loc, e.inputsChanged(packedB, e.add(firstStep, at)),
        /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  if (ifChanged) {
    b.setInsertionPointToStart(ifChanged.thenBlock());
    if (packedB.guarded)
      e.noteRead(dot.getB());
  }
  RegionScope scope(e);
  return e.pack(dot.getB(), part, unit.group, panel, steps * k);
}

/// A in one step of the chunk.
Matrix Emitter::DotLoop::rowsOf(Value step) {
  Value row = tableRow(step);
  Matrix own = fixedA ? *fixedA : e.rowMajor(copiedRows(step));
  if (fixedA) {
    own.ptr = noted(row, Place, e.ptrType());
    for (int d : {0, 1})
      if (isa<Value>(own.strides[d]))
        own.strides[d] = noted(row, RowStride + d, b.getI64Type());
  }
  if (endsEarly || joins)
    own.kEnd = noted(row, End, b.getI64Type());
  return own;
}

/// Is A in each step of the chunk where the one before ends?
Value Emitter::DotLoop::stepsFollow() {
  Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  auto loop = scf::ForOp::create(b, loc, e.cst(1), count, e.cst(1), yes);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value step = loop.getInductionVar();
  Value own = tableRow(step),
        before = tableRow(arith::SubIOp::create(b, loc, step, e.cst(1)));
  Value all = loop.getRegionIterArg(0);
  auto need = [&](Value x, Value y) {
    Value same = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, y);
    all = arith::AndIOp::create(b, loc, all, same);
  };
  auto word = [&](Value row, int word) {
    return noted(row, word, b.getI64Type());
  };
  need(word(before, End), e.cst(k));
  if (fixedA) {
    for (int d : {0, 1})
      if (isa<Value>(fixedA->strides[d]))
        need(word(own, RowStride + d), word(before, RowStride + d));
    Value columnStride = isa<Value>(fixedA->strides[1])
                             ? word(own, ColumnStride)
                             : e.i64(fixedA->strides[1]);
    Value bytes =
        e.mul(columnStride, b.getI64IntegerAttr(bytesOf(unit.elem) * k));
    need(word(own, Place), e.add(word(before, Place), bytes));
  }
  scf::YieldOp::create(b, loc, all);
  return loop.getResult(0);
}

/// Where the steps of a chunk follow one another, as those of B do, they are
/// one long step: each costs as much as several k do before its first product.
void Emitter::DotLoop::joinSteps() {
  auto ifOp = scf::IfOp::create(b, loc, TypeRange(count.getType()),
                                stepsFollow(), true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(ifOp.thenBlock());
  Value last = arith::SubIOp::create(b, loc, count, e.cst(1));
  note(tableRow(e.cst(0)), End,
       e.add(arith::MulIOp::create(b, loc, last, e.cst(k)),
             noted(tableRow(last), End, b.getI64Type())));
  scf::YieldOp::create(b, loc, e.cst(1));
  b.setInsertionPointToEnd(ifOp.elseBlock());
  scf::YieldOp::create(b, loc, count);
  count = ifOp.getResult(0);
}

void Emitter::DotLoop::multiplyChunk() {
  // Tiles are single steps, and what is biased is copied anyway.
  joins =
      steps > 1 && (unit.kind == DotUnit::Fma || unit.kind == DotUnit::Pairs);
  if (joins)
    joinSteps();
  DotShape shape{1, m, n, k, count, steps};
  shape.rowEnd = rowEnd;
  shape.columnEnd = columnEnd;
  if (zero)
    shape.fresh = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        chunks.getInductionVar(), e.cst(0));
  if (touch) {
    Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                         left, e.cst(steps));
    shape.touch = [this, isLast](Value row, int64_t rows, Value column,
                                 int64_t columns) {
      auto ifOp = scf::IfOp::create(b, loc, isLast, false);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
      touch(row, rows, column, columns);
    };
  }
  auto a = [this](Value step) { return rowsOf(step); };
  Matrix chunkB = e.packedMatrix(unit, columnsOfChunk(), panel, steps * k);
  e.dotKernel({unit, shape, a, chunkB, acc, /*zero=*/false});
  if (!inits.empty())
    scf::YieldOp::create(b, loc, stepsOfChunk.getResults());
}

} // namespace mlir::tts::cpu
