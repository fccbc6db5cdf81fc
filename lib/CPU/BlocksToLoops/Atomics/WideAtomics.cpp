// Atomics on neighbouring elements whose old values nobody asks for: many at a
// time, in a hardware transaction, under a lock, or by a compare-and-swap of 16
// bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Atomics.h"

#include "../Elements/Elements.h"

#include "triton-shared/Lowering/Atomics.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// A transaction is first tried on so many bytes, then on a line at a time. To
/// begin and to commit one costs about as much as two locked instructions,
/// whatever it does in between, but the longer it takes and the more lines it
/// needs, the more likely another core gets in its way. Measured with fp32: 64
/// bytes 17 ns, 256 bytes 19 ns, 16 compare-and-swaps of 16 bytes 130 ns; rows
/// that two cores add to all the time suffer with 256 bytes, not with 64.
static constexpr int64_t kTransactionBytes = 256;
/// So many bytes are updated under a lock. To take one costs about as much as a
/// single atomic, and memory is the limit then.
static constexpr int64_t kLockedBytes = 512;
/// Elements of 16 bits are computed in 32, and so many of them fill eight
/// registers: 128 or 256 take up to a third longer, unless each step takes a
/// lock.
static constexpr int64_t kShortLanes = 64;
/// Tries of a line before its elements are updated one by one.
static constexpr int64_t kTries = 4;
/// Rows of a block between the one that is updated and the one asked for. Under
/// locks fewer, as many lines of which are all that the core keeps track of.
static constexpr int64_t kRowsAhead = 4, kLockedRowsAhead = 3;

int Atomics::wideAtomicDim(Operation *op) {
  if (rowLocks)
    return neighboursDim(op, kSwappedBytes, /*inRuns=*/true);
  if (target.cas16)
    return neighboursDim(op, kSwappedBytes);
  return target.transactions ? neighboursDim(op, kLineBytes) : -1;
}

/// Is it an atomic that nobody asks for old values, which would be those of
/// single elements, and of a type whose elements a processor can exchange?
bool Atomics::onlyUpdates(Operation *op) {
  auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
  if (!rmw || !rmw.getResult().use_empty())
    return false;
  Type elem = cast<tts::BlockType>(rmw.getBlock().getType()).getElementType();
  return isa<IntegerType, FloatType>(elem) &&
         elem.getIntOrFloatBitWidth() >= 16;
}

/// The dim along which elements are neighbours, of so many bytes at least; or,
/// `inRuns`, are that in straight steps.
int Atomics::neighboursDim(Operation *op, int64_t bytes, bool inRuns) {
  if (!onlyUpdates(op))
    return -1;
  tts::MakeBlockOp block = accessOf(op);
  if (blockType(block.getBase()) || !block.getWrapDims().empty())
    return -1;
  auto type = cast<tts::BlockType>(block.getResult().getType());
  Type elem = type.getElementType();
  for (auto [d, n] : llvm::enumerate(type.getShape())) {
    if (n * bytesOf(elem) < bytes)
      continue;
    if (inRuns && block.getGather()) {
      if (areNeighboursInRuns(block, d))
        return d;
      continue;
    }
    if (getConstantIntValue(block.getMixedStrides()[d]) != 1)
      continue;
    if (Value gather = block.getGather()) {
      auto repeated = gather.getDefiningOp<triton::BroadcastOp>();
      if (!repeated || blockType(repeated.getSrc()).getShape()[d] != 1)
        continue;
    }
    return d;
  }
  return -1;
}

/// How many elements along that dim are updated at a time.
int64_t Atomics::wideAtomicLanes(Operation *op) {
  auto type = cast<tts::BlockType>(accessOf(op).getResult().getType());
  int64_t size = bytesOf(type.getElementType());
  int64_t row = type.getShape()[wideAtomicDim(op)] * size;
  bool transaction = target.transactions && row >= kLineBytes;
  // Rows that begin and end within the block do so within few steps.
  if (rowLocks && accessOf(op).getGather() &&
      neighboursDim(op, kSwappedBytes) < 0)
    return std::min(row / size, int64_t(target.vectorBits / 32 * 4));
  int64_t most = rowLocks      ? kLockedBytes
                 : transaction ? kTransactionBytes
                               : kSwappedBytes;
  int64_t lanes = std::min(row, most) / size;
  bool cheapSteps = !rowLocks || isCheapUnderLock(op);
  return size < 4 && cheapSteps ? std::min(lanes, kShortLanes) : lanes;
}

