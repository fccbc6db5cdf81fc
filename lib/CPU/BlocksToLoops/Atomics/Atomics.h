// Atomic updates of many elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ATOMICS_ATOMICS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ATOMICS_ATOMICS_H

#include "../Part.h"

namespace mlir::tts::cpu {

/// Emits atomic updates of blocks: side by side, anywhere, or under locks.
class Atomics : public Part {
public:
  explicit Atomics(Emitter &emitter) : Part(emitter) {}

  // --- OneAtomic.cpp: one element
  /// One element of an atomic at scalar coordinates; the old value is kept when
  /// it is used.
  LogicalResult atomicElement(Operation *op, const Coords &coords);

  // --- WideAtomics.cpp: many elements at a time
  /// The dim along which many elements at a time can be updated; -1 if there is
  /// none.
  int wideAtomicDim(Operation *op);
  /// As many neighbouring elements as the nest has lanes. `kept`: the lock that
  /// is kept from step to step, if any is.
  LogicalResult atomicVector(tts::AtomicRMWOp op, const Coords &coords,
                             Value *kept);

  // --- ScatteredAtomics.cpp: elements anywhere
  /// The dim along which elements are updated several at a time; -1 if there is
  /// none.
  int atomicDim(Operation *op);
  /// How many along that dim.
  int64_t atomicLanes(Operation *op);
  /// After the loops of a nest that took its turn: ends it, and reports how its
  /// transactions went.
  void endTurn();

  // --- LockedAtomics.cpp: rows under locks of the runtime
  /// Asks the runtime for locks if the kernel's atomics are better off with
  /// them; tells it of any others.
  void enterAtomics();
  /// Does the open nest update rows under locks in this atomic?
  bool locksRows(const Root &root);
  /// May an atomic of the open nest keep its lock from step to step? It must be
  /// the only one that holds any.
  bool mayKeepLock(ArrayRef<Root> roots);
  /// What stands for the lock that a thread keeps before it has taken one.
  Value noLock();
  /// Gives back the lock that was kept, if there is one.
  void releaseKept(Value kept);

private:
  // --- WideAtomics.cpp: many elements at a time
  static constexpr int64_t kSwappedBytes = 16; // by one compare-and-swap
  bool onlyUpdates(Operation *op);
  int neighboursDim(Operation *op, int64_t bytes, bool inRuns = false);
  int64_t wideAtomicLanes(Operation *op);
  struct Attempt {
    Value done, ended; // did it succeed; or did another core end it?
  };
  Attempt inTransaction(int64_t most, llvm::function_ref<void()> before,
                        llvm::function_ref<void()> body);
  void transaction(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void updateLanes(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void eachSwap(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void eachLane(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void compareAndSwap(tts::AtomicRMWOp op, const Address &a, Value v,
                      Value mask);
  void atomicLane(tts::AtomicRMWOp op, const Address &a, Value v, Value mask,
                  Value offset, OpFoldResult lane);
  LogicalResult fetchRows(tts::MakeBlockOp block, const Coords &coords,
                          bool stored);
  LogicalResult fetchRows(tts::AtomicRMWOp op, const Coords &coords);
  void fetchLines(Type elem, Value ptr, int64_t lanes, bool stored = true);

  // --- AtomicRuns.cpp: rows of a flat block
  bool areNeighboursInRuns(tts::MakeBlockOp block, int dim);
  Value atEntry(Value v);
  Value rowsAreLong();

  // --- ScatteredAtomics.cpp: elements anywhere
  Value countAt(int32_t which);
  void takeTurn();
  void scatteredUpdate(tts::AtomicRMWOp op, Address a, Value v, Value mask);
  void updateTogether(tts::AtomicRMWOp op, const Address &a, Value v,
                      Value mask);
  struct Places {
    Buffer where, values; // of one lane after the other
  };
  Places storePlaces(const Address &a, Value v, Value mask);
  void updateElement(tts::AtomicRMWOp op, Value ptr, Value v);
  void eachPlace(const Places &places,
                 llvm::function_ref<void(Value ptr, Value value)> update,
                 Value *carried = nullptr);
  Value placesInTransaction(tts::AtomicRMWOp op, const Places &places);
  void updatePlaces(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);

  // --- LockedAtomics.cpp: rows under locks of the runtime
  bool mayLockRows();
  Value locksGiven();
  Value lockIndex(Value place);
  Value lockAt(Value index);
  Value differ(Value x, Value y);
  void takeLock(Value index);
  void takeLocks(Value first, Value last);
  void releaseLock(Value index);
  bool isCheapUnderLock(Operation *op);
  void lockedUpdate(tts::AtomicRMWOp op, const Address &a, Value v, Value mask,
                    Value *kept = nullptr);
  void lockedPlaces(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);

  Value rowLocks; // of the runtime; null if not used
  // Of blocks and their dims: are elements neighbours where steps are straight?
  DenseMap<std::pair<Operation *, int>, bool> neighbours;
  // What rows are as long as, and how long they must be for locks.
  llvm::SetVector<std::pair<Value, int64_t>> rowLengths;
};

} // namespace mlir::tts::cpu

#endif
