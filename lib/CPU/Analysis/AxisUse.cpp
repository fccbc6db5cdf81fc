// What changes along an axis of the grid.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Analysis/AxisUse.h"
#include "triton-shared/CPU/Analysis/Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

/// Adds what `v` is made of: operands, and what branches and loops give.
static void addSources(Value v, llvm::SetVector<Value> &sources) {
  Operation *op = v.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(v).getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && !v.getDefiningOp()) {
    auto arg = cast<BlockArgument>(v);
    if (arg == loop.getInductionVar()) {
      sources.insert(loop.getLowerBound());
      sources.insert(loop.getStep());
      return;
    }
    sources.insert(loop.getTiedLoopInit(arg)->get());
    sources.insert(loop.getTiedLoopYieldedValue(arg)->get());
    return;
  }
  if (isa<FunctionOpInterface>(op))
    return; // an argument
  sources.insert_range(op->getOperands());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        sources.insert_range(block.getTerminator()->getOperands());
}

bool AxisUse::depends(Value v) {
  if (!v)
    return false;
  llvm::SetVector<Value> reached;
  reached.insert(v);
  for (size_t i = 0; i < reached.size(); ++i) {
    Value each = reached[i];
    auto known = memo.find(each);
    auto id = each.getDefiningOp<triton::GetProgramIdOp>();
    if (known != memo.end() ? known->second : id && id.getAxis() == axis)
      return memo[v] = true;
    if (known == memo.end())
      addSources(each, reached);
  }
  for (Value each : reached)
    memo.try_emplace(each, false);
  return false;
}

std::optional<int64_t> AxisUse::step(Value v) {
  if (!depends(v))
    return 0;
  if (auto it = steps.find(v); it != steps.end())
    return it->second;
  std::optional<int64_t> result = stepOf(v);
  steps[v] = result;
  return result;
}

std::optional<int64_t> AxisUse::stepOf(Value v) {
  Operation *def = v.getDefiningOp();
  if (!def)
    return std::nullopt;
  if (isa<triton::GetProgramIdOp>(def))
    return 1;
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          def))
    return step(def->getOperand(0));
  if (isa<arith::AddIOp, arith::SubIOp>(def)) {
    auto a = step(def->getOperand(0)), c = step(def->getOperand(1));
    if (!a || !c)
      return std::nullopt;
    int64_t sum;
    bool overflow = isa<arith::AddIOp>(def) ? llvm::AddOverflow(*a, *c, sum)
                                            : llvm::SubOverflow(*a, *c, sum);
    return overflow ? std::nullopt : std::optional(sum);
  }
  if (isa<arith::MulIOp>(def))
    for (int i : {0, 1})
      if (auto factor = getConstantIntValue(def->getOperand(i)))
        if (auto inner = step(def->getOperand(1 - i))) {
          int64_t product;
          return llvm::MulOverflow(*inner, *factor, product)
                     ? std::nullopt
                     : std::optional(product);
        }
  return std::nullopt;
}

bool isProgramX(Value v) {
  Operation *def = v.getDefiningOp();
  while (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
                         arith::IndexCastOp>(def))
    def = def->getOperand(0).getDefiningOp();
  auto id = dyn_cast_or_null<triton::GetProgramIdOp>(def);
  return id && id.getAxis() == triton::ProgramIDDim::X;
}

bool addScalars(Value v, llvm::SetVector<Operation *> &slice) {
  Operation *op = v.getDefiningOp();
  if (!op)
    return isa<triton::FuncOp>(
        cast<BlockArgument>(v).getOwner()->getParentOp());
  if (slice.contains(op))
    return true;
  if (isa<triton::GetProgramIdOp>(op) || op->getNumRegions() != 0 ||
      hasBlocks(op) || !isPure(op) ||
      !llvm::all_of(op->getOperands(),
                    [&](Value operand) { return addScalars(operand, slice); }))
    return false;
  slice.insert(op);
  return true;
}

} // namespace mlir::tts::cpu
