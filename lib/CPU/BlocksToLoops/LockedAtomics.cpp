// Atomics on rows under locks of the runtime, where the processor has no
// transactions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "triton-shared/Lowering/Atomics.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Locks stand for pieces of memory of 2^kPieceBits bytes, those that are so
/// many pieces apart for the same one.
static constexpr int64_t kPieceBits = 11;

static bool isAtomic(Operation *op) {
  return isa<tts::AtomicRMWOp, tts::AtomicCASOp>(op);
}

/// Locks are known to those who use them only: everything that the kernel does
/// atomically must be done under them, and for other processes they are
/// nothing. Who holds one must not wait, and launches with and without locks
/// exclude one another (KernelABI.h), so no program may wait for what others
/// write.
bool Emitter::mayLockRows() {
  if (target.transactions)
    return false;
  return anyInside(src, isAtomic) && !anyInside(src, [&](Operation *op) {
           if (auto load = dyn_cast<tts::LoadOp>(op))
             return load.getIsVolatile();
           auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
           if (!rmw)
             return isAtomic(op);
           return rmw.getScope() == triton::MemSyncScope::SYSTEM ||
                  neighboursDim(rmw, kSwappedBytes) < 0;
         });
}

/// Asks the runtime for its locks, before the first program, or tells it that
/// there are atomics without.
void Emitter::enterAtomics() {
  if (mayLockRows())
    rowLocks = callRuntime(RuntimeFunction::RowLocks, runtime).getResult();
  else if (anyInside(src, isAtomic))
    callRuntime(RuntimeFunction::ElementAtomics, runtime);
}

/// The lock of the piece of memory that a byte is in, as its index.
Value Emitter::lockIndex(Value place) {
  Value piece = arith::ShRUIOp::create(b, loc, place, cst(kPieceBits));
  return arith::AndIOp::create(b, loc, piece, cst(TTS_ROW_LOCKS - 1));
}

Value Emitter::lockAt(Value index) {
  return LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), rowLocks,
                             ValueRange{arith::MulIOp::create(
                                 b, loc, index, cst(TTS_ROW_LOCK_BYTES))});
}

/// Did the runtime have locks to give?
Value Emitter::locksGiven() {
  return LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::ne, rowLocks,
                              LLVM::ZeroOp::create(b, loc, ptrType()));
}

/// Runs `body` with a lock taken: from 0 to 1, by an exchange, before which all
/// that the program has written so far is to be seen. Who finds it
/// taken waits in the runtime.
void Emitter::underLock(Value lock, llvm::function_ref<void()> body) {
  auto number = [&](int64_t n) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(n));
  };
  Value was =
      LLVM::AtomicRMWOp::create(b, loc, LLVM::AtomicBinOp::xchg, lock,
                                number(1), LLVM::AtomicOrdering::acq_rel);
  Value taken =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, was, number(0));
  auto wait = scf::IfOp::create(b, loc, taken, false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(wait.thenBlock());
    callRuntime(RuntimeFunction::RowLock, lock);
  }
  body();
  LLVM::StoreOp::create(b, loc, number(0), lock, /*alignment=*/4,
                        /*isVolatile=*/false, /*isNonTemporal=*/false,
                        /*isInvariantGroup=*/false,
                        LLVM::AtomicOrdering::release);
}

/// All lanes under the locks of their memory; where the runtime has none to
/// give, 16 bytes after 16 bytes, or one lane after the other.
void Emitter::lockedUpdate(tts::AtomicRMWOp op, const Address &a, Value v,
                           Value mask) {
  auto type = cast<VectorType>(v.getType());
  int64_t lanes = type.getNumElements();
  int64_t bytes = lanes * bytesOf(type.getElementType());
  Value given = locksGiven();
  auto ifOp = scf::IfOp::create(b, loc, given, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Value first = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), a.ptr.v);
  Value last = add(first, cst(bytes - 1));
  // Always in the same order, so that nobody waits in a circle.
  Value one = lockIndex(first), other = lockIndex(last);
  Value low = arith::MinUIOp::create(b, loc, one, other);
  Value high = arith::MaxUIOp::create(b, loc, one, other);
  auto update = [&] { updateLanes(op, a, v, mask); };
  underLock(lockAt(low), [&] {
    Value two =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, low, high);
    auto both = scf::IfOp::create(b, loc, two, true);
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToStart(both.thenBlock());
    underLock(lockAt(high), update);
    b.setInsertionPointToStart(both.elseBlock());
    update();
  });
  b.setInsertionPointToStart(ifOp.elseBlock());
  if (target.cas16)
    eachSwap(op, a, v, mask);
  else
    eachLane(op, a, v, mask);
}

/// Lanes at any places, each under the lock of its own: offsets that were
/// copied do not tell neighbours, and turned out to be none.
void Emitter::lockedPlaces(tts::AtomicRMWOp op, const Address &a, Value v,
                           Value mask) {
  OpBuilder::InsertionGuard guard(b);
  Type elem = cast<VectorType>(v.getType()).getElementType();
  Value places = LLVM::PtrToIntOp::create(b, loc, vec(b.getI64Type()),
                                          lanePointers(elem, a));
  Value given = locksGiven();
  auto each = scf::ForOp::create(b, loc, cst(0), cst(nest->lanes), cst(1));
  b.setInsertionPointToStart(each.getBody());
  OpFoldResult lane = arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                                 each.getInductionVar())
                          .getResult();
  auto extract = [&](Value from) -> Value {
    return vector::ExtractOp::create(b, loc, from, lane);
  };
  if (mask) {
    auto active = scf::IfOp::create(b, loc, extract(mask), false);
    b.setInsertionPointToStart(active.thenBlock());
  }
  Value place = extract(places), value = extract(v);
  Value ptr = LLVM::IntToPtrOp::create(b, loc, ptrType(), place);
  auto ifOp = scf::IfOp::create(b, loc, given, true);
  b.setInsertionPointToStart(ifOp.thenBlock());
  underLock(lockAt(lockIndex(place)), [&] {
    Value old = LLVM::LoadOp::create(b, loc, elem, ptr, bytesOf(elem));
    LLVM::StoreOp::create(
        b, loc, combineAtomic(b, loc, op.getAtomicRmwOp(), old, value), ptr,
        bytesOf(elem));
  });
  b.setInsertionPointToStart(ifOp.elseBlock());
  LLVM::AtomicRMWOp::create(
      b, loc, atomicBinOp(op.getAtomicRmwOp(), isa<FloatType>(elem)), ptr,
      value, atomicOrdering(op.getSem()));
}

} // namespace mlir::tts::cpu
