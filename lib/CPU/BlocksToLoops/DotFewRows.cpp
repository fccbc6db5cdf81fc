// Dots of few rows: a matrix times a vector, or a few of them, as when a model
// makes one token at a time. Each element of the second operand counts for so
// few products then that to pack it takes longer than all of them; it is read
// where it is, and multiplied at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlocksToLoops/Passes.h"

#include "FirstRows.h"
#include "Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUDOTFEWROWS
#include "triton-shared/CPU/BlocksToLoops/Passes.h.inc"

namespace cpu {
namespace {

/// The most rows that a second operand that is loaded is not packed for, and
/// one that is computed.
constexpr int64_t kRows = 8, kRowsComputed = 4;
/// Operations on the way from a load to the dot that cost next to nothing.
constexpr int kConversions = 2;

/// Is nothing changed by `op`, and nothing inside of it?
bool onlyReads(Operation *op) {
  auto load = dyn_cast<tts::LoadOp>(op);
  if (load)
    return !load.getIsVolatile();
  return isPure(op) && op->getNumRegions() == 0;
}

/// What a store or an atomic writes.
Value written(Operation *sink) {
  if (auto store = dyn_cast<tts::StoreOp>(sink))
    return store.getValue();
  return cast<tts::AtomicRMWOp>(sink).getValue();
}

/// Is more done to `v` than to load and convert it?
bool isComputed(Value v) {
  for (int i = 0; i < kConversions; ++i) {
    Operation *op = v.getDefiningOp();
    if (!op ||
        !isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp,
             arith::ExtSIOp, arith::ExtUIOp, triton::FpToFpOp, triton::TransOp>(
            op))
      break;
    v = op->getOperand(0);
  }
  auto load = v.getDefiningOp<tts::LoadOp>();
  return !load || accessOf(load).getGather() || accessOf(load).hasTensorBase();
}

/// A loop whose only block that is carried is the sum of a dot, and what is
/// done with that.
class DotOfFewRows {
public:
  DotOfFewRows(scf::ForOp loop, IRRewriter &b) : loop(loop), b(b) {}

  bool matches();
  void rewrite();

private:
  bool matchLoop();
  bool matchResult();
  void findTail();
  Value countRows();
  int64_t fewRows(Value count);
  Value rowsOfMask(Value mask);
  Value lastRow(Value mask);
  LogicalResult buildRows(int64_t rows);

  scf::ForOp loop;
  IRRewriter &b;
  triton::DotOp dot;
  unsigned sum = 0;                  // the loop's result
  Operation *sink = nullptr;         // where that goes, but for some arithmetic
  llvm::SetVector<Operation *> tail; // what is only needed for the sink
  int64_t m = 0, n = 0, k = 0;
};

bool DotOfFewRows::matchLoop() {
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto d = dyn_cast<triton::DotOp>(op)) {
      if (dot)
        return false;
      dot = d;
    } else if (!onlyReads(&op)) {
      return false;
    }
  }
  if (!dot || blockType(dot.getD()).getRank() != 2 || !dot->hasOneUse() ||
      blockType(dot.getD()).getElementType().getIntOrFloatBitWidth() < 32)
    return false;
  auto arg = dyn_cast<BlockArgument>(dot.getC());
  if (!arg || arg.getOwner() != loop.getBody() || !arg.hasOneUse() ||
      arg.getArgNumber() == 0)
    return false;
  sum = arg.getArgNumber() - 1;
  for (auto [i, init] : llvm::enumerate(loop.getInitArgs()))
    if (blockType(init) && i != sum)
      return false;
  return loop.getYieldedValues()[sum] == dot.getD();
}

/// The only use of the loop is that `sink`, in the same block, writes its sum,
/// or something made of each element of that.
bool DotOfFewRows::matchResult() {
  for (auto [i, result] : llvm::enumerate(loop.getResults()))
    if (i != sum && !result.use_empty())
      return false;
  Value v = loop.getResult(sum);
  while (v.hasOneUse()) {
    Operation *user = *v.user_begin();
    if (user->getBlock() != loop->getBlock())
      return false;
    if (isa<tts::StoreOp, tts::AtomicRMWOp>(user)) {
      sink = user;
      break;
    }
    if (!isPure(user) || user->getNumResults() != 1 ||
        user->getNumRegions() != 0 || !user->hasTrait<OpTrait::Elementwise>())
      return false;
    v = user->getResult(0);
  }
  if (!sink || !sink->use_empty() || written(sink) != v)
    return false;
  for (Operation *op = loop->getNextNode(); op != sink; op = op->getNextNode())
    if (!onlyReads(op))
      return false;
  return true;
}

