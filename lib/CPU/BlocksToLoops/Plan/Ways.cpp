// In how many places an element of a block is wanted at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Ways.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::tts::cpu {
namespace {

/// Does what `op` reads lie elsewhere than its own element, and not only with
/// fewer coordinates or in another order of them?
bool moves(Operation *op) {
  if (isa<triton::SplitOp>(op))
    return true;
  auto reshape = dyn_cast<triton::ReshapeOp>(op);
  if (!reshape)
    return false;
  auto proper = [](Value v) {
    return llvm::filter_to_vector(
        cast<RankedTensorType>(v.getType()).getShape(),
        [](int64_t n) { return n != 1; });
  };
  return proper(reshape.getSrc()) != proper(reshape);
}

} // namespace

DenseMap<Value, unsigned> countWays(const Nest &nest,
                                    llvm::function_ref<bool(Value)> isStored) {
  if (llvm::none_of(nest.reached, [](const Reached &r) {
        Operation *op = r.v.getDefiningOp();
        return op && moves(op);
      }))
    return DenseMap<Value, unsigned>();
  DenseMap<Value, llvm::SmallSetVector<int, 4>> ways;
  DenseMap<std::pair<Value, int>, int> moved;
  // Users stand before what they use.
  for (const Reached &r : nest.reached) {
    llvm::SmallSetVector<int, 4> own = ways[r.v];
    if (own.empty())
      own.insert(0), ways[r.v] = own;
    Operation *op = r.v.getDefiningOp();
    if (!op || isStored(r.v))
      continue;
    auto pass = [&](ValueRange operands) {
      for (Value operand : operands) {
        if (!isa_and_nonnull<RankedTensorType>(operand.getType()))
          continue;
        auto &below = ways[operand];
        for (int way : own) {
          if (below.size() == kMostWays)
            break;
          int next = moves(op) ? moved.try_emplace({r.v, way}, moved.size() + 1)
                                     .first->second
                               : way;
          below.insert(next);
        }
      }
    };
    pass(op->getOperands());
    if (auto load = dyn_cast<tts::LoadOp>(op))
      pass(load.getBlock().getDefiningOp()->getOperands());
  }
  DenseMap<Value, unsigned> counts;
  for (auto &[value, set] : ways)
    counts[value] = set.size();
  return counts;
}

} // namespace mlir::tts::cpu
