// Conversions between float formats that arith cannot express portably.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FloatConversion.h"
#include "Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "triton-shared/Lowering/FloatFormats.h"

#include <cmath>

namespace mlir::tts {
namespace {

constexpr int kSingleMantissa = 23;
constexpr int kSingleBias = 127;

using runtime::SmallFloatFormat;
using runtime::Specials;

/// Bits of an f32's mantissa that the format lacks.
int dropped(const SmallFloatFormat &format) {
  return kSingleMantissa - format.mantissaBits;
}

bool isNegativeZeroNan(FloatType type) {
  auto format = getSmallFloatFormat(type);
  return format && format->specials == Specials::UnsignedZero;
}

class Converter {
public:
  Converter(OpBuilder &builder, Location loc)
      : b(loc, builder), i8(b.getI8Type()), i32(b.getI32Type()),
        f32(b.getF32Type()) {}

  /// 8-bit float -> f32, exact.
  Value decode(Value source) {
    SmallFloatFormat format = *getSmallFloatFormat(source.getType());
    Value bits =
        arith::ExtUIOp::create(b, i32, arith::BitcastOp::create(b, i8, source));
    Value magnitude = arith::AndIOp::create(b, bits, integer(0x7f));
    Value sign = shiftLeft(arith::AndIOp::create(b, bits, integer(0x80)), 24);
    Value normal = arith::AddIOp::create(
        b, shiftLeft(magnitude, dropped(format)),
        integer(int64_t(kSingleBias - format.bias) << kSingleMantissa));
    Value tiny = asBits(arith::MulFOp::create(
        b, arith::UIToFPOp::create(b, f32, magnitude),
        number(std::ldexp(1.0, 1 - format.bias - format.mantissaBits))));
    Value result = arith::SelectOp::create(
        b, below(magnitude, integer(1 << format.mantissaBits)), tiny, normal);
    if (format.infinity()) {
      Value finite = below(magnitude, integer(format.infinity()));
      Value special = arith::OrIOp::create(
          b, integer(0x7f800000), shiftLeft(magnitude, dropped(format)));
      result = arith::SelectOp::create(b, finite, result, special);
    } else if (format.nan) {
      bool signedNan = format.specials == Specials::UnsignedZero;
      Value isNan = equal(signedNan ? bits : magnitude, integer(format.nan));
      result = arith::SelectOp::create(b, isNan, integer(0x7fc00000), result);
    }
    return arith::BitcastOp::create(b, f32,
                                    arith::OrIOp::create(b, result, sign));
  }

  /// f32 -> 8-bit float, to nearest even, saturating.
  Value encode(Value source, FloatType to) {
    SmallFloatFormat format = *getSmallFloatFormat(to);
    Value bits = asBits(source);
    Value magnitude = arith::AndIOp::create(b, bits, integer(0x7fffffff));
    Value odd = arith::AndIOp::create(b, shiftRight(magnitude, dropped(format)),
                                      integer(1));
    Value rounded = arith::AddIOp::create(
        b,
        arith::AddIOp::create(
            b, magnitude, integer((int64_t(1) << (dropped(format) - 1)) - 1)),
        odd);
    Value normal = shiftRight(
        arith::SubIOp::create(
            b, rounded,
            integer(int64_t(kSingleBias - format.bias) << kSingleMantissa)),
        dropped(format));

    // Adding a power of two whose last bit weighs as much as the smallest
    // value of the format lets the addition do the rounding.
    Value magic = number(std::ldexp(1.0, 1 - format.bias - format.mantissaBits +
                                             kSingleMantissa));
    Value sum = arith::AddFOp::create(
        b, arith::BitcastOp::create(b, f32, magnitude), magic);
    Value tiny = arith::SubIOp::create(b, asBits(sum), asBits(magic));
    int64_t smallest = int64_t(kSingleBias + 1 - format.bias)
                       << kSingleMantissa;
    Value code = arith::SelectOp::create(b, below(magnitude, integer(smallest)),
                                         tiny, normal);
    // `normal` wraps below zero only where `tiny` is taken; above the range it
    // may be any large value.
    Value largest = integer(format.largest());
    code = arith::SelectOp::create(b, below(largest, code), largest, code);

    Value sign = arith::AndIOp::create(b, shiftRight(bits, 24), integer(0x80));
    Value isNan = below(integer(0x7f800000), magnitude);
    bool signedNan = format.specials != Specials::UnsignedZero;
    if (format.nan && signedNan)
      code = arith::SelectOp::create(b, isNan, integer(format.nan), code);
    if (!signedNan)
      sign =
          arith::SelectOp::create(b, equal(code, integer(0)), integer(0), sign);
    code = arith::OrIOp::create(b, code, sign);
    if (format.nan && !signedNan)
      code = arith::SelectOp::create(b, isNan, integer(format.nan), code);
    return arith::BitcastOp::create(b, to,
                                    arith::TruncIOp::create(b, i8, code));
  }

