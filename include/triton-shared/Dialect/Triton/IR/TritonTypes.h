// Types of the tt dialect, and the functions that relate types of operands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONTYPES_H
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "triton-shared/Dialect/Triton/IR/TritonTypes.h.inc"

namespace mlir::triton {

/// Whether the type is `!tt.ptr<tensor<...>>`, a block pointer.
bool isTensorPointerType(Type type);

/// The type of what is accessed through a pointer, a block of pointers or a
/// block pointer: f32, or tensor<8xf32>. Null for other types.
Type getPointeeType(Type type);

/// `!tt.ptr<type>`; of a tensor: a block pointer.
Type getPointerType(Type type, int addressSpace = 1);

/// i1, or a block of i1 of the type's shape. Null for a null type.
Type getI1SameShape(Type type);

/// A pointer to the scalar, or a block of pointers to the block's elements.
/// Null for a null type.
Type getPointerTypeSameShape(Type type);

/// The type of the base of a block pointer: `!tt.ptr<f32>` for
/// `!tt.ptr<tensor<8xf32>>`. Null for other types.
Type getBlockPointerBaseType(Type type);

} // namespace mlir::triton

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONTYPES_H
