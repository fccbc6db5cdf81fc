// Lowerings of arith and simple math operations to total, vector-friendly ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_VECTORMATH_ARITH_H
#define TRITON_SHARED_LIB_CPU_VECTORMATH_ARITH_H

#include "MathBuilder.h"

namespace mlir::tts::vecmath {

/// Integer division and remainder for every operand (x / 0 = x % 0 = 0,
/// INT_MIN / -1 = INT_MIN). Null: `op` needs nothing.
Val lowerDivision(MathBuilder &m, Operation *op);

/// The same of an i32 by what is defined outside of the loop, as a product.
/// Null: something else.
Val divideByInvariant(MathBuilder &m, Operation *op);

/// Is a lane of `x`, i64, less than 0 or 2^31 and more? A scalar that is 0 if
/// none is.
Val longPositions(MathBuilder &m, Val x);

/// Has a lane of `x`, i64, no room in a signed i32? A scalar that is 0 if none
/// is, or null where that is known.
Val longLanes(MathBuilder &m, Val x, bool isSigned);

/// Conversions between i64 lanes and f32 or f64, in 32 bits where all lanes fit
/// and the target has none of 64. Null: leave.
Val convertShort(MathBuilder &m, Operation *op);

/// Shifts by the width or more: 0, or the sign for shrsi. Null: no need.
Val lowerShift(MathBuilder &m, Operation *op);

/// Floating-point operations on f16, bf16: in f32, rounded once. Null: leave.
Val lowerSmallFloat(MathBuilder &m, Operation *op);

/// Floating point to i8 and i16 for every operand: as to i32, cut off. Null:
/// `op` gives another type.
Val lowerToNarrowInteger(MathBuilder &m, Operation *op);

/// Division of f32 vectors by one scalar, correctly rounded, without the
/// divider in the loop. Null: leave.
Val lowerUniformDivision(MathBuilder &m, Operation *op);

/// arith.maxnumf and minnumf as one instruction where the target has it.
Val lowerNumberExtremum(MathBuilder &m, Operation *op);

/// The scalar of which `v` holds copies, a constant too unless it is a power of
/// two; or null.
Val uniformOperand(MathBuilder &m, Value v);

/// |x| of integers, as an unsigned number.
Val magnitude(MathBuilder &m, Val x);

/// The high half of the unsigned (or signed) product of i32 or i64 lanes.
Val mulHigh(MathBuilder &m, Val a, Val b, bool isSigned);

} // namespace mlir::tts::vecmath

#endif // TRITON_SHARED_LIB_CPU_VECTORMATH_ARITH_H
