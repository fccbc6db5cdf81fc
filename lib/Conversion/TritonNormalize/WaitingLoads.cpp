// Loops that wait until another program has written to memory, by plain loads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {

class WaitingLoads {
public:
  explicit WaitingLoads(scf::WhileOp loop) : loop(loop) {}

  void mark() {
    for (triton::LoadOp load : deciding())
      if (stays(load.getResult()) && !mayWriteThere(load))
        load.setIsVolatile(true);
  }

private:
  bool isOutside(Value v) {
    return !loop->isAncestor(v.getParentBlock()->getParentOp());
  }

  /// What the turn before gave for an argument of the loop; else nothing.
  Value given(Value v) {
    auto arg = dyn_cast<BlockArgument>(v);
    if (arg && arg.getOwner() == loop.getBeforeBody())
      return loop.getYieldOp().getOperand(arg.getArgNumber());
    if (arg && arg.getOwner() == loop.getAfterBody())
      return loop.getConditionOp().getArgs()[arg.getArgNumber()];
    return {};
  }

  /// An argument that each turn hands to the next as it is.
  bool isHandedOn(Value v) {
    Value before = given(v);
    return before && (before == v || given(before) == v);
  }

  /// What an argument that is handed on has been from the start.
  Value initial(BlockArgument arg) {
    if (arg.getOwner() == loop.getAfterBody())
      arg = cast<BlockArgument>(given(arg));
    return loop.getInits()[arg.getArgNumber()];
  }

  /// What `v` is made of directly: of an operation with regions, all that they
  /// use.
  void appendSources(Value v, SmallVectorImpl<Value> &sources) {
    if (Value before = given(v)) {
      sources.push_back(before);
      return;
    }
    Operation *op = v.getDefiningOp();
    if (!op)
      op = cast<BlockArgument>(v).getOwner()->getParentOp();
    op->walk([&](Operation *inner) {
      llvm::append_range(sources, inner->getOperands());
      if (inner != op && isa<triton::LoadOp>(inner))
        sources.push_back(inner->getResult(0));
    });
  }

  /// The values in the loop that `v` depends on, `v` among them. Those of a
  /// comparison are left out where `leaveOut` says so.
  SetVector<Value>
  sourcesOf(Value v, function_ref<bool(Operation *)> leaveOut = nullptr) {
    SetVector<Value> all;
    SmallVector<Value> open{v};
    while (!open.empty()) {
      Value next = open.pop_back_val();
      if (isOutside(next) || !all.insert(next))
        continue;
      Operation *op = next.getDefiningOp();
      if (op && leaveOut && isa<arith::CmpIOp, arith::CmpFOp>(op) &&
          leaveOut(op))
        continue;
      appendSources(next, open);
    }
    return all;
  }

  /// A number that the loop itself takes on from turn to turn.
  bool counts(Value v) {
    bool changes = false;
    for (Value source : sourcesOf(v)) {
      if (source.getDefiningOp<triton::LoadOp>())
        return false;
      changes |= given(source) && !isHandedOn(source);
    }
    return changes;
  }

  /// The loads that decide whether the loop goes on; not what a count of turns
  /// is compared with, as it comes there by itself.
  SmallVector<triton::LoadOp> deciding() {
    SmallVector<triton::LoadOp> loads;
    for (Value v :
         sourcesOf(loop.getConditionOp().getCondition(), [&](Operation *op) {
           return llvm::any_of(op->getOperands(),
                               [&](Value operand) { return counts(operand); });
         }))
      if (auto load = v.getDefiningOp<triton::LoadOp>())
        loads.push_back(load);
    return loads;
  }

  /// Is `v` the same in each turn, but for what others write to memory?
  bool stays(Value v) {
    if (isOutside(v) || isHandedOn(v))
      return true;
    auto [it, added] = known.try_emplace(v, false); // false in a circle
    if (!added)
      return it->second;
    return known[v] = findStays(v);
  }

  bool findStays(Value v) {
    Operation *op = v.getDefiningOp();
    if (!op) {
      auto arg = cast<BlockArgument>(v);
      auto inner = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
      return inner && v == inner.getInductionVar() &&
             stays(inner.getLowerBound()) && stays(inner.getUpperBound()) &&
             stays(inner.getStep());
    }
    return (isa<triton::LoadOp>(op) || isMemoryEffectFree(op)) &&
           op->getNumRegions() == 0 &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return stays(operand); });
  }

  static bool isPointer(Value v) {
    return isa<triton::PointerType>(getElementTypeOrSelf(v.getType()));
  }

  /// The pointer from outside of the loop that `pointer` was made from; nothing
  /// where it is one of several.
  Value rootOf(Value pointer) {
    while (!isOutside(pointer)) {
      Operation *op = pointer.getDefiningOp();
      if (isHandedOn(pointer))
        pointer = initial(cast<BlockArgument>(pointer));
      else if (op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
               op->getNumOperands() > 0 && isPointer(op->getOperand(0)))
        pointer = op->getOperand(0);
      else
        return {};
    }
    return pointer;
  }

  /// Where the loop itself may store, it need not wait for others.
  bool mayWriteThere(triton::LoadOp load) {
    Value root = rootOf(load.getPtr());
    return !root || loop->walk([&](triton::StoreOp store) {
                          Value other = rootOf(store.getPtr());
                          return !other || other == root
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
  }

  scf::WhileOp loop;
  llvm::DenseMap<Value, bool> known;
};

} // namespace

void mlir::tts::markWaitingLoads(triton::FuncOp function) {
  function.walk([](scf::WhileOp loop) { WaitingLoads(loop).mark(); });
}