/// Runs `body` in a transaction, which is tried so many times, and `before`
/// before each try.
Atomics::Attempt Atomics::inTransaction(int64_t most,
                                        llvm::function_ref<void()> before,
                                        llvm::function_ref<void()> body) {
  Type i32 = b.getI32Type();
  auto number = [&](int64_t n) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(n));
  };
  auto compare = [&](arith::CmpIPredicate p, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, p, x, y);
  };
  // Of the status, all ones says that a transaction has begun, bit 1 that one
  // that was ended may succeed when tried again, and bit 2 that another core
  // was after its lines.
  OpBuilder::InsertionGuard guard(b);
  Type i1 = b.getI1Type();
  auto tries = scf::WhileOp::create(b, loc, TypeRange{i32, i1, i32},
                                    ValueRange{number(0)});
  b.createBlock(&tries.getBefore(), {}, TypeRange{i32}, loc);
  before();
  Value status =
      LLVM::CallIntrinsicOp::create(
          b, loc, i32, b.getStringAttr("llvm.x86.xbegin"), ValueRange{})
          .getResult(0);
  Value begun = compare(arith::CmpIPredicate::eq, status, number(-1));
  auto inside = scf::IfOp::create(b, loc, begun, false);
  {
    OpBuilder::InsertionGuard then(b);
    b.setInsertionPointToStart(inside.thenBlock());
    body();
    LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr("llvm.x86.xend"),
                                  ValueRange{});
  }
  Value count = arith::AddIOp::create(
      b, loc, tries.getBeforeArguments().front(), number(1));
  auto hasBit = [&](int64_t bit) {
    return compare(arith::CmpIPredicate::ne,
                   arith::AndIOp::create(b, loc, status, number(bit)),
                   number(0));
  };
  Value promising = hasBit(2);
  Value left = compare(arith::CmpIPredicate::slt, count, number(most));
  Value no = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  Value again = arith::SelectOp::create(
      b, loc, begun, no, arith::AndIOp::create(b, loc, promising, left));
  Value ended = arith::SelectOp::create(
      b, loc, begun, number(0),
      arith::ExtUIOp::create(b, loc, i32, hasBit(4)).getResult());
  scf::ConditionOp::create(b, loc, again, ValueRange{count, begun, ended});
  b.createBlock(&tries.getAfter(), {}, TypeRange{i32, i1, i32},
                {loc, loc, loc});
  scf::YieldOp::create(b, loc, tries.getAfterArguments().front());
  return {tries.getResult(1), tries.getResult(2)};
}

/// All lanes at once, or not at all, for every other core. What keeps being
/// interrupted is done one element after the other in the end, which is also
/// what reports a fault: one inside a transaction only ends that.
void Atomics::transaction(tts::AtomicRMWOp op, const Address &a, Value v,
                          Value mask) {
  Type elem = getElementTypeOrSelf(v.getType());
  int64_t lanes = cast<VectorType>(v.getType()).getNumElements();
  int64_t perLine = kLineBytes / bytesOf(elem);
  Value done = inTransaction(
                   lanes > perLine ? 1 : kTries,
                   [&] { fetchLines(elem, a.ptr.v, lanes); },
                   [&] { updateLanes(op, a, v, mask); })
                   .done;
  OpBuilder::InsertionGuard guard(b);
  auto ifOp = scf::IfOp::create(b, loc, done, true);
  b.setInsertionPointToStart(ifOp.elseBlock());
  if (lanes > perLine) {
    auto part = [&](Value of, int64_t i) -> Value {
      return vector::ExtractStridedSliceOp::create(b, loc, of, i, perLine, 1);
    };
    for (int64_t i = 0; i < lanes; i += perLine) {
      Address line = a;
      line.ptr.v = elementPtr(elem, a.ptr.v, cst(i), b.getI64IntegerAttr(1));
      transaction(op, line, part(v, i), mask ? part(mask, i) : Value());
    }
    return;
  }
  eachLane(op, a, v, mask);
}

