// 8- and 16-bit floats as data.
// The formats, for all that converts; decoding for printing; encoding of Python
// floats passed as fp16 and bf16.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_RUNTIME_SMALLFLOAT_H
#define TRITON_SHARED_RUNTIME_SMALLFLOAT_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace mlir::tts::runtime {

/// How the top exponent (and the negative zero) of a format is used.
enum class Specials { Ieee, FiniteOnlyNan, UnsignedZero, None };

/// A format of 8 or 16 bits: sign, exponent, mantissa.
struct SmallFloatFormat {
  int exponentBits;
  int mantissaBits;
  int bias;
  Specials specials;
  uint16_t nan; // the code that conversions give; 0: the format has none

  constexpr int bits() const { return 1 + exponentBits + mantissaBits; }
  constexpr uint32_t signBit() const { return 1u << (bits() - 1); }
  /// The code of infinity; 0: the format has none.
  constexpr uint32_t infinity() const {
    return specials == Specials::Ieee ? signBit() - (1u << mantissaBits) : 0;
  }
  /// The code of the largest finite value.
  constexpr uint32_t largest() const {
    switch (specials) {
    case Specials::Ieee:
      return infinity() - 1;
    case Specials::FiniteOnlyNan:
      return signBit() - 2;
    case Specials::UnsignedZero:
    case Specials::None:
      break;
    }
    return signBit() - 1;
  }
};

constexpr SmallFloatFormat kHalf{5, 10, 15, Specials::Ieee, 0x7e00};
constexpr SmallFloatFormat kBFloat16{8, 7, 127, Specials::Ieee, 0x7fc0};
constexpr SmallFloatFormat kE4M3FN{4, 3, 7, Specials::FiniteOnlyNan, 0x7f};
constexpr SmallFloatFormat kE5M2{5, 2, 15, Specials::Ieee, 0x7f};
constexpr SmallFloatFormat kE4M3FNUZ{4, 3, 8, Specials::UnsignedZero, 0x80};
constexpr SmallFloatFormat kE5M2FNUZ{5, 2, 16, Specials::UnsignedZero, 0x80};
/// Triton's fp8e4b15, which its IR calls f8E4M3B11FNUZ.
constexpr SmallFloatFormat kE4M3B15{4, 3, 15, Specials::None, 0};

inline float floatFromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline double decodeSmallFloat(uint64_t bits, SmallFloatFormat format) {
  uint64_t mantissa = bits & ((1u << format.mantissaBits) - 1);
  int top = (1 << format.exponentBits) - 1;
  int exponent = int(bits >> format.mantissaBits) & top;
  bool negative = bits >> (format.mantissaBits + format.exponentBits) & 1;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  uint64_t allOnes = (1u << format.mantissaBits) - 1;
  switch (format.specials) {
  case Specials::Ieee:
    if (exponent == top)
      return mantissa ? nan : (negative ? -inf : inf);
    break;
  case Specials::FiniteOnlyNan:
    if (exponent == top && mantissa == allOnes)
      return nan;
    break;
  case Specials::UnsignedZero:
    if (negative && exponent == 0 && mantissa == 0)
      return nan;
    break;
  case Specials::None:
    break;
  }
  uint64_t significand =
      exponent ? mantissa | (uint64_t(1) << format.mantissaBits) : mantissa;
  double value =
      std::ldexp(double(significand),
                 (exponent ? exponent : 1) - format.bias - format.mantissaBits);
  return negative ? -value : value;
}

/// Rounds to nearest even, overflowing to infinity.
inline uint16_t encodeHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return sign | 0x7e00;
  double magnitude = std::fabs(value);
  if (magnitude >= 65520.0)
    return sign | 0x7c00;
  if (magnitude < 0x1p-14) // subnormal: a multiple of 2^-24
    return sign | uint16_t(std::nearbyint(std::ldexp(magnitude, 24)));
  int exponent;
  double fraction = std::frexp(magnitude, &exponent); // in [0.5, 1)
  auto significand = uint32_t(std::nearbyint(std::ldexp(fraction, 11)));
  // A carry out of the significand lands in the exponent, as it should.
  return sign | uint16_t((uint32_t(exponent + 13) << 10) + significand);
}

/// Rounds to nearest even.
inline uint16_t encodeBFloat(double value) {
  if (std::isnan(value))
    return 0x7fc0;
  // Round to odd on the way to float, so that the two roundings act as one.
  float narrow = static_cast<float>(value);
  uint32_t bits;
  std::memcpy(&bits, &narrow, sizeof(bits));
  if (double(narrow) != value && std::isfinite(narrow) && !(bits & 1)) {
    if (std::fabs(double(narrow)) > std::fabs(value))
      bits -= 1;
    else
      bits |= 1;
  }
  bits += 0x7fff + (bits >> 16 & 1);
  return uint16_t(bits >> 16);
}

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_SMALLFLOAT_H
