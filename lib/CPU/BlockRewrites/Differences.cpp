// What differs between programs that lie side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Differences.h"

#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/CPU/Analysis/SharedDim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

Differences::Differences(triton::FuncOp function, ProgramNumber number)
    : function(function), number(number) {
  findVarying();
}

/// Does it give a program its number?
bool Differences::startsAfresh(Operation *op) const {
  auto id = dyn_cast<triton::GetProgramIdOp>(op);
  return op == number.remainder ||
         (id && static_cast<int>(id.getAxis()) == number.axis);
}

void Differences::findVarying() {
  bool changed = true;
  auto mark = [&](Value v) { changed |= varying.insert(v).second; };
  auto visit = [&](Operation *op) {
    if (number.isRow(op))
      return;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      auto carried = llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                               loop.getYieldedValues(), loop.getResults());
      for (auto [init, argument, next, result] : carried)
        if (varies(init) || varies(next)) {
          mark(argument);
          mark(result);
        }
      return;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Value result : branch.getResults()) {
        unsigned i = cast<OpResult>(result).getResultNumber();
        if (varies(branch.getCondition()) ||
            varies(branch.thenYield().getOperand(i)) ||
            varies(branch.elseYield().getOperand(i)))
          mark(result);
      }
      return;
    }
    if (startsAfresh(op) || takesVarying(op) || variesInside(op))
      llvm::for_each(op->getResults(), mark);
  };
  while (changed) {
    changed = false;
    function.walk<WalkOrder::PreOrder>(visit);
  }
}

/// By how much a scalar grows from one program to the next, if that is a
/// constant. Scalars are taken not to wrap around.
std::optional<int64_t> Differences::step(Value v) {
  if (!varies(v))
    return 0;
  if (auto it = steps.find(v); it != steps.end())
    return it->second;
  std::optional<int64_t> own = stepOf(v);
  steps[v] = own;
  return own;
}

std::optional<int64_t> Differences::stepOf(Value v) {
  if (!v.getType().isIntOrIndex())
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    // Whether it grows so in the loop, too, convert() sees.
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop ? step(loop.getTiedLoopInit(argument)->get()) : std::nullopt;
  }
  Operation *op = v.getDefiningOp();
  unsigned i = cast<OpResult>(v).getResultNumber();
  if (startsAfresh(op))
    return 1;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return step(loop.getRegionIterArg(i));
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (varies(branch.getCondition()))
      return std::nullopt;
    auto yes = step(branch.thenYield().getOperand(i));
    return yes == step(branch.elseYield().getOperand(i)) ? yes : std::nullopt;
  }
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(op)) {
    auto own = step(op->getOperand(0));
    return own && isHashFactor(*own) ? std::nullopt : own;
  }
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto lhs = step(op->getOperand(0)), rhs = step(op->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  int64_t all;
  if (isa<arith::AddIOp>(op))
    return llvm::AddOverflow(*lhs, *rhs, all) ? std::nullopt
                                              : std::optional(all);
  if (isa<arith::SubIOp>(op))
    return llvm::SubOverflow(*lhs, *rhs, all) ? std::nullopt
                                              : std::optional(all);
  for (unsigned i : {0, 1})
    if (auto factor = getConstantIntValue(op->getOperand(i)))
      return llvm::MulOverflow(i ? *lhs : *rhs, *factor, all)
                 ? std::nullopt
                 : std::optional(all);
  return std::nullopt;
}

bool Differences::haveColumns() {
  bool accesses = false;
  WalkResult walked = function.walk([&](MakeBlockOp block) {
    if (!varies(block.getResult()))
      return WalkResult::advance();
    accesses = true;
    Type elem = block.getType().getElementType();
    std::optional<int64_t> next = step(block.getOffset());
    if (!next || !isDense(*next, elem))
      return WalkResult::interrupt();
    auto shape = block.getType().getShape();
    for (auto [size, stride] : llvm::zip(shape, block.getMixedStrides())) {
      auto apart = getConstantIntValue(stride);
      if (size > 1 && apart && isDense(std::abs(*apart), elem))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return accesses && !walked.wasInterrupted();
}

int64_t Differences::largest() const {
  int64_t size = 1;
  for (Value v : varying)
    size = std::max(size, blockSize(v));
  return size;
}

int64_t Differences::kept() const {
  int64_t size = 0;
  for (Value v : varying)
    if (!v.getType().isIntOrIndex() && isa<BlockArgument>(v))
      size += blockSize(v);
  return size;
}

bool Differences::takesVarying(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value v) { return varies(v); });
}

bool Differences::variesInside(Operation *op) const {
  return op
      ->walk([&](Operation *inner) {
        bool varies =
            inner != op && (startsAfresh(inner) || takesVarying(inner));
        return varies ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace mlir::tts::cpu