/// What lies between the loop and the sink and is for the sink alone.
void DotOfFewRows::findTail() {
  tail.insert(sink);
  for (Operation *op = sink->getPrevNode(); op != loop; op = op->getPrevNode())
    if (llvm::all_of(op->getUsers(), [&](Operation *user) {
          return tail.contains(sink->getBlock()->findAncestorOpInBlock(*user));
        }))
      tail.insert(op);
}

bool DotOfFewRows::matches() {
  if (!matchLoop() || !matchResult())
    return false;
  m = blockType(dot.getD()).getShape()[0];
  n = blockType(dot.getD()).getShape()[1];
  k = blockType(dot.getA()).getShape()[1];
  return !accessOf(sink).isWrapped(0);
}

/// The rows of the version for few: as many as pay, no more than there can be.
int64_t DotOfFewRows::fewRows(Value count) {
  int64_t few = std::min(m, isComputed(dot.getB()) ? kRowsComputed : kRows);
  // Triton makes an argument that is 1 a constant.
  auto left = count.getDefiningOp<arith::SubIOp>();
  if (auto all = left ? getConstantIntValue(left.getLhs())
                      : getConstantIntValue(count))
    few =
        std::min(few, int64_t(llvm::PowerOf2Ceil(std::max<int64_t>(*all, 1))));
  return few;
}

/// 1 + the last row of a 1-D mask that is true.
Value DotOfFewRows::lastRow(Value mask) {
  Location loc = mask.getLoc();
  auto type = blockType(mask).clone(b.getI32Type());
  Value rows = triton::MakeRangeOp::create(b, loc, type, 1, m + 1);
  Value none =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(cast<Type>(type)));
  Value own = arith::SelectOp::create(b, loc, mask, rows, none);
  auto reduce = triton::ReduceOp::create(b, loc, TypeRange{b.getI32Type()},
                                         ValueRange{own}, /*axis=*/0);
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&reduce.getCombineOp(), {},
                               {b.getI32Type(), b.getI32Type()}, {loc, loc});
  Value most = arith::MaxSIOp::create(b, loc, block->getArgument(0),
                                      block->getArgument(1));
  triton::ReduceReturnOp::create(b, loc, most);
  return reduce.getResult().front();
}

/// A bound on the rows of a 2-D mask, where part of it is one of rows alone.
Value DotOfFewRows::rowsOfMask(Value mask) {
  if (auto both = mask.getDefiningOp<arith::AndIOp>()) {
    Value rows = rowsOfMask(both.getLhs());
    return rows ? rows : rowsOfMask(both.getRhs());
  }
  auto repeat = mask.getDefiningOp<triton::BroadcastOp>();
  auto column = repeat ? repeat.getSrc().getDefiningOp<triton::ExpandDimsOp>()
                       : triton::ExpandDimsOp();
  if (!column || column.getAxis() != 1)
    return {};
  return lastRow(column.getSrc());
}

/// How many rows from the first one on the sink may write, before it; null if
/// nothing tells.
Value DotOfFewRows::countRows() {
  tts::MakeBlockOp block = accessOf(sink);
  b.setInsertionPoint(sink);
  OpFoldResult upper = block.getMixedUpper()[0];
  Value count;
  if (getConstantIntValue(upper).value_or(0) < m) {
    count = dyn_cast<Value>(upper);
    if (!count)
      count = arith::ConstantIndexOp::create(
          b, loop.getLoc(), getConstantIntValue(upper).value());
  }
  if (count || !block.getMask() || !blockType(block.getMask()))
    return count;
  Value rows = rowsOfMask(block.getMask());
  return rows ? arith::IndexCastOp::create(b, loop.getLoc(), b.getIndexType(),
                                           rows)
              : Value();
}

