// Neighbouring dims of a nest that everything in it goes through in row-major
// order become one loop. Sorting networks work on blocks of ten and more dims
// of two elements: a loop for each would make deep nests around two lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"

namespace mlir::tts::cpu {

/// Rows of so many elements gain more from where they end than from being one
/// with the next.
constexpr int64_t kLongRow = 128;

/// May a coordinate of this value, whose defining operation is `op`, run past
/// its dim, into the dim before? True where coordinates are handed on as they
/// are or end in a row-major position.
static bool handsCoordinatesOn(Operation *op) {
  return isa<arith::ConstantOp, triton::SplatOp, triton::BroadcastOp,
             triton::ExpandDimsOp, triton::TransOp, triton::ReshapeOp>(op);
}

/// The coordinate of the last dim of a merged group counts through the group;
/// the others stay 0.
void Nests::mergeDims(ArrayRef<Root> roots) {
  SmallVector<int> dims; // those that have a loop
  for (auto [d, n] : llvm::enumerate(nest->shape))
    if (n != 1)
      dims.push_back(d);
  if (dims.size() < 2)
    return;
  // Whether dims[i] is merged into dims[i + 1].
  SmallVector<bool> merged(dims.size() - 1, true);
  auto keepApart = [&](int dim) {
    size_t i = llvm::find(dims, dim) - dims.begin();
    if (i == dims.size())
      return;
    if (i > 0)
      merged[i - 1] = false;
    if (i < merged.size())
      merged[i] = false;
  };
  if (nest->bandDim >= 0)
    keepApart(nest->bandDim);
  for (auto [d, n] : llvm::enumerate(nest->shape))
    if (n >= kLongRow && nest->endOf(d))
      keepApart(d);
  for (const Root &r : roots) {
    if (r.kind != Root::Materialize && r.kind != Root::Reduce)
      return;
    if (r.kind == Root::Materialize &&
        ArrayRef<int64_t>(r.dest.shape) != ArrayRef<int64_t>(nest->shape))
      return;
    if (r.kind == Root::Reduce)
      keepApart(cast<triton::ReduceOp>(r.op).getAxis());
  }
  for (const Reached &r : nest->reached) {
    Operation *op = buffers.count(r.v) ? nullptr : r.v.getDefiningOp();
    if (op && !handsCoordinatesOn(op) && !elements().isElementwise(op)) {
      llvm::for_each(r.dims, keepApart);
      continue;
    }
    auto shape = blockType(r.v).getShape();
    auto place = [&](int dim) { return llvm::find(r.dims, dim); };
    for (size_t i = 0; i < merged.size(); ++i) {
      auto p = place(dims[i]), q = place(dims[i + 1]);
      if (p == r.dims.end() && q == r.dims.end())
        continue;
      bool adjacent = p < q && q != r.dims.end();
      for (auto between = p; adjacent && between != q + 1; ++between) {
        int64_t n = shape[between - r.dims.begin()];
        if (between == p || between == q)
          adjacent = n == nest->shape[*between];
        else
          adjacent = n == 1;
      }
      merged[i] = merged[i] && adjacent;
    }
  }
  for (size_t i = 0; i < merged.size(); ++i)
    if (merged[i]) {
      nest->ends[dims[i]] = nest->ends[dims[i + 1]] = {};
      nest->shape[dims[i + 1]] *= nest->shape[dims[i]];
      nest->shape[dims[i]] = 1;
      nest->merged = true;
    }
}

} // namespace mlir::tts::cpu
