// Programs that wait for others, in loops that look at memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// May the loop wait for another program? Only what looks at memory that others
/// write while it runs can see one.
static bool looksAtOthers(scf::WhileOp op) {
  return anyInside(op, [](Operation *inner) {
    auto load = dyn_cast<tts::LoadOp>(inner);
    return isa<tts::AtomicCASOp, tts::AtomicRMWOp>(inner) ||
           (load && load.getIsVolatile());
  });
}

/// Does a turn of the loop more than look at what others write?
static bool works(scf::WhileOp op) {
  return anyInside(op, [](Operation *inner) {
    auto load = dyn_cast<tts::LoadOp>(inner);
    bool ownData = load && blockType(load.getResult()) && !load.getIsVolatile();
    return ownData || isa<tts::StoreOp>(inner);
  });
}

/// May any program wait?
bool Programs::programsMayWait() {
  return anyInside(src, [](Operation *op) {
    auto loop = dyn_cast<scf::WhileOp>(op);
    return loop && looksAtOthers(loop);
  });
}

bool Programs::comesAfterWait(Operation *op) {
  for (; op != src; op = op->getParentOp())
    for (Operation *at = op->getPrevNode(); at; at = at->getPrevNode())
      if (auto loop = dyn_cast<scf::WhileOp>(at); loop && looksAtOthers(loop))
        return true;
  return false;
}

void Programs::emitWait(scf::WhileOp op) {
  if (!looksAtOthers(op))
    return;
  Value kind =
      arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(works(op) ? 1 : 0));
  callRuntime(RuntimeFunction::Wait, {runtime, kind});
}

} // namespace mlir::tts::cpu
