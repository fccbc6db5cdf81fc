// A loop over k blocks that only accumulates one dot (the matmul of the Triton
// tutorials): several k blocks are packed, then multiplied at once, so that
// accumulators stay in registers for longer than one block of k. Where blocks
// follow one another in memory they are one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../RegionScope.h"
#include "../Walk/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

triton::DotOp Dots::dotOfLoop(scf::ForOp op) {
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
        !(elements().isLazy(&inner) || isa<tts::MakeBlockOp>(inner) ||
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
Iterations Dots::iterationsOf(scf::ForOp op) {
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
void Dots::enterIteration(scf::ForOp op, const Iterations &all, Value t,
                          ValueRange carried) {
  Value iv = add(all.lower, arith::MulIOp::create(b, loc, t, all.step));
  Type type = op.getInductionVar().getType();
  if (type.isIndex())
    iv = arith::IndexCastOp::create(b, loc, type, iv);
  else if (type != b.getI64Type())
    iv = arith::TruncIOp::create(b, loc, type, iv);
  scalars.map(op.getInductionVar(), iv);
  walk().mapCarriedScalars(op, carried);
}

/// All of a loop's body but its dot, which is current then.
LogicalResult Dots::emitAllBut(triton::DotOp dot) {
  for (Operation &body : dot->getBlock()->without_terminator()) {
    current = &body;
    loc = body.getLoc();
    if (&body != dot && failed(walk().emitOp(&body)))
      return failure();
  }
  current = dot;
  loc = dot.getLoc();
  return success();
}

/// The loop in chunks of several steps: each is packed, then multiplied.
class Dots::DotLoop : Part {
public:
  DotLoop(Emitter &emitter, scf::ForOp op, triton::DotOp dot);
  LogicalResult emit();

private:
  LogicalResult takeInits();
  void allocateChunk();
  LogicalResult fillIfNoTrips();
  void findResult();

  void openChunks();
  LogicalResult packChunk();
  std::optional<Nests::CopyEnd> copyEnd(Value v, int dim);
  LogicalResult packRows(Value at);
  LogicalResult packColumns(Value at);
  Matrix rowsOf(Value step);
  Value stepsFollow();
  void joinSteps();
  void multiplyChunk();

  /// Where the table tells of a step, and its words.
  enum Word { Place, RowStride, ColumnStride, End, kWords };
  Value tableRow(Value step) { return mul(step, b.getI64IntegerAttr(kWords)); }
  Value tableWord(Value row, int word) {
    return LLVM::GEPOp::create(b, loc, ptrType(), table.elem, table.ptr,
                               ValueRange{add(row, cst(word))});
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
    own.ptr = elementPtr(own.elem, own.ptr, step, keptA.stepSize);
    return own;
  }
  /// The first step of this chunk in what is kept of B.
  Buffer columnsOfChunk() {
    Buffer own = keptB.reuse.storage;
    own.shape = {k, n};
    own.ptr = elementPtr(own.elem, own.ptr, firstStep, k * n);
    return own;
  }
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
  KeptChunks keptA, keptB;
  Buffer table; // what the multiplication has to know of each step
  /// A where it is: but for what the table has, the same in all steps.
  std::optional<Matrix> fixedA;
  bool endsEarly = false; // may k end before a step does?
  Value endOfCopies;      // along k; null: they hold all of it

  Iterations all;
  TouchTile touch;
  Value rowEnd, columnEnd; // of the result, as far as it is stored
  bool joins = false;      // may a chunk become one step?
  scf::ForOp chunks, stepsOfChunk;
  Value left, count; // steps: from this chunk on, and in it
  Value firstStep;   // in what is kept of B
};

LogicalResult Dots::emitDotLoop(scf::ForOp op, triton::DotOp dot) {
  return DotLoop(emitter, op, dot).emit();
}

Dots::DotLoop::DotLoop(Emitter &emitter, scf::ForOp op, triton::DotOp dot)
    : Part(emitter), op(op), dot(dot), unit(dots().dotUnit(dot)) {
  m = blockType(dot.getD()).getShape()[0];
  n = blockType(dot.getD()).getShape()[1];
  k = blockType(dot.getA()).getShape()[1];
  panel = dots().panelColumns(unit, m, n);
  steps = stepsAtOnce(unit, n, k);
}

LogicalResult Dots::DotLoop::emit() {
  if (failed(takeInits()))
    return failure();
  allocateChunk();
  all = dots().iterationsOf(op);
  if (zero && failed(fillIfNoTrips()))
    return failure();
  findResult();
  OpBuilder::InsertionGuard guard(b);
  openChunks();
  if (failed(packChunk()))
    return failure();
  multiplyChunk();
  walk().mapResults(op, acc, chunks.getResults());
  return success();
}

/// Scalars are carried by both loops; the accumulator has storage.
LogicalResult Dots::DotLoop::takeInits() {
  for (Value v : op.getInitArgs()) {
    if (!blockType(v)) {
      inits.push_back(scalars.lookup(v));
      continue;
    }
    accInit = v;
    acc = allocate(v.getType());
    zero = isZeroBlock(v);
    if (!zero && failed(nests().materialize(v, &acc)))
      return failure();
  }
  return success();
}

/// A is read where it is, if its rows are contiguous; each step has its own
/// pointer and strides then.
void Dots::DotLoop::allocateChunk() {
  // What is copied of a step stands to the right of what is of the step before,
  // so that the rows of all steps are one; some columns more, lest all rows are
  // in the same sets of the cache. Tiles go through one step at a time.
  bool apart = unit.kind == DotUnit::Tiles || steps == 1;
  int64_t line = kLineBytes / bytesOf(unit.elem);
  int64_t columns = apart ? k : k + llvm::divideCeil(line, steps);
  auto chunkA = RankedTensorType::get({steps, m, columns}, unit.elem);
  // Tiles are done so soon that each cache line of A counts.
  if (unit.kind == DotUnit::Tiles || dots().dearRows(dot.getA()))
    keptA = dots().keepRows(op, dot.getA(), chunkA);
  else
    keptA.reuse.storage = allocate(chunkA);
  keptA.stepSize = apart ? m * k : k;
  rowPitch = apart ? k : steps * columns;
  keptB = dots().keepColumns(op, dot.getB(),
                             RankedTensorType::get({steps, k, n}, unit.elem));
  table = allocate(RankedTensorType::get({steps, kWords}, b.getI64Type()));
}

/// The first chunk starts from zero; without any, zero is the result.
LogicalResult Dots::DotLoop::fillIfNoTrips() {
  Value none = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                     all.trips, cst(0));
  auto ifOp = scf::IfOp::create(b, loc, none, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  RegionScope scope(emitter);
  return nests().materialize(accInit, &acc);
}

/// What is not stored need not be computed.
void Dots::DotLoop::findResult() {
  Value result;
  for (Value r : op.getResults())
    if (blockType(r))
      result = r;
  touch = dots().touchResult(dots().placeOfResult(result, op), unit);
  rowEnd = nests().endOfNeeded(result, 0, op);
  columnEnd = nests().endOfNeeded(result, 1, op);
}

void Dots::DotLoop::openChunks() {
  chunks = scf::ForOp::create(b, loc, cst(0), all.trips, cst(steps), inits);
  walk().enterBody(chunks);
  if (keptA.slot)
    LLVM::StoreOp::create(b, loc, cst(-1), keptA.slot, 8);
  Value done = chunks.getInductionVar();
  left = arith::SubIOp::create(b, loc, all.trips, done);
  count = arith::MinSIOp::create(b, loc, left, cst(steps));
  if (keptB.slot) {
    LLVM::StoreOp::create(b, loc, cst(-1), keptB.slot, 8);
    return;
  }
  // The last chunks of a long loop take turns in the last slot.
  Value chunk = arith::DivUIOp::create(b, loc, done, cst(steps));
  chunk = arith::MinUIOp::create(b, loc, chunk, cst(keptB.reuse.slots - 1));
  firstStep = arith::MulIOp::create(b, loc, chunk, cst(steps));
}

/// All of the loop's body but the dot, for each step of a chunk.
LogicalResult Dots::DotLoop::packChunk() {
  stepsOfChunk =
      scf::ForOp::create(b, loc, cst(0), count, cst(1),
                         SmallVector<Value>(chunks.getRegionIterArgs()));
  OpBuilder::InsertionGuard guard(b);
  RegionScope scope(emitter);
  walk().enterBody(stepsOfChunk);
  dots().enterIteration(
      op, all, add(chunks.getInductionVar(), stepsOfChunk.getInductionVar()),
      stepsOfChunk.getRegionIterArgs());
  plan().numberBlock(*op.getBody());
  int64_t top = arenaTop;
  if (failed(dots().emitAllBut(dot)))
    return failure();
  Value at = stepsOfChunk.getInductionVar();
  if (failed(packRows(at)) || failed(packColumns(at)))
    return failure();
  arenaTop = top;
  walk().yieldScalars(op);
  return success();
}

/// Notes where A is, which is copied if it cannot be read there.
LogicalResult Dots::DotLoop::packRows(Value at) {
  Value row = tableRow(at);
  Value end = dots().endOfK(dot);
  endsEarly = end != nullptr;
  note(row, End, end ? end : cst(k));
  endOfCopies = dots().endOfCopies(dot, unit, end);
  llvm::SaveAndRestore copies(nests().copyEnd, copyEnd(dot.getA(), 1));
  Buffer part = copiedRows(at);
  keptA.step = at;
  auto load = dot.getA().getDefiningOp<tts::LoadOp>();
  if (load && load->getBlock() == op.getBody() &&
      dots().canUseInPlace(load, unit.elem, 1)) {
    FailureOr<Matrix> there = dots().inPlace(
        load, load.getResult(), {0, 1}, &part, keptA.slot ? &keptA : nullptr);
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
    return nests().materialize(dot.getA(), &part);
  FailureOr<Value> there = dots().copyKept(keptA, dot.getA(), part);
  if (failed(there))
    return failure();
  fixedA = dots().rowMajor(part);
  note(row, Place, *there);
  return success();
}

/// How much is copied of an operand along k.
std::optional<Nests::CopyEnd> Dots::DotLoop::copyEnd(Value v, int dim) {
  if (!endOfCopies)
    return std::nullopt;
  return Nests::CopyEnd{v, dim, endOfCopies};
}

/// Packs B, unless a program before has left the same.
LogicalResult Dots::DotLoop::packColumns(Value at) {
  if (keptB.slot)
    firstStep =
        arith::MulIOp::create(b, loc, dots().slotOfChunk(keptB), cst(steps));
  Buffer part = columnsOfChunk();
  part.ptr = elementPtr(part.elem, part.ptr, at, k * panel);
  scf::IfOp ifChanged;
  if (keptB.reuse.keys.ptr)
    ifChanged = scf::IfOp::create(
        b, loc, dots().inputsChanged(keptB.reuse, add(firstStep, at)),
        /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  if (ifChanged) {
    b.setInsertionPointToStart(ifChanged.thenBlock());
    if (keptB.reuse.guarded)
      dots().noteRead(dot.getB());
  }
  RegionScope scope(emitter);
  llvm::SaveAndRestore copies(nests().copyEnd, copyEnd(dot.getB(), 0));
  llvm::SaveAndRestore shared(nests().fillsShared,
                              static_cast<bool>(ifChanged));
  return dots().pack(dot.getB(), part, unit.group, panel, steps * k);
}

/// A in one step of the chunk.
Matrix Dots::DotLoop::rowsOf(Value step) {
  Value row = tableRow(step);
  Matrix own = fixedA ? *fixedA : dots().rowMajor(copiedRows(step));
  if (fixedA) {
    own.ptr = noted(row, Place, ptrType());
    for (int d : {0, 1})
      if (isa<Value>(own.strides[d]))
        own.strides[d] = noted(row, RowStride + d, b.getI64Type());
  }
  if (endsEarly || joins)
    own.kEnd = noted(row, End, b.getI64Type());
  return own;
}

/// Is A in each step of the chunk where the one before ends?
Value Dots::DotLoop::stepsFollow() {
  Value yes = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  auto loop = scf::ForOp::create(b, loc, cst(1), count, cst(1), yes);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value step = loop.getInductionVar();
  Value own = tableRow(step),
        before = tableRow(arith::SubIOp::create(b, loc, step, cst(1)));
  Value all = loop.getRegionIterArg(0);
  auto need = [&](Value x, Value y) {
    Value same = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, y);
    all = arith::AndIOp::create(b, loc, all, same);
  };
  auto word = [&](Value row, int word) {
    return noted(row, word, b.getI64Type());
  };
  need(word(before, End), cst(k));
  if (fixedA) {
    for (int d : {0, 1})
      if (isa<Value>(fixedA->strides[d]))
        need(word(own, RowStride + d), word(before, RowStride + d));
    Value columnStride = isa<Value>(fixedA->strides[1])
                             ? word(own, ColumnStride)
                             : i64(fixedA->strides[1]);
    Value bytes =
        mul(columnStride, b.getI64IntegerAttr(bytesOf(unit.elem) * k));
    need(word(own, Place), add(word(before, Place), bytes));
  }
  scf::YieldOp::create(b, loc, all);
  return loop.getResult(0);
}

/// Where the steps of a chunk follow one another, as those of B do, they are
/// one long step: each costs as much as several k do before its first product.
void Dots::DotLoop::joinSteps() {
  auto ifOp = scf::IfOp::create(b, loc, TypeRange(count.getType()),
                                stepsFollow(), true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(ifOp.thenBlock());
  Value last = arith::SubIOp::create(b, loc, count, cst(1));
  note(tableRow(cst(0)), End,
       add(arith::MulIOp::create(b, loc, last, cst(k)),
           noted(tableRow(last), End, b.getI64Type())));
  scf::YieldOp::create(b, loc, cst(1));
  b.setInsertionPointToEnd(ifOp.elseBlock());
  scf::YieldOp::create(b, loc, count);
  count = ifOp.getResult(0);
}

void Dots::DotLoop::multiplyChunk() {
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
                                        chunks.getInductionVar(), cst(0));
  if (touch) {
    Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                         left, cst(steps));
    shape.touch = [this, isLast](Value row, int64_t rows, Value column,
                                 int64_t columns) {
      auto ifOp = scf::IfOp::create(b, loc, isLast, false);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
      touch(row, rows, column, columns);
    };
  }
  auto a = [this](Value step) { return rowsOf(step); };
  if (keptB.slot) {
    Value slot = LLVM::LoadOp::create(b, loc, b.getI64Type(), keptB.slot, 8);
    firstStep = arith::MulIOp::create(b, loc, slot, cst(steps));
  }
  Matrix chunkB = dots().packedMatrix(unit, columnsOfChunk(), panel, steps * k);
  dots().dotKernel({unit, shape, a, chunkB, acc, /*zero=*/false});
  if (!inits.empty())
    scf::YieldOp::create(b, loc, stepsOfChunk.getResults());
}

} // namespace mlir::tts::cpu
