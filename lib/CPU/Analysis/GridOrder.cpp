// How a grid counts: from which axis programs take their rows, and from which
// their columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Analysis/GridOrder.h"
#include "triton-shared/CPU/Analysis/AxisUse.h"
#include "triton-shared/CPU/Analysis/Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::tts::cpu {

namespace {

/// Rows whose starts are fewer elements apart may share lines.
constexpr int64_t kApart = 64;
/// A block with so many times fewer elements than the largest has no say in
/// the order: a row of weights next to a tile, say.
constexpr int64_t kMinor = 8;

} // namespace

bool isOrdered(triton::FuncOp func) {
  return anyInside(func, [](Operation *op) {
    auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
    return isa<triton::DotScaledOp, tts::AtomicCASOp, scf::WhileOp,
               triton::PrintOp, triton::AssertOp>(op) ||
           (rmw && !rmw.getResult().use_empty());
  });
}

/// Is `v` the number of programs of several rows, `period` being that of one?
static bool countsRows(Value v, Value period) {
  if (auto whole = getConstantIntValue(v))
    if (auto row = getConstantIntValue(period))
      return *row > 0 && *whole > *row && *whole % *row == 0;
  auto product = v.getDefiningOp<arith::MulIOp>();
  return product && llvm::is_contained(product->getOperands(), period);
}

