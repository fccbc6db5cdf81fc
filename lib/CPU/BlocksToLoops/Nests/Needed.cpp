// What a nest leaves out because nobody needs it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Walk/Walk.h"

#include "triton-shared/CPU/Analysis/Needed.h"
#include "triton-shared/CPU/Analysis/Queries.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

Value Nests::endOfDim(tts::MakeBlockOp block, int d) {
  int64_t n = cast<tts::BlockType>(block.getResult().getType()).getShape()[d];
  OpFoldResult upper = block.getMixedUpper()[d];
  if (auto c = getConstantIntValue(upper))
    return *c >= n ? Value() : cst(std::max<int64_t>(*c, 0));
  return arith::MinSIOp::create(
      b, loc, cst(n),
      arith::MaxSIOp::create(b, loc, i64(upper), cst(0)).getResult());
}

Value Nests::endOfNeeded(Value v, int d, Operation *at) {
  auto written = writtenAlong(v, d);
  if (!written)
    return {};
  llvm::SetVector<Operation *> early;
  for (auto [block, dim] : *written) {
    OpFoldResult upper = block.getMixedUpper()[dim];
    if (getConstantIntValue(upper).value_or(0) >= blockType(v).getShape()[d])
      return {};
    if (auto end = dyn_cast<Value>(upper))
      if (!computedBefore(end, at, early))
        return {};
  }
  if (llvm::any_of(early, hasBlocks))
    return {};
  for (Operation *def : early)
    if (failed(walk().emitScalar(def)))
      return {};
  Value end;
  SmallVector<std::pair<OpFoldResult, int64_t>> seen; // stores are often alike
  for (auto [block, dim] : *written) {
    std::pair bound(block.getMixedUpper()[dim],
                    block.getType().getShape()[dim]);
    if (llvm::is_contained(seen, bound))
      continue;
    seen.push_back(bound);
    Value own = endOfDim(block, dim);
    end = end ? arith::MaxSIOp::create(b, loc, end, own).getResult() : own;
  }
  return end;
}

/// The same of all that the nest leaves.
Value Nests::endOfRoots(ArrayRef<Root> roots, int d) {
  Value end;
  auto reach = [&](Value own) {
    if (own && end && own != end)
      end = arith::MaxSIOp::create(b, loc, end, own);
    else
      end = own;
    return static_cast<bool>(own);
  };
  auto needed = [&](Value v, int dim) {
    return fillsShared ? Value() : endOfNeeded(v, dim, current);
  };
  for (const Root &r : roots) {
    if (r.kind == Root::Store) {
      auto block = accessOf(r.op);
      if (block.isWrapped(d) || !reach(endOfDim(block, d)))
        return {};
    } else if (r.kind == Root::Materialize) {
      Value copied = copiedUntil(r.value, d);
      if (!reach(copied ? copied : needed(r.value, d)))
        return {};
    } else if (r.kind == Root::Reduce) {
      auto reduce = cast<triton::ReduceOp>(r.op);
      int left = d > static_cast<int>(reduce.getAxis()) ? d - 1 : d;
      for (Value result : reduce.getResults())
        if (!reach(needed(result, left)))
          return {};
    } else {
      return {};
    }
  }
  for (auto &[v, dest] : nest->sideStores)
    if (!reach(needed(v, d)))
      return {};
  return end;
}

void Nests::findEnds(ArrayRef<Root> roots, int axis) {
  nest->ends.assign(nest->shape.size(), Value());
  for (auto [d, n] : llvm::enumerate(nest->shape))
    if (int dim = d; n > 1 && dim != axis && dim != nest->bandDim)
      nest->ends[d] = endOfRoots(roots, dim);
  if (llvm::none_of(nest->ends, [](Value end) { return end != nullptr; }))
    return;
  for (const Root &r : roots)
    if (r.kind == Root::Materialize)
      partlyStored.insert(r.value);
  for (auto &[v, dest] : nest->sideStores)
    partlyStored.insert(v);
}

Value Nests::endOfLanes() {
  int64_t n = nest->shape[nest->vecDim], lanes = nest->lanes;
  Value end = nest->endOf(nest->vecDim);
  if (!end || !llvm::isPowerOf2_64(lanes) || n % lanes != 0)
    return cst(n);
  return arith::AndIOp::create(b, loc, add(end, cst(lanes - 1)), cst(-lanes));
}

} // namespace mlir::tts::cpu
