// What becomes of the elements of a block: which part of it is needed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Analysis/Needed.h"
#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/CPU/Analysis/SharedDim.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts::cpu {
namespace {

/// Follows a block along a dim to where it is written.
class WrittenAlong {
public:
  bool follow(Value v, int dim) {
    mark(v, dim);
    for (size_t i = 0; i < reached.size(); ++i) {
      auto [next, along] = reached[i];
      for (OpOperand &use : next.getUses())
        if (!through(use, along))
          return false;
    }
    return true;
  }

  SmallVector<AccessDim> written;

  /// Is what is written bounded by the same in all turns of the loops that
  /// carry it? In another turn more may be written of what was made in this.
  bool isBoundedAlike() {
    return llvm::all_of(written, [&](AccessDim access) {
      auto upper = dyn_cast<Value>(access.block.getMixedUpper()[access.dim]);
      return !upper || llvm::all_of(carriers, [&](scf::ForOp loop) {
        return loop.isDefinedOutsideOfLoop(upper);
      });
    });
  }

private:
  bool mark(Value v, int dim) {
    reached.insert({v, dim});
    return true;
  }

  bool through(OpOperand &use, int dim);
  bool throughYield(scf::YieldOp yield, unsigned number, int dim);
  bool throughDot(triton::DotOp dot, unsigned number, int dim);
  bool intoMemory(Operation *op, OpOperand &use, int dim);

  llvm::SetVector<std::pair<Value, int>> reached;
  SmallVector<scf::ForOp> carriers; // from turn to turn
};

bool WrittenAlong::throughYield(scf::YieldOp yield, unsigned number, int dim) {
  Operation *parent = yield->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    carriers.push_back(loop);
    mark(loop.getRegionIterArg(number), dim);
  } else if (!isa<scf::IfOp, scf::IndexSwitchOp>(parent)) {
    return false;
  }
  return mark(parent->getResult(number), dim);
}

/// Rows are made of rows of the first operand, columns of those of the second.
bool WrittenAlong::throughDot(triton::DotOp dot, unsigned number, int dim) {
  int rank = blockType(dot.getD()).getRank();
  int k = number == 0 ? rank - 1 : number == 1 ? rank - 2 : -1;
  return dim != k && mark(dot.getD(), dim);
}

/// The first operand of a store or an atomic is written, the other one tells
/// where to.
bool WrittenAlong::intoMemory(Operation *op, OpOperand &use, int dim) {
  auto block = accessOf(op);
  if (use.get() == block || !op->use_empty() || block.isWrapped(dim))
    return false;
  written.push_back({block, dim});
  return true;
}

bool WrittenAlong::through(OpOperand &use, int dim) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto yield = dyn_cast<scf::YieldOp>(op))
    return throughYield(yield, number, dim);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    // A bound is no block.
    unsigned init = number - loop.getNumControlOperands();
    return mark(loop.getRegionIterArg(init), dim) &&
           mark(loop.getResult(init), dim);
  }
  if (auto dot = dyn_cast<triton::DotOp>(op))
    return throughDot(dot, number, dim);
  if (isa<tts::StoreOp, tts::AtomicRMWOp>(op))
    return intoMemory(op, use, dim);
  // What tells places apart is needed.
  if (isa<tts::MakeBlockOp, tts::LoadOp>(op))
    return false;
  return spreadDim(op, use.get(), dim, [&](Value other, int own) {
    return other.getDefiningOp() != op || mark(other, own);
  });
}

/// Is the result of this conversion zero wherever its operand is?
bool keepsZeros(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncIOp, arith::SIToFPOp, arith::UIToFPOp,
             triton::FpToFpOp>(op);
}

bool isZero(Value v) {
  return matchPattern(v, m_Zero()) || matchPattern(v, m_PosZeroFloat());
}

} // namespace

std::optional<SmallVector<AccessDim>> writtenAlong(Value v, int dim) {
  WrittenAlong from;
  if (!from.follow(v, dim) || from.written.empty() || !from.isBoundedAlike())
    return {};
  return std::move(from.written);
}

std::optional<AccessDim> zeroBeyond(Value v, int dim) {
  Operation *op = v.getDefiningOp();
  for (; op; op = op->getOperand(0).getDefiningOp()) {
    if (auto trans = dyn_cast<triton::TransOp>(op))
      dim = trans.getOrder()[dim];
    else if (!keepsZeros(op))
      break;
  }
  auto load = dyn_cast_or_null<tts::LoadOp>(op);
  // Lanes that are off give zeros where the kernel does not say what.
  if (!load || (load.getOther() && !isZero(load.getOther())))
    return {};
  return AccessDim{accessOf(load), dim};
}

} // namespace mlir::tts::cpu
