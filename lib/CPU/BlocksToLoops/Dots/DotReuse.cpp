// Programs that run one after the other on a thread often multiply by the same
// columns (the grouped order of the matmul tutorial): what one has packed, the
// next finds, if every scalar that went into it is the same.
//
// Programs of a launch are not ordered, so that none may wait to see what
// another stores; only what the program itself has stored before must be seen
// (StoreGuard.cpp), and kernels with atomics or barriers are left alone.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../Programs/Programs.h"
#include "../RegionScope.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

/// Scratch that is spent on keeping packed operands, with what tells them
/// apart: for all dots, and for the rows of one.
static constexpr int64_t kKeptBytes = (1 << 20) + (32 << 10);
static constexpr int64_t kKeptRowBytes = (4 << 20) + (64 << 10);
/// An element of a first operand that takes more than this (about in vector
/// instructions) is dear.
static constexpr unsigned kDear = 8;

/// The scalars, besides arguments of the kernel, that `v` is computed from;
/// none if a block it is computed from is carried by a loop or the result of an
/// operation that is not evaluated element by element (a branch, a reduction),
/// or has storage that ends where this program needs no more of it.
std::optional<SmallVector<Value>> Dots::scalarInputs(Value v) {
  llvm::SetVector<Value> work, inputs;
  work.insert(v);
  for (size_t i = 0; i < work.size(); ++i) {
    Value next = work[i];
    Operation *op = next.getDefiningOp();
    if (blockType(next) || isa<tts::BlockType>(next.getType())) {
      bool isPart = buffers.count(next) && nests().isPartlyStored(next);
      if (!op || isPart ||
          !(elements().isLazy(op) || isa<tts::MakeBlockOp>(op)))
        return std::nullopt;
      if (!isa<arith::ConstantOp>(op))
        work.insert(op->operand_begin(), op->operand_end());
      continue;
    }
    auto argument = dyn_cast<BlockArgument>(next);
    if ((argument && argument.getOwner() == &src.getBody().front()) ||
        (op && op->hasTrait<OpTrait::ConstantLike>()))
      continue;
    inputs.insert(next);
  }
  return inputs.takeVector();
}

/// Scratch that keeps its contents from one program to the next. Its place
/// behind the rest of the arena is known when the whole body is.
Buffer Dots::allocateKept(RankedTensorType type) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(programs().loop());
  Buffer buf;
  buf.elem = type.getElementType();
  buf.shape.assign(type.getShape().begin(), type.getShape().end());
  Value place = cst(0);
  buf.ptr = LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), arenaPtr,
                                ValueRange{place});
  kept.push_back(
      {place.getDefiningOp(), type.getNumElements() * bytesOf(buf.elem)});
  return buf;
}

void Dots::placeKept() {
  for (auto &[place, bytes] : kept) {
    cast<arith::ConstantOp>(place).setValueAttr(b.getI64IntegerAttr(arenaPeak));
    arenaPeak += llvm::alignTo(bytes, 64);
  }
}

/// Storage for packed chunks of `chunk`'s shape, as many as `limit` bytes hold;
/// for one chunk, in the arena, when programs cannot share.
Reuse Dots::reuseBetweenPrograms(Operation *loop, Value v,
                                 RankedTensorType chunk, int64_t limit) {
  Reuse reuse;
  int64_t chunkBytes = chunk.getNumElements() * bytesOf(chunk.getElementType());
  std::optional<SmallVector<Value>> inputs;
  bool early = !writesOnlyAfter(loop, src);
  bool guardable = storeGuard && storesAreTestable(v) && !readBeforePacking(v);
  if (chunkBytes <= limit && (!early || guardable))
    inputs = scalarInputs(v);
  if (!inputs) {
    reuse.storage = allocate(chunk);
    return reuse;
  }
  reuse.inputs = std::move(*inputs);
  reuse.guarded = early;
  auto shape = llvm::to_vector(chunk.getShape());
  int64_t steps = shape[0], row = reuse.words();
  int64_t keyBytes = steps * row * bytesOf(b.getI64Type());
  reuse.slots = std::max<int64_t>(1, limit / (chunkBytes + keyBytes));
  shape[0] *= reuse.slots;
  reuse.storage = allocateKept(chunk.clone(shape));
  Type i64Type = b.getI64Type();
  reuse.keys =
      allocateKept(RankedTensorType::get({reuse.slots * steps, row}, i64Type));
  // Memory may be another when the next launch starts.
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(programs().loop());
  reuse.launch = LLVM::LoadOp::create(b, loc, i64Type, runtime, 8);
  return reuse;
}

