// Making blocks and changing their shape.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::triton;

/// A constant block with its elements in another shape. Null if the attribute
/// is no constant block.
static OpFoldResult reshapeConstant(Attribute constant, RankedTensorType type) {
  if (auto elements = dyn_cast_or_null<DenseElementsAttr>(constant))
    return elements.reshape(type);
  return {};
}

//===----------------------------------------------------------------------===//
// MakeRangeOp
//===----------------------------------------------------------------------===//

LogicalResult MakeRangeOp::verify() {
  int64_t start = getStart(), end = getEnd();
  if (start >= end)
    return emitOpError("start must be less than end, got ")
           << start << " and " << end;
  if (getType().getShape() != ArrayRef(end - start))
    return emitOpError("has ")
           << end - start << " elements, which does not fit " << getType();
  return success();
}

OpFoldResult MakeRangeOp::fold(FoldAdaptor adaptor) {
  if (getType().getNumElements() != 1)
    return {};
  return DenseElementsAttr::get(getType(), static_cast<int32_t>(getStart()));
}

//===----------------------------------------------------------------------===//
// SplatOp
//===----------------------------------------------------------------------===//

LogicalResult SplatOp::verify() {
  auto tensor = dyn_cast<RankedTensorType>(getSrc().getType());
  if (tensor && tensor.getRank() != 0)
    return emitOpError("needs a scalar, got ") << tensor;
  return success();
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  if (isa_and_nonnull<IntegerAttr, FloatAttr>(adaptor.getSrc()))
    return DenseElementsAttr::get(getType(), adaptor.getSrc());
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

LogicalResult SplatOp::canonicalize(SplatOp op, PatternRewriter &rewriter) {
  if (!isa<RankedTensorType>(op.getSrc().getType()))
    return rewriter.notifyMatchFailure(op, "source is a scalar");
  auto scalar = UnsplatOp::create(rewriter, op.getLoc(), op.getSrc());
  rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), scalar);
  return success();
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  RankedTensorType from = getSrc().getType(), to = getType();
  if (from.getRank() != to.getRank())
    return emitOpError("cannot change the number of dimensions of ")
           << from << " to that of " << to;
  for (int64_t dim = 0; dim < to.getRank(); ++dim)
    if (from.getDimSize(dim) != to.getDimSize(dim) && from.getDimSize(dim) != 1)
      return emitOpError("cannot change dimension ")
             << dim << " of " << from << " to " << to.getDimSize(dim)
             << ": its size is not 1";
  return success();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

LogicalResult BroadcastOp::canonicalize(BroadcastOp op,
                                        PatternRewriter &rewriter) {
  if (auto splat = op.getSrc().getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
  if (auto inner = op.getSrc().getDefiningOp<BroadcastOp>()) {
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), inner.getSrc());
    return success();
  }
  return rewriter.notifyMatchFailure(op, "source is neither a splat nor a "
                                         "broadcast");
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  if (getSrc().getType().getNumElements() != getType().getNumElements())
    return emitOpError("cannot change the number of elements of ")
           << getSrc().getType() << " to that of " << getType();
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  // Where any order is allowed, the one that is there is.
  if (getSrc().getType() == getType())
    return getSrc();
  return reshapeConstant(adaptor.getSrc(), getType());
}

LogicalResult ReshapeOp::canonicalize(ReshapeOp op, PatternRewriter &rewriter) {
  if (auto splat = op.getSrc().getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
  auto inner = op.getSrc().getDefiningOp<ReshapeOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "source is neither a splat nor a "
                                           "reshape");
  rewriter.modifyOpInPlace(op, [&] {
    op.getSrcMutable().assign(inner.getSrc());
    op.setAllowReorder(op.getAllowReorder() || inner.getAllowReorder());
  });
  return success();
}

//===----------------------------------------------------------------------===//
// UnsplatOp
//===----------------------------------------------------------------------===//

LogicalResult UnsplatOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location> loc,
                                          UnsplatOp::Adaptor adaptor,
                                          SmallVectorImpl<Type> &results) {
  results.push_back(getElementTypeOrSelf(adaptor.getSrc()));
  return success();
}

LogicalResult UnsplatOp::verify() {
  if (getSrc().getType().getNumElements() != 1)
    return emitOpError("needs a block of one element, got ")
           << getSrc().getType();
  return success();
}

