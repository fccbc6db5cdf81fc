// Remove what became unused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Lowering/EraseDead.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts {

void eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isOpTriviallyDead(&op)) {
      op.erase();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseDead(inner);
  }
}

void eraseUnused(Value v) {
  llvm::SetVector<Operation *> candidates;
  auto consider = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      candidates.insert(op);
  };
  consider(v);
  while (!candidates.empty()) {
    Operation *last = candidates.pop_back_val();
    if (!isOpTriviallyDead(last))
      continue; // who uses it may be erased later, and names it again
    SmallVector<Value> operands(last->getOperands());
    last->erase();
    llvm::for_each(operands, consider);
  }
}

} // namespace mlir::tts