/// All lanes, by nobody else's leave: the caller sees to it that others wait.
void Atomics::updateLanes(tts::AtomicRMWOp op, const Address &a, Value v,
                          Value mask) {
  Type elem = getElementTypeOrSelf(v.getType());
  auto type = cast<VectorType>(v.getType()).clone(storageType(elem));
  int64_t align = bytesOf(elem);
  Value old =
      mask ? elements().maskedLoad(cast<VectorType>(type), a.ptr.v, mask,
                                   castStorage(v, storageType(elem)), align)
           : LLVM::LoadOp::create(b, loc, type, a.ptr.v, align);
  old = castStorage(old, elem);
  elements().storeTo(combineAtomic(b, loc, op.getAtomicRmwOp(), old, v), elem,
                     a, mask, false);
}

/// The lanes of an atomic, 16 bytes after 16 bytes if they are multiples of
/// those.
void Atomics::eachSwap(tts::AtomicRMWOp op, const Address &a, Value v,
                       Value mask) {
  auto type = cast<VectorType>(v.getType());
  Type elem = type.getElementType();
  int64_t lanes = type.getNumElements();
  int64_t together = kSwappedBytes / bytesOf(elem);
  if (lanes == together)
    return compareAndSwap(op, a, v, mask);
  if (lanes % together != 0)
    return eachLane(op, a, v, mask);
  // Parts of a vector at a position that is not constant: through memory.
  auto keep = [&](Value whole) -> Value {
    auto t = cast<VectorType>(whole.getType());
    Buffer buf =
        allocate(RankedTensorType::get(t.getShape(), t.getElementType()));
    LLVM::StoreOp::create(b, loc, whole, buf.ptr, 64);
    return buf.ptr;
  };
  int64_t top = arenaTop;
  Value values = keep(v), active;
  if (mask)
    active = keep(arith::ExtUIOp::create(
        b, loc, VectorType::get({lanes}, b.getI8Type()), mask));
  arenaTop = top;
  auto each = scf::ForOp::create(b, loc, cst(0), cst(lanes), cst(together));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(each.getBody());
  auto part = [&](Type partElem, Value from) -> Value {
    Value at = LLVM::GEPOp::create(b, loc, ptrType(), partElem, from,
                                   ValueRange{each.getInductionVar()});
    return LLVM::LoadOp::create(b, loc, VectorType::get({together}, partElem),
                                at, bytesOf(partElem));
  };
  Value some = part(elem, values), on;
  if (mask) {
    Value bytes = part(b.getI8Type(), active);
    on = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::ne, bytes,
        arith::ConstantOp::create(b, loc, b.getZeroAttr(bytes.getType())));
  }
  Address here = a;
  here.ptr.v =
      elementPtr(elem, a.ptr.v, each.getInductionVar(), b.getI64IntegerAttr(1));
  compareAndSwap(op, here, some, on);
}

