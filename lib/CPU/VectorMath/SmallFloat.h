// Conversions between floating-point formats of 8 to 64 bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_VECTORMATH_SMALLFLOAT_H
#define TRITON_SHARED_LIB_CPU_VECTORMATH_SMALLFLOAT_H

#include "MathBuilder.h"

namespace mlir::tts::vecmath {

enum class Rounding : uint8_t { NearestEven, TowardZero };

/// Whether `convertFloat` knows the format.
bool isKnownFloat(Type elem);

/// Converts with one rounding. To fp8 finite values and infinities saturate to
/// the largest finite value, NaN stays NaN; to f16, bf16, f32 as in IEEE 754.
Val convertFloat(MathBuilder &m, Val x, Type elem,
                 Rounding rounding = Rounding::NearestEven);

/// f32 to bf16, where bf16 holds the value: without rounding.
Val exactBf16(MathBuilder &m, Val x);

/// f32 to the nearest bf16 by an instruction that flushes denormals, with a
/// branch for those; null where the target or the formats are others. The code
/// is quicker than that of `convertFloat`, but longer: for conversions that the
/// source asks for, not for those around all its operations on bf16.
Val bf16ByInstruction(MathBuilder &m, Val x, Type elem, Rounding rounding);

/// f16, bf16 or fp8: arithmetic is done in f32.
inline bool isSmallFloat(Type elem) {
  return isa<FloatType>(elem) && elem.getIntOrFloatBitWidth() < 32;
}

} // namespace mlir::tts::vecmath

#endif // TRITON_SHARED_LIB_CPU_VECTORMATH_SMALLFLOAT_H
