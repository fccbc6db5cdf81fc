// Small builders shared by the op families of triton-arith-to-linalg.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_TRITONARITHTOLINALG_BUILDERS_H
#define TRITON_SHARED_LIB_TRITONARITHTOLINALG_BUILDERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tts {

/// Elements of the operands in, elements of the results out.
using ElementBody = llvm::function_ref<FailureOr<SmallVector<Value>>(
    OpBuilder &, Location, ValueRange)>;

/// One parallel linalg.generic over `shape`. Operands are tensors of that
/// shape or scalars; each result type is a tensor of that shape.
FailureOr<SmallVector<Value>> buildElementwise(OpBuilder &b, Location loc,
                                               ValueRange operands,
                                               TypeRange results,
                                               ElementBody body);

/// tensor.empty of a static tensor type.
Value buildEmpty(OpBuilder &b, Location loc, RankedTensorType type);

/// A tensor filled with one scalar.
Value buildFill(OpBuilder &b, Location loc, RankedTensorType type,
                Value scalar);

/// A constant of a scalar or (splat) tensor type from an element attribute.
Value buildConstant(OpBuilder &b, Location loc, Type type, TypedAttr element);
Value buildInt(OpBuilder &b, Location loc, Type type, int64_t value);
Value buildFloat(OpBuilder &b, Location loc, Type type, double value);
Value buildIndex(OpBuilder &b, Location loc, int64_t value);

/// Slice `index` of `tensor` along `axis`, of size 1 there; a tensor of rank 1
/// gives a scalar.
Value extractAlong(OpBuilder &b, Location loc, Value tensor, int64_t axis,
                   Value index);

/// The inverse of extractAlong: `tensor` with that slice replaced.
Value insertAlong(OpBuilder &b, Location loc, Value slice, Value tensor,
                  int64_t axis, Value index);

/// Reshapes between static shapes of the same number of elements.
Value buildReshape(OpBuilder &b, Location loc, Value tensor,
                   ArrayRef<int64_t> shape);

/// Clones the single block of a tt.reduce or tt.scan region; its arguments are
/// all accumulators, then all elements. Returns what the terminator yields.
SmallVector<Value> inlineCombiner(OpBuilder &b, Region &region,
                                  ValueRange accumulators, ValueRange elements);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_TRITONARITHTOLINALG_BUILDERS_H
