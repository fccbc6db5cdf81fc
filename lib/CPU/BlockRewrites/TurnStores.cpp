// Blocks that are loaded in rows and stored in columns, as transposes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/CPU/Analysis/Squares.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUTURNSTORES
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// Operations that are looked at for loads of what is stored.
constexpr size_t kMostOps = 64;

/// Is it a matrix whose elements a base and strides tell, and a scalar mask?
bool isPlainMatrix(MakeBlockOp block) {
  Value mask = block.getMask();
  ArrayRef<int64_t> shape = block.getType().getShape();
  return shape.size() == 2 &&
         llvm::all_of(shape, [](int64_t n) { return n >= cpu::kLeastSide; }) &&
         cpu::isAffine(block) &&
         !(mask && isa<RankedTensorType>(mask.getType())) &&
         block.getType().getElementType().isIntOrFloat();
}

bool hasUnitStride(MakeBlockOp block, int dim) {
  return getConstantIntValue(block.getMixedStrides()[dim]) == 1;
}

/// Is the value computed element by element from one that was loaded in rows?
bool comesInRows(Value v) {
  llvm::SetVector<Value> work;
  work.insert(v);
  for (size_t i = 0; i < work.size() && i < kMostOps; ++i) {
    Operation *op = work[i].getDefiningOp();
    if (!op)
      continue;
    if (auto load = dyn_cast<LoadOp>(op)) {
      MakeBlockOp block = cpu::accessOf(load);
      if (block && isPlainMatrix(block) && hasUnitStride(block, 1) &&
          !hasUnitStride(block, 0))
        return true;
      continue;
    }
    if (op->hasTrait<OpTrait::Elementwise>())
      work.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

void turn(IRRewriter &b, StoreOp store, MakeBlockOp block) {
  b.setInsertionPoint(store);
  Location loc = store.getLoc();
  auto swapped = [](auto range) {
    auto list = llvm::to_vector(range);
    std::swap(list[0], list[1]);
    return list;
  };
  auto shape = swapped(block.getType().getShape());
  auto type = BlockType::get(shape, block.getType().getElementType());
  Value rows = MakeBlockOp::create(
      b, loc, type, block.getBase(), block.getOffset(),
      swapped(block.getMixedStrides()), swapped(block.getMixedLower()),
      swapped(block.getMixedUpper()), {}, {}, {}, {}, {}, block.getMask());
  auto value = cast<RankedTensorType>(store.getValue().getType());
  Value turned =
      triton::TransOp::create(b, loc, value.clone(shape), store.getValue(),
                              b.getDenseI32ArrayAttr({1, 0}));
  b.modifyOpInPlace(store, [&] {
    store.getValueMutable().assign(turned);
    store.getBlockMutable().assign(rows);
  });
  if (block->use_empty())
    b.eraseOp(block);
}

struct CPUTurnStores : impl::CPUTurnStoresBase<CPUTurnStores> {
  void runOnOperation() override {
    IRRewriter b(&getContext());
    getOperation()->walk([&](StoreOp store) {
      MakeBlockOp block = cpu::accessOf(store);
      if (block && isPlainMatrix(block) && hasUnitStride(block, 0) &&
          !hasUnitStride(block, 1) && comesInRows(store.getValue()))
        turn(b, store, block);
    });
  }
};

} // namespace
} // namespace mlir::tts
