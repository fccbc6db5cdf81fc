// Operations on bf16 and fp16 that LLVM has no vector instructions for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SmallFloats.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlir::tts {
namespace {

bool isVectorOf(Type *type, Type::TypeID element) {
  return isa<FixedVectorType>(type) &&
         type->getScalarType()->getTypeID() == element;
}

/// The bits of a bf16 vector; of one made by this file, what it was made from.
Value *bits(IRBuilder<> &b, Value *value) {
  auto *type = cast<FixedVectorType>(value->getType());
  Type *ints = FixedVectorType::get(b.getInt16Ty(), type->getNumElements());
  if (auto *cast = dyn_cast<BitCastInst>(value);
      cast && cast->getSrcTy() == ints)
    return cast->getOperand(0);
  return b.CreateBitCast(value, ints);
}

Value *phiOfBits(PHINode &phi) {
  IRBuilder<> b(&phi);
  auto *type = cast<FixedVectorType>(phi.getType());
  PHINode *made =
      b.CreatePHI(FixedVectorType::get(b.getInt16Ty(), type->getNumElements()),
                  phi.getNumIncomingValues());
  // A block that is left for this one in two ways gives one value.
  SmallDenseMap<BasicBlock *, Value *> incoming;
  for (auto [block, value] : zip(phi.blocks(), phi.incoming_values())) {
    Value *&own = incoming[block];
    if (!own) {
      b.SetInsertPoint(block->getTerminator());
      own = bits(b, value);
    }
    made->addIncoming(own, block);
  }
  return made;
}

/// The bits of what `i` makes of bf16 vectors without rounding, or null.
Value *onIntegers(Instruction &i) {
  constexpr uint16_t kSign = 0x8000, kMagnitude = 0x7fff;
  if (auto *phi = dyn_cast<PHINode>(&i))
    return phiOfBits(*phi);
  IRBuilder<> b(&i);
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&i))
    return b.CreateShuffleVector(bits(b, shuffle->getOperand(0)),
                                 bits(b, shuffle->getOperand(1)),
                                 shuffle->getShuffleMask());
  if (auto *select = dyn_cast<SelectInst>(&i))
    return b.CreateSelect(select->getCondition(),
                          bits(b, select->getTrueValue()),
                          bits(b, select->getFalseValue()));
  auto masked = [&](Value *value, uint16_t mask) {
    Value *ints = bits(b, value);
    return b.CreateAnd(ints, ConstantInt::get(ints->getType(), mask));
  };
  if (i.getOpcode() == Instruction::FNeg) {
    Value *ints = bits(b, i.getOperand(0));
    return b.CreateXor(ints, ConstantInt::get(ints->getType(), kSign));
  }
  auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
  if (!intrinsic)
    return nullptr;
  if (intrinsic->getIntrinsicID() == Intrinsic::fabs)
    return masked(intrinsic->getArgOperand(0), kMagnitude);
  if (intrinsic->getIntrinsicID() == Intrinsic::copysign)
    return b.CreateOr(masked(intrinsic->getArgOperand(0), kMagnitude),
                      masked(intrinsic->getArgOperand(1), kSign));
  return nullptr;
}

/// Whether rounding the result in fp32 to fp16 gives the result in fp16: it is
/// exact, or, of a root, has more than twice the digits.
bool isSameThroughF32(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::ceil:
  case Intrinsic::floor:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sqrt:
  case Intrinsic::maxnum:
  case Intrinsic::minnum:
  case Intrinsic::maximumnum:
  case Intrinsic::minimumnum:
    return true;
  default:
    return false;
  }
}

Value *throughF32(Instruction &i) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&i);
  if (!intrinsic || !isSameThroughF32(intrinsic->getIntrinsicID()))
    return nullptr;
  IRBuilder<> b(&i);
  Type *wide = i.getType()->getWithNewType(b.getFloatTy());
  SmallVector<Value *, 2> operands;
  for (Value *operand : intrinsic->args())
    operands.push_back(b.CreateFPExt(operand, wide));
  Value *made =
      b.CreateIntrinsic(intrinsic->getIntrinsicID(), {wide}, operands);
  return b.CreateFPTrunc(made, i.getType());
}

} // namespace

void rewriteSmallFloats(Module &module, const TargetMachine &machine) {
  bool widensF16 = machine.getTargetTriple().isX86() &&
                   !machine.getMCSubtargetInfo()->checkFeatures("+avx512fp16");
  for (Function &function : module)
    for (Instruction &i : make_early_inc_range(instructions(function))) {
      Value *value = nullptr;
      if (isVectorOf(i.getType(), Type::BFloatTyID))
        value = onIntegers(i);
      else if (widensF16 && isVectorOf(i.getType(), Type::HalfTyID))
        value = throughF32(i);
      if (!value)
        continue;
      for (User *user : make_early_inc_range(i.users()))
        if (isa<BitCastInst>(user) && user->getType() == value->getType())
          user->replaceAllUsesWith(value);
      IRBuilder<> b(&*i.getInsertionPointAfterDef().value());
      i.replaceAllUsesWith(b.CreateBitCast(value, i.getType()));
      i.eraseFromParent();
    }
}

} // namespace mlir::tts
