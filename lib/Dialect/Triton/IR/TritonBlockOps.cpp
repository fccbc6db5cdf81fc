// Matrix products, gather and histogram.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::triton;

//===----------------------------------------------------------------------===//
// DotOp
//===----------------------------------------------------------------------===//

LogicalResult DotOp::inferReturnTypes(MLIRContext *context,
                                      std::optional<Location> loc,
                                      DotOp::Adaptor adaptor,
                                      SmallVectorImpl<Type> &results) {
  results.push_back(adaptor.getC().getType());
  return success();
}

/// Matrices, or batches of them: a is [B,]MxK, b [B,]KxN, c [B,]MxN. The
/// shapes are those of the unpacked operands.
static LogicalResult verifyDotShapes(Operation *op, ArrayRef<int64_t> a,
                                     ArrayRef<int64_t> b, ArrayRef<int64_t> c) {
  size_t rank = a.size();
  if (rank != 2 && rank != 3)
    return op->emitOpError("operands must have two or three dimensions, got ")
           << rank;
  if (b.size() != rank || c.size() != rank)
    return op->emitOpError("operands must have equally many dimensions, got ")
           << rank << ", " << b.size() << " and " << c.size();
  if (rank == 3 && (a[0] != b[0] || a[0] != c[0]))
    return op->emitOpError("batch sizes must agree, got ")
           << a[0] << ", " << b[0] << " and " << c[0];
  a = a.take_back(2);
  b = b.take_back(2);
  c = c.take_back(2);
  if (a[1] != b[0])
    return op->emitOpError("the columns of a (")
           << a[1] << ") must be as many as the rows of b (" << b[0] << ")";
  if (c[0] != a[0] || c[1] != b[1])
    return op->emitOpError("the accumulator must be ")
           << a[0] << "x" << b[1] << ", the rows of a by the columns of b, got "
           << c[0] << "x" << c[1];
  return success();
}

LogicalResult DotOp::verify() {
  Type a = getA().getType().getElementType();
  Type b = getB().getType().getElementType();
  Type c = getC().getType().getElementType();
  if (a.isIntOrIndex() != b.isIntOrIndex() ||
      a.getIntOrFloatBitWidth() != b.getIntOrFloatBitWidth())
    return emitOpError("a and b must both be integers or both floats, of one "
                       "width, got ")
           << a << " and " << b;
  if (a.isIntOrIndex() != c.isIntOrIndex())
    return emitOpError("cannot accumulate ") << a << " in " << c;
  return verifyDotShapes(*this, getA().getType().getShape(),
                         getB().getType().getShape(),
                         getC().getType().getShape());
}

//===----------------------------------------------------------------------===//
// DotScaledOp
//===----------------------------------------------------------------------===//

/// Whether a tensor of that element type may hold elements of the format.
static bool holdsFormat(Type type, ScaleDotElemType format) {
  switch (format) {
  case ScaleDotElemType::E4M3:
    return isa<Float8E4M3FNType, Float8E4M3FNUZType>(type) || type.isInteger(8);
  case ScaleDotElemType::E5M2:
    return isa<Float8E5M2Type, Float8E5M2FNUZType>(type) || type.isInteger(8);
  case ScaleDotElemType::E2M3:
  case ScaleDotElemType::E3M2:
  case ScaleDotElemType::E2M1:
    return type.isInteger(8);
  case ScaleDotElemType::BF16:
    return type.isBF16();
  case ScaleDotElemType::FP16:
    return type.isF16();
  }
  return false;
}

/// The shape counted in elements: two e2m1 share a byte along `packedDim`.
static SmallVector<int64_t> unpackedShape(RankedTensorType type,
                                          ScaleDotElemType format,
                                          int64_t packedDim) {
  SmallVector<int64_t> shape(type.getShape());
  if (format == ScaleDotElemType::E2M1)
    shape[packedDim] *= 2;
  return shape;
}

/// A scale holds one value per `size` (M or N) and group of neighbours in K.
static LogicalResult verifyScale(Operation *op, StringRef name,
                                 RankedTensorType scale, int64_t rank,
                                 int64_t size, int64_t k) {
  int64_t group = isa<Float8E4M3FNType>(scale.getElementType()) ? 16 : 32;
  if (scale.getRank() != rank || scale.getDimSize(rank - 2) != size ||
      scale.getDimSize(rank - 1) != k / group)
    return op->emitOpError()
           << name << " must have " << rank << " dimensions that end in "
           << size << "x" << k / group << ", one scale for each group of "
           << group << " elements, got " << scale;
  return success();
}

LogicalResult DotScaledOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType();
  int64_t rank = a.getRank();
  if (rank < 2 || b.getRank() != rank)
    return emitOpError("operands must have equally many dimensions, at least "
                       "two, got ")
           << a << " and " << b;
  if (!holdsFormat(a.getElementType(), getAElemType()))
    return emitOpError("a is said to hold ")
           << stringifyScaleDotElemType(getAElemType()) << ", but is " << a;
  if (!holdsFormat(b.getElementType(), getBElemType()))
    return emitOpError("b is said to hold ")
           << stringifyScaleDotElemType(getBElemType()) << ", but is " << b;

  SmallVector<int64_t> aShape =
      unpackedShape(a, getAElemType(), getLhsKPack() ? rank - 1 : rank - 2);
  SmallVector<int64_t> bShape =
      unpackedShape(b, getBElemType(), getRhsKPack() ? rank - 2 : rank - 1);
  if (failed(
          verifyDotShapes(*this, aShape, bShape, getC().getType().getShape())))
    return failure();
  int64_t m = aShape[rank - 2], n = bShape[rank - 1], k = aShape[rank - 1];
  if (auto scale = getAScale())
    if (failed(verifyScale(*this, "a_scale", scale.getType(), rank, m, k)))
      return failure();
  if (auto scale = getBScale())
    if (failed(verifyScale(*this, "b_scale", scale.getType(), rank, n, k)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// HistogramOp
//===----------------------------------------------------------------------===//

LogicalResult HistogramOp::verify() {
  if (getType().getRank() != 1)
    return emitOpError("result must have one dimension, got ") << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> loc,
                                         GatherOp::Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  auto indices = dyn_cast<RankedTensorType>(adaptor.getIndices().getType());
  auto src = dyn_cast<RankedTensorType>(adaptor.getSrc().getType());
  if (!indices || !src)
    return emitOptionalError(loc, "operands must be blocks");
  results.push_back(indices.clone(src.getElementType()));
  return success();
}

LogicalResult GatherOp::verify() {
  RankedTensorType src = getSrc().getType(), indices = getIndices().getType();
  if (src.getRank() != indices.getRank())
    return emitOpError("source and indices must have equally many dimensions, "
                       "got ")
           << src << " and " << indices;
  int64_t axis = static_cast<int32_t>(getAxis());
  if (axis < 0 || axis >= src.getRank())
    return emitOpError("axis ") << axis << " is out of range for " << src;
  for (int64_t dim = 0; dim < src.getRank(); ++dim)
    if (dim != axis && src.getDimSize(dim) != indices.getDimSize(dim))
      return emitOpError("source and indices must agree in dimension ")
             << dim << ", got " << src << " and " << indices;
  return success();
}
