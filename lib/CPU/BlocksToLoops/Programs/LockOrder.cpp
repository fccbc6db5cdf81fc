// The order of programs that add into a few places in turn, each under a lock
// of its own (`pid % locks`). What a lock guards, mostly a row of partial sums,
// is to stay with one core and in its caches: in Triton's order all other rows
// come before it does again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"
#include "triton-shared/CPU/Analysis/AxisUse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// So many neighbouring locks are used in turn before the next ones. The same
/// one again at once would wait for what has just been stored under it; what
/// all of these guard should stay in the second-level cache.
static constexpr int64_t kLocksInTurn = 32, kFewestInTurn = 8;

/// The number `locks` of a kernel whose programs wait for nothing but locks
/// that `pid % locks` tells; null for others.
Value Programs::countOfLocks() {
  Value rem;
  src.walk([&](Operation *op) {
    llvm::SetVector<Operation *> slice;
    if (isa<arith::RemSIOp, arith::RemUIOp>(op) &&
        isProgramX(op->getOperand(0)) && addScalars(op->getOperand(1), slice))
      rem = rem ? Value() : op->getResult(0);
  });
  if (!rem)
    return {};
  AxisUse besides(triton::ProgramIDDim::X, {rem}), x(triton::ProgramIDDim::X);
  auto isLock = [&](Operation *op) {
    auto cas = dyn_cast<tts::AtomicCASOp>(op);
    // A number that grows with the program's is a turn: those that come later
    // wait for those before.
    if (!cas || x.depends(cas.getCompare()) || x.depends(cas.getValue()))
      return false;
    tts::MakeBlockOp block = accessOf(op);
    auto fixed = [&](Value v) { return !besides.depends(v); };
    return llvm::all_of(block->getOperands(), fixed) &&
           (x.depends(block.getBase()) || x.depends(block.getOffset()));
  };
  bool locks = false, others = false;
  src.walk([&](Operation *op) {
    auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
    auto load = dyn_cast<tts::LoadOp>(op);
    if (isa<tts::AtomicCASOp>(op) && op->getParentOfType<scf::WhileOp>() &&
        isLock(op))
      locks = true;
    else
      others |= isa<tts::AtomicCASOp, triton::PrintOp, triton::AssertOp,
                    triton::DotOp>(op) ||
                (rmw && !rmw.getResult().use_empty()) ||
                (load && load.getIsVolatile());
  });
  return locks && !others ? rem.getDefiningOp()->getOperand(1) : Value();
}

/// Programs of the same few locks one after the other, for `count` programs
/// along axis 0.
LogicalResult Programs::orderByLocks(Value count, Value locks) {
  FailureOr<Value> period = scalarAhead(locks);
  if (failed(period))
    return failure();
  Columns &c = columns.emplace();
  c.period = atLeastOne(*period);
  // The greatest power of two that they are a multiple of.
  Value power = arith::AndIOp::create(
      b, loc, c.period, arith::SubIOp::create(b, loc, cst(0), c.period));
  c.height = arith::MinSIOp::create(b, loc, power, cst(kLocksInTurn));
  c.step = cst(1);
  c.whole = arith::DivUIOp::create(b, loc, count, c.period);
  c.groups = arith::MaxSIOp::create(b, loc, c.whole, cst(1));
  Value enough = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                       c.height, cst(kFewestInTurn));
  c.whole = arith::SelectOp::create(b, loc, enough, c.whole, cst(0));
  byLock = true;
  return success();
}

} // namespace mlir::tts::cpu