/// The lanes of an atomic one after the other.
void Atomics::eachLane(tts::AtomicRMWOp op, const Address &a, Value v,
                       Value mask) {
  int64_t lanes = cast<VectorType>(v.getType()).getNumElements();
  auto each = scf::ForOp::create(b, loc, cst(0), cst(lanes), cst(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(each.getBody());
  Value i = each.getInductionVar();
  Value position = arith::IndexCastOp::create(b, loc, b.getIndexType(), i);
  atomicLane(op, a, v, mask, i, position);
}

/// One lane of an atomic by itself, where it is active.
void Atomics::atomicLane(tts::AtomicRMWOp op, const Address &a, Value v,
                         Value mask, Value offset, OpFoldResult lane) {
  OpBuilder::InsertionGuard guard(b);
  Type elem = getElementTypeOrSelf(v.getType());
  auto extract = [&](Value from) -> Value {
    return vector::ExtractOp::create(b, loc, from, lane);
  };
  if (mask) {
    auto active = scf::IfOp::create(b, loc, extract(mask), false);
    b.setInsertionPointToStart(active.thenBlock());
  }
  Value ptr = elementPtr(elem, a.ptr.v, offset, b.getI64IntegerAttr(1));
  LLVM::AtomicRMWOp::create(
      b, loc, atomicBinOp(op.getAtomicRmwOp(), isa<FloatType>(elem)), ptr,
      extract(v), atomicOrdering(op.getSem()));
}

/// Lanes of 16 bytes: one compare-and-swap where they are aligned and all
/// active, which is what most are, else one element after the other.
void Atomics::compareAndSwap(tts::AtomicRMWOp op, const Address &a, Value v,
                             Value mask) {
  OpBuilder::InsertionGuard guard(b);
  Value place = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), a.ptr.v);
  Value skew = arith::AndIOp::create(b, loc, place, cst(15));
  Value whole =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, skew, cst(0));
  if (mask) {
    Value all =
        vector::ReductionOp::create(b, loc, vector::CombiningKind::AND, mask);
    whole = arith::AndIOp::create(b, loc, whole, all);
  }
  auto ifOp = scf::IfOp::create(b, loc, whole, true);

  b.setInsertionPointToStart(ifOp.thenBlock());
  Type wide = b.getIntegerType(128);
  Value first = LLVM::LoadOp::create(b, loc, wide, a.ptr.v, 16);
  auto loop = scf::WhileOp::create(b, loc, TypeRange{wide}, ValueRange{first});
  b.createBlock(&loop.getBefore(), {}, TypeRange{wide}, loc);
  Value old = loop.getBeforeArguments().front();
  Value next =
      combineAtomic(b, loc, op.getAtomicRmwOp(),
                    LLVM::BitcastOp::create(b, loc, v.getType(), old), v);
  Value pair = LLVM::AtomicCmpXchgOp::create(
      b, loc, a.ptr.v, old, LLVM::BitcastOp::create(b, loc, wide, next),
      LLVM::AtomicOrdering::seq_cst, LLVM::AtomicOrdering::monotonic);
  Value seen = LLVM::ExtractValueOp::create(b, loc, pair, 0);
  Value done = LLVM::ExtractValueOp::create(b, loc, pair, 1);
  Value again = arith::XOrIOp::create(
      b, loc, done, arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
  scf::ConditionOp::create(b, loc, again, seen);
  b.createBlock(&loop.getAfter(), {}, TypeRange{wide}, loc);
  scf::YieldOp::create(b, loc, loop.getAfterArguments());

  b.setInsertionPointToStart(ifOp.elseBlock());
  int64_t lanes = cast<VectorType>(v.getType()).getNumElements();
  for (int64_t i = 0; i < lanes; ++i)
    atomicLane(op, a, v, mask, cst(i), b.getI64IntegerAttr(i));
}

/// Asks for the same lanes of a later row, and before the first row for those
/// of all up to it: no hardware foresees rows that are short or whose place was
/// loaded, and neither a transaction nor who holds a lock should wait for their
/// lines. A locked instruction in between keeps the core from running ahead.
LogicalResult Atomics::fetchRows(tts::MakeBlockOp block, const Coords &coords,
                                 bool stored) {
  auto row = llvm::find_if(llvm::reverse(coords), [](const Coord &c) {
    return c.kind == Coord::Scalar && c.v;
  });
  if (row == coords.rend())
    return success();
  OpBuilder::InsertionGuard guard(b);
  Type elem =
      cast<tts::BlockType>(block.getResult().getType()).getElementType();
  int64_t dim = coords.rend() - row - 1, rows = nest->shape[dim];
  int64_t rowsAhead = rowLocks ? kLockedRowsAhead : kRowsAhead;
  auto fetch = [&](Value place, int level, int where) -> LogicalResult {
    Coords later = coords;
    later[dim].v = place;
    later[dim].level = level;
    FailureOr<Address> a = elements().address(block, later);
    if (failed(a))
      return failure();
    at(where);
    fetchLines(elem, a->ptr.v, nest->lanes, stored);
    return success();
  };
  // In one step along the lanes, what stands before the loop is known there,
  // and once is enough where that step is there with masks and without.
  int before = row->level - 1;
  if (!coords[nest->vecDim].v && (nest->inMain || nest->bounded.empty()))
    for (int64_t i = 0; i < std::min(rowsAhead, rows); ++i) {
      at(before);
      if (failed(fetch(cst(i), before, before)))
        return failure();
    }
  at(row->level);
  Value ahead = arith::MinSIOp::create(b, loc, add(row->v, cst(rowsAhead)),
                                       cst(rows - 1));
  return fetch(ahead, row->level, nest->levels.size() - 1);
}

