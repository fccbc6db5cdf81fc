// The steps of triton-normalize.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CONVERSION_TRITONNORMALIZE_NORMALIZE_H
#define TRITON_SHARED_LIB_CONVERSION_TRITONNORMALIZE_NORMALIZE_H

#include "mlir/IR/BuiltinOps.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

namespace mlir::tts {

/// A value for paths on which the program has none: null for tensor pointers
/// and descriptors. Zero rather than poison, from which LLVM concludes that
/// such a path is never taken.
Value makeZero(Location loc, OpBuilder &builder, Type type);

/// Replaces poison, which a variable of a loop is after it in Triton's IR, by
/// zeros, but for tensor pointers and descriptors.
void replacePoison(triton::FuncOp function);

/// Makes the body one block: cf becomes scf.
LogicalResult liftControlFlow(triton::FuncOp function);

/// Inlines every call of the module and erases the private callees. Functions
/// must have one block.
LogicalResult inlineCalls(ModuleOp module);

/// Makes the loads volatile that decide, by the same addresses in each turn,
/// whether a loop goes on: it waits for another program to write there.
void markWaitingLoads(triton::FuncOp function);

/// Replaces values of tensor pointer and descriptor type by their parts.
LogicalResult expandBlockPointers(triton::FuncOp function,
                                  unsigned descriptorArgFlags);

/// Accesses of blocks without dimensions become accesses of scalars.
void makeScalarAccesses(triton::FuncOp function);

/// Gives combiners of reductions that choose the greater or the lesser of two
/// the operation of that name, so that they have a neutral element.
void nameCombiners(triton::FuncOp function);

/// Checks of indices that conditions keep within bounds are gone, and those
/// indices are computed in 32 bits.
void populateFoldCheckPatterns(RewritePatternSet &patterns);

/// Sums of products with opposite comparisons become minima and maxima.
void populateFoldClampPatterns(RewritePatternSet &patterns);

/// Quotients of quotients, and sums of the digits of a number, in fewer
/// operations.
void populateFoldQuotientPatterns(RewritePatternSet &patterns);

/// Positions that are divided by a power of two as floats are divided as
/// integers.
void populateFoldScalePatterns(RewritePatternSet &patterns);

/// What a tensor pointer or descriptor stands for. Shape and strides are i64,
/// one per dimension of the parent tensor.
struct BlockPointer {
  Value base;
  SmallVector<Value, 4> shape, strides;
  /// i32, where the block starts: tensor pointers only, empty in descriptors.
  SmallVector<Value, 4> offsets;
  /// i1: lanes out of bounds read NaN instead of 0. Descriptors only.
  Value padNaN;
  /// i1: values loaded as f32 are rounded to TF32. Descriptors only.
  Value roundToTF32;
};

/// Rewrites an access through a tensor pointer or a descriptor to a masked
/// access through a block of pointers, and erases it. `pointer` says what its
/// first operand of such type stands for. False if `op` is no such access.
FailureOr<bool> lowerBlockAccess(Operation *op, const BlockPointer &pointer);

} // namespace mlir::tts

#endif
