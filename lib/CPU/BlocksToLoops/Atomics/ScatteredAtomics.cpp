// Atomics on elements anywhere, whose old values nobody asks for: as neighbours
// where they turn out to be, else one after the other in a hardware
// transaction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Atomics.h"

#include "../Elements/Elements.h"

#include "triton-shared/Lowering/Atomics.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Elements of a transaction. In a model of scattered additions to 2^20 floats
/// by two cores a locked instruction each takes 3.9 ns, 16 to 64 at a time 1.6
/// to 2.0, more 2.3; to 2^24 memory is the limit. In rows that stay in the
/// first level a kernel takes 1.0 ms with 64, 1.3 with 32.
static constexpr int64_t kPlaces = 64;
/// Elements that are tested at a time for being neighbours where each is
/// updated on its own: 64 take three times the code and no less time.
static constexpr int64_t kPlacesEach = 16;
/// Fewer are not worth the transaction.
static constexpr int64_t kFewestPlaces = 8;
/// Tries of a transaction, and how many later ones are not tried after one that
/// failed: one that fails costs more than it would have saved.
static constexpr int64_t kPlacesTries = 2, kRefusals = 3;

int Atomics::atomicDim(Operation *op) {
  int wide = wideAtomicDim(op);
  if (wide >= 0 || rowLocks || !onlyUpdates(op) ||
      !(target.transactions || target.cas16))
    return wide;
  auto shape =
      cast<tts::BlockType>(accessOf(op).getResult().getType()).getShape();
  int longest = -1;
  for (auto [d, n] : llvm::enumerate(shape))
    if (n >= kFewestPlaces && (longest < 0 || n >= shape[longest]))
      longest = d;
  return longest;
}

int64_t Atomics::atomicLanes(Operation *op) {
  if (wideAtomicDim(op) >= 0)
    return wideAtomicLanes(op);
  auto shape =
      cast<tts::BlockType>(accessOf(op).getResult().getType()).getShape();
  return std::min(target.transactions ? kPlaces : kPlacesEach,
                  shape[atomicDim(op)]);
}

/// What is counted in the nest, and kept in memory.
enum Count { Refused, Tried, Ended, Counts };

Value Atomics::countAt(int32_t which) {
  return LLVM::GEPOp::create(b, loc, ptrType(), b.getI32Type(), nest->counts,
                             ArrayRef<LLVM::GEPArg>{which});
}

/// Before the loops of a nest with such an atomic: waits for its turn, if the
/// threads take turns.
void Atomics::takeTurn() {
  if (!target.transactions || nest->counts)
    return;
  OpBuilder::InsertionGuard guard(b);
  at(0);
  Type i32 = b.getI32Type();
  nest->turn = callRuntime(RuntimeFunction::TakeTurn, runtime).getResult();
  nest->counts = allocate(RankedTensorType::get({Counts}, i32)).ptr;
  Value none = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
  for (int32_t which : {Refused, Tried, Ended})
    LLVM::StoreOp::create(b, loc, none, countAt(which), 4);
}

void Atomics::endTurn() {
  if (!nest->counts)
    return;
  auto load = [&](int32_t which) -> Value {
    return LLVM::LoadOp::create(b, loc, b.getI32Type(), countAt(which), 4);
  };
  callRuntime(RuntimeFunction::EndTurn,
              {runtime, nest->turn, load(Tried), load(Ended)});
}

