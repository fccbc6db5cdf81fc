// Masked accesses lane by lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MaskedAccesses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <optional>

using namespace llvm;

namespace mlir::tts {
namespace {

/// A masked access; what it lacks is null.
struct Access {
  IntrinsicInst *call = nullptr;
  FixedVectorType *type = nullptr;
  /// A pointer to the first lane, or one for each.
  Value *place = nullptr;
  Value *mask = nullptr, *stored = nullptr, *passthru = nullptr;
  Align align = {};

  bool ofEachLane() const { return place->getType()->isVectorTy(); }
};

std::optional<Access> accessOf(Instruction &i) {
  auto *call = dyn_cast<IntrinsicInst>(&i);
  if (!call)
    return std::nullopt;
  auto operand = [&](unsigned n) { return call->getArgOperand(n); };
  Access access;
  access.call = call;
  switch (call->getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    access.place = operand(0);
    access.mask = operand(1);
    access.passthru = operand(2);
    access.type = dyn_cast<FixedVectorType>(call->getType());
    access.align = call->getParamAlign(0).valueOrOne();
    break;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    access.stored = operand(0);
    access.place = operand(1);
    access.mask = operand(2);
    access.type = dyn_cast<FixedVectorType>(operand(0)->getType());
    access.align = call->getParamAlign(1).valueOrOne();
    break;
  default:
    return std::nullopt;
  }
  return access.type ? std::optional(access) : std::nullopt;
}

/// Would LLVM make a branch for each lane?
bool takenApart(const Access &access, const TargetTransformInfo &target,
                const DataLayout &layout) {
  if (isa<Constant>(access.mask) || access.type->getNumElements() < 2 ||
      access.type->getNumElements() > 64 ||
      !layout.typeSizeEqualsStoreSize(access.type->getElementType()))
    return false;
  FixedVectorType *type = access.type;
  if (access.ofEachLane())
    return access.stored
               ? !target.isLegalMaskedScatter(type, access.align) ||
                     target.forceScalarizeMaskedScatter(type, access.align)
               : !target.isLegalMaskedGather(type, access.align) ||
                     target.forceScalarizeMaskedGather(type, access.align);
  return access.stored ? !target.isLegalMaskedStore(type, access.align, 0)
                       : !target.isLegalMaskedLoad(type, access.align, 0);
}

/// Memory on the stack for what is of some type: no two accesses need theirs at
/// the same time.
class Slots {
public:
  explicit Slots(Function &function) : function(function) {}

