// Conversions that LLVM may call.
// Targets without instructions for a conversion get calls to functions of the
// compiler's runtime library. Which of those a process holds depends on what
// built it, so kernels get ours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_HALFCALLS_H
#define TRITON_SHARED_RUNTIME_HALFCALLS_H

#if defined(__x86_64__)
#include <emmintrin.h>

// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

/// 16-bit floats travel in the low bits of a vector register.
typedef __m128i tts_half;

tts_half tts_float_to_half(float value);
tts_half tts_double_to_half(double value);
float tts_half_to_float(tts_half value);
tts_half tts_float_to_bfloat(float value);
tts_half tts_double_to_bfloat(double value);

} // extern "C"
// NOLINTEND(readability-identifier-naming)
#endif

#endif // TRITON_SHARED_RUNTIME_HALFCALLS_H
