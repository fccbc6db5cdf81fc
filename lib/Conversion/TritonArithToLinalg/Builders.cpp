// Small builders shared by the op families of triton-arith-to-linalg.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::tts {

Value buildEmpty(OpBuilder &b, Location loc, RankedTensorType type) {
  return tensor::EmptyOp::create(b, loc, type.getShape(),
                                 type.getElementType());
}

Value buildFill(OpBuilder &b, Location loc, RankedTensorType type,
                Value scalar) {
  Value empty = buildEmpty(b, loc, type);
  return linalg::FillOp::create(b, loc, scalar, empty).getResult(0);
}

Value buildConstant(OpBuilder &b, Location loc, Type type, TypedAttr element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    element = DenseElementsAttr::get(shaped, ArrayRef<Attribute>(element));
  return arith::ConstantOp::create(b, loc, element);
}

Value buildInt(OpBuilder &b, Location loc, Type type, int64_t value) {
  auto element = cast<IntegerType>(getElementTypeOrSelf(type));
  APInt bits(64, static_cast<uint64_t>(value));
  return buildConstant(
      b, loc, type,
      IntegerAttr::get(element, bits.sextOrTrunc(element.getWidth())));
}

Value buildFloat(OpBuilder &b, Location loc, Type type, double value) {
  return buildConstant(b, loc, type,
                       b.getFloatAttr(getElementTypeOrSelf(type), value));
}

Value buildIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

FailureOr<SmallVector<Value>> buildElementwise(OpBuilder &b, Location loc,
                                               ValueRange operands,
                                               TypeRange results,
                                               ElementBody body) {
  int64_t rank = cast<RankedTensorType>(results.front()).getRank();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  AffineMap scalar = AffineMap::get(rank, 0, b.getContext());
  SmallVector<AffineMap> maps;
  for (Value operand : operands)
    maps.push_back(isa<RankedTensorType>(operand.getType()) ? identity
                                                            : scalar);
  SmallVector<Value> inits;
  for (Type type : results) {
    inits.push_back(buildEmpty(b, loc, cast<RankedTensorType>(type)));
    maps.push_back(identity);
  }
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  bool failed = false;
  auto generic = linalg::GenericOp::create(
      b, loc, results, operands, inits, maps, iterators,
      [&](OpBuilder &nested, Location l, ValueRange args) {
        auto values = body(nested, l, args.take_front(operands.size()));
        failed = mlir::failed(values);
        linalg::YieldOp::create(nested, l,
                                failed ? args.take_back(results.size())
                                       : ValueRange(*values));
      });
  if (failed)
    return failure();
  return llvm::to_vector_of<Value>(generic.getResults());
}

namespace {

/// Offsets, sizes and strides of one slice along `axis`. The slice keeps its
/// rank: of a slice that drops a dimension, LLVM 22's canonicalizer takes the
/// first dimension of size 1 to be the dropped one and may read another slice
/// (llvm/llvm-project#178118 mends that after LLVM 22).
struct SliceParts {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  SliceParts(OpBuilder &b, RankedTensorType tensor, int64_t axis, Value index)
      : offsets(tensor.getRank(), b.getIndexAttr(0)),
        sizes(getAsIndexOpFoldResult(b.getContext(), tensor.getShape())),
        strides(tensor.getRank(), b.getIndexAttr(1)) {
    offsets[axis] = getAsOpFoldResult(index);
    sizes[axis] = b.getIndexAttr(1);
  }
};

} // namespace

Value extractAlong(OpBuilder &b, Location loc, Value tensor, int64_t axis,
                   Value index) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() == 1)
    return tensor::ExtractOp::create(b, loc, tensor, index);
  SliceParts slice(b, type, axis, index);
  return tensor::ExtractSliceOp::create(b, loc, tensor, slice.offsets,
                                        slice.sizes, slice.strides);
}

Value insertAlong(OpBuilder &b, Location loc, Value slice, Value tensor,
                  int64_t axis, Value index) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getRank() == 1)
    return tensor::InsertOp::create(b, loc, slice, tensor, index);
  SliceParts parts(b, type, axis, index);
  return tensor::InsertSliceOp::create(b, loc, slice, tensor, parts.offsets,
                                       parts.sizes, parts.strides);
}

Value buildReshape(OpBuilder &b, Location loc, Value tensor,
                   ArrayRef<int64_t> shape) {
  auto from = cast<RankedTensorType>(tensor.getType());
  auto to = RankedTensorType::get(shape, from.getElementType());
  if (from == to)
    return tensor;
  if (from.getRank() > to.getRank())
    if (auto groups = getReassociationIndicesForReshape(from, to))
      return tensor::CollapseShapeOp::create(b, loc, to, tensor, *groups);
  if (from.getRank() < to.getRank())
    if (auto groups = getReassociationIndicesForReshape(from, to))
      return tensor::ExpandShapeOp::create(b, loc, to, tensor, *groups);
  auto allDims = [](int64_t rank) {
    SmallVector<ReassociationIndices> groups;
    if (rank > 0)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
    return groups;
  };
  auto flat =
      RankedTensorType::get({from.getNumElements()}, from.getElementType());
  if (from.getRank() != 1)
    tensor = from.getRank() == 0
                 ? Value(tensor::ExpandShapeOp::create(
                       b, loc, flat, tensor, ArrayRef<ReassociationIndices>{}))
                 : Value(tensor::CollapseShapeOp::create(
                       b, loc, flat, tensor, allDims(from.getRank())));
  if (to.getRank() == 1)
    return tensor;
  if (to.getRank() == 0)
    return tensor::CollapseShapeOp::create(b, loc, to, tensor,
                                           ArrayRef<ReassociationIndices>{});
  return tensor::ExpandShapeOp::create(b, loc, to, tensor,
                                       allDims(to.getRank()));
}

SmallVector<Value> inlineCombiner(OpBuilder &b, Region &region,
                                  ValueRange accumulators,
                                  ValueRange elements) {
  Block &block = region.front();
  IRMapping map;
  map.map(block.getArguments().take_front(accumulators.size()), accumulators);
  map.map(block.getArguments().drop_front(accumulators.size()), elements);
  for (Operation &op : block.without_terminator())
    b.clone(op, map);
  SmallVector<Value> yielded;
  for (Value value : block.getTerminator()->getOperands())
    yielded.push_back(map.lookupOrDefault(value));
  return yielded;
}

} // namespace mlir::tts
