// What addresses are computed from, as it will be in a later iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NextSlice.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::cpu {

/// What a loop adds to a scalar that it carries, if that is always the same.
static Value stepOf(scf::ForOp loop, Value arg) {
  OpOperand *init = loop.getTiedLoopInit(cast<BlockArgument>(arg));
  Value next = loop.getBody()->getTerminator()->getOperand(
      loop.getTiedLoopResult(init).getResultNumber());
  auto sum = next.getDefiningOp<arith::AddIOp>();
  if (!sum || isa<ShapedType>(sum.getType()))
    return {};
  Value step = sum.getLhs() == arg   ? sum.getRhs()
               : sum.getRhs() == arg ? sum.getLhs()
                                     : Value();
  return step && loop.isDefinedOutsideOfLoop(step) ? step : Value();
}

bool NextSlice::visit(Value v) {
  bool changing = false;
  auto forOp = dyn_cast<scf::ForOp>(loop);
  Operation *def = v.getDefiningOp();
  if (!def) {
    changing = forOp && v == forOp.getInductionVar();
    // Other loops are where they are.
    if (!changing && forOp &&
        cast<BlockArgument>(v).getOwner() == forOp.getBody()) {
      Value step = stepOf(forOp, v);
      if (!step)
        return false;
      carried.push_back({v, step});
      changing = true;
    }
  } else if (!loop->isProperAncestor(def)) {
    changing = false;
  } else if (auto id = dyn_cast<triton::GetProgramIdOp>(def)) {
    changing = !forOp && static_cast<int>(id.getAxis()) == axis;
  } else if (auto load = dyn_cast<tts::LoadOp>(def)) {
    auto block = accessOf(load);
    if (!loads || blockType(v) || load.getIsVolatile() || block.getMask() ||
        load->getParentOp() != loop || !add(block.getBase()) ||
        !add(block.getOffset()))
      return false;
    changing = changes(block.getBase()) || changes(block.getOffset());
    believes |=
        loaded.contains(block.getBase()) || loaded.contains(block.getOffset());
    if (changing)
      loaded.insert(v);
  } else {
    if (def->getNumRegions() != 0 || hasBlocks(def) || !isPure(def))
      return false;
    for (Value operand : def->getOperands()) {
      if (!add(operand))
        return false;
      changing |= changes(operand);
      if (loaded.contains(operand))
        loaded.insert(v);
    }
    believes |= loaded.contains(v) && !isSpeculatable(def);
  }
  if (changing && def)
    ops.insert(def);
  known[v] = changing;
  return true;
}

OtherScalars::~OtherScalars() {
  for (auto [v, old] : llvm::reverse(now))
    scalars.map(v, old);
}

void OtherScalars::replace(Value v, Value other) {
  now.push_back({v, scalars.lookup(v)});
  scalars.map(v, other);
}

void OtherScalars::computesAnew(Operation *op) {
  for (Value result : op->getResults())
    now.push_back({result, scalars.lookup(result)});
}

Value OtherScalars::goOn(OpBuilder &b, Location loc, const NextSlice &slice,
                         scf::ForOp loop, int64_t iterations) {
  auto later = [&](Value v, Value step) -> Value {
    if (iterations != 1) {
      Value n = arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(step.getType(), iterations));
      step = arith::MulIOp::create(b, loc, step, n);
    }
    return arith::AddIOp::create(b, loc, scalars.lookup(v), step);
  };
  Value iv = loop.getInductionVar();
  Value next = later(iv, scalars.lookup(loop.getStep()));
  replace(iv, next);
  for (auto [arg, step] : slice.carried)
    replace(arg, later(arg, scalars.lookupOrDefault(step)));
  return next;
}

} // namespace mlir::tts::cpu
