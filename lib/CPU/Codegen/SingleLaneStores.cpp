// Masked stores of one lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SingleLaneStores.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace mlir::tts {

/// The only lane that a constant mask has on. Undefined lanes count as off, as
/// they do for LLVM.
static std::optional<unsigned> onlyLane(Value *mask) {
  auto *constant = dyn_cast<Constant>(mask);
  auto *type = dyn_cast<FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> only;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Constant *lane = constant->getAggregateElement(i);
    if (lane && (lane->isNullValue() || isa<UndefValue>(lane)))
      continue;
    if (!lane || !lane->isOneValue() || only)
      return std::nullopt;
    only = i;
  }
  return only;
}

void storeSingleLanes(Module &module) {
  for (Function &function : module)
    for (Instruction &i : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&i);
      if (!call || call->getIntrinsicID() != Intrinsic::masked_store)
        continue;
      Value *value = call->getArgOperand(0);
      Value *mask = call->getArgOperand(call->arg_size() - 1);
      std::optional<unsigned> lane = onlyLane(mask);
      if (!lane)
        continue;
      Type *elem = cast<FixedVectorType>(value->getType())->getElementType();
      // Lanes of i1 share bytes.
      if (elem->isIntegerTy(1))
        continue;
      IRBuilder<> b(call);
      Value *place = b.CreateConstGEP1_64(elem, call->getArgOperand(1), *lane);
      b.CreateAlignedStore(b.CreateExtractElement(value, uint64_t(*lane)),
                           place, Align(1));
      call->eraseFromParent();
    }
}

} // namespace mlir::tts
