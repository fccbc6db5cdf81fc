// The functions that cpu-vector-math knows, and how each is computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_VECTORMATH_FUNCTIONS_H
#define TRITON_SHARED_LIB_CPU_VECTORMATH_FUNCTIONS_H

#include "MathBuilder.h"

namespace mlir::tts::vecmath {

/// Builds the result for operands of one floating-point type.
using Expansion = Val (*)(MathBuilder &, Vals);

/// A function of real numbers. It is computed, in this order of preference, by
/// the inline expansion for the type; by SLEEF; for f32 in f64; by a loop over
/// scalar calls of a C function on doubles.
struct MathFunction {
  const char *name; // as in C, without the type suffix
  unsigned arity;
  Expansion f32 = nullptr;
  Expansion f64 = nullptr;
  const char *sleef = nullptr;  // stem of SLEEF's name
  const char *ulp = "u10";      // SLEEF's accuracy suffix
  const char *scalar = nullptr; // C function on doubles
  bool f32InF64 = false;        // SLEEF's f32 variant falls short of its bounds
};

/// The function called `name`, or null.
const MathFunction *findFunction(StringRef name);

/// Computes `f` on operands of type f16, bf16, f32 or f64 (scalars or vectors
/// of one type). 16-bit types are computed in f32 and rounded once.
Val emitFunction(MathBuilder &m, const MathFunction &f, Vals args);
/// The same by name; the name must be one that `findFunction` knows.
Val emitFunction(MathBuilder &m, StringRef name, Vals args);

// Calls (Calls.cpp).
/// SLEEF on registers of the target's width; wider vectors are cut, shorter
/// ones filled up.
Val callSleef(MathBuilder &m, const MathFunction &f, Vals args);
/// A loop over the lanes that calls a C function on doubles. Integer operands
/// of type i32 are passed as they are. `elem` is the result's element type.
Val callScalar(MathBuilder &m, StringRef symbol, Vals args, Type elem);

// Exponentials and logarithms in f32 (ExpLog.cpp).
Val exp32(MathBuilder &m, Vals args);
Val exp2_32(MathBuilder &m, Vals args);
Val exp10_32(MathBuilder &m, Vals args);
Val expm1_32(MathBuilder &m, Vals args);
Val log32(MathBuilder &m, Vals args);
Val log2_32(MathBuilder &m, Vals args);
Val log10_32(MathBuilder &m, Vals args);
Val log1p32(MathBuilder &m, Vals args);
Val tanh32(MathBuilder &m, Vals args);

/// e^x 2^exponent = p * scale, where p is about 1, or NaN for NaN, and scale a
/// power of two: a normal one, or infinity as far as the first too large one.
struct ScaledExp {
  Val p, scale;
};
ScaledExp expOfModerate(MathBuilder &m, Val x, int exponent = 0);

// Hyperbolic functions (Hyperbolic.cpp).
Val sinh32(MathBuilder &m, Vals args);
Val cosh32(MathBuilder &m, Vals args);
Val sinh64(MathBuilder &m, Vals args);
Val cosh64(MathBuilder &m, Vals args);
Val asinh64(MathBuilder &m, Vals args);
Val acosh64(MathBuilder &m, Vals args);

// Functions of SLEEF in all of their ranges (Ranges.cpp).
Val sinpiAny(MathBuilder &m, Vals args);
Val cospiAny(MathBuilder &m, Vals args);
Val log1p64(MathBuilder &m, Vals args);
Val fmod64(MathBuilder &m, Vals args);
Val remainder64(MathBuilder &m, Vals args);
Val pow64(MathBuilder &m, Vals args);

// Trigonometry in f32 (Trig.cpp).
Val sin32(MathBuilder &m, Vals args);
Val cos32(MathBuilder &m, Vals args);

// Error function and relatives (Erf.cpp).
Val erf32(MathBuilder &m, Vals args);
Val erfc32(MathBuilder &m, Vals args);
Val erfinv32(MathBuilder &m, Vals args);

// Rare functions in f64 (Special.cpp).
Val erfinv64(MathBuilder &m, Vals args);
Val erfcinv64(MathBuilder &m, Vals args);
Val erfcx64(MathBuilder &m, Vals args);
Val normcdf64(MathBuilder &m, Vals args);
Val normcdfinv64(MathBuilder &m, Vals args);
Val i0_64(MathBuilder &m, Vals args);
Val i1_64(MathBuilder &m, Vals args);

// Powers and roots (Power.cpp).
Val rsqrtAny(MathBuilder &m, Vals args);
Val pow32(MathBuilder &m, Vals args);
/// log2 in f64 of x > 0 that is normal; relative error 2^-35.8.
Val log2Wide(MathBuilder &m, Val x);
/// 2^t in f64 for |t| <= 200; relative error 2^-32. NaN stays NaN.
Val exp2Wide(MathBuilder &m, Val t);
/// x^y for a small constant integer y, by products; null for any other y.
Val powerOfConstant(MathBuilder &m, Val x, Val y);
Val fmod32(MathBuilder &m, Vals args);
Val sqrtAny(MathBuilder &m, Vals args);

} // namespace mlir::tts::vecmath

#endif // TRITON_SHARED_LIB_CPU_VECTORMATH_FUNCTIONS_H