/// The loop and its sink for the first `rows` rows.
LogicalResult DotOfFewRows::buildRows(int64_t rows) {
  // What is loaded before the loop is the same here.
  auto mayLoad = [&](Operation *op) {
    if (!onlyReads(op))
      return false;
    if (loop->isProperAncestor(op) || tail.contains(op))
      return true;
    if (op->getBlock() != loop->getBlock())
      return false;
    for (; op != loop && op != sink; op = op->getNextNode())
      if (!onlyReads(op))
        return false;
    return true;
  };
  Location loc = loop.getLoc();
  FirstRows outside(
      b, rows, [&](Operation *op) { return tail.contains(op); }, mayLoad);
  SmallVector<Value> inits(loop.getInitArgs());
  inits[sum] = outside.of(inits[sum], 0);
  if (!inits[sum])
    return failure();
  auto own =
      scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(own.getBody());
    FirstRows inside(
        b, rows, [&](Operation *op) { return loop->isProperAncestor(op); },
        mayLoad);
    inside.copies.map(loop.getBody()->getArguments(),
                      own.getBody()->getArguments());
    Value left = inside.of(dot.getA(), 0);
    if (!left)
      return failure();
    auto product = triton::DotOp::create(
        b, dot.getLoc(), own.getRegionIterArg(sum).getType(), left,
        inside.whole(dot.getB()), own.getRegionIterArg(sum),
        dot.getInputPrecision(), dot.getMaxNumImpreciseAcc());
    product->setAttr(kFewRowsAttr, b.getUnitAttr());
    SmallVector<Value> yields;
    for (auto [i, v] : llvm::enumerate(loop.getYieldedValues()))
      yields.push_back(i == sum ? product.getResult() : inside.whole(v));
    scf::YieldOp::create(b, loc, yields);
  }
  outside.set(loop.getResult(sum), 0, own.getResult(sum));
  Value v = outside.of(written(sink), 0);
  Value place = v ? outside.of(accessOf(sink), 0) : Value();
  if (!place)
    return failure();
  SmallVector<Value> operands(sink->getOperands());
  for (Value &operand : operands)
    operand = operand == written(sink) ? v : place;
  OperationState state(sink->getLoc(), sink->getName(), operands,
                       sink->getNumResults() ? TypeRange(v.getType())
                                             : TypeRange(),
                       sink->getAttrs());
  b.create(state);
  return success();
}

/// Erases `v`'s operation, and what only it uses.
static void eraseUnused(IRRewriter &b, Value v) {
  Operation *op = v.getDefiningOp();
  if (!op || !isOpTriviallyDead(op))
    return;
  SmallVector<Value> operands(op->getOperands());
  b.eraseOp(op);
  for (Value operand : operands)
    eraseUnused(b, operand);
}

void DotOfFewRows::rewrite() {
  Value count = countRows();
  if (!count)
    return;
  findTail();
  // The count stays before the branch.
  SmallVector<Value> needed{count};
  while (!needed.empty()) {
    Operation *op = needed.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    tail.remove(op);
    if (op->getBlock() == loop->getBlock() && loop->isBeforeInBlock(op))
      llvm::append_range(needed, op->getOperands());
  }
  Location loc = loop.getLoc();
  b.setInsertionPoint(sink);
  int64_t rows = fewRows(count);
  Value few =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, count,
                            arith::ConstantIndexOp::create(b, loc, rows));
  auto branch = scf::IfOp::create(b, loc, few, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  if (failed(buildRows(rows))) {
    b.eraseOp(branch);
    eraseUnused(b, few);
    return;
  }
  Operation *end = branch.elseBlock()->getTerminator();
  b.moveOpBefore(loop, end);
  SmallVector<Operation *> moved = llvm::to_vector(tail);
  for (Operation *op : llvm::reverse(moved))
    b.moveOpBefore(op, end);
}

} // namespace
} // namespace cpu

namespace {

struct CPUDotFewRows : impl::CPUDotFewRowsBase<CPUDotFewRows> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp op) { loops.push_back(op); });
    IRRewriter b(&getContext());
    for (scf::ForOp loop : loops)
      if (cpu::DotOfFewRows dot(loop, b); dot.matches())
        dot.rewrite();
  }
};

} // namespace
} // namespace mlir::tts
