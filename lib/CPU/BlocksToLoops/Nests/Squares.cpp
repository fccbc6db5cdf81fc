// Values whose neighbours in memory run along another dim than the lanes: they
// are brought into storage by squares that are transposed in registers
// (Pack.cpp), where lane by lane they would be gathered or scattered.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Plan/Plan.h"
#include "triton-shared/CPU/Analysis/Squares.h"

namespace mlir::tts::cpu {

/// Can a block of this shape be packed by squares of its last two dims?
static bool hasSquares(RankedTensorType type) {
  int rank = type.getRank();
  Type elem = type.getElementType();
  return (rank == 2 || rank == 3) && isa<IntegerType, FloatType>(elem) &&
         elem.getIntOrFloatBitWidth() >= 8 &&
         type.getShape()[rank - 1] >= kLeastSide &&
         type.getShape()[rank - 2] >= kLeastSide;
}

/// The nest's dim along which an access has its neighbours; -1 if there is
/// none.
static int unitDim(tts::MakeBlockOp block, ArrayRef<int> dims) {
  for (auto [i, stride] : llvm::enumerate(block.getMixedStrides()))
    if (getConstantIntValue(stride) == 1)
      return dims[i];
  return -1;
}

/// A root that fills storage whose rows lie across what it reads, as one that
/// goes by squares.
bool Nests::fillsAcross(const Root &root) {
  int rank = nest->shape.size();
  if (root.kind != Root::Materialize || !hasSquares(blockType(root.value)))
    return false;
  chooseVectorDim({root});
  return nest->vecDim == rank - 2;
}

/// The next value that the nest would read, or store, across its lanes, and
/// that is to have storage before.
Value Nests::acrossFirst(ArrayRef<Root> roots) {
  int rank = nest->shape.size();
  if ((rank != 2 && rank != 3) || needsScalarNest(roots))
    return {};
  chooseVectorDim(roots);
  auto own = llvm::to_vector(llvm::seq<int>(0, rank));
  if (nest->vecDim == rank - 2 && roots.size() == 1 &&
      roots.front().kind == Root::Store) {
    auto store = cast<tts::StoreOp>(roots.front().op);
    Value v = store.getValue();
    bool across = blockType(v) && hasSquares(blockType(v)) &&
                  !buffers.count(v) &&
                  unitDim(accessOf(store), own) == rank - 1;
    return across ? v : Value();
  }
  if (nest->vecDim != rank - 1)
    return {};
  for (const Reached &r : nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (!load || buffers.count(r.v) || load.getIsVolatile() ||
        accessOf(load).getGather() ||
        unitDim(accessOf(load), r.dims) != rank - 2)
      continue;
    for (const Reached &whole : nest->reached) {
      bool holds = whole.v == r.v || whole.v.getDefiningOp<triton::TransOp>();
      if (llvm::any_of(roots, [&](const Root &root) {
            return root.kind == Root::Materialize && root.value == whole.v;
          }))
        continue;
      auto type = blockType(whole.v);
      if (holds && !buffers.count(whole.v) && hasSquares(type) &&
          llvm::equal(whole.dims, own) &&
          type.getShape() == ArrayRef<int64_t>(nest->shape) &&
          plan().evaluates(whole.v, [&](Operation *op) { return op == load; }))
        return whole.v;
    }
  }
  return {};
}

} // namespace mlir::tts::cpu
