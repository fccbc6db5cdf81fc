// What changes along an axis of the grid.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_AXISUSE_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_AXISUSE_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts::cpu {

/// How positions depend on one axis of the grid, or on a number made from the
/// program's, as far as can be told; the order of programs is free, so a wrong
/// guess costs time alone.
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

  bool depends(Value v) {
    if (!v)
      return false;
    auto [it, fresh] = memo.try_emplace(v, false);
    if (!fresh)
      return it->second;
    bool result = false;
    if (auto arg = dyn_cast<BlockArgument>(v)) {
      if (auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp()))
        result = depends(arg == loop.getInductionVar()
                             ? loop.getLowerBound()
                             : loop.getTiedLoopInit(arg)->get());
    } else if (auto id = v.getDefiningOp<triton::GetProgramIdOp>()) {
      result = id.getAxis() == axis;
    } else {
      for (Value operand : v.getDefiningOp()->getOperands())
        result |= depends(operand);
    }
    return memo[v] = result;
  }

  /// By how much `v` grows from one program to the next along the axis, if that
  /// is a constant.
  std::optional<int64_t> step(Value v) {
    if (!depends(v))
      return 0;
    if (auto it = steps.find(v); it != steps.end())
      return it->second;
    std::optional<int64_t> result = stepOf(v);
    steps[v] = result;
    return result;
  }

private:
  std::optional<int64_t> stepOf(Value v) {
    Operation *def = v.getDefiningOp();
    if (!def)
      return std::nullopt;
    if (isa<triton::GetProgramIdOp>(def))
      return 1;
    if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp,
            arith::TruncIOp>(def))
      return step(def->getOperand(0));
    if (isa<arith::AddIOp, arith::SubIOp>(def)) {
      auto a = step(def->getOperand(0)), c = step(def->getOperand(1));
      if (!a || !c)
        return std::nullopt;
      return isa<arith::AddIOp>(def) ? *a + *c : *a - *c;
    }
    if (isa<arith::MulIOp>(def))
      for (int i : {0, 1})
        if (auto factor = getConstantIntValue(def->getOperand(i)))
          if (auto inner = step(def->getOperand(1 - i)))
            return *inner * *factor;
    return std::nullopt;
  }

  std::optional<triton::ProgramIDDim> axis;
  DenseMap<Value, bool> memo;
  DenseMap<Value, std::optional<int64_t>> steps;
};

/// Is it the program's number along axis 0, whatever its type?
bool isProgramX(Value v);

/// The axis along which a thread runs the programs one after the other, if
/// nothing else tells in which order they come.
std::optional<int> axisInAnyOrder(triton::FuncOp func);

/// Adds what `v` is computed from, in order, if that takes no more than
/// arguments and can be done before any program.
bool addScalars(Value v, llvm::SetVector<Operation *> &slice);

} // namespace mlir::tts::cpu

#endif