/// The share of one dot that packs, of what is kept of second operands.
static int64_t keptBytes(triton::FuncOp function) {
  int64_t dots = 0;
  function.walk(
      [&](triton::DotOp dot) { dots += !dot->hasAttr(kFewRowsAttr); });
  return kKeptBytes / dots;
}

/// Storage for packed second operands.
Reuse Dots::reuseColumns(Operation *loop, Value v, RankedTensorType chunk) {
  return reuseBetweenPrograms(loop, v, chunk, keptBytes(src));
}

/// What names the contents of a slot: the launch, and all that goes into them.
SmallVector<Value> Dots::inputWords(const Reuse &reuse) {
  SmallVector<Value> now{reuse.launch};
  for (Value v : reuse.inputs) {
    Value s = scalars.lookup(v);
    if (isa<LLVM::LLVMPointerType>(s.getType()))
      s = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), s);
    else if (isa<FloatType>(s.getType()))
      s = arith::BitcastOp::create(
          b, loc, b.getIntegerType(s.getType().getIntOrFloatBitWidth()), s);
    now.push_back(toI64(s));
  }
  if (reuse.guarded)
    now.push_back(storeEpoch());
  return now;
}

/// Are the inputs other than those that row `index` was packed from? They are
/// noted for the next time.
Value Dots::inputsChanged(const Reuse &reuse, Value index) {
  SmallVector<Value> now = inputWords(reuse);
  Value row = elementPtr(b.getI64Type(), reuse.keys.ptr, index,
                         b.getI64IntegerAttr(now.size()));
  Value changed;
  for (auto [i, v] : llvm::enumerate(now)) {
    Value slot =
        elementPtr(b.getI64Type(), row, cst(i), b.getI64IntegerAttr(1));
    Value before = LLVM::LoadOp::create(b, loc, b.getI64Type(), slot, 8);
    LLVM::StoreOp::create(b, loc, v, slot, 8);
    Value differs =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, v, before);
    changed = changed
                  ? arith::OrIOp::create(b, loc, changed, differs).getResult()
                  : differs;
  }
  return changed;
}

/// A place for what the current iteration of `loop` packs, and whether it has
/// to be packed (null: always). Each iteration has a slot of its own if the
/// program before started with the same: where programs share nothing, all but
/// the first iteration take turns in the last slot, which stays in the caches.
Slot Dots::slotOfIteration(scf::ForOp loop, Value v, RankedTensorType type) {
  auto shape = llvm::to_vector(type.getShape());
  shape.insert(shape.begin(), 1);
  Reuse reuse = reuseColumns(loop, v, type.clone(shape));
  Buffer own = reuse.storage;
  own.shape.erase(own.shape.begin());
  if (!reuse.keys.ptr)
    return {own, Value(), false};
  Type i64Type = b.getI64Type();
  Value slot = allocateKept(RankedTensorType::get({1}, i64Type)).ptr;
  auto number = [&](Value x) { return toI64(scalars.lookup(x)); };
  Value done = arith::SubIOp::create(b, loc, number(loop.getInductionVar()),
                                     number(loop.getLowerBound()));
  done = arith::DivSIOp::create(b, loc, done, number(loop.getStep()));
  Value first =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, done, cst(0));
  Value last = cst(reuse.slots - 1);
  Value shared = LLVM::LoadOp::create(b, loc, i64Type, slot, 8);
  Value index = arith::MinSIOp::create(b, loc, done, last);
  index = arith::SelectOp::create(
      b, loc,
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, shared, cst(0)),
      index, last);
  index = arith::SelectOp::create(b, loc, first, cst(0), index);
  Value changed = inputsChanged(reuse, index);
  Value same = arith::SelectOp::create(b, loc, changed, cst(0), cst(1));
  LLVM::StoreOp::create(
      b, loc, arith::SelectOp::create(b, loc, first, same, shared), slot, 8);
  own.ptr = elementPtr(own.elem, own.ptr, index,
                       b.getI64IntegerAttr(type.getNumElements()));
  return {own, changed, reuse.guarded};
}