  Value *operator[](Type *type) {
    AllocaInst *&slot = slots[type];
    if (!slot) {
      IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
      slot = b.CreateAlloca(type);
    }
    return slot;
  }

private:
  Function &function;
  DenseMap<Type *, AllocaInst *> slots;
};

struct Scratch {
  Slots values, places;
};

/// May all lanes be accessed at once? All of them are on, or one is, they are
/// loaded, and lie on one page: what may be read there is a matter of pages.
Value *mayTakeAll(IRBuilder<> &b, const Access &access, Value *bits) {
  constexpr uint64_t kPageBytes = 4096; // no target has smaller ones
  Type *type = bits->getType();
  Value *all = b.CreateICmpEQ(bits, Constant::getAllOnesValue(type));
  if (access.ofEachLane() || access.stored)
    return all;
  const DataLayout &layout = access.call->getDataLayout();
  uint64_t bytes = layout.getTypeStoreSize(access.type);
  Value *inPage = b.CreateAnd(b.CreatePtrToInt(access.place, b.getInt64Ty()),
                              kPageBytes - 1);
  Value *onOnePage = b.CreateICmpULE(inPage, b.getInt64(kPageBytes - bytes));
  Value *any = b.CreateICmpNE(bits, Constant::getNullValue(type));
  return b.CreateOr(all, b.CreateAnd(any, onOnePage));
}

void takeApart(const Access &access, Scratch &scratch) {
  IntrinsicInst *call = access.call;
  FixedVectorType *type = access.type;
  Type *elem = type->getElementType();
  unsigned lanes = type->getNumElements();
  LLVMContext &context = call->getContext();
  Function *function = call->getFunction();

  BasicBlock *head = call->getParent();
  BasicBlock *join = SplitBlock(head, call->getIterator());
  auto block = [&](const char *name) {
    return BasicBlock::Create(context, name, function, join);
  };
  BasicBlock *all = block("masked.all"), *some = block("masked.some"),
             *lane = block("masked.lane"), *done = block("masked.done");

  IRBuilder<> b(head->getTerminator());
  b.SetCurrentDebugLocation(call->getDebugLoc());
  Value *bits = b.CreateBitCast(access.mask, b.getIntNTy(lanes));
  Value *none = Constant::getNullValue(bits->getType());
  b.CreateCondBr(mayTakeAll(b, access, bits), all, some);
  head->getTerminator()->eraseFromParent();

  b.SetInsertPoint(all);
  Value *wholeMask = Constant::getAllOnesValue(access.mask->getType());
  Value *whole = nullptr;
  if (access.ofEachLane() && access.stored)
    b.CreateMaskedScatter(access.stored, access.place, access.align, wholeMask);
  else if (access.ofEachLane())
    whole = b.CreateMaskedGather(type, access.place, access.align, wholeMask);
  else if (access.stored)
    b.CreateAlignedStore(access.stored, access.place, access.align);
  else
    whole = b.CreateSelect(
        access.mask, b.CreateAlignedLoad(type, access.place, access.align),
        access.passthru);
  b.CreateBr(join);

  b.SetInsertPoint(some);
  Value *values = scratch.values[type], *places = nullptr;
  b.CreateStore(access.stored ? access.stored : access.passthru, values);
  if (access.ofEachLane()) {
    places = scratch.places[access.place->getType()];
    b.CreateStore(access.place, places);
  }
  b.CreateCondBr(b.CreateICmpEQ(bits, none), done, lane);

  b.SetInsertPoint(lane);
  PHINode *left = b.CreatePHI(bits->getType(), 2);
  Value *index = b.CreateZExtOrTrunc(
      b.CreateBinaryIntrinsic(Intrinsic::cttz, left, b.getTrue()),
      b.getInt64Ty());
  Value *value = b.CreateInBoundsGEP(elem, values, index);
  Value *place =
      places ? b.CreateLoad(b.getPtrTy(),
                            b.CreateInBoundsGEP(b.getPtrTy(), places, index))
             : b.CreateGEP(elem, access.place, index);
  if (access.stored)
    b.CreateAlignedStore(b.CreateLoad(elem, value), place, Align(1));
  else
    b.CreateStore(b.CreateAlignedLoad(elem, place, Align(1)), value);
  Value *rest = b.CreateAnd(
      left, b.CreateSub(left, ConstantInt::get(bits->getType(), 1)));
  left->addIncoming(bits, some);
  left->addIncoming(rest, lane);
  b.CreateCondBr(b.CreateICmpEQ(rest, none), done, lane);

  b.SetInsertPoint(done);
  Value *part = access.stored ? nullptr : b.CreateLoad(type, values);
  b.CreateBr(join);

  if (!access.stored) {
    b.SetInsertPoint(join, join->begin());
    PHINode *result = b.CreatePHI(type, 2);
    result->addIncoming(whole, all);
    result->addIncoming(part, done);
    call->replaceAllUsesWith(result);
  }
  call->eraseFromParent();
}

} // namespace

void loopOverMaskedLanes(Module &module, const TargetMachine &machine) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    TargetTransformInfo target = machine.getTargetTransformInfo(function);
    SmallVector<Instruction *> accesses;
    for (Instruction &i : instructions(function))
      if (auto access = accessOf(i);
          access && takenApart(*access, target, module.getDataLayout()))
        accesses.push_back(&i);
    Scratch scratch{Slots(function), Slots(function)};
    // What one stores, another may have loaded: looked at again.
    for (Instruction *i : accesses)
      takeApart(*accessOf(*i), scratch);
  }
}

} // namespace mlir::tts
