// The walk over the source: each operation in the order of its block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_WALK_WALK_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_WALK_WALK_H

#include "../Part.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace mlir::tts::cpu {

/// Walks the source in program order. Scalars are emitted where they stand,
/// lazy blocks wait for a nest that needs them, roots open one.
class Walk : public Part {
public:
  explicit Walk(Emitter &emitter) : Part(emitter) {}

  struct OnePlace {
    Value where, offset; // blocks of one value: where is it, plus what
    int64_t start, size; // of the positions
  };
  struct PickedElement {
    Value block;
    OnePlace place;
  };

  // --- Blocks.cpp: order of a basic block
  /// All of a block but its terminator.
  LogicalResult emitBlock(Block &block);
  /// One operation of the source, with or without blocks.
  LogicalResult emitOp(Operation *op);
  /// A source operation without blocks.
  LogicalResult emitScalar(Operation *op);

  // --- Control.cpp: scf, for loops that Dots emits itself
  /// To the end of the body of a loop that perhaps carries scalars.
  void enterBody(scf::ForOp loop);
  /// Gives those of a loop's arguments that are no blocks their values.
  void mapCarriedScalars(scf::ForOp op, ValueRange values);
  /// Ends the body of a loop that carries the scalars of `op`.
  void yieldScalars(scf::ForOp op);
  /// The storage of `v` if `op`, of the same basic block, is the last to need
  /// what it holds.
  std::optional<Buffer> storageLastNeededBy(Operation *op, Value v);
  /// Gives the results of an operation with regions their storage and values.
  void mapResults(Operation *op, ArrayRef<Buffer> dests, ValueRange values);

  // --- OneElement.cpp: an element named by its position
  /// The block that a sum reads one element of, and nothing else but zeros.
  static std::optional<PickedElement> pickedElement(triton::ReduceOp op);

  // --- Effects.cpp: scalar accesses, assert, print
  /// An access of rank 0, carried out where it stands.
  LogicalResult emitScalarAccess(Operation *op);
  /// Calls the runtime, which does not return, when `ok` is false.
  LogicalResult emitAssertFailure(triton::AssertOp op, Value ok);

private:
  // --- Blocks.cpp: order of a basic block
  LogicalResult emitCat(triton::CatOp op);
  LogicalResult emitConstant(arith::ConstantOp op);
  LogicalResult emitMap(triton::MapElementwiseOp op);
  LogicalResult emitUnsplat(triton::UnsplatOp op);

  // --- Control.cpp: scf
  LogicalResult captureFor(Operation *regionOp);
  scf::ForOp openBands(scf::ForOp op, ValueRange inits);
  LogicalResult emitFor(scf::ForOp op);
  LogicalResult emitIf(scf::IfOp op);
  LogicalResult emitSwitch(scf::IndexSwitchOp op);
  LogicalResult emitWhile(scf::WhileOp op);
  LogicalResult emitBranch(Block &block, ArrayRef<Buffer> dests,
                           SmallVectorImpl<Value> &out);
  LogicalResult buildIf(
      Value condition, TypeRange types, bool hasElse,
      llvm::function_ref<LogicalResult(bool, SmallVectorImpl<Value> &)> branch,
      SmallVectorImpl<Value> &results);
  LogicalResult storeInits(ValueRange inits, SmallVectorImpl<Value> &carried,
                           SmallVectorImpl<Buffer> &storage);
  SmallVector<Value> scalarsAmong(ValueRange values);
  SmallVector<Buffer> allocateResults(Operation *op);
  SmallVector<Buffer> allocateBranchResults(Operation *op);
  SmallVector<Type> scalarTypes(TypeRange types);
  struct CarriedItem {
    Value v;
    Buffer dest;
  };
  bool readsElsewhere(Value v, ArrayRef<CarriedItem> items);
  LogicalResult storeWhole(SmallVector<CarriedItem> items);
  LogicalResult storeCarried(ValueRange yielded, ArrayRef<Buffer> dests);

  // --- OneElement.cpp: an element named by its position
  struct SetElement {
    Buffer storage;
    Value index, inside, element;
  };
  LogicalResult emitPicked(triton::ReduceOp op, const PickedElement &picked);
  Value uniformScalar(Value block);
  std::pair<Value, Value> indexOf(const OnePlace &place);
  FailureOr<Value> elementAt(Value block, const Coords &coords);
  FailureOr<std::optional<SetElement>> setElement(Value v,
                                                  const Buffer &storage);
  void storeElement(const SetElement &set);

  // --- Effects.cpp: scalar accesses, assert, print
  LogicalResult emitPrint(triton::PrintOp op);
};

} // namespace mlir::tts::cpu

#endif
