// Atomics on rows under locks of the runtime, where the processor has no
// transactions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Atomics.h"

#include "../Elements/Elements.h"
#include "../Plan/Plan.h"

#include "triton-shared/Lowering/Atomics.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Locks stand for pieces of memory of 2^kPieceBits bytes, those that are so
/// many pieces apart for the same one.
static constexpr int64_t kPieceBits = 12;
/// Where pieces start in a page: large arrays come from `posix_memalign`, whose
/// blocks start so far behind a page, and rows of 4 KiB that start there lie in
/// one piece each, not in two.
static constexpr int64_t kPieceStart = 64;
/// A lock is kept from step to step where what is added costs no more than so
/// much: others wait meanwhile.
static constexpr unsigned kCostUnderLock = 4;
/// Instead of the lock that is kept: none is.
static constexpr int64_t kNoLock = -1;

static bool isAtomic(Operation *op) {
  return isa<tts::AtomicRMWOp, tts::AtomicCASOp>(op);
}

/// Locks are known to those who use them only: everything that the kernel does
/// atomically must be done under them, and for other processes they are
/// nothing. Who holds one must not wait, and launches with and without locks
/// exclude one another (KernelABI.h), so no program may wait for what others
/// write.
bool Atomics::mayLockRows() {
  if (target.transactions)
    return false;
  return anyInside(src, isAtomic) && !anyInside(src, [&](Operation *op) {
           if (auto load = dyn_cast<tts::LoadOp>(op))
             return load.getIsVolatile();
           auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
           if (!rmw)
             return isAtomic(op);
           return rmw.getScope() == triton::MemSyncScope::SYSTEM ||
                  neighboursDim(rmw, kSwappedBytes, /*inRuns=*/true) < 0;
         });
}

void Atomics::enterAtomics() {
  auto askForLocks = [&]() -> Value {
    return callRuntime(RuntimeFunction::RowLocks, runtime).getResult();
  };
  auto goWithout = [&] {
    callRuntime(RuntimeFunction::ElementAtomics, runtime);
  };
  if (!mayLockRows()) {
    if (anyInside(src, isAtomic))
      goWithout();
    return;
  }
  Value areLong = rowsAreLong();
  if (!areLong) {
    rowLocks = askForLocks();
    return;
  }
  auto ifOp = scf::IfOp::create(b, loc, TypeRange{ptrType()}, areLong, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(b, loc, askForLocks());
  b.setInsertionPointToStart(ifOp.elseBlock());
  goWithout();
  scf::YieldOp::create(b, loc,
                       LLVM::ZeroOp::create(b, loc, ptrType()).getResult());
  rowLocks = ifOp.getResult(0);
}

/// The lock of the piece of memory that a byte is in, as its index.
Value Atomics::lockIndex(Value place) {
  Value inPieces = arith::SubIOp::create(b, loc, place, cst(kPieceStart));
  Value piece = arith::ShRUIOp::create(b, loc, inPieces, cst(kPieceBits));
  return arith::AndIOp::create(b, loc, piece, cst(TTS_ROW_LOCKS - 1));
}

Value Atomics::lockAt(Value index) {
  return LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), rowLocks,
                             ValueRange{arith::MulIOp::create(
                                 b, loc, index, cst(TTS_ROW_LOCK_BYTES))});
}

/// Did the runtime have locks to give?
Value Atomics::locksGiven() {
  return LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::ne, rowLocks,
                              LLVM::ZeroOp::create(b, loc, ptrType()));
}

bool Atomics::locksRows(const Root &root) {
  return rowLocks && root.kind == Root::Atomic && nest->vecDim >= 0 &&
         wideAtomicDim(root.op) == nest->vecDim;
}

/// May what is added be computed while others wait for the lock?
bool Atomics::isCheapUnderLock(Operation *op) {
  return plan().cost(cast<tts::AtomicRMWOp>(op).getValue()) <= kCostUnderLock;
}

bool Atomics::mayKeepLock(ArrayRef<Root> roots) {
  const auto *atomic = llvm::find_if(
      roots, [](const Root &r) { return r.kind == Root::Atomic; });
  return atomic != roots.end() && locksRows(*atomic) &&
         isCheapUnderLock(atomic->op) &&
         llvm::all_of(roots, [&](const Root &other) {
           return &other == atomic || other.kind == Root::Materialize;
         });
}

Value Atomics::differ(Value x, Value y) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, x, y);
}

Value Atomics::noLock() { return cst(kNoLock); }