bool Dots::dearRows(Value v) {
  auto f = dyn_cast<FloatType>(blockType(v).getElementType());
  if ((f && f.getWidth() == 8) || plan().cost(v) > kDear)
    return true;
  return plan().evaluates(v, [&](Operation *op) {
    auto load = dyn_cast<tts::LoadOp>(op);
    if (!load)
      return isa<triton::TransOp>(op);
    tts::MakeBlockOp block = accessOf(load);
    return block.getGather() || blockType(block.getBase()) ||
           getConstantIntValue(block.getMixedStrides().back()) != 1;
  });
}

/// Adds what tells in which slot a chunk is.
KeptChunks Dots::findable(Reuse reuse) {
  KeptChunks kept;
  kept.reuse = std::move(reuse);
  if (!kept.reuse.keys.ptr)
    return kept;
  int64_t words = kept.reuse.words();
  auto row = [&](int64_t n) {
    return RankedTensorType::get({n}, b.getI64Type());
  };
  kept.table = allocateKept(row(1 + kept.reuse.slots * (1 + words)));
  kept.key = allocate(row(words));
  kept.slot = allocate(row(1)).ptr;
  return kept;
}

/// Slots for the rows that `v` takes its chunks from: those of a group of
/// programs come again with each of its columns.
KeptChunks Dots::keepRows(Operation *loop, Value v, RankedTensorType chunk) {
  return findable(reuseBetweenPrograms(loop, v, chunk, kKeptRowBytes));
}

/// Slots for packed columns. A loop that is the only one of a program goes
/// through as many chunks in each of them: they are counted. Of a loop within
/// others (the taps of a convolution, the tiles of a persistent kernel) those
/// of any turn may come again.
KeptChunks Dots::keepColumns(Operation *loop, Value v, RankedTensorType chunk) {
  Reuse reuse = reuseColumns(loop, v, chunk);
  if (loop->getParentOfType<LoopLikeOpInterface>())
    return findable(std::move(reuse));
  KeptChunks kept;
  kept.reuse = std::move(reuse);
  return kept;
}

/// The slot of the current chunk, looked for when it is first needed.
Value Dots::slotOfChunk(const KeptChunks &kept) {
  Type i64Type = b.getI64Type();
  Value known = LLVM::LoadOp::create(b, loc, i64Type, kept.slot, 8);
  Value unknown =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, known, cst(0));
  auto ifOp = scf::IfOp::create(b, loc, i64Type, unknown, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(ifOp.thenBlock());
  SmallVector<Value> words = inputWords(kept.reuse);
  for (auto [i, word] : llvm::enumerate(words)) {
    Value place =
        elementPtr(i64Type, kept.key.ptr, cst(i), b.getI64IntegerAttr(1));
    LLVM::StoreOp::create(b, loc, word, place, 8);
  }
  Value slots = cst(kept.reuse.slots);
  Value found =
      callRuntime(RuntimeFunction::Slot,
                  {kept.table.ptr, slots, kept.key.ptr, cst(words.size())})
          .getResult();
  LLVM::StoreOp::create(b, loc, found, kept.slot, 8);
  scf::YieldOp::create(b, loc, found);
  b.setInsertionPointToEnd(ifOp.elseBlock());
  scf::YieldOp::create(b, loc, known);
  return ifOp.getResult(0);
}

/// `v`, in its part of a slot: copied if something else is there. Gives its
/// address.
FailureOr<Value> Dots::copyKept(const KeptChunks &kept, Value v, Buffer part) {
  const Buffer &all = kept.reuse.storage;
  int64_t steps = all.shape.front() / kept.reuse.slots;
  Value slot = slotOfChunk(kept);
  Value index = add(arith::MulIOp::create(b, loc, slot, cst(steps)), kept.step);
  part.ptr =
      elementPtr(all.elem, all.ptr, slot, steps * all.shape[1] * all.shape[2]);
  part.ptr = elementPtr(all.elem, part.ptr, kept.step, kept.stepSize);
  auto ifOp = scf::IfOp::create(b, loc, inputsChanged(kept.reuse, index),
                                /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  RegionScope scope(emitter);
  if (kept.reuse.guarded)
    noteRead(v);
  llvm::SaveAndRestore shared(nests().fillsShared, true);
  if (failed(nests().materialize(v, &part)))
    return failure();
  return part.ptr;
}

} // namespace mlir::tts::cpu
