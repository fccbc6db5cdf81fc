// What is known of a dot before it is computed: where its result is stored, and
// which parts of it and of its operands count.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"
#include "UnitDot.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Walk/Walk.h"
#include "triton-shared/CPU/Analysis/Needed.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::cpu {

/// The store that the result of the loop is for, if it is for nothing else.
static tts::StoreOp storeOfResult(Value result) {
  // Casts and arithmetic of the same shape on the way, a few of them, which do
  // no harm to elements that hold anything.
  Value v = result;
  for (int i = 0; i < 8 && v.hasOneUse(); ++i) {
    Operation *user = *v.user_begin();
    if (user->getBlock() != result.getDefiningOp()->getBlock())
      return {};
    if (auto store = dyn_cast<tts::StoreOp>(user))
      return store.getValue() == v ? store : tts::StoreOp();
    if (!isPure(user) || user->getNumResults() != 1 ||
        user->getNumRegions() != 0 || !user->hasTrait<OpTrait::Elementwise>())
      return {};
    v = user->getResult(0);
  }
  return {};
}

/// Where `result` of the loop `op` is stored, with the scalars of that access
/// emitted; null if that is not known yet.
tts::MakeBlockOp Dots::placeOfResult(Value result, Operation *op) {
  tts::StoreOp store = storeOfResult(result);
  if (!store)
    return {};
  auto block = accessOf(store);
  llvm::SetVector<Operation *> early;
  if (blockType(block.getBase()) || !block.getWrapDims().empty() ||
      !computedBefore(block.getResult(), op, early))
    return {};
  // Blocks among them are evaluated where the store is.
  if (llvm::any_of(early, [&](Operation *def) {
        return hasBlocks(def) && !isa<tts::MakeBlockOp>(def) &&
               !elements().isLazy(def);
      }))
    return {};
  for (Operation *def : early)
    if (!hasBlocks(def) && !isa<tts::MakeBlockOp>(def) &&
        failed(walk().emitScalar(def)))
      return {};
  return block;
}

/// Asks for the lines that the result will be stored to, a tile at a time, so
/// that they arrive while the last products are computed. Into the second
/// level: the first is full of operands.
TouchTile Dots::touchResult(tts::MakeBlockOp block, const DotUnit &unit) {
  if (!block || block.getGather() ||
      getConstantIntValue(block.getMixedStrides().back()) != 1)
    return {};
  auto type = cast<tts::BlockType>(block.getResult().getType());
  Type elem = storageType(type.getElementType());
  // Tiles are done so soon that for short rows asking takes longer than the
  // stores would wait.
  if (unit.kind == DotUnit::Tiles && bytesOf(elem) < 4)
    return {};
  Value base = scalars.lookup(block.getBase());
  Value offset = i64(OpFoldResult(block.getOffset()));
  Value stride = i64(block.getMixedStrides().front());
  return [=](Value row, int64_t rows, Value column, int64_t columns) {
    Value first = add(offset, toI64(column));
    first = add(first, arith::MulIOp::create(b, loc, row, stride));
    int64_t bytes = columns * bytesOf(elem);
    for (int64_t r = 0; r < rows; ++r) {
      Value ptr =
          LLVM::GEPOp::create(b, loc, ptrType(), elem, base, ValueRange{first});
      for (int64_t at = 0; at < bytes + 64; at += 64) {
        Value line = LLVM::GEPOp::create(
            b, loc, ptrType(), b.getI8Type(), ptr,
            ArrayRef<LLVM::GEPArg>{int32_t(std::min(at, bytes - 1))});
        LLVM::Prefetch::create(b, loc, line, 0, 2, 1);
      }
      if (r + 1 < rows)
        first = add(first, stride);
    }
  };
}

/// From this k on both operands are zero; null if that is not known.
Value Dots::endOfK(triton::DotOp dot) {
  int rank = blockType(dot.getD()).getRank();
  Value end;
  for (auto [v, d] :
       {std::pair(dot.getA(), rank - 1), std::pair(dot.getB(), rank - 2)}) {
    auto access = zeroBeyond(v, d);
    Value own = access ? nests().endOfDim(access->block, access->dim) : Value();
    if (!own)
      return {};
    end = end ? arith::MaxSIOp::create(b, loc, end, own).getResult() : own;
  }
  return end;
}

/// How far operands are copied for products that end at `end`; null if as far
/// as they go. Copies are kept as long as what they are made of is the same: so
/// both have to end by the same bound, and one does not depend on the other.
/// Other units than these go through several steps of k as if they were one.
Value Dots::endOfCopies(triton::DotOp dot, const DotUnit &unit, Value end) {
  bool stepByStep = unit.kind == DotUnit::Fma || unit.kind == DotUnit::Pairs;
  if (!end || !stepByStep || blockType(dot.getD()).getRank() != 2)
    return {};
  auto bound = [](AccessDim access) {
    return access.block.getMixedUpper()[access.dim];
  };
  if (bound(*zeroBeyond(dot.getA(), 1)) != bound(*zeroBeyond(dot.getB(), 0)))
    return {};
  int64_t together = kUnroll * unit.group;
  Value rounded = arith::AndIOp::create(b, loc, add(end, cst(together - 1)),
                                        cst(-together));
  int64_t k = blockType(dot.getA()).getShape().back();
  return arith::MinSIOp::create(b, loc, rounded, cst(k));
}

} // namespace mlir::tts::cpu