  /// Moves a nearest-rounded result one code towards zero where it lies
  /// farther from zero than the source.
  Value stepTowardZero(Value source, Value rounded, Value roundedAsSource) {
    Value beyond = arith::CmpFOp::create(
        b, arith::CmpFPredicate::OGT, math::AbsFOp::create(b, roundedAsSource),
        math::AbsFOp::create(b, source));
    auto type = cast<FloatType>(rounded.getType());
    Type bitsType = b.getIntegerType(type.getWidth());
    Value bits = arith::BitcastOp::create(b, bitsType, rounded);
    Value step = arith::ExtUIOp::create(b, bitsType, beyond);
    Value stepped = arith::SubIOp::create(b, bits, step);
    if (isNegativeZeroNan(type)) { // the least negative number goes to 0
      Value code = buildInt(b, b.getLoc(), bitsType, 0x80);
      Value zero = buildInt(b, b.getLoc(), bitsType, 0);
      Value isCode = arith::AndIOp::create(b, beyond, equal(stepped, code));
      stepped = arith::SelectOp::create(b, isCode, zero, stepped);
    }
    return arith::BitcastOp::create(b, type, stepped);
  }

  /// f64 -> f32 such that a later rounding to fewer bits is right: towards
  /// zero, with the last bit set when inexact.
  Value roundToOdd(Value source) {
    Value nearest = arith::TruncFOp::create(b, f32, source);
    Value down = stepTowardZero(
        source, nearest, arith::ExtFOp::create(b, source.getType(), nearest));
    Value inexact = arith::CmpFOp::create(
        b, arith::CmpFPredicate::ONE,
        arith::ExtFOp::create(b, source.getType(), down), source);
    Value bits = arith::OrIOp::create(b, asBits(down),
                                      arith::ExtUIOp::create(b, i32, inexact));
    return arith::BitcastOp::create(b, f32, bits);
  }

private:
  Value integer(int64_t value) { return buildInt(b, b.getLoc(), i32, value); }
  Value number(double value) { return buildFloat(b, b.getLoc(), f32, value); }
  Value asBits(Value value) { return arith::BitcastOp::create(b, i32, value); }
  Value shiftLeft(Value value, int by) {
    return arith::ShLIOp::create(b, value, integer(by));
  }
  Value shiftRight(Value value, int by) {
    return arith::ShRUIOp::create(b, value, integer(by));
  }
  Value below(Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, lhs, rhs);
  }
  Value equal(Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lhs, rhs);
  }

  ImplicitLocOpBuilder b;
  Type i8, i32;
  FloatType f32;
};

} // namespace

bool isSmallFloat(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() <= 8;
}

Value convertFloat(OpBuilder &b, Location loc, Value source, FloatType to,
                   FloatRounding rounding) {
  auto from = cast<FloatType>(source.getType());
  if (from == to)
    return source;
  Converter converter(b, loc);
  if (isSmallFloat(from))
    return convertFloat(b, loc, converter.decode(source), to, rounding);

  if (isSmallFloat(to)) {
    Value single = source;
    if (from.getWidth() > 32)
      single = converter.roundToOdd(source);
    else if (from.getWidth() < 32)
      single = arith::ExtFOp::create(b, loc, b.getF32Type(), source);
    Value rounded = converter.encode(single, to);
    if (rounding == FloatRounding::NearestEven)
      return rounded;
    return converter.stepTowardZero(single, rounded, converter.decode(rounded));
  }

  if (from.getWidth() < to.getWidth())
    return arith::ExtFOp::create(b, loc, to, source);
  if (from.getWidth() == to.getWidth()) // f16 and bf16
    return convertFloat(b, loc,
                        arith::ExtFOp::create(b, loc, b.getF32Type(), source),
                        to, rounding);
  Value rounded = arith::TruncFOp::create(b, loc, to, source);
  if (rounding == FloatRounding::NearestEven)
    return rounded;
  return converter.stepTowardZero(source, rounded,
                                  arith::ExtFOp::create(b, loc, from, rounded));
}

} // namespace mlir::tts
