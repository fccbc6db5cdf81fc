// Stores of what was partly there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BlendedStores.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace mlir::tts {

/// Does it store lanes of what was at its place before?
static bool isBlended(const StoreInst &store) {
  auto *select = dyn_cast<SelectInst>(store.getValueOperand());
  if (!select || !select->getCondition()->getType()->isVectorTy())
    return false;
  return any_of(select->operands(), [&](const Value *chosen) {
    auto *load = dyn_cast<LoadInst>(chosen);
    return load && load->getPointerOperand() == store.getPointerOperand();
  });
}

void keepBlendedStores(Module &module, const TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86() ||
      machine.getMCSubtargetInfo()->checkFeatures("+avx512f"))
    return;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && store->isSimple() && isBlended(*store))
        store->setVolatile(true); // LLVM leaves those as they are
}

} // namespace mlir::tts
