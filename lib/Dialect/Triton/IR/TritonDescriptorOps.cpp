// Verifiers of the operations on tensor descriptors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::triton;

/// Loaded and stored elements are those of the descriptor, without a sign.
static LogicalResult verifyElementType(Operation *op, TensorDescType desc,
                                       RankedTensorType type) {
  Type expected = desc.getSignlessBlockType().getElementType();
  if (type.getElementType() == expected)
    return success();
  return op->emitOpError("elements must be ")
         << expected << ", those of " << desc << ", got " << type;
}

static SmallVector<int64_t> withoutUnitDims(ArrayRef<int64_t> shape) {
  return llvm::filter_to_vector(shape, [](int64_t size) { return size != 1; });
}

/// Access to a block at one index per dimension. The block's value may have
/// more or fewer dimensions of size 1 than the descriptor.
static LogicalResult verifyBlockAccess(Operation *op, TensorDescType desc,
                                       RankedTensorType type,
                                       OperandRange indices) {
  if (indices.size() != desc.getShape().size())
    return op->emitOpError("needs one index for each dimension of ")
           << desc << ", got " << indices.size();
  if (withoutUnitDims(type.getShape()) != withoutUnitDims(desc.getShape()))
    return op->emitOpError("shape of ") << type << " must be that of " << desc
                                        << ", up to dimensions of size 1";
  return verifyElementType(op, desc, type);
}

/// Access to rows: the descriptor's block is one of them.
static LogicalResult verifyRowAccess(Operation *op, TensorDescType desc,
                                     RankedTensorType type,
                                     RankedTensorType rows) {
  ArrayRef<int64_t> block = desc.getShape();
  if (block.size() != 2 || block[0] != 1)
    return op->emitOpError("needs a descriptor of one row, got ") << desc;
  if (rows.getRank() != 1)
    return op->emitOpError("x_offsets must have one dimension, got ") << rows;
  if (type.getShape() != ArrayRef({rows.getDimSize(0), block[1]}))
    return op->emitOpError("must access ")
           << rows.getDimSize(0) << "x" << block[1]
           << " elements, a row of the descriptor for each offset, got "
           << type;
  return verifyElementType(op, desc, type);
}

LogicalResult MakeTensorDescOp::verify() {
  TensorDescType desc = getType();
  // Beside the base; sizes and strides by themselves are said to be as many.
  size_t rank = desc.getShape().size(),
         given = getOperation()->getNumOperands();
  if (given != 1 + 2 * rank)
    return emitOpError("needs a size and a stride for each dimension of ")
           << desc << ", got " << given - 1 << " in all";
  Type pointee = getBase().getType().getPointeeType();
  Type element = desc.getSignlessBlockType().getElementType();
  if (pointee != element)
    return emitOpError("base points to ")
           << pointee << ", but the elements of " << desc << " are " << element;
  if (getPadding() == PaddingOption::PAD_NAN && !isa<FloatType>(element))
    return emitOpError("cannot pad ") << desc << " with NaN";
  return success();
}

LogicalResult DescriptorLoadOp::verify() {
  return verifyBlockAccess(*this, getDesc().getType(), getType(), getIndices());
}

LogicalResult DescriptorStoreOp::verify() {
  return verifyBlockAccess(*this, getDesc().getType(), getSrc().getType(),
                           getIndices());
}

LogicalResult DescriptorReduceOp::verify() {
  if (failed(verifyBlockAccess(*this, getDesc().getType(), getSrc().getType(),
                               getIndices())))
    return failure();
  Type element = getSrc().getType().getElementType();
  switch (getKind()) {
  case DescriptorReduceKind::ADD:
  case DescriptorReduceKind::MIN:
  case DescriptorReduceKind::MAX:
    return success();
  default:
    if (!isa<IntegerType>(element))
      return emitOpError("'") << stringifyDescriptorReduceKind(getKind())
                              << "' needs integers, got " << element;
    return success();
  }
}

LogicalResult DescriptorGatherOp::verify() {
  return verifyRowAccess(*this, getDesc().getType(), getType(),
                         getXOffsets().getType());
}

LogicalResult DescriptorScatterOp::verify() {
  return verifyRowAccess(*this, getDesc().getType(), getSrc().getType(),
                         getXOffsets().getType());
}
