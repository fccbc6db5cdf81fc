// What gets storage, and when.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PLAN_PLAN_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_PLAN_PLAN_H

#include "../Part.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::tts::cpu {

/// Decides which lazy blocks get storage, and when: what is expensive and used
/// by several nests, what a later write would change.
class Plan : public Part {
public:
  explicit Plan(Emitter &emitter) : Part(emitter) {}

  // --- Plan.cpp: what gets storage, and when
  /// Notes the order of a basic block, what is loaded there and what writes.
  void numberBlock(Block &block);
  /// The last position in its own block at which `v` will still be evaluated
  /// after the current operation; -1 if it will not.
  int64_t neededUntil(Value v, const llvm::SmallDenseSet<Value, 8> &stored);
  /// Is something written that `load` may read, before position `until`?
  bool hazardBefore(Value load, int64_t until);
  /// Cost of one element of this operation alone, about in vector instructions.
  unsigned ownCost(Operation *op);
  /// What one element of `v` costs to evaluate, in cheap operations.
  unsigned cost(Value v);
  /// Is evaluating `v` to evaluate such an operation?
  template <typename Op> bool contains(Value v) {
    return evaluates(v, [](Operation *op) { return isa<Op>(op); });
  }
  /// Is an operation of this kind below `v`, down to what has storage?
  bool evaluates(Value v, llvm::function_ref<bool(Operation *)> found);
  /// The next value that must have storage before the nest can be opened.
  Value separateFirst(ArrayRef<Root> roots, Operation *op);
  /// Values of the nest's own shape that later nests need, but for those that
  /// are stored already.
  SmallVector<Value> valuesToKeep(llvm::SmallDenseSet<Value, 8> stored);
  /// What later nests need is stored on the way.
  void addSideRoots(SmallVectorImpl<Root> &roots);
  /// Loads that come before `writer` but are evaluated after it.
  LogicalResult flushPendingLoads(Operation *writer,
                                  ArrayRef<Root> ownRoots = {});

  /// Does the operation, of a block that has been numbered, write memory?
  bool isHazard(Operation *op) const;
  /// What has been noted of the blocks so far does not hold any more.
  void forget();
  void forgetCosts() { costs.clear(); }

  // --- ExchangePlan.cpp: sorting networks
  /// `v`, which a network has brought about, and what it has of other blocks by
  /// then: positions that are sorted with their keys share the comparisons.
  SmallVector<Value> exchangedBeside(Value v);

  /// Operations that are emitted along with one before.
  void doAlong(Operation *op) { doneAlong.insert(op); }
  void undoAlong(Operation *op) { doneAlong.erase(op); }
  bool isDoneAlong(Operation *op) const { return doneAlong.contains(op); }

  /// Storage that a value would best be written to: what a loop carries it in.
  DenseMap<Value, Buffer> destHint;

private:
  // --- Plan.cpp: what gets storage, and when
  /// What later nests need, as long as no more gets storage.
  struct Needs {
    llvm::SmallDenseSet<Value, 8> stored;
    DenseMap<Value, int64_t> until; // of what was asked for

    void store(Value v) {
      stored.insert(v);
      until.clear();
    }
  };
  int64_t neededUntil(Value v, Needs &needs);
  bool usedBetween(Value v, int64_t from, int64_t to);
  bool keptByNextStore(const Reached &r);
  bool isPlace(Value v);
  bool isSimplerAgain(const Reached &r, int64_t until);
  bool isKept(const Reached &r, Needs &needs);
  Value keptBeforeWrite(tts::LoadOp load, ArrayRef<Root> roots);

  // --- ExchangePlan.cpp: sorting networks
  unsigned exchangesBelow(Value v);
  Value exchangeFirst();

  DenseMap<Operation *, int64_t> positions; // in its basic block
  DenseMap<Value, unsigned> costs;
  DenseMap<Value, unsigned> exchangeDepths; // below a value, one after another
  DenseMap<Block *, SmallVector<int64_t>> hazards;
  DenseMap<Block *, SmallVector<Operation *>> blockLoads;
  llvm::SmallPtrSet<Operation *, 8> doneAlong;
};

} // namespace mlir::tts::cpu

#endif
