// Traits that all operations of the tt dialect share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONTRAITS_H
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::triton {

/// Triton's limit on the number of elements of a block.
constexpr int64_t kMaxBlockElements = 1 << 20;

namespace detail {
LogicalResult verifyBlockSizes(Operation *op);
} // namespace detail

/// Operands and results that are tensors have a static shape and a
/// power-of-two number of elements, at most kMaxBlockElements.
template <typename ConcreteOp>
class BlockSizeTrait : public OpTrait::TraitBase<ConcreteOp, BlockSizeTrait> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyBlockSizes(op);
  }
};

} // namespace mlir::triton

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONTRAITS_H