/// Runs `body` where the condition holds.
static void when(OpBuilder &b, Location loc, Value condition,
                 llvm::function_ref<void()> body) {
  auto ifOp = scf::IfOp::create(b, loc, condition, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  body();
}

static Value lockState(OpBuilder &b, Location loc, int32_t taken) {
  return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(taken));
}

/// Takes a lock: from 0 to 1, by an exchange, before which all that the program
/// has written so far is to be seen. Who finds it taken waits in the runtime.
void Atomics::takeLock(Value index) {
  Value lock = lockAt(index);
  Value was = LLVM::AtomicRMWOp::create(b, loc, LLVM::AtomicBinOp::xchg, lock,
                                        lockState(b, loc, 1),
                                        LLVM::AtomicOrdering::acq_rel);
  when(b, loc, differ(was, lockState(b, loc, 0)),
       [&] { callRuntime(RuntimeFunction::RowLock, lock); });
}

void Atomics::releaseLock(Value index) {
  LLVM::StoreOp::create(b, loc, lockState(b, loc, 0), lockAt(index),
                        /*alignment=*/4, /*isVolatile=*/false,
                        /*isNonTemporal=*/false, /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::release);
}

void Atomics::releaseKept(Value kept) {
  when(b, loc, differ(kept, noLock()), [&] { releaseLock(kept); });
}

/// Takes the locks of the first and the last byte of a row, which may be the
/// same. Always in the same order, so that nobody waits in a circle.
void Atomics::takeLocks(Value first, Value last) {
  Value low = arith::MinUIOp::create(b, loc, first, last);
  Value high = arith::MaxUIOp::create(b, loc, first, last);
  takeLock(low);
  when(b, loc, differ(low, high), [&] { takeLock(high); });
}

/// All lanes under the locks of their memory; where the runtime has none to
/// give, 16 bytes after 16 bytes, or one lane after the other. The lock of the
/// last lane stays with the thread if it keeps any (`kept`: the one of the step
/// before), for the steps after to find it taken.
void Atomics::lockedUpdate(tts::AtomicRMWOp op, const Address &a, Value v,
                           Value mask, Value *kept) {
  auto type = cast<VectorType>(v.getType());
  int64_t bytes = type.getNumElements() * bytesOf(type.getElementType());
  Value given = locksGiven();
  auto ifOp = scf::IfOp::create(
      b, loc, kept ? TypeRange(kept->getType()) : TypeRange(), given, true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value start = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), a.ptr.v);
    Value first = lockIndex(start),
          last = lockIndex(add(start, cst(bytes - 1)));
    if (kept) {
      Value others = arith::OrIOp::create(b, loc, differ(first, *kept),
                                          differ(last, *kept));
      when(b, loc, others, [&] {
        releaseKept(*kept);
        takeLocks(first, last);
      });
    } else {
      takeLocks(first, last);
    }
    updateLanes(op, a, v, mask);
    when(b, loc, differ(first, last), [&] { releaseLock(first); });
    if (kept)
      scf::YieldOp::create(b, loc, last);
    else
      releaseLock(last);
    b.setInsertionPointToStart(ifOp.elseBlock());
    if (target.cas16)
      eachSwap(op, a, v, mask);
    else
      eachLane(op, a, v, mask);
    if (kept)
      scf::YieldOp::create(b, loc, *kept);
  }
  if (kept)
    *kept = ifOp.getResult(0);
}

/// Lanes at any places, each under the lock of its own, which stays with the
/// thread for as long as places are near: offsets that were copied do not tell
/// neighbours, and where one row ends and another begins there are none.
void Atomics::lockedPlaces(tts::AtomicRMWOp op, const Address &a, Value v,
                           Value mask) {
  OpBuilder::InsertionGuard guard(b);
  Places places = storePlaces(a, v, mask);
  auto ifOp = scf::IfOp::create(b, loc, locksGiven(), true);
  b.setInsertionPointToStart(ifOp.elseBlock());
  eachPlace(places, [&](Value ptr, Value value) {
    LLVM::AtomicRMWOp::create(
        b, loc,
        atomicBinOp(op.getAtomicRmwOp(), isa<FloatType>(value.getType())), ptr,
        value, atomicOrdering(op.getSem()));
  });
  b.setInsertionPointToStart(ifOp.thenBlock());
  Value held = noLock();
  eachPlace(
      places,
      [&](Value ptr, Value value) {
        Value place = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), ptr);
        Value lock = lockIndex(place);
        when(b, loc, differ(lock, held), [&] {
          releaseKept(held);
          takeLock(lock);
        });
        held = lock;
        updateElement(op, ptr, value);
      },
      &held);
  releaseKept(held);
}

} // namespace mlir::tts::cpu
