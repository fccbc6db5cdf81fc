// Shape-changing operations as views of a block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/IR/BuiltinTypes.h"
#include "triton-shared/Analysis/IndexInfo.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::tts;

/// Splits a row-major reshape into the smallest groups of dimensions of equal
/// size. Unit dimensions disappear or appear freely.
static void groupReshape(BlockView &view) {
  ArrayRef<int64_t> source = view.sourceShape, result = view.resultShape;
  view.dimOf.assign(source.size(), LaneTensor::kNoDim);
  size_t s = 0, r = 0;
  while (s < source.size() || r < result.size()) {
    if (s < source.size() && source[s] == 1) {
      ++s;
      continue;
    }
    if (r < result.size() && result[r] == 1) {
      ++r;
      continue;
    }
    if (s == source.size() || r == result.size())
      return;
    size_t sourceBegin = s, resultBegin = r;
    int64_t sourceSize = source[s++], resultSize = result[r++];
    while (sourceSize != resultSize) {
      if (sourceSize < resultSize)
        sourceSize *= source[s++];
      else
        resultSize *= result[r++];
    }
    if (s == sourceBegin + 1 && r == resultBegin + 1) {
      view.dimOf[sourceBegin] = static_cast<int>(resultBegin);
      continue;
    }
    for (size_t dim = sourceBegin; dim < s; ++dim)
      view.dimOf[dim] = BlockView::kRegrouped;
    view.groups.push_back({static_cast<int>(sourceBegin), static_cast<int>(s),
                           static_cast<int>(resultBegin), static_cast<int>(r)});
  }
}

std::optional<BlockView> BlockView::get(Operation *op) {
  if (!isa<triton::ExpandDimsOp, triton::BroadcastOp, triton::TransOp,
           triton::ReshapeOp>(op))
    return std::nullopt;
  auto source = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!source || !result || !source.hasStaticShape() ||
      !result.hasStaticShape() || source.getNumElements() == 0 ||
      result.getNumElements() == 0)
    return std::nullopt;
  BlockView view;
  view.sourceShape.assign(source.getShape().begin(), source.getShape().end());
  view.resultShape.assign(result.getShape().begin(), result.getShape().end());
  int rank = static_cast<int>(source.getRank());
  if (auto expand = dyn_cast<triton::ExpandDimsOp>(op)) {
    int axis = static_cast<int>(expand.getAxis());
    for (int dim = 0; dim < rank; ++dim)
      view.dimOf.push_back(dim < axis ? dim : dim + 1);
    return view;
  }
  if (isa<triton::BroadcastOp>(op)) {
    for (int dim = 0; dim < rank; ++dim)
      view.dimOf.push_back(dim);
    return view;
  }
  if (auto trans = dyn_cast<triton::TransOp>(op)) {
    view.dimOf.resize(rank);
    for (auto [target, origin] : llvm::enumerate(trans.getOrder()))
      view.dimOf[origin] = static_cast<int>(target);
    return view;
  }
  // With allow_reorder the order is the compiler's choice; ours is row-major.
  groupReshape(view);
  return view;
}

LogicalResult BlockView::apply(LaneTensor &lanes) const {
  ArrayRef<int64_t> laneShape =
      cast<RankedTensorType>(lanes.value.getType()).getShape();
  for (auto [size, dim] : llvm::zip(laneShape, lanes.dims)) {
    if (dim == LaneTensor::kNoDim)
      continue;
    int target = dimOf[dim];
    if (target == kRegrouped) {
      // A unit lane dimension says nothing about the dimension it is
      // broadcast along.
      if (size != 1)
        return failure();
      target = LaneTensor::kNoDim;
    }
    dim = target;
  }
  return success();
}
