// What is asked of the source: values, accesses, operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_ANALYSIS_QUERIES_H
#define TRITON_SHARED_CPU_ANALYSIS_QUERIES_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts::cpu {

/// Do a base and strides say where all elements are?
bool isAffine(tts::MakeBlockOp block);

/// Does `holds` say yes to any operation in `root`, itself included?
bool anyInside(Operation *root, llvm::function_ref<bool(Operation *)> holds);

/// May programs tell one another something by it?
bool ordersAccesses(Operation *op);

/// Can no write of the program come before the loop, or in it?
bool writesOnlyAfter(Operation *loop, triton::FuncOp function);

/// The block that a store, load or atomic goes through; null for others.
tts::MakeBlockOp accessOf(Operation *op);

/// Is `v` made from bytes? They are exact in bf16 and f16, and need not be
/// rounded to those first.
bool isFromBytes(Value v);

/// Is `v` a block of zeros (not -0)?
bool isZeroBlock(Value v);

/// Adds to `moved` what `v` is computed from where that is not yet known at
/// `op`, in order. False if that depends on `op`, or cannot be computed before
/// it.
bool computedBefore(Value v, Operation *op,
                    llvm::SetVector<Operation *> &moved);

/// A division of integers, rounded to zero, or its remainder.
bool isQuotient(Operation *op);
bool isRemainder(Operation *op);

/// Does the operation take or give blocks?
bool hasBlocks(Operation *op);

/// Does each dim of a value that is reached run along the same dim of the nest?
bool identityDims(ArrayRef<int> dims, ArrayRef<int64_t> valueShape,
                  ArrayRef<int64_t> nestShape);

inline RankedTensorType blockType(Value v) {
  return dyn_cast<RankedTensorType>(v.getType());
}

/// Has each element the value of one of the only operand's, at a place that the
/// dims tell: is it an expansion of dims, a broadcast or a transposition?
bool movesDims(Operation *op);

/// What holds along the dims of the operand of an operation that `movesDims`,
/// from what holds along those of its result; `once` along what is repeated.
template <typename T>
SmallVector<T, 4> alongSourceDims(Operation *op, ArrayRef<T> dims, T once) {
  SmallVector<T, 4> source(dims);
  if (auto expand = dyn_cast<triton::ExpandDimsOp>(op))
    source.erase(source.begin() + expand.getAxis());
  else if (auto trans = dyn_cast<triton::TransOp>(op))
    for (auto [d, from] : llvm::enumerate(trans.getOrder()))
      source[from] = dims[d];
  else
    for (auto [d, n] : llvm::enumerate(
             blockType(cast<triton::BroadcastOp>(op).getSrc()).getShape()))
      if (n == 1)
        source[d] = once;
  return source;
}

} // namespace mlir::tts::cpu

#endif
