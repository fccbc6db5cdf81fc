// Accesses of blocks without dimensions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"

using namespace mlir;

static bool isOneElement(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0;
}

void mlir::tts::makeScalarAccesses(triton::FuncOp function) {
  function.walk([](Operation *op) {
    if (!isa<triton::LoadOp, triton::StoreOp, triton::AtomicRMWOp,
             triton::AtomicCASOp>(op) ||
        !isOneElement(op->getOperand(0).getType()))
      return;
    OpBuilder b(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isOneElement(operand.get().getType()))
        operand.set(triton::UnsplatOp::create(b, op->getLoc(), operand.get()));
    b.setInsertionPointAfter(op);
    for (OpResult result : op->getResults()) {
      Type type = result.getType();
      result.setType(getElementTypeOrSelf(type));
      auto block = triton::SplatOp::create(b, op->getLoc(), type, result);
      result.replaceAllUsesExcept(block, block);
    }
  });
}