/// Of what an atomic updates, and of what it reads for that. Under locks not of
/// the latter if rows are done in one step: those come by themselves, and on
/// Zen 4 that is a tenth quicker. Rows of several steps are on pages of their
/// own, which nobody foresees. Where a later row of quotients is nobody knows
/// before its step.
LogicalResult Atomics::fetchRows(tts::AtomicRMWOp op, const Coords &coords) {
  auto block = accessOf(op);
  if (!nest->quotients.empty() || nest->crooked ||
      neighboursDim(op, kSwappedBytes) < 0)
    return success();
  if (block.getGather() && failed(fetchRows(block, coords, /*stored=*/true)))
    return failure();
  bool oneStep = nest->lanes == nest->shape[nest->vecDim];
  if (rowLocks && oneStep)
    return success();
  for (const Reached &r : nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (load && !buffers.count(r.v) &&
        identityDims(r.dims, blockType(r.v).getShape(), nest->shape) &&
        failed(fetchRows(accessOf(load), coords, /*stored=*/false)))
      return failure();
  }
  return success();
}

/// Asks for the lines of `lanes` elements, to be written.
void Atomics::fetchLines(Type elem, Value ptr, int64_t lanes, bool stored) {
  for (int64_t i = 0; i < lanes; i += kLineBytes / bytesOf(elem))
    LLVM::Prefetch::create(
        b, loc, elementPtr(elem, ptr, cst(i), b.getI64IntegerAttr(1)),
        stored ? 1 : 0, 3, 1);
}

LogicalResult Atomics::atomicVector(tts::AtomicRMWOp op, const Coords &coords,
                                    Value *kept) {
  auto block = accessOf(op);
  Type elem =
      cast<tts::BlockType>(block.getResult().getType()).getElementType();
  Lane value;
  if (blockType(op.getValue())) {
    FailureOr<Lane> e = elements().eval(op.getValue(), coords);
    if (failed(e))
      return failure();
    value = *e;
  } else {
    value = {scalars.lookup(op.getValue()), 0};
  }
  FailureOr<Address> a = elements().address(block, coords);
  FailureOr<Pred> p = elements().predicate(block, coords);
  if (failed(a) || failed(p))
    return failure();
  bool scattered = wideAtomicDim(op) < 0 || !a->contiguous;
  Value v = asVector(value);
  bool wide = !scattered && nest->lanes * bytesOf(elem) > kSwappedBytes;
  if (wide && failed(fetchRows(op, coords)))
    return failure();
  if (scattered)
    takeTurn();
  at(nest->levels.size() - 1);
  OpBuilder::InsertionGuard guard(b);
  Value before = kept ? *kept : Value();
  scf::IfOp inside;
  if (p->scalar.v) {
    inside = scf::IfOp::create(
        b, loc, kept ? TypeRange(before.getType()) : TypeRange(), p->scalar.v,
        /*withElseRegion=*/kept != nullptr);
    b.setInsertionPointToStart(inside.thenBlock());
  }
  if (kept && scattered) {
    releaseKept(before);
    *kept = noLock();
  }
  if (scattered)
    scatteredUpdate(op, *a, v, p->lanes.v);
  else if (rowLocks)
    lockedUpdate(op, *a, v, p->lanes.v, kept);
  else if (wide)
    transaction(op, *a, v, p->lanes.v);
  else
    compareAndSwap(op, *a, v, p->lanes.v);
  if (inside && kept) {
    scf::YieldOp::create(b, loc, *kept);
    b.setInsertionPointToStart(inside.elseBlock());
    scf::YieldOp::create(b, loc, before);
    *kept = inside.getResult(0);
  }
  return success();
}

} // namespace mlir::tts::cpu
