//===- HalfCalls.cpp - Conversions that LLVM may call ---------------------===//
// Targets without instructions for a conversion get calls to functions of the
// compiler's runtime library. Which of those a process holds depends on what
// built it, so kernels get ours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HalfCalls.h"

#include "triton-shared/Runtime/SmallFloat.h"

#include <cstdint>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace mlir::tts::runtime {
namespace {

#if defined(__x86_64__)
/// 16-bit floats travel in the low bits of a vector register.
using Half = __m128i;
Half box(uint16_t bits) { return _mm_cvtsi32_si128(bits); }
uint16_t unbox(Half value) {
  return static_cast<uint16_t>(_mm_cvtsi128_si32(value));
}

Half floatToHalf(float value) { return box(encodeHalf(value)); }
Half doubleToHalf(double value) { return box(encodeHalf(value)); }
float halfToFloat(Half value) {
  return static_cast<float>(decodeSmallFloat(unbox(value), kHalf));
}
Half floatToBFloat(float value) { return box(encodeBFloat(value)); }
Half doubleToBFloat(double value) { return box(encodeBFloat(value)); }
#endif

} // namespace

void *findHalfCall(llvm::StringRef name) {
#if defined(__x86_64__)
  if (name == "__truncsfhf2")
    return reinterpret_cast<void *>(floatToHalf);
  if (name == "__truncdfhf2")
    return reinterpret_cast<void *>(doubleToHalf);
  if (name == "__extendhfsf2")
    return reinterpret_cast<void *>(halfToFloat);
  if (name == "__truncsfbf2")
    return reinterpret_cast<void *>(floatToBFloat);
  if (name == "__truncdfbf2")
    return reinterpret_cast<void *>(doubleToBFloat);
#endif
  return nullptr;
}

} // namespace mlir::tts::runtime