OpFoldResult UnsplatOp::fold(FoldAdaptor adaptor) {
  if (auto splat = getSrc().getDefiningOp<SplatOp>())
    return splat.getSrc();
  if (auto constant = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return constant.getSplatValue<Attribute>();
  return {};
}

//===----------------------------------------------------------------------===//
// ExpandDimsOp
//===----------------------------------------------------------------------===//

LogicalResult ExpandDimsOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location> loc,
                                             ExpandDimsOp::Adaptor adaptor,
                                             SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getSrc().getType());
  if (!type)
    return emitOptionalError(loc, "operand must be a block");
  int64_t axis = static_cast<int32_t>(adaptor.getAxis());
  if (axis < 0 || axis > type.getRank())
    return emitOptionalError(loc, "axis ", axis, " is out of range for ", type);
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + axis, 1);
  results.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return reshapeConstant(adaptor.getSrc(), getType());
}

LogicalResult ExpandDimsOp::canonicalize(ExpandDimsOp op,
                                         PatternRewriter &rewriter) {
  if (auto splat = op.getSrc().getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
  // Broadcast last, so that what is expanded is small.
  auto broadcast = op.getSrc().getDefiningOp<BroadcastOp>();
  if (!broadcast)
    return rewriter.notifyMatchFailure(op, "source is neither a splat nor a "
                                           "broadcast");
  auto expanded = ExpandDimsOp::create(rewriter, op.getLoc(),
                                       broadcast.getSrc(), op.getAxis());
  rewriter.replaceOpWithNewOp<BroadcastOp>(op, op.getType(), expanded);
  return success();
}

//===----------------------------------------------------------------------===//
// TransOp
//===----------------------------------------------------------------------===//

LogicalResult TransOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location> loc,
                                        TransOp::Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getSrc().getType());
  if (!type)
    return emitOptionalError(loc, "operand must be a block");
  SmallVector<int64_t> shape;
  SmallVector<bool> seen(type.getRank(), false);
  for (int32_t dim : adaptor.getOrder()) {
    if (dim < 0 || dim >= type.getRank() || seen[dim])
      break;
    seen[dim] = true;
    shape.push_back(type.getDimSize(dim));
  }
  if (shape.size() != adaptor.getOrder().size() ||
      static_cast<int64_t>(shape.size()) != type.getRank())
    return emitOptionalError(loc, "order must be a permutation of the ",
                             type.getRank(), " dimensions of ", type);
  results.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  if (llvm::equal(getOrder(), llvm::seq<int32_t>(0, getOrder().size())))
    return getSrc();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

LogicalResult TransOp::canonicalize(TransOp op, PatternRewriter &rewriter) {
  if (auto splat = op.getSrc().getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getSrc());
    return success();
  }
  auto inner = op.getSrc().getDefiningOp<TransOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "source is neither a splat nor a "
                                           "transposition");
  auto order = llvm::map_to_vector(
      op.getOrder(), [&](int32_t dim) { return inner.getOrder()[dim]; });
  rewriter.replaceOpWithNewOp<TransOp>(op, op.getType(), inner.getSrc(), order);
  return success();
}

//===----------------------------------------------------------------------===//
// JoinOp
//===----------------------------------------------------------------------===//

LogicalResult JoinOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> loc,
                                       JoinOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getLhs().getType());
  if (!type)
    return emitOptionalError(loc, "operands must be blocks");
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(2);
  results.push_back(RankedTensorType::get(shape, type.getElementType()));
  return success();
}

//===----------------------------------------------------------------------===//
// SplitOp
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location> loc,
                                        SplitOp::Adaptor adaptor,
                                        SmallVectorImpl<Type> &results) {
  auto type = dyn_cast<RankedTensorType>(adaptor.getSrc().getType());
  if (!type || type.getRank() < 2 || type.getShape().back() != 2)
    return emitOptionalError(
        loc, "operand must have at least two dimensions, the last of size 2");
  auto half =
      RankedTensorType::get(type.getShape().drop_back(), type.getElementType());
  results.assign(2, half);
  return success();
}

LogicalResult SplitOp::fold(FoldAdaptor adaptor,
                            SmallVectorImpl<OpFoldResult> &results) {
  auto join = getSrc().getDefiningOp<JoinOp>();
  if (!join)
    return failure();
  results.assign({join.getLhs(), join.getRhs()});
  return success();
}

//===----------------------------------------------------------------------===//
// CatOp
//===----------------------------------------------------------------------===//

LogicalResult CatOp::verify() {
  RankedTensorType lhs = getLhs().getType();
  SmallVector<int64_t> expected(lhs.getShape());
  if (expected.empty())
    return emitOpError("needs blocks of at least one dimension, got ") << lhs;
  expected.front() *= 2;
  if (getType().getShape() != ArrayRef(expected))
    return emitOpError("result must have twice the size of the operands in "
                       "dimension 0, got ")
           << getType() << " for " << lhs;
  return success();
}
