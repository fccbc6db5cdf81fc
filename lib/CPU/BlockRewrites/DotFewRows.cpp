// Dots of few rows: a matrix times a vector, or a few of them, as when a model
// makes one token at a time. Blocks have 16 rows at least on a GPU; here, rows
// that are not stored need not be computed. Each element of the second operand
// counts for so few products then that to pack it takes longer than all of
// them; it is read where it is, and multiplied at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "FirstRows.h"
#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Lowering/EraseDead.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUDOTFEWROWS
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace cpu {
namespace {

/// The most rows that a second operand that is loaded is not packed for, and
/// one that is computed.
constexpr int64_t kRows = 8, kRowsComputed = 4;
/// Operations on the way from a load to the dot that cost next to nothing.
constexpr int kConversions = 2;
/// Larger loops are not worth the time to compile them twice.
constexpr size_t kMaxOperations = 300;

/// Does `op` change nothing, and use nothing but its operands?
bool onlyReads(Operation *op) {
  if (auto load = dyn_cast<tts::LoadOp>(op))
    return !load.getIsVolatile();
  if (auto reduce = dyn_cast<triton::ReduceOp>(op)) {
    llvm::SetVector<Value> above;
    getUsedValuesDefinedAbove(reduce.getCombineOp(), above);
    return above.empty();
  }
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

/// A loop with dots that only carries blocks with rows, and what is stored of
/// it.
class DotsOfFewRows {
public:
  DotsOfFewRows(scf::ForOp loop, IRRewriter &b) : loop(loop), b(b) {}

  bool matches();
  void rewrite();

private:
  /// Are these the rows of the dots, or of what is made of them?
  bool hasRows(Value v) const;
  bool matchLoop();
  bool matchResults();
  void findTail();
  OpFoldResult countRows(Operation *sink);
  OpFoldResult countRows();
  int64_t fewRows(OpFoldResult count);
  LogicalResult buildRows(int64_t rows);

  scf::ForOp loop;
  IRRewriter &b;
  SmallVector<triton::DotOp> dots;
  SmallVector<Operation *> sinks;     // where the loop's results go
  llvm::SetVector<Operation *> users; // of them, on the way
  llvm::SetVector<Operation *> tail;  // what is only needed for the sinks
  int64_t m = 0;
};

bool DotsOfFewRows::hasRows(Value v) const {
  auto type = blockType(v);
  return type && type.getRank() > 0 && type.getDimSize(0) == m;
}

bool DotsOfFewRows::matchLoop() {
  if (loop.getBody()->getOperations().size() > kMaxOperations)
    return false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto dot = dyn_cast<triton::DotOp>(op)) {
      auto type = blockType(dot.getD());
      if (type.getRank() != 2 ||
          type.getElementType().getIntOrFloatBitWidth() < 32)
        return false;
      dots.push_back(dot);
    } else if (!onlyReads(&op)) {
      return false;
    }
  }
  if (dots.empty())
    return false;
  m = blockType(dots.front().getD()).getShape()[0];
  return llvm::all_of(loop.getInitArgs(), [&](Value init) {
    return !blockType(init) || hasRows(init);
  });
}

/// What uses the loop, in the same block, computes what `sinks` write. Nothing
/// else is written up to the last of these, and nothing loaded after the first.
bool DotsOfFewRows::matchResults() {
  auto isUser = [&](Value v) {
    Operation *op = v.getDefiningOp();
    return op == loop || users.contains(op);
  };
  size_t open = 0; // uses that have not been met
  auto uses = [](Operation *op) {
    return std::distance(op->use_begin(), op->use_end());
  };
  open += uses(loop);
  for (Operation *op = loop->getNextNode(); op && open;
       op = op->getNextNode()) {
    if (!sinks.empty() && isa<tts::LoadOp>(op))
      return false;
    size_t used = llvm::count_if(op->getOperands(), isUser);
    if (!used) {
      if (!onlyReads(op))
        return false;
      continue;
    }
    open -= used;
    if (isa<tts::StoreOp, tts::AtomicRMWOp>(op)) {
      if (!op->use_empty() || used != 1 || !isUser(written(op)) ||
          !hasRows(written(op)) || accessOf(op).isWrapped(0))
        return false;
      sinks.push_back(op);
    } else if (onlyReads(op) && !isa<tts::LoadOp, tts::MakeBlockOp>(op) &&
               !op->hasTrait<OpTrait::IsTerminator>()) {
      users.insert(op);
      open += uses(op);
    } else {
      return false;
    }
  }
  return !sinks.empty() && open == 0;
}

/// What lies between the loop and the last sink and is for sinks alone.
void DotsOfFewRows::findTail() {
  tail.insert(sinks.begin(), sinks.end());
  for (Operation *op = sinks.back()->getPrevNode(); op != loop;
       op = op->getPrevNode())
    if (llvm::all_of(op->getUsers(), [&](Operation *user) {
          return tail.contains(op->getBlock()->findAncestorOpInBlock(*user));
        }))
      tail.insert(op);
}

bool DotsOfFewRows::matches() { return matchLoop() && matchResults(); }

/// The rows of the version for few: as many as pay, no more than there can be.
int64_t DotsOfFewRows::fewRows(OpFoldResult count) {
  bool computed = llvm::any_of(
      dots, [](triton::DotOp dot) { return isComputed(dot.getB()); });
  int64_t few = std::min(m, computed ? kRowsComputed : kRows);
  // Triton makes an argument that is 1 a constant.
  std::optional<int64_t> all = getConstantIntValue(count);
  if (auto value = dyn_cast<Value>(count))
    if (auto left = value.getDefiningOp<arith::SubIOp>())
      all = getConstantIntValue(left.getLhs());
  if (all)
    few =
        std::min(few, int64_t(llvm::PowerOf2Ceil(std::max<int64_t>(*all, 1))));
  return few;
}

/// How many rows from the first one on a sink may write; null if nothing tells.
OpFoldResult DotsOfFewRows::countRows(Operation *sink) {
  OpFoldResult upper = accessOf(sink).getMixedUpper()[0];
  bool all = getConstantIntValue(upper).value_or(0) >= m;
  return all ? OpFoldResult() : upper;
}

/// How many rows all sinks may write, before the last of them.
OpFoldResult DotsOfFewRows::countRows() {
  b.setInsertionPoint(sinks.back());
  OpFoldResult most;
  auto value = [&](OpFoldResult count) -> Value {
    if (auto v = dyn_cast<Value>(count))
      return v;
    return arith::ConstantIndexOp::create(b, loop.getLoc(),
                                          getConstantIntValue(count).value());
  };
  for (Operation *sink : sinks) {
    OpFoldResult count = countRows(sink);
    if (!count) {
      if (auto unused = dyn_cast_or_null<Value>(most))
        eraseUnused(unused);
      return {};
    }
    if (!most || most == count)
      most = count;
    else if (isa<Attribute>(most) && isa<Attribute>(count))
      most = b.getIndexAttr(
          std::max(*getConstantIntValue(most), *getConstantIntValue(count)));
    else
      most = arith::MaxSIOp::create(b, loop.getLoc(), value(most), value(count))
                 .getResult();
  }
  return most;
}

/// The loop and its sinks for the first `rows` rows.
LogicalResult DotsOfFewRows::buildRows(int64_t rows) {
  // What is loaded before the loop is the same here.
  auto mayLoad = [&](Operation *op) {
    if (!onlyReads(op))
      return false;
    if (loop->isProperAncestor(op) || tail.contains(op))
      return true;
    if (op->getBlock() != loop->getBlock())
      return false;
    for (; op != loop && op != sinks.front(); op = op->getNextNode())
      if (!onlyReads(op))
        return false;
    return true;
  };
  Location loc = loop.getLoc();
  FirstRows outside(
      b, rows, [&](Operation *op) { return tail.contains(op); }, mayLoad);
  SmallVector<Value> inits(loop.getInitArgs());
  for (Value &init : inits)
    if (blockType(init))
      init = outside.of(init, 0);
  if (!llvm::all_of(inits, [](Value init) { return bool(init); }))
    return failure();
  auto own =
      scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), inits, nullptr, loop.getUnsignedCmp());
  own->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(own.getBody());
    FirstRows inside(
        b, rows, [&](Operation *op) { return loop->isProperAncestor(op); },
        mayLoad);
    inside.copies.map(loop.getInductionVar(), own.getInductionVar());
    for (auto [arg, fresh] :
         llvm::zip(loop.getRegionIterArgs(), own.getRegionIterArgs())) {
      if (blockType(arg))
        inside.set(arg, 0, fresh);
      else
        inside.copies.map(arg, fresh);
    }
    SmallVector<Value> yields(loop.getYieldedValues());
    for (Value &v : yields)
      v = blockType(v) ? inside.of(v, 0) : inside.whole(v);
    if (!llvm::all_of(yields, [](Value v) { return bool(v); }))
      return failure();
    scf::YieldOp::create(b, loc, yields);
  }
  for (auto [result, fresh] : llvm::zip(loop.getResults(), own.getResults())) {
    if (blockType(result))
      outside.set(result, 0, fresh);
    else
      outside.copies.map(result, fresh);
  }
  // All is loaded before anything is stored.
  SmallVector<std::pair<Value, Value>> stores;
  for (Operation *sink : sinks) {
    Value v = outside.of(written(sink), 0);
    Value place = v ? outside.of(accessOf(sink), 0) : Value();
    if (!place)
      return failure();
    stores.push_back({v, place});
  }
  for (auto [sink, store] : llvm::zip(sinks, stores)) {
    auto [v, place] = store;
    SmallVector<Value> operands(sink->getOperands());
    for (Value &operand : operands)
      operand = operand == written(sink) ? v : place;
    OperationState state(sink->getLoc(), sink->getName(), operands,
                         sink->getNumResults() ? TypeRange(v.getType())
                                               : TypeRange(),
                         sink->getAttrs());
    b.create(state);
  }
  return success();
}

