// Conversions that LLVM may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "HalfCalls.h"

#if defined(__x86_64__)
#include "triton-shared/Runtime/SmallFloat.h"

#include <cstdint>

namespace mlir::tts::runtime {
namespace {

tts_half box(uint16_t bits) { return _mm_cvtsi32_si128(bits); }
uint16_t unbox(tts_half value) {
  return static_cast<uint16_t>(_mm_cvtsi128_si32(value));
}

} // namespace
} // namespace mlir::tts::runtime

using namespace mlir::tts::runtime;

tts_half tts_float_to_half(float value) { return box(encodeHalf(value)); }
tts_half tts_double_to_half(double value) { return box(encodeHalf(value)); }
float tts_half_to_float(tts_half value) {
  return static_cast<float>(decodeSmallFloat(unbox(value), kHalf));
}
tts_half tts_float_to_bfloat(float value) { return box(encodeBFloat(value)); }
tts_half tts_double_to_bfloat(double value) { return box(encodeBFloat(value)); }
#endif
