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

#include "Programs.h"

#include "../Dots/Dots.h"
#include "../Plan/Plan.h"
#include "../Walk/Walk.h"
#include "triton-shared/CPU/Analysis/AxisUse.h"
#include "triton-shared/CPU/Analysis/GridOrder.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

namespace mlir::tts::cpu {

namespace {

/// Programs down the same columns before those of the next columns: enough to
/// pack for, and their rows are still in the caches. Rows that are copied for
/// the programs that share them, too, are best shared out among threads.
constexpr int64_t kRowsOfPrograms = 32, kCopiedRowsOfPrograms = 8;

} // namespace

/// A scalar that is known before any program, made where the builder is.
FailureOr<Value> Programs::scalarAhead(Value v) {
  llvm::SetVector<Operation *> slice;
  addScalars(v, slice);
  for (Operation *op : slice)
    if (failed(walk().emitScalar(op)))
      return failure();
  return toI64(scalars.lookup(v));
}

/// Are rows of a dot's first operand copied for the programs that share them?
/// For tiles they are where they do not start at cache lines.
FailureOr<Value> Programs::rowsAreCopied() {
  Value copied = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  SmallVector<std::pair<Value, int64_t>> rows; // distances, sizes of elements
  src.walk([&](triton::DotOp dot) {
    if (dots().dearRows(dot.getA()))
      copied = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    else if (dots().dotUnit(dot).kind == DotUnit::Tiles)
      plan().evaluates(dot.getA(), [&](Operation *op) {
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
  plan().forgetCosts();
  for (auto [distance, size] : rows) {
    llvm::SetVector<Operation *> slice;
    if (!addScalars(distance, slice))
      continue;
    FailureOr<Value> ahead = scalarAhead(distance);
    if (failed(ahead))
      return failure();
    Value in = arith::RemUIOp::create(b, loc, *ahead, cst(kLineBytes / size));
    Value split =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, in, cst(0));
    copied = arith::OrIOp::create(b, loc, copied, split);
  }
  return copied;
}

Value Programs::atLeastOne(Value v) {
  return arith::MaxSIOp::create(b, loc, v, cst(1));
}

/// Makes what `programInColumns` needs for `count` programs along axis 0, if a
/// dot's columns come again there, or rows of what is accessed.
LogicalResult Programs::orderByColumns(Value count) {
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
Value Programs::programInColumns(Value id) {
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

/// Row by row; those of a row are done at once.
LogicalResult Programs::orderJoined() {
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
  remainder->removeAttr(kJoinedNumberAttr); // not for what becomes of it
  FailureOr<Value> period = scalarAhead(remainder->getOperand(1));
  if (failed(period))
    return failure();
  joined->period = atLeastOne(*period);
  return success();
}

/// Chooses the order, for `count` programs along axis 0.
LogicalResult Programs::orderPrograms(Value count) {
  if (Value locks = countOfLocks())
    return orderByLocks(count, locks);
  if (isOrdered(src))
    return success();
  anyOrder = true;
  if (src->hasAttr(kMostJoinedAttr))
    return orderJoined();
  // As in the version that does several at once: a launch runs both.
  if (auto axis = src->getAttrOfType<IntegerAttr>(kJoinedAxisAttr)) {
    fastAxis = axis.getInt();
    return success();
  }
  fastAxis = fastestAxis(src);
  return fastAxis == 0 ? orderByColumns(count) : success();
}

} // namespace mlir::tts::cpu
