// Branches that only the first iteration of a loop takes, and that compute
// nothing: choices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUBRANCHESTOSELECTS
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// So many operations are computed once too often.
constexpr size_t kMostOperations = 24;

/// Does it take little time an element, and may it be done for whatever its
/// operands are? A gather reads where they say, and a dot takes long.
bool isCheap(Operation *op) {
  bool moves = isa<triton::SplatOp, triton::BroadcastOp, triton::ExpandDimsOp,
                   triton::MakeRangeOp>(op);
  return isPure(op) && op->getNumRegions() == 0 &&
         (moves || op->hasTrait<OpTrait::ConstantLike>() ||
          op->hasTrait<OpTrait::Elementwise>());
}

/// The branch that is taken in the first iteration of the loop around `op`, and
/// only there; null if that is not known.
Block *branchOfFirst(scf::IfOp op) {
  auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
  auto compare = op.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!loop || !compare || op.getElseRegion().empty())
    return nullptr;
  Value a = compare.getLhs(), c = compare.getRhs();
  if (a != loop.getInductionVar())
    std::swap(a, c);
  if (a != loop.getInductionVar() ||
      !isEqualConstantIntOrValue(c, loop.getLowerBound()))
    return nullptr;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return op.thenBlock();
  case arith::CmpIPredicate::ne:
    return op.elseBlock();
  default:
    return nullptr;
  }
}

bool isCheapChoice(scf::IfOp op) {
  Block *first = branchOfFirst(op);
  if (!first || !first->without_terminator().empty() ||
      !llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  Block *other = first == op.thenBlock() ? op.elseBlock() : op.thenBlock();
  return other->getOperations().size() <= kMostOperations &&
         llvm::all_of(other->without_terminator(),
                      [](Operation &each) { return isCheap(&each); });
}

struct CPUBranchesToSelects
    : impl::CPUBranchesToSelectsBase<CPUBranchesToSelects> {
  void runOnOperation() override {
    SmallVector<scf::IfOp> choices;
    getOperation().walk([&](scf::IfOp op) {
      if (isCheapChoice(op))
        choices.push_back(op);
    });
    IRRewriter b(&getContext());
    for (scf::IfOp op : choices) {
      SmallVector<Value> yes(op.thenYield().getOperands());
      SmallVector<Value> no(op.elseYield().getOperands());
      b.eraseOp(op.thenYield());
      b.eraseOp(op.elseYield());
      for (Block *branch : {op.thenBlock(), op.elseBlock()})
        b.inlineBlockBefore(branch, op);
      b.setInsertionPoint(op);
      SmallVector<Value> chosen;
      for (auto [a, c] : llvm::zip(yes, no))
        chosen.push_back(
            arith::SelectOp::create(b, op.getLoc(), op.getCondition(), a, c));
      b.replaceOp(op, chosen);
    }
  }
};

} // namespace
} // namespace mlir::tts
