// Conversions between float formats that arith cannot express portably.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_TRITONARITHTOLINALG_FLOATCONVERSION_H
#define TRITON_SHARED_LIB_TRITONARITHTOLINALG_FLOATCONVERSION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tts {

enum class FloatRounding { NearestEven, TowardZero };

/// Converts one scalar. Formats of 8 bits go through integer arithmetic on
/// their bits; downcasts to them saturate at the largest finite value, as the
/// GPUs' conversions do, and keep NaN.
Value convertFloat(OpBuilder &b, Location loc, Value source, FloatType to,
                   FloatRounding rounding = FloatRounding::NearestEven);

/// Whether the type has 8 bits or fewer, so that arith.extf and arith.truncf
/// on it have no lowering everywhere.
bool isSmallFloat(Type type);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_TRITONARITHTOLINALG_FLOATCONVERSION_H