ColumnOrder columnsAlongX(triton::FuncOp func) {
  SmallVector<triton::DotOp> dots;
  func.walk([&](triton::DotOp dot) { dots.push_back(dot); });
  auto known = [](Value v) {
    llvm::SetVector<Operation *> slice;
    return addScalars(v, slice);
  };
  auto isColumn = [&](Value column, Value period) {
    // What changes after several rows only, as the columns of a product whose
    // number in a batch is counted first.
    SmallVector<Value> constants{column};
    func.walk([&](Operation *op) {
      if (isa<arith::DivSIOp, arith::DivUIOp>(op) &&
          isProgramX(op->getOperand(0)) &&
          countsRows(op->getOperand(1), period))
        constants.push_back(op->getResult(0));
    });
    AxisUse x(triton::ProgramIDDim::X),
        besides(triton::ProgramIDDim::X, constants);
    return llvm::any_of(dots, [&](triton::DotOp dot) {
      return x.depends(dot.getB()) && !besides.depends(dot.getB());
    });
  };
  ColumnOrder found;
  func.walk([&](Operation *op) {
    if (!isa<arith::RemSIOp, arith::RemUIOp>(op) ||
        !isProgramX(op->getOperand(0)) || !known(op->getOperand(1)))
      return WalkResult::advance();
    Value inPeriod = op->getResult(0);
    if (isColumn(inPeriod, op->getOperand(1))) {
      found = {op->getOperand(1), Value()};
      return WalkResult::interrupt();
    }
    for (Operation *user : inPeriod.getUsers()) {
      if (!isa<arith::DivSIOp, arith::DivUIOp>(user) ||
          user->getOperand(0) != inPeriod)
        continue;
      SmallVector<Value> heights{user->getOperand(1)};
      if (auto least = heights.front().getDefiningOp<arith::MinSIOp>())
        heights.append({least.getLhs(), least.getRhs()});
      auto *height = llvm::find_if(heights, known);
      if (height == heights.end() ||
          !isColumn(user->getResult(0), op->getOperand(1)))
        continue;
      found = {op->getOperand(1), *height};
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return found;
}

namespace {

/// Does `x` go down the rows of what is accessed, so that every program is on
/// pages of its own, and `y` along them?
class RowUse {
public:
  RowUse(triton::FuncOp func, AxisUse x, AxisUse y)
      : x(std::move(x)), y(std::move(y)) {
    int64_t largest = 0;
    func.walk([&](tts::MakeBlockOp block) {
      largest = std::max(largest, ShapedType::getNumElements(shapeOf(block)));
    });
    func.walk([&](tts::MakeBlockOp block) {
      if (ShapedType::getNumElements(shapeOf(block)) > largest / kMinor)
        add(block);
    });
  }

  bool xDownRows() const { return downRows && alongRows && !other; }

  /// Does `x` go to another row, and `y` to elements of it whose numbers are
  /// loaded? Along `y` the row stays.
  bool picksInRow(tts::MakeBlockOp block) {
    std::optional<int64_t> step = x.step(block.getOffset());
    return block.getGather() && y.depends(block.getGather()) &&
           !x.depends(block.getGather()) && !y.depends(block.getOffset()) &&
           (!step || std::abs(*step) >= kApart);
  }

  /// Does anything but the offset depend on the axis?
  static bool dependsBesides(AxisUse &axis, tts::MakeBlockOp block) {
    return llvm::any_of(block.getWrapDims(),
                        [&](int32_t d) {
                          return axis.depends(block.getWrapStart(d));
                        }) ||
           axis.depends(block.getBase()) || axis.depends(block.getGather());
  }

private:
  static ArrayRef<int64_t> shapeOf(tts::MakeBlockOp block) {
    return cast<tts::BlockType>(block.getResult().getType()).getShape();
  }

  void add(tts::MakeBlockOp block) {
    int64_t width = 0; // of a row
    for (auto [n, stride] : llvm::zip(shapeOf(block), block.getMixedStrides()))
      if (getConstantIntValue(stride) == 1)
        width = n;
    auto near = [&](AxisUse &axis) {
      auto step = axis.step(block.getOffset());
      return !dependsBesides(axis, block) && step && std::abs(*step) <= width;
    };
    other |= !near(y) && !picksInRow(block);
    alongRows |= y.depends(block.getOffset());
    downRows |= width > 1 && !near(x);
  }

  AxisUse x, y;
  bool downRows = false, alongRows = false, other = false;
};

} // namespace

bool hasDots(triton::FuncOp func) {
  return anyInside(func, [](Operation *op) { return isa<triton::DotOp>(op); });
}

int fastestAxis(triton::FuncOp func) {
  AxisUse x(triton::ProgramIDDim::X), y(triton::ProgramIDDim::Y),
      z(triton::ProgramIDDim::Z);
  bool usesY = false, usesZ = false;
  func.walk([&](triton::GetProgramIdOp id) {
    usesY |= id.getAxis() == triton::ProgramIDDim::Y;
    usesZ |= id.getAxis() == triton::ProgramIDDim::Z;
  });
  if (hasDots(func)) {
    bool alongX = false, alongY = false;
    func.walk([&](triton::DotOp dot) {
      alongX |= !x.depends(dot.getB());
      alongY |= !y.depends(dot.getB());
    });
    return usesY && alongY && !alongX ? 1 : 0;
  }
  if (usesY && RowUse(func, x, y).xDownRows())
    return 1;
  return usesZ && RowUse(func, x, z).xDownRows() ? 2 : 0;
}

ColumnOrder rowsAlongX(triton::FuncOp func) {
  ColumnOrder found;
  func.walk([&](Operation *op) {
    llvm::SetVector<Operation *> slice;
    if (!isa<arith::RemSIOp, arith::RemUIOp>(op) ||
        !isProgramX(op->getOperand(0)) || !addScalars(op->getOperand(1), slice))
      return WalkResult::advance();
    Operation *over = nullptr;
    for (Operation *user : op->getOperand(0).getUsers())
      if (isa<arith::DivSIOp, arith::DivUIOp>(user) &&
          llvm::equal(user->getOperands(), op->getOperands()))
        over = user;
    if (!over)
      return WalkResult::advance();
    Value row = op->getResult(0), column = over->getResult(0);
    AxisUse besides(triton::ProgramIDDim::X, {row, column});
    bool other = false;
    func.walk([&](tts::MakeBlockOp block) {
      other |= besides.depends(block.getOffset()) ||
               RowUse::dependsBesides(besides, block);
    });
    if (other || !RowUse(func, AxisUse(row), AxisUse(column)).xDownRows())
      return WalkResult::advance();
    found.period = op->getOperand(1);
    return WalkResult::interrupt();
  });
  return found;
}

std::optional<int> axisInAnyOrder(triton::FuncOp func) {
  if (isOrdered(func) || hasDots(func))
    return std::nullopt;
  int axis = fastestAxis(func);
  if (axis == 0 && rowsAlongX(func).period)
    return std::nullopt;
  return axis;
}

} // namespace mlir::tts::cpu
