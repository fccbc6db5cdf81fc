// Shuffles of bf16.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Bf16Shuffles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace mlir::tts {

static bool isBf16Vector(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isBFloatTy();
}

/// The bits of a bf16 vector; of one made by this file, what it was made from.
static Value *bits(IRBuilder<> &b, Value *value) {
  auto *type = cast<FixedVectorType>(value->getType());
  Type *ints = FixedVectorType::get(b.getInt16Ty(), type->getNumElements());
  if (auto *cast = dyn_cast<BitCastInst>(value);
      cast && cast->getSrcTy() == ints)
    return cast->getOperand(0);
  return b.CreateBitCast(value, ints);
}

static Value *onIntegers(Instruction &i) {
  IRBuilder<> b(&i);
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&i))
    return b.CreateShuffleVector(bits(b, shuffle->getOperand(0)),
                                 bits(b, shuffle->getOperand(1)),
                                 shuffle->getShuffleMask());
  auto *select = dyn_cast<SelectInst>(&i);
  if (!select)
    return nullptr;
  return b.CreateSelect(select->getCondition(), bits(b, select->getTrueValue()),
                        bits(b, select->getFalseValue()));
}

void shuffleBf16AsIntegers(Module &module) {
  for (Function &function : module)
    for (Instruction &i : make_early_inc_range(instructions(function))) {
      if (!isBf16Vector(i.getType()))
        continue;
      Value *value = onIntegers(i);
      if (!value)
        continue;
      IRBuilder<> b(&i);
      i.replaceAllUsesWith(b.CreateBitCast(value, i.getType()));
      i.eraseFromParent();
    }
}

} // namespace mlir::tts
