// How much machine code becomes of IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CodeCost.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

using namespace llvm;

namespace mlir::tts {
namespace {

/// The type whose registers an instruction goes through.
Type *typeOf(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getValueOperand()->getType();
  if (isa<CmpInst>(instruction))
    return instruction.getOperand(0)->getType();
  return instruction.getType();
}

size_t codeCost(const Instruction &instruction) {
  constexpr size_t kSequence = 4, kCall = 5;
  if (isa<GetElementPtrInst, PHINode>(instruction))
    return 0;
  size_t lanes = 1, registers = 1;
  if (auto *vector = dyn_cast<FixedVectorType>(typeOf(instruction))) {
    lanes = vector->getNumElements();
    size_t bits = vector->getPrimitiveSizeInBits().getFixedValue();
    registers = std::max<size_t>(1, bits / 256);
  }
  if (instruction.isIntDivRem())
    return kSequence * lanes;
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic)
    return isa<CallBase>(instruction) ? kCall : registers;
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::masked_gather:
    return kSequence * lanes;
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::prefetch:
    return registers;
  default:
    return kSequence * registers;
  }
}

} // namespace

size_t codeCost(const BasicBlock &block) {
  size_t cost = 0;
  for (const Instruction &instruction : block)
    cost += codeCost(instruction);
  return cost;
}

size_t codeCost(const Function &function) {
  size_t cost = 0;
  for (const BasicBlock &block : function)
    cost += codeCost(block);
  return cost;
}

} // namespace mlir::tts
