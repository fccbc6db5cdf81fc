// Atomics of a flat block on rows whose numbers are quotients of the position:
// which they are, and whether their rows are long enough for locks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Atomics.h"

#include "../Elements/Elements.h"
#include "../Nests/Coordinates.h"
#include "../Nests/Kinks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

/// Rows whose numbers are quotients are worth a lock from so many bytes on.
static constexpr int64_t kLeastRunBytes = 64;
/// Terms that the length of such a row is looked for in.
static constexpr size_t kMostTerms = 16;

/// The number that all elements of a block are, if it is computed from the
/// kernel's arguments alone; else null.
static Value fromArguments(Value v) {
  while (
      isa_and_nonnull<triton::SplatOp, triton::BroadcastOp,
                      triton::ExpandDimsOp, arith::ExtSIOp>(v.getDefiningOp()))
    v = v.getDefiningOp()->getOperand(0);
  SmallVector<Value> all{v};
  for (size_t i = 0; i < all.size(); ++i) {
    if (auto argument = dyn_cast<BlockArgument>(all[i])) {
      if (!isa<triton::FuncOp>(argument.getOwner()->getParentOp()))
        return {};
      continue;
    }
    Operation *op = all[i].getDefiningOp();
    if (!isa<arith::ConstantOp, arith::MulIOp, arith::AddIOp, arith::SubIOp,
             arith::ExtSIOp, arith::TruncIOp>(op) ||
        blockType(all[i]) || all.size() > kMostTerms)
      return {};
    llvm::append_range(all, op->getOperands());
  }
  return v;
}

/// Are elements neighbours along the dim wherever no quotient of the position
/// changes, as those of rows whose numbers are `i / n`, and do rows pay for
/// locks, if they are as long as `rowLengths` has it?
bool Atomics::areNeighboursInRuns(tts::MakeBlockOp block, int dim) {
  auto [known, isNew] = neighbours.try_emplace({block, dim}, false);
  if (!isNew)
    return known->second;
  auto stride = getConstantIntValue(block.getMixedStrides()[dim]);
  if (!stride)
    return false;
  Type elem = block.getType().getElementType();
  Nest own;
  own.shape.assign(block.getType().getShape());
  own.lanes = kLeastRunBytes / bytesOf(elem);
  own.inside = true;
  llvm::SaveAndRestore open(nest, &own);
  Coords coords(own.shape.size());
  coords[dim].kind = Coord::Lanes;
  SmallVector<Quotient> found;
  std::optional<OpFoldResult> more =
      elements().laneStride(block.getGather(), coords, &found);
  if (!more || !*more)
    return false;
  auto way = getConstantIntValue(*more);
  if (!way || *way + *stride != 1)
    return false;
  for (const Quotient &q : found) {
    if (isKink(q.op) || constantDivisor(q))
      continue;
    Value length = fromArguments(q.op->getOperand(1));
    if (!length)
      return false;
    rowLengths.insert({length, own.lanes * q.stride});
  }
  return neighbours[{block, dim}] = true;
}

/// What is computed from the kernel's arguments, before any program begins.
Value Atomics::atEntry(Value v) {
  if (scalars.contains(v))
    return scalars.lookup(v);
  IRMapping operands;
  for (Value operand : v.getDefiningOp()->getOperands())
    operands.map(operand, atEntry(operand));
  return b.clone(*v.getDefiningOp(), operands)->getResult(0);
}

/// Are the rows whose lengths the run tells long enough for locks? None: they
/// always are.
Value Atomics::rowsAreLong() {
  Value all;
  for (auto [length, least] : rowLengths) {
    Value holds = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                        toI64(atEntry(length)), cst(least));
    all = all ? arith::AndIOp::create(b, loc, all, holds).getResult() : holds;
  }
  return all;
}

} // namespace mlir::tts::cpu
