// Arithmetic with directed rounding.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_VECTORMATH_DIRECTED_H
#define TRITON_SHARED_LIB_CPU_VECTORMATH_DIRECTED_H

#include "MathBuilder.h"

namespace mlir::tts::vecmath {

/// To nearest even, toward zero, down, up.
enum class Mode : uint8_t { RN, RZ, RD, RU };

/// `y`, an exact result rounded to nearest, moved by at most one place to what
/// `mode` wants. `above` / `below`: the exact result lies above / below y.
Val adjust(MathBuilder &m, Val y, Val above, Val below, Mode mode);

Val addDirected(MathBuilder &m, Val a, Val b, Mode mode);
Val mulDirected(MathBuilder &m, Val a, Val b, Mode mode);
Val divDirected(MathBuilder &m, Val a, Val b, Mode mode);
Val sqrtDirected(MathBuilder &m, Val a, Mode mode);
Val fmaDirected(MathBuilder &m, Val a, Val b, Val c, Mode mode);

/// a + b; an inexact sum is the neighbour with an odd last place, so that a
/// later rounding to a narrower format is as if made from the exact sum.
Val sumToOdd(MathBuilder &m, Val a, Val b);

/// f64 -> f32, of x or of x + rest where x alone is a rounded result.
Val narrowDirected(MathBuilder &m, Val x, Mode mode);
Val narrowDirected(MathBuilder &m, Val x, Val rest, Mode mode);
/// Integer -> float.
Val intToFloat(MathBuilder &m, Val x, Type elem, bool isSigned, Mode mode);
/// Float -> integer: saturates, NaN gives 0.
Val floatToInt(MathBuilder &m, Val x, Type elem, bool isSigned, Mode mode);

} // namespace mlir::tts::vecmath

#endif // TRITON_SHARED_LIB_CPU_VECTORMATH_DIRECTED_H
