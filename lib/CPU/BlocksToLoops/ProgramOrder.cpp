// The order in which a thread runs the programs of a grid of several axes.
// Triton's count runs along axis 0 first. Where that axis goes down the rows of
// what is accessed and axis 1 along them, every program would be on pages of
// its own; along axis 1 first, the next program continues where one ended.
// Likewise where axis 0 counts both, rows first (`pid % n`, `pid // n`).
// Programs with dots should go where they share the second operand, which is
// packed: along an axis, or in steps within axis 0 where that counts rows and
// columns (`pid // n`, `pid % n`), or those of several products, one after the
// other (`pid % batches`, `pid // batches % rows`).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AxisUse.h"
#include "Emitter.h"
#include "Versions.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::cpu {

namespace {

/// Programs down the same columns before those of the next columns: enough to
/// pack for, and their rows are still in the caches. Rows that are copied for
/// the programs that share them, too, are best shared out among threads.
constexpr int64_t kRowsOfPrograms = 32, kCopiedRowsOfPrograms = 8;

/// Rows whose starts are fewer elements apart may share lines.
constexpr int64_t kApart = 64;

} // namespace

bool isProgramX(Value v) {
  Operation *def = v.getDefiningOp();
  while (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
                         arith::IndexCastOp>(def))
    def = def->getOperand(0).getDefiningOp();
  auto id = dyn_cast_or_null<triton::GetProgramIdOp>(def);
  return id && id.getAxis() == triton::ProgramIDDim::X;
}

bool addScalars(Value v, llvm::SetVector<Operation *> &slice) {
  Operation *op = v.getDefiningOp();
  if (!op)
    return isa<triton::FuncOp>(
        cast<BlockArgument>(v).getOwner()->getParentOp());
  if (slice.contains(op))
    return true;
  if (isa<triton::GetProgramIdOp>(op) || op->getNumRegions() != 0 ||
      hasBlocks(op) || !isPure(op) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return addScalars(operand, slice); }))
    return false;
  slice.insert(op);
  return true;
}

/// Is what programs do told, counted or waited for? Then Triton's order is
/// expected.
static bool ordered(triton::FuncOp func) {
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

namespace {

/// Axis 0 counts down `height` rows, then along the columns, and comes to the
/// next rows after `period` programs.
struct ColumnOrder {
  Value period;
  Value height; // null for 1
};

} // namespace

/// How axis 0 counts, if the second operand of a dot depends on it through the
/// column alone: `pid % n`, or in the matmul tutorial
/// `pid % (height * n) / min(rows left, height)`.
static ColumnOrder columnsAlongX(triton::FuncOp func) {
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
  RowUse(AxisUse x, AxisUse y) : x(std::move(x)), y(std::move(y)) {}

  void add(tts::MakeBlockOp block) {
    auto shape = cast<tts::BlockType>(block.getResult().getType()).getShape();
    int64_t width = 0; // of a row
    for (auto [n, stride] : llvm::zip(shape, block.getMixedStrides()))
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
  AxisUse x, y;
  bool downRows = false, alongRows = false, other = false;
};

} // namespace

static bool hasDots(triton::FuncOp func) {
  return anyInside(func, [](Operation *op) { return isa<triton::DotOp>(op); });
}

/// The axis of the grid along which a thread should run programs first: 0 or 1.
static int fastestAxis(triton::FuncOp func) {
  AxisUse x(triton::ProgramIDDim::X), y(triton::ProgramIDDim::Y);
  RowUse rows(x, y);
  bool alongX = false, alongY = false, usesY = false;
  func.walk([&](Operation *op) {
    auto id = dyn_cast<triton::GetProgramIdOp>(op);
    usesY |= id && id.getAxis() == triton::ProgramIDDim::Y;
    if (auto dot = dyn_cast<triton::DotOp>(op)) {
      alongX |= !x.depends(dot.getB());
      alongY |= !y.depends(dot.getB());
    }
    if (auto block = dyn_cast<tts::MakeBlockOp>(op))
      rows.add(block);
  });
  if (hasDots(func))
    return usesY && alongY && !alongX ? 1 : 0;
  return rows.xDownRows() ? 1 : 0;
}

/// How axis 0 counts, if it goes down the rows of what is accessed first,
/// `pid % n`, and then along them, `pid // n`: as a grid of two axes that is
/// run along axis 1, but for some columns at a time.
static ColumnOrder rowsAlongX(triton::FuncOp func) {
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
    RowUse rows{AxisUse(row), AxisUse(column)};
    bool other = false;
    func.walk([&](tts::MakeBlockOp block) {
      other |= besides.depends(block.getOffset()) ||
               RowUse::dependsBesides(besides, block);
      rows.add(block);
    });
    if (other || !rows.xDownRows())
      return WalkResult::advance();
    found.period = op->getOperand(1);
    return WalkResult::interrupt();
  });
  return found;
}

/// A scalar that is known before any program, made where the builder is.
FailureOr<Value> Emitter::scalarAhead(Value v) {
  llvm::SetVector<Operation *> slice;
  addScalars(v, slice);
  for (Operation *op : slice)
    if (failed(emitScalar(op)))
      return failure();
  return toI64(scalars.lookup(v));
}

