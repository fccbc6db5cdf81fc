// Verification of the traits that all tt operations share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonTraits.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

static LogicalResult verifyBlockSize(Operation *op, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  if (!tensor.hasStaticShape())
    return op->emitOpError("needs blocks of static shape, got ") << tensor;
  int64_t elements = 1;
  for (int64_t size : tensor.getShape()) {
    if (llvm::MulOverflow(elements, size, elements) ||
        elements > triton::kMaxBlockElements)
      return op->emitOpError("blocks may have at most ")
             << triton::kMaxBlockElements << " elements, got " << tensor;
  }
  if (!llvm::isPowerOf2_64(elements))
    return op->emitOpError("the number of elements of a block must be a power "
                           "of two, got ")
           << tensor;
  return success();
}

LogicalResult triton::detail::verifyBlockSizes(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (failed(verifyBlockSize(op, type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(verifyBlockSize(op, type)))
      return failure();
  return success();
}
