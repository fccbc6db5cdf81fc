// What is asked of the source: values, accesses, operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Analysis/Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts::cpu {

bool isAffine(tts::MakeBlockOp a) {
  return !a.getGather() && !blockType(a.getBase()) && a.getWrapDims().empty();
}

bool anyInside(Operation *root, llvm::function_ref<bool(Operation *)> holds) {
  return root
      ->walk([&](Operation *op) {
        return holds(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool ordersAccesses(Operation *op) {
  auto load = dyn_cast<tts::LoadOp>(op);
  return isa<tts::AtomicRMWOp, tts::AtomicCASOp, tts::BarrierOp>(op) ||
         (load && load.getIsVolatile());
}

/// Can `op` only run after `loop`, or not where that runs? No loop is around
/// `loop`.
static bool runsOnlyAfter(Operation *op, Operation *loop) {
  for (Operation *own = loop; own; own = own->getParentOp()) {
    if (own->isAncestor(op))
      return false;
    Operation *beside = own->getBlock()->findAncestorOpInBlock(*op);
    if (beside)
      return own->isBeforeInBlock(beside);
    auto branch = dyn_cast<scf::IfOp>(own->getParentOp());
    if (branch && branch->isAncestor(op))
      return true; // in the other branch
  }
  return false;
}

bool writesOnlyAfter(Operation *loop, triton::FuncOp function) {
  // What comes after the loop in one iteration comes before it in the next.
  Operation *outer = loop;
  for (Operation *up = loop->getParentOp(); up != function;
       up = up->getParentOp())
    if (!isa<scf::IfOp>(up))
      outer = up;
  return !anyInside(function, [&](Operation *op) {
    if (!isa<tts::StoreOp>(op))
      return ordersAccesses(op);
    return !runsOnlyAfter(op, outer);
  });
}

tts::MakeBlockOp accessOf(Operation *op) {
  Value block =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case<tts::LoadOp, tts::StoreOp, tts::AtomicRMWOp, tts::AtomicCASOp>(
              [](auto access) { return access.getBlock(); })
          .Default([](Operation *) { return Value(); });
  return block ? block.getDefiningOp<tts::MakeBlockOp>() : tts::MakeBlockOp();
}

bool isFromBytes(Value v) {
  Operation *cast = v.getDefiningOp();
  return isa_and_nonnull<arith::SIToFPOp, arith::UIToFPOp>(cast) &&
         blockType(v).getElementTypeBitWidth() >= 16 &&
         blockType(cast->getOperand(0)).getElementTypeBitWidth() <= 8;
}

bool isZeroBlock(Value v) {
  SplatElementsAttr splat;
  if (!matchPattern(v, m_Constant(&splat)))
    return false;
  Attribute s = splat.getSplatValue<Attribute>();
  if (auto f = dyn_cast<FloatAttr>(s))
    return f.getValue().isPosZero();
  auto i = dyn_cast<IntegerAttr>(s);
  return i && i.getValue().isZero();
}

bool computedBefore(Value v, Operation *op,
                    llvm::SetVector<Operation *> &moved) {
  Operation *here = v.getParentBlock()->findAncestorOpInBlock(*op);
  Operation *def = v.getDefiningOp();
  if (!def)
    return here != nullptr;
  if ((here && def->isBeforeInBlock(here)) || moved.contains(def))
    return true;
  if (def == here || !isPure(def) || def->getNumRegions() != 0 ||
      !llvm::all_of(def->getOperands(), [&](Value operand) {
        return computedBefore(operand, op, moved);
      }))
    return false;
  moved.insert(def);
  return true;
}

bool isQuotient(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp>(op);
}

bool isRemainder(Operation *op) {
  return isa<arith::RemSIOp, arith::RemUIOp>(op);
}

bool hasBlocks(Operation *op) {
  auto isBlock = [](Type t) { return isa<RankedTensorType>(t); };
  return llvm::any_of(op->getOperandTypes(), isBlock) ||
         llvm::any_of(op->getResultTypes(), isBlock);
}

bool movesDims(Operation *op) {
  return isa<triton::ExpandDimsOp, triton::BroadcastOp, triton::TransOp>(op);
}

bool identityDims(ArrayRef<int> dims, ArrayRef<int64_t> valueShape,
                  ArrayRef<int64_t> nestShape) {
  if (valueShape != nestShape)
    return false;
  for (auto [i, d] : llvm::enumerate(dims))
    if (d != static_cast<int>(i) && valueShape[i] != 1)
      return false;
  return true;
}

} // namespace mlir::tts::cpu