/// Lanes at any places. Those of a row whose number was loaded are often
/// neighbours, which the source does not tell.
void Atomics::scatteredUpdate(tts::AtomicRMWOp op, Address a, Value v,
                              Value mask) {
  OpBuilder::InsertionGuard guard(b);
  a.laneStride = {};
  if (mask) {
    Value any =
        vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, mask);
    auto ifOp = scf::IfOp::create(b, loc, any, false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  if (a.contiguous && !a.offsets.v)
    return updateTogether(op, a, v, mask);
  // Lanes that are known to be two apart, say, are never neighbours.
  if (!a.offsets.v || a.inBytes || a.knownStride != 0)
    return updatePlaces(op, a, v, mask);
  auto ifOp =
      scf::IfOp::create(b, loc, elements().areNeighbours(a, mask), true);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Type elem = getElementTypeOrSelf(v.getType());
  updateTogether(op, elements().besideFirst(elem, a), v, mask);
  b.setInsertionPointToStart(ifOp.elseBlock());
  updatePlaces(op, a, v, mask);
}

/// Lanes that are neighbours.
void Atomics::updateTogether(tts::AtomicRMWOp op, const Address &a, Value v,
                             Value mask) {
  if (rowLocks)
    return lockedUpdate(op, a, v, mask);
  if (target.transactions)
    transaction(op, a, v, mask);
  else
    eachSwap(op, a, v, mask);
}

/// Puts down where each lane goes, and its value. Those that the mask leaves
/// out update scratch.
Atomics::Places Atomics::storePlaces(const Address &a, Value v, Value mask) {
  auto type = cast<VectorType>(v.getType());
  Type elem = type.getElementType(), i64Type = b.getI64Type();
  auto keep = [&](Type of) {
    return allocate(RankedTensorType::get({type.getNumElements()}, of));
  };
  int64_t top = arenaTop;
  Value where = LLVM::PtrToIntOp::create(b, loc, vec(i64Type),
                                         elements().lanePointers(elem, a));
  if (mask) {
    Buffer idle = keep(elem);
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    LLVM::StoreOp::create(b, loc, zero, idle.ptr, 64);
    v = arith::SelectOp::create(b, loc, mask, v, zero);
    Value first = LLVM::PtrToIntOp::create(b, loc, i64Type, idle.ptr);
    Value own = arith::MulIOp::create(
        b, loc, iota(i64Type),
        arith::ConstantOp::create(
            b, loc,
            DenseElementsAttr::get(cast<ShapedType>(vec(i64Type)),
                                   b.getI64IntegerAttr(bytesOf(elem)))));
    own = add(own, vector::BroadcastOp::create(b, loc, vec(i64Type), first));
    where = arith::SelectOp::create(b, loc, mask, where, own);
  }
  Places places{keep(i64Type), keep(elem)};
  LLVM::StoreOp::create(b, loc, where, places.where.ptr, 64);
  LLVM::StoreOp::create(b, loc, v, places.values.ptr, 64);
  arenaTop = top;
  return places;
}

/// One element, by nobody else's leave.
void Atomics::updateElement(tts::AtomicRMWOp op, Value ptr, Value v) {
  Type elem = v.getType(), storage = storageType(elem);
  int64_t align = bytesOf(elem);
  Value old =
      castStorage(LLVM::LoadOp::create(b, loc, storage, ptr, align), elem);
  Value sum = combineAtomic(b, loc, op.getAtomicRmwOp(), old, v);
  LLVM::StoreOp::create(b, loc, castStorage(sum, storage), ptr, align);
}

/// A loop over the places: `update` gets each, and its value. It may carry
/// something from one to the next.
void Atomics::eachPlace(const Places &places,
                        llvm::function_ref<void(Value ptr, Value value)> update,
                        Value *carried) {
  OpBuilder::InsertionGuard guard(b);
  auto loop =
      scf::ForOp::create(b, loc, cst(0), cst(places.where.shape.front()),
                         cst(1), carried ? ValueRange(*carried) : ValueRange());
  b.setInsertionPointToStart(loop.getBody());
  if (carried)
    *carried = loop.getRegionIterArgs().front();
  auto slot = [&](const Buffer &buf) -> Value {
    return LLVM::GEPOp::create(b, loc, ptrType(), buf.elem, buf.ptr,
                               ValueRange{loop.getInductionVar()});
  };
  Type elem = places.values.elem;
  Value place =
      LLVM::LoadOp::create(b, loc, b.getI64Type(), slot(places.where), 8);
  Value value =
      LLVM::LoadOp::create(b, loc, elem, slot(places.values), bytesOf(elem));
  update(LLVM::IntToPtrOp::create(b, loc, ptrType(), place), value);
  if (!carried)
    return;
  scf::YieldOp::create(b, loc, *carried);
  *carried = loop.getResult(0);
}

/// Updates the places in a transaction, unless one has failed a short while
/// ago. Tells whether that is done.
Value Atomics::placesInTransaction(tts::AtomicRMWOp op, const Places &places) {
  OpBuilder::InsertionGuard guard(b);
  Type i1 = b.getI1Type(), i32 = b.getI32Type();
  auto number = [&](int64_t n) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(n));
  };
  auto count = [&](int32_t which) -> Value {
    return LLVM::LoadOp::create(b, loc, i32, countAt(which), 4);
  };
  auto add = [&](int32_t which, Value n) {
    LLVM::StoreOp::create(b, loc,
                          arith::AddIOp::create(b, loc, count(which), n),
                          countAt(which), 4);
  };
  Value refused = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                        count(Refused), number(0));
  auto attempt = scf::IfOp::create(b, loc, TypeRange{i1}, refused, true);
  b.setInsertionPointToStart(attempt.thenBlock());
  add(Refused, number(-1));
  Value no = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  scf::YieldOp::create(b, loc, no);
  b.setInsertionPointToStart(attempt.elseBlock());
  auto [done, ended] = inTransaction(
      kPlacesTries, [] {},
      [&] {
        eachPlace(places, [&](Value ptr, Value value) {
          updateElement(op, ptr, value);
        });
      });
  add(Tried, number(1));
  add(Ended, ended);
  Value next =
      arith::SelectOp::create(b, loc, done, number(0), number(kRefusals));
  LLVM::StoreOp::create(b, loc, next, countAt(Refused), 4);
  scf::YieldOp::create(b, loc, done);
  return attempt.getResult(0);
}

/// Lanes that are no neighbours, one after the other: in a transaction, or
/// atomically each.
void Atomics::updatePlaces(tts::AtomicRMWOp op, const Address &a, Value v,
                           Value mask) {
  if (rowLocks)
    return lockedPlaces(op, a, v, mask);
  Places places = storePlaces(a, v, mask);
  OpBuilder::InsertionGuard guard(b);
  if (target.transactions) {
    Value done = placesInTransaction(op, places);
    auto ifOp = scf::IfOp::create(b, loc, done, true);
    b.setInsertionPointToStart(ifOp.elseBlock());
  }
  eachPlace(places, [&](Value ptr, Value value) {
    bool isFloat = isa<FloatType>(places.values.elem);
    LLVM::AtomicRMWOp::create(b, loc, atomicBinOp(op.getAtomicRmwOp(), isFloat),
                              ptr, value, atomicOrdering(op.getSem()));
  });
}

} // namespace mlir::tts::cpu
