// Programs that lie side by side, as one with wider blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKREWRITES_JOINEDLANES_H
#define TRITON_SHARED_LIB_CPU_BLOCKREWRITES_JOINEDLANES_H

#include "ProgramNumber.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tts::cpu {

/// Which blocks of a function would be longer if programs side by side were
/// one, and along which dim: lane i of program p is lane `i - width` of
/// program p + 1, in all that is read, computed and written.
class JoinedLanes {
public:
  JoinedLanes(triton::FuncOp function, ProgramNumber number)
      : function(function), number(number) {}

  /// Finds them. False if the programs cannot be joined.
  bool find();

  /// The joined dim of each block that has one.
  const llvm::MapVector<Value, int> &dims() const { return dimOf; }
  /// The size of that dim.
  int64_t width() const { return size; }

private:
  /// How a value changes. Either it is `lane * i + program * p` and something
  /// that is the same for all lanes i of the joined dim and for all programs
  /// p; or anything that depends on the two through `i + width * p` alone.
  struct Growth {
    int64_t lane = 0, program = 0;
    bool joint = false;
    bool operator==(const Growth &o) const {
      return lane == o.lane && program == o.program && joint == o.joint;
    }
    bool operator!=(const Growth &o) const { return !(*this == o); }
  };

  static std::optional<Growth> sum(Growth a, Growth b, int64_t factor);
  std::optional<int64_t> timesSize(int64_t lane) const;
  bool isJoint(std::optional<Growth> growth) const;
  bool isFixed(Value v);
  bool isFixedInside(Operation *op);
  std::optional<Growth> growthOf(Value v);
  std::optional<Growth> compute(Value v);
  std::optional<Growth> ofArgument(BlockArgument argument);
  std::optional<Growth> ofBranches(scf::IfOp op, unsigned result);
  std::optional<Growth> ofOperation(Operation *op, Value v);
  std::optional<Growth> ofAccess(tts::LoadOp load, Value v);

  bool seed(tts::MakeBlockOp block);
  bool mark(Value v, int dim);
  bool spread();
  bool spreadThrough(Operation *op, Value v, int dim);

  bool fits(Operation *op);
  bool fits(tts::MakeBlockOp block);
  bool fits(scf::ForOp loop);
  bool boundFits(OpFoldResult bound, bool upper);

  triton::FuncOp function;
  ProgramNumber number;
  int64_t size = 0;
  llvm::MapVector<Value, int> dimOf;
  SmallVector<Value> open; // marked, not yet spread from
  DenseMap<Value, std::optional<Growth>> memo;
};

} // namespace mlir::tts::cpu

#endif