void DotsOfFewRows::rewrite() {
  OpFoldResult count = countRows();
  if (!count)
    return;
  findTail();
  // The count stays before the branch.
  SmallVector<Value> needed;
  if (auto value = dyn_cast<Value>(count))
    needed.push_back(value);
  while (!needed.empty()) {
    Operation *op = needed.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    tail.remove(op);
    if (op->getBlock() == loop->getBlock() && loop->isBeforeInBlock(op))
      llvm::append_range(needed, op->getOperands());
  }
  if (llvm::any_of(users, [&](Operation *op) { return !tail.contains(op); })) {
    if (auto unused = dyn_cast<Value>(count))
      eraseUnused(unused);
    return;
  }
  Location loc = loop.getLoc();
  b.setInsertionPoint(sinks.back());
  int64_t rows = fewRows(count);
  bool known = isa<Attribute>(count);
  if (known && *getConstantIntValue(count) > rows)
    return;
  Value few =
      known
          ? arith::ConstantOp::create(b, loc, b.getBoolAttr(true)).getResult()
          : arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                  cast<Value>(count),
                                  arith::ConstantIndexOp::create(b, loc, rows))
                .getResult();
  auto branch = scf::IfOp::create(b, loc, few, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  if (failed(buildRows(rows))) {
    b.eraseOp(branch);
    eraseUnused(few);
    return;
  }
  Operation *end = branch.elseBlock()->getTerminator();
  b.moveOpBefore(loop, end);
  SmallVector<Operation *> moved = llvm::to_vector(tail);
  llvm::sort(moved,
             [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
  for (Operation *op : moved)
    b.moveOpBefore(op, end);
  if (known) {
    // There is no other case.
    b.eraseOp(branch.thenBlock()->getTerminator());
    b.inlineBlockBefore(branch.thenBlock(), branch);
    b.eraseOp(branch);
    eraseUnused(few);
  }
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
      if (cpu::DotsOfFewRows dots(loop, b); dots.matches())
        dots.rewrite();
  }
};

} // namespace
} // namespace mlir::tts
