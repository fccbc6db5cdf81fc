// The order in which a thread runs the programs of a grid of several axes.
// Triton's count runs along axis 0 first. Where that axis goes down the rows of
// what is accessed and axis 1 along them, every program would be on pages of
// its own; along axis 1 first, the next program continues where one ended.
// Programs with dots should go where they share the second operand, which is
// packed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

namespace mlir::tts::cpu {

namespace {

/// How positions depend on one axis of the grid, as far as can be told; the
/// order of programs is free, so a wrong guess costs time alone.
class AxisUse {
public:
  explicit AxisUse(triton::ProgramIDDim axis) : axis(axis) {}

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

  triton::ProgramIDDim axis;
  DenseMap<Value, bool> memo;
  DenseMap<Value, std::optional<int64_t>> steps;
};

} // namespace

int fastestAxis(triton::FuncOp func) {
  AxisUse x(triton::ProgramIDDim::X), y(triton::ProgramIDDim::Y);
  bool downRows = false, alongRows = false, other = false;
  bool ordered = false, dots = false, alongX = false, alongY = false;
  func.walk([&](Operation *op) {
    // What is told, counted or waited for is expected in Triton's order.
    auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
    if (isa<triton::DotScaledOp, tts::AtomicCASOp, scf::WhileOp,
            triton::PrintOp, triton::AssertOp>(op) ||
        (rmw && !rmw.getResult().use_empty()))
      ordered = true;
    if (auto dot = dyn_cast<triton::DotOp>(op)) {
      dots = true;
      alongX |= !x.depends(dot.getB());
      alongY |= !y.depends(dot.getB());
    }
    auto block = dyn_cast<tts::MakeBlockOp>(op);
    if (!block)
      return;
    auto dependsOn = [&](AxisUse &axis) {
      return llvm::any_of(block.getWrapDims(),
                          [&](int32_t d) {
                            return axis.depends(block.getWrapStart(d));
                          }) ||
             axis.depends(block.getBase()) || axis.depends(block.getGather());
    };
    auto shape = cast<tts::BlockType>(block.getResult().getType()).getShape();
    int64_t width = 0; // of a row
    for (auto [n, stride] : llvm::zip(shape, block.getMixedStrides()))
      if (getConstantIntValue(stride) == 1)
        width = n;
    auto near = [&](AxisUse &axis) {
      auto step = axis.step(block.getOffset());
      return !dependsOn(axis) && step && std::abs(*step) <= width;
    };
    other |= !near(y);
    alongRows |= y.depends(block.getOffset());
    downRows |= width > 1 && !near(x);
  });
  if (ordered)
    return 0;
  if (dots)
    return alongY && !alongX ? 1 : 0;
  return downRows && alongRows && !other ? 1 : 0;
}

} // namespace mlir::tts::cpu