/// Are rows of a dot's first operand copied for the programs that share them?
/// For tiles they are where they do not start at cache lines.
FailureOr<Value> Emitter::rowsAreCopied() {
  Value copied = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  SmallVector<std::pair<Value, int64_t>> rows; // distances, sizes of elements
  src.walk([&](triton::DotOp dot) {
    if (dearRows(dot.getA()))
      copied = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    else if (dotUnit(dot).kind == DotUnit::Tiles)
      evaluates(dot.getA(), [&](Operation *op) {
        if (auto load = dyn_cast<tts::LoadOp>(op)) {
          auto block = accessOf(load);
          Type elem = blockType(load.getResult()).getElementType();
          if (auto distance = dyn_cast<Value>(block.getMixedStrides().front()))
            rows.push_back({distance, bytesOf(elem)});
        }
        return false;
      });
  });
  // What has storage later on costs less then.
  costs.clear();
  for (auto [distance, size] : rows) {
    llvm::SetVector<Operation *> slice;
    if (!addScalars(distance, slice))
      continue;
    FailureOr<Value> ahead = scalarAhead(distance);
    if (failed(ahead))
      return failure();
    Value in = arith::RemUIOp::create(b, loc, *ahead, cst(64 / size));
    Value split =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, in, cst(0));
    copied = arith::OrIOp::create(b, loc, copied, split);
  }
  return copied;
}

Value Emitter::atLeastOne(Value v) {
  return arith::MaxSIOp::create(b, loc, v, cst(1));
}

/// Makes what `programInColumns` needs for `count` programs along axis 0, if a
/// dot's columns come again there, or rows of what is accessed.
LogicalResult Emitter::orderByColumns(Value count) {
  ColumnOrder order = hasDots(src) ? columnsAlongX(src) : rowsAlongX(src);
  if (!order.period)
    return success();
  FailureOr<Value> period = scalarAhead(order.period);
  FailureOr<Value> height =
      order.height ? scalarAhead(order.height) : FailureOr<Value>(cst(1));
  if (failed(period) || failed(height))
    return failure();
  Columns &c = columns.emplace();
  c.period = atLeastOne(*period);
  c.height = atLeastOne(*height);
  c.step = order.height ? cst(1) : c.period;
  // Groups of rows that follow one another in a column.
  FailureOr<Value> copied = rowsAreCopied();
  if (failed(copied))
    return failure();
  Value rows = arith::SelectOp::create(
      b, loc, *copied, cst(kCopiedRowsOfPrograms), cst(kRowsOfPrograms));
  Value atMost = arith::DivUIOp::create(b, loc, rows, c.height);
  c.groups = arith::MaxSIOp::create(b, loc, atMost, cst(1));
  // What is left of the last group stays as it is, and all does if the columns
  // do not fill a group.
  c.whole = arith::DivUIOp::create(b, loc, count, c.period);
  Value rest = arith::RemUIOp::create(b, loc, c.period, c.height);
  Value fills =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, rest, cst(0));
  c.whole = arith::SelectOp::create(b, loc, fills, c.whole, cst(0));
  return success();
}

/// The program that comes in place of number `id` along axis 0.
Value Emitter::programInColumns(Value id) {
  auto div = [&](Value x, Value y) -> Value {
    return arith::DivUIOp::create(b, loc, x, y);
  };
  auto rem = [&](Value x, Value y) -> Value {
    return arith::RemUIOp::create(b, loc, x, y);
  };
  auto mul = [&](Value x, Value y) -> Value {
    return arith::MulIOp::create(b, loc, x, y);
  };
  Value end = mul(columns->whole, columns->period);
  Value ordered =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, id, end);
  auto ifOp = scf::IfOp::create(b, loc, id.getType(), ordered, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(ifOp.thenBlock());
  Value together = mul(columns->groups, columns->period);
  Value group = mul(div(id, together), columns->groups);
  Value left = arith::SubIOp::create(b, loc, columns->whole, group);
  Value rows = mul(arith::MinSIOp::create(b, loc, left, columns->groups),
                   columns->height);
  Value inside = rem(id, together);
  Value column = div(inside, rows), row = rem(inside, rows);
  group = add(group, div(row, columns->height));
  Value own = add(mul(group, columns->period), mul(column, columns->height));
  scf::YieldOp::create(b, loc, add(own, rem(row, columns->height)));
  b.setInsertionPointToEnd(ifOp.elseBlock());
  scf::YieldOp::create(b, loc, id);
  return ifOp.getResult(0);
}

std::optional<int> axisInAnyOrder(triton::FuncOp func) {
  if (ordered(func) || hasDots(func))
    return std::nullopt;
  int axis = fastestAxis(func);
  if (axis == 0 && rowsAlongX(func).period)
    return std::nullopt;
  return axis;
}

/// Row by row; those of a row are done at once.
LogicalResult Emitter::orderJoined() {
  auto number = [&](StringRef name) {
    return src->getAttrOfType<IntegerAttr>(name).getInt();
  };
  fastAxis = number(kJoinedAxisAttr);
  joined = Joined{number(kMostJoinedAttr), Value(), Value()};
  Operation *remainder = nullptr;
  src.walk([&](Operation *op) {
    if (op->hasAttr(kJoinedNumberAttr))
      remainder = op;
  });
  if (!remainder)
    return success();
  FailureOr<Value> period = scalarAhead(remainder->getOperand(1));
  if (failed(period))
    return failure();
  joined->period = atLeastOne(*period);
  return success();
}

/// Chooses the order, for `count` programs along axis 0.
LogicalResult Emitter::orderPrograms(Value count) {
  if (Value locks = countOfLocks())
    return orderByLocks(count, locks);
  if (ordered(src))
    return success();
  anyOrder = true;
  if (src->hasAttr(kMostJoinedAttr))
    return orderJoined();
  fastAxis = fastestAxis(src);
  return fastAxis == 0 ? orderByColumns(count) : success();
}

} // namespace mlir::tts::cpu
