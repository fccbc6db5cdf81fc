// Gathers and scatters of all lanes, one by one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneByLane.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <optional>

using namespace llvm;

namespace mlir::tts {
namespace {

/// All lanes, each at an index from one base; `stored` is null if they are
/// loaded.
struct Access {
  IntrinsicInst *call;
  FixedVectorType *type;
  GetElementPtrInst *places;
  Align align;
  Value *stored;

  bool isLegal(const TargetTransformInfo &target) const {
    return stored ? target.isLegalMaskedScatter(type, align) &&
                        !target.forceScalarizeMaskedScatter(type, align)
                  : target.isLegalMaskedGather(type, align) &&
                        !target.forceScalarizeMaskedGather(type, align);
  }
};

std::optional<Access> accessOf(Instruction &i) {
  auto *call = dyn_cast<IntrinsicInst>(&i);
  Intrinsic::ID id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
  if (id != Intrinsic::masked_gather && id != Intrinsic::masked_scatter)
    return std::nullopt;
  unsigned first = id == Intrinsic::masked_scatter;
  Value *stored = first ? call->getArgOperand(0) : nullptr;
  Type *type = stored ? stored->getType() : call->getType();
  auto *places = dyn_cast<GetElementPtrInst>(call->getArgOperand(first));
  auto *mask = dyn_cast<Constant>(call->getArgOperand(first + 1));
  if (!places || places->getNumIndices() != 1 ||
      places->getPointerOperandType()->isVectorTy() || !mask ||
      !mask->isAllOnesValue() || !isa<FixedVectorType>(type))
    return std::nullopt;
  return Access{call, cast<FixedVectorType>(type), places,
                call->getParamAlign(first).valueOrOne(), stored};
}

/// The lanes of indices, taken out once in each block.
class Lanes {
public:
  ArrayRef<Value *> of(Value *indices, Instruction *before) {
    SmallVector<Value *> &lanes = known[{indices, before->getParent()}];
    if (lanes.empty()) {
      IRBuilder<> b(before);
      auto *type = cast<FixedVectorType>(indices->getType());
      for (unsigned lane = 0; lane < type->getNumElements(); ++lane)
        lanes.push_back(b.CreateExtractElement(indices, lane));
    }
    return lanes;
  }

private:
  DenseMap<std::pair<Value *, BasicBlock *>, SmallVector<Value *>> known;
};

void takeApart(const Access &access, Lanes &lanes) {
  IRBuilder<> b(access.call);
  Type *elem = access.type->getElementType();
  Value *loaded = PoisonValue::get(access.type);
  Value *base = access.places->getPointerOperand();
  ArrayRef<Value *> indices =
      lanes.of(*access.places->idx_begin(), access.call);
  for (auto [lane, index] : enumerate(indices)) {
    Value *place =
        b.CreateGEP(access.places->getSourceElementType(), base, index);
    if (access.stored)
      b.CreateAlignedStore(b.CreateExtractElement(access.stored, lane), place,
                           access.align);
    else
      loaded = b.CreateInsertElement(
          loaded, b.CreateAlignedLoad(elem, place, access.align), lane);
  }
  if (!access.stored)
    access.call->replaceAllUsesWith(loaded);
}

} // namespace

void accessLaneByLane(Module &module, const TargetMachine &machine) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    TargetTransformInfo target = machine.getTargetTransformInfo(function);
    SmallVector<Instruction *> accesses;
    for (Instruction &i : instructions(function))
      if (auto access = accessOf(i); access && !access->isLegal(target))
        accesses.push_back(&i);
    Lanes lanes;
    // What one stores, another may have loaded: looked at again.
    for (Instruction *i : accesses)
      takeApart(*accessOf(*i), lanes);
    for (Instruction *i : accesses) {
      GetElementPtrInst *places = accessOf(*i)->places;
      i->eraseFromParent();
      if (places->use_empty())
        places->eraseFromParent();
    }
  }
}

} // namespace mlir::tts
