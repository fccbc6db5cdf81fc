// Loops that wait until another program has written to memory, by plain loads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {

/// What an argument of the loop was given by the turn before; nothing if that
/// is what it was at the start.
Value behindForwarding(scf::WhileOp loop, Value v) {
  SmallPtrSet<Value, 4> seen;
  while (auto arg = dyn_cast<BlockArgument>(v)) {
    if (!seen.insert(v).second)
      return {};
    if (arg.getOwner() == loop.getBeforeBody())
      v = loop.getYieldOp().getOperand(arg.getArgNumber());
    else if (arg.getOwner() == loop.getAfterBody())
      v = loop.getConditionOp().getArgs()[arg.getArgNumber()];
    else
      break;
  }
  return v;
}

/// What a value in a loop is made of, turn by turn.
class Sources {
public:
  explicit Sources(scf::WhileOp loop) : loop(loop) {}

  /// False where `v` depends on what the loop itself changes. If not, `loads`
  /// gains the loads that it depends on: of addresses that stay the same.
  bool collect(Value v) {
    v = behindForwarding(loop, v);
    if (!v || isOutside(v))
      return true;
    auto [it, added] = done.try_emplace(v, false); // in a circle: it changes
    if (!added)
      return it->second;
    return done[v] = collectNew(v);
  }

  SmallVector<triton::LoadOp> loads;

private:
  bool isOutside(Value v) {
    return !loop->isAncestor(v.getParentBlock()->getParentOp());
  }

  bool collectNew(Value v) {
    Operation *op = v.getDefiningOp();
    if (!op)
      return false;
    auto all = [&](ValueRange values) {
      return llvm::all_of(values, [&](Value each) { return collect(each); });
    };
    if (auto load = dyn_cast<triton::LoadOp>(op)) {
      std::size_t before = loads.size();
      if (!all(load->getOperands()) || loads.size() != before)
        return false;
      loads.push_back(load);
      return true;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      unsigned number = cast<OpResult>(v).getResultNumber();
      return collect(branch.getCondition()) &&
             collect(branch.thenYield().getOperand(number)) &&
             collect(branch.elseYield().getOperand(number));
    }
    return isMemoryEffectFree(op) && all(op->getOperands());
  }

  scf::WhileOp loop;
  llvm::DenseMap<Value, bool> done;
};

/// Does the loop itself write to where the load reads?
bool writesThere(scf::WhileOp loop, triton::LoadOp load) {
  return loop
      ->walk([&](triton::StoreOp store) {
        return store.getPtr() == load.getPtr() ? WalkResult::interrupt()
                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Each part of a condition for itself: one may count the turns.
void markLoads(scf::WhileOp loop, Value condition) {
  condition = behindForwarding(loop, condition);
  Operation *op = condition ? condition.getDefiningOp() : nullptr;
  if (!op || !loop->isAncestor(op))
    return;
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) &&
      condition.getType().isInteger(1)) {
    for (Value part : op->getOperands())
      markLoads(loop, part);
    return;
  }
  Sources sources(loop);
  if (!sources.collect(condition))
    return;
  for (triton::LoadOp load : sources.loads)
    if (!writesThere(loop, load))
      load.setIsVolatile(true);
}

} // namespace

void mlir::tts::markWaitingLoads(triton::FuncOp function) {
  function.walk([](scf::WhileOp loop) {
    markLoads(loop, loop.getConditionOp().getCondition());
  });
}
