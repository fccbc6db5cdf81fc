// Programs that lie side by side, each as a lane of one program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKREWRITES_PROGRAMLANES_H
#define TRITON_SHARED_LIB_CPU_BLOCKREWRITES_PROGRAMLANES_H

#include "Differences.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tts::cpu {

/// A version of a function that does several programs at once: what differs
/// between them has one more dim, the last one, whose lane i is program i's.
class ProgramLanes {
public:
  /// One for `count` programs.
  ProgramLanes(triton::FuncOp function, ProgramNumber number,
               Differences &differences, int64_t count)
      : function(function), number(number), differences(differences),
        count(count), b(function.getContext()) {}

  /// Makes it, once, before the function; null if that cannot be done. Its last
  /// argument says how many programs there are.
  triton::FuncOp build();

private:
  Type laneType(Type type) const;
  Value stretched(Value lanes, ArrayRef<int64_t> shape);
  Value lanesOf(Value v);
  Value lanesOf(Value v, ArrayRef<int64_t> shape);
  bool expand(Value &operand, ArrayRef<int64_t> shape);
  Value numbers(Value first);

  void define(Value v, Value own, bool first);
  bool yield(scf::YieldOp from, ArrayRef<bool> first);

  bool convert(Block &from);
  bool convert(Operation *op);
  bool convert(scf::ForOp loop);
  bool convert(scf::IfOp branch);
  FailureOr<SmallVector<Value>> sideOf(scf::IfOp branch, Block &side,
                                       Value condition);
  bool convertGuarded(scf::IfOp branch);
  Value anyOf(Value guard);
  Value accessTo(Value block);
  Value placeOf(Operation *op);
  bool convert(MakeBlockOp block);
  bool convert(LoadOp load);
  bool convert(StoreOp store);
  bool convert(AtomicRMWOp atomic);
  bool convertPure(Operation *op);
  bool convertScalar(Operation *op);

  triton::FuncOp function;
  ProgramNumber number;
  Differences &differences;
  int64_t count;

  OpBuilder b;
  Value programs;   // that there are
  IRMapping firsts; // what does not differ, and scalars of the first program
  DenseMap<Value, Value> lanes; // what differs
  Value guard;                  // of what not all programs get to
};

} // namespace mlir::tts::cpu

#endif
