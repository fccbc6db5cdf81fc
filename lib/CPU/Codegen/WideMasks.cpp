// Masks as wide as what they come from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "WideMasks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

#include <optional>

using namespace llvm;

namespace mlir::tts {
namespace {

bool isMask(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy(1);
}

/// The instruction that makes a mask of other masks, or null.
Instruction *logicOf(Value *mask) {
  auto *made = dyn_cast<Instruction>(mask);
  return made && isMask(made->getType()) &&
                 (made->isBitwiseLogicOp() ||
                  (isa<SelectInst>(made) &&
                   isMask(made->getOperand(0)->getType())))
             ? made
             : nullptr;
}

class Widener {
public:
  explicit Widener(Function &function)
      : entry(function.getEntryBlock()),
        layout(function.getParent()->getDataLayout()) {}

  /// Has `use`, a mask for lanes of type `chosen`, made of a comparison of
  /// integers whose lanes are all on or off.
  void replace(Use &use, Type *chosen) {
    std::optional<unsigned> bits = widthOf(chosen);
    findWidth(use.get(), bits);
    if (!bits)
      return;
    Value *wide = widen(use.get(), *bits);
    IRBuilder<> b(cast<Instruction>(use.getUser()));
    use.set(b.CreateICmpSLT(wide, Constant::getNullValue(wide->getType())));
  }

private:
  /// Bits of a lane, if integers may have as many.
  std::optional<unsigned> widthOf(Type *type) const {
    uint64_t bits = layout.getTypeSizeInBits(type->getScalarType());
    return bits >= 8 && bits <= 64 && isPowerOf2_64(bits)
               ? std::optional<unsigned>(bits)
               : std::nullopt;
  }

  /// Changes `bits` to the width of the comparisons that a mask is made of, if
  /// all have the same.
  void findWidth(Value *mask, std::optional<unsigned> &bits) const {
    std::optional<unsigned> common;
    bool agree = true;
    SetVector<Value *> left;
    left.insert(mask);
    for (size_t i = 0; i < left.size(); ++i) {
      if (Instruction *logic = logicOf(left[i])) {
        left.insert(logic->op_begin(), logic->op_end());
      } else if (auto *compare = dyn_cast<CmpInst>(left[i])) {
        std::optional<unsigned> own =
            widthOf(compare->getOperand(0)->getType());
        agree &= own && (!common || common == own);
        common = own;
      }
    }
    if (common && agree)
      bits = common;
  }

  Value *widen(Value *mask, unsigned bits) {
    if (Value *known = memo.lookup({mask, bits}))
      return known;
    Value *made = make(mask, bits);
    return memo[{mask, bits}] = made;
  }

  Value *make(Value *mask, unsigned bits) {
    auto *defined = dyn_cast<Instruction>(mask);
    std::optional<BasicBlock::iterator> after =
        defined ? defined->getInsertionPointAfterDef()
                : entry.getFirstInsertionPt();
    IRBuilder<> b((*after)->getParent(), *after);
    auto *type = cast<FixedVectorType>(mask->getType());
    auto *wide =
        FixedVectorType::get(b.getIntNTy(bits), type->getNumElements());
    if (Instruction *logic = logicOf(mask)) {
      SmallVector<Value *, 3> operands;
      for (Value *operand : logic->operands())
        operands.push_back(widen(operand, bits));
      if (auto *op = dyn_cast<BinaryOperator>(logic))
        return b.CreateBinOp(op->getOpcode(), operands[0], operands[1]);
      return b.CreateSelect(
          b.CreateICmpSLT(operands[0], Constant::getNullValue(wide)),
          operands[1], operands[2]);
    }
    if (Value *lane = getSplatValue(mask); lane && defined)
      return b.CreateVectorSplat(type->getElementCount(),
                                 b.CreateSExt(lane, wide->getElementType()));
    return b.CreateSExt(mask, wide);
  }

  BasicBlock &entry;
  const DataLayout &layout;
  DenseMap<std::pair<Value *, unsigned>, Value *> memo;
};

/// Where an instruction uses a mask that is made of others, and the type of
/// what it is for; null where it does not.
std::pair<Use *, Type *> useOfLogic(Instruction &instruction) {
  std::pair<Use *, Type *> none;
  auto maskAt = [&](unsigned operand, Type *chosen) {
    Use &use = instruction.getOperandUse(operand);
    return logicOf(use.get()) ? std::pair(&use, chosen) : none;
  };
  if (isa<SelectInst>(instruction))
    return isMask(instruction.getType()) ? none
                                         : maskAt(0, instruction.getType());
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic)
    return none;
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return maskAt(1, intrinsic->getType());
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return maskAt(2, intrinsic->getArgOperand(0)->getType());
  default:
    return none;
  }
}

} // namespace

void widenMasks(Module &module, const TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86() ||
      machine.getMCSubtargetInfo()->checkFeatures("+avx512f"))
    return;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    SmallVector<std::pair<Use *, Type *>> uses;
    for (Instruction &instruction : instructions(function))
      if (auto use = useOfLogic(instruction); use.first)
        uses.push_back(use);
    Widener widener(function);
    for (auto [use, chosen] : uses)
      widener.replace(*use, chosen);
  }
}

} // namespace mlir::tts
