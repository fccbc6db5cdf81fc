// What changes along an axis of the grid.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CPU_ANALYSIS_AXISUSE_H
#define TRITON_SHARED_CPU_ANALYSIS_AXISUSE_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts::cpu {

/// How positions depend on one axis of the grid, or on a number made from the
/// program's. What does not depend on it is the same in all programs along it;
/// what is loaded counts by its address.
class AxisUse {
public:
  explicit AxisUse(Value number) {
    memo[number] = true;
    steps[number] = 1;
  }

  /// As if `constants` did not depend on the axis.
  explicit AxisUse(triton::ProgramIDDim axis, ArrayRef<Value> constants = {})
      : axis(axis) {
    for (Value constant : constants)
      memo[constant] = false;
  }

  bool depends(Value v);

  /// By how much `v` grows from one program to the next along the axis, if that
  /// is a constant.
  std::optional<int64_t> step(Value v);

private:
  std::optional<int64_t> stepOf(Value v);

  std::optional<triton::ProgramIDDim> axis;
  DenseMap<Value, bool> memo;
  DenseMap<Value, std::optional<int64_t>> steps;
};

/// Is it the program's number along axis 0, whatever its type?
bool isProgramX(Value v);

/// Adds what `v` is computed from, in order, if that takes no more than
/// arguments and can be done before any program.
bool addScalars(Value v, llvm::SetVector<Operation *> &slice);

} // namespace mlir::tts::cpu

#endif
