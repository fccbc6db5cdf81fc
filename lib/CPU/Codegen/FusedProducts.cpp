// Products that are to be rounded once with the sums that they go into.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FusedProducts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace mlir::tts {

static bool mayContract(const Instruction &i) {
  auto *op = dyn_cast<FPMathOperator>(&i);
  return op && op->hasAllowContract();
}

void keepProductsWithSums(Module &module) {
  for (Function &function : module)
    for (Instruction &sum : instructions(function)) {
      unsigned opcode = sum.getOpcode();
      if ((opcode != Instruction::FAdd && opcode != Instruction::FSub) ||
          !mayContract(sum))
        continue;
      for (Value *operand : sum.operands()) {
        auto *product = dyn_cast<Instruction>(operand);
        if (product && product->getOpcode() == Instruction::FMul &&
            product->hasOneUse() && mayContract(*product) &&
            product->getParent() == sum.getParent())
          product->moveBefore(sum.getIterator());
      }
    }
}

} // namespace mlir::tts
