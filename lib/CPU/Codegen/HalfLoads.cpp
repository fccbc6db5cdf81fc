// Loads of half a register.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HalfLoads.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

#include <numeric>

using namespace llvm;

namespace mlir::tts {
namespace {

constexpr uint64_t kRegisterBits = 512;

/// Does the load fill one register, two, four and so on, which halves can be
/// put together to in pairs?
bool fillsRegisters(const LoadInst &load) {
  auto *type = dyn_cast<FixedVectorType>(load.getType());
  if (!type || !load.isSimple())
    return false;
  uint64_t bits = type->getElementType()->getPrimitiveSizeInBits();
  return bits >= 8 && isPowerOf2_64(bits) &&
         isPowerOf2_32(type->getNumElements()) &&
         type->getNumElements() * bits >= kRegisterBits;
}

/// The loads of a block that is a loop by itself, if memory is what that waits
/// for: it does no more operations than loads, and carries no vectors.
SmallVector<LoadInst *> loadsOfLoop(BasicBlock &block) {
  if (!is_contained(successors(&block), &block))
    return {};
  SmallVector<LoadInst *> loads;
  size_t operations = 0;
  for (Instruction &i : block) {
    if (auto *load = dyn_cast<LoadInst>(&i)) {
      if (isScratch(load->getPointerOperand()))
        return {};
      if (fillsRegisters(*load))
        loads.push_back(load);
    } else if (i.getType()->isVectorTy()) {
      if (isa<PHINode>(i))
        return {};
      ++operations;
    }
  }
  if (operations > loads.size())
    return {};
  return loads;
}

/// LLVM would make one load of two neighbours again, unless they are volatile.
void loadInHalves(LoadInst &load) {
  auto *type = cast<FixedVectorType>(load.getType());
  uint64_t bits = type->getElementType()->getPrimitiveSizeInBits();
  unsigned half = kRegisterBits / 2 / bits;
  auto *halfType = FixedVectorType::get(type->getElementType(), half);
  IRBuilder<> b(&load);
  SmallVector<Value *> parts;
  for (unsigned i = 0; i < type->getNumElements(); i += half) {
    Value *place = b.CreateConstInBoundsGEP1_64(type->getElementType(),
                                                load.getPointerOperand(), i);
    Align align = commonAlignment(load.getAlign(), i * bits / 8);
    parts.push_back(
        b.CreateAlignedLoad(halfType, place, align, /*isVolatile=*/true));
  }
  while (parts.size() > 1) {
    unsigned n = cast<FixedVectorType>(parts[0]->getType())->getNumElements();
    SmallVector<int> both(2 * n);
    std::iota(both.begin(), both.end(), 0);
    for (size_t i = 0; i < parts.size() / 2; ++i)
      parts[i] = b.CreateShuffleVector(parts[2 * i], parts[2 * i + 1], both);
    parts.resize(parts.size() / 2);
  }
  load.replaceAllUsesWith(parts.front());
  load.eraseFromParent();
}

} // namespace

bool isScratch(const Value *place) {
  auto *argument = dyn_cast<Argument>(getUnderlyingObject(place));
  return argument && !argument->hasAttribute(kTensorPointer);
}

void loadInHalves(Module &module, const TargetMachine &machine) {
  if (machine.getTargetCPU() != "znver4" ||
      !machine.getMCSubtargetInfo()->checkFeatures("+avx512f"))
    return;
  for (Function &function : module)
    for (BasicBlock &block : function)
      for (LoadInst *load : loadsOfLoop(block))
        loadInHalves(*load);
}

} // namespace mlir::tts
