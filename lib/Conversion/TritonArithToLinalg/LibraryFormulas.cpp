// What functions of GPU math libraries are in terms of arith and math, where
// that is more than one operation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LibraryFormulas.h"
#include "Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

namespace mlir::tts {

using B = ImplicitLocOpBuilder;

static Value number(B &b, Type type, double value) {
  return buildFloat(b, b.getLoc(), type, value);
}

/// math.isinf has no lowering to LLVM in every release.
Value library::isInf(B &b, ValueRange a, Type result) {
  auto type = cast<FloatType>(a[0].getType());
  Value infinity = arith::ConstantOp::create(
      b, FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics())));
  Value flag = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ,
                                     math::AbsFOp::create(b, a[0]), infinity);
  return result.isInteger(1) ? flag
                             : Value(arith::ExtUIOp::create(b, result, flag));
}

Value library::signBit(B &b, ValueRange a, Type result) {
  Type bits = b.getIntegerType(a[0].getType().getIntOrFloatBitWidth());
  Value negative = arith::CmpIOp::create(
      b, arith::CmpIPredicate::slt, arith::BitcastOp::create(b, bits, a[0]),
      buildInt(b, b.getLoc(), bits, 0));
  return result.isInteger(1)
             ? negative
             : Value(arith::ExtUIOp::create(b, result, negative));
}

Value library::truncOrExt(B &b, ValueRange a, Type result) {
  if (a[0].getType().getIntOrFloatBitWidth() < result.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, result, a[0]);
  return arith::TruncFOp::create(b, result, a[0]);
}

static Value reciprocal(B &b, Value x) {
  return arith::DivFOp::create(b, number(b, x.getType(), 1.0), x);
}

Value library::rcp(B &b, ValueRange a, Type) { return reciprocal(b, a[0]); }

Value library::rcbrt(B &b, ValueRange a, Type) {
  return reciprocal(b, math::CbrtOp::create(b, a[0]));
}

namespace {
/// sin(pi * x) and cos(pi * x) turn their sign with each integer. Only the
/// exact distance from the nearest one is multiplied: zeros are where they
/// belong, and large numbers keep all their digits.
struct HalfTurns {
  Value distance; // at most 0.5 either way
  Value odd;      // whether the nearest integer is
};
} // namespace

static HalfTurns halfTurns(B &b, Value x) {
  using P = arith::CmpFPredicate;
  Value nearest = math::RoundEvenOp::create(b, x);
  Value half = arith::MulFOp::create(b, nearest, number(b, x.getType(), 0.5));
  Value whole = math::FloorOp::create(b, half);
  return {arith::SubFOp::create(b, x, nearest),
          arith::CmpFOp::create(b, P::UNE, half, whole)};
}

static Value sineOfPiTimes(B &b, Value x) {
  Value angle = arith::MulFOp::create(b, x, number(b, x.getType(), M_PI));
  return math::SinOp::create(b, angle);
}

static Value negatedIf(B &b, Value condition, Value x) {
  return arith::SelectOp::create(b, condition, arith::NegFOp::create(b, x), x);
}

Value library::sinPi(B &b, ValueRange a, Type) {
  HalfTurns turns = halfTurns(b, a[0]);
  Value sine = negatedIf(b, turns.odd, sineOfPiTimes(b, turns.distance));
  Value zero = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, sine,
                                     number(b, a[0].getType(), 0.0));
  return arith::SelectOp::create(b, zero,
                                 math::CopySignOp::create(b, sine, a[0]), sine);
}

Value library::cosPi(B &b, ValueRange a, Type) {
  HalfTurns turns = halfTurns(b, a[0]);
  Value away = arith::SubFOp::create(b, number(b, a[0].getType(), 0.5),
                                     math::AbsFOp::create(b, turns.distance));
  Value cosine = negatedIf(b, turns.odd, sineOfPiTimes(b, away));
  // Zeros are positive.
  return arith::AddFOp::create(b, cosine, number(b, a[0].getType(), 0.0));
}

Value library::exp10(B &b, ValueRange a, Type) {
  return math::PowFOp::create(b, number(b, a[0].getType(), 10.0), a[0]);
}

/// max(x, 0) first, so that NaN gives 0 as the libraries do.
Value library::saturate(B &b, ValueRange a, Type) {
  Type t = a[0].getType();
  Value low = arith::MaxNumFOp::create(b, a[0], number(b, t, 0.0));
  return arith::MinNumFOp::create(b, low, number(b, t, 1.0));
}

/// Squares of f32 are summed up in f64; those of f64 after division by the
/// largest number. An infinite operand wins over NaN. The length
/// is in f64.
static Value lengthOf(B &b, ValueRange a, Type result) {
  Type f64 = b.getF64Type();
  Value largest, sum;
  SmallVector<Value> wide;
  for (Value x : a) {
    wide.push_back(x.getType() == f64 ? x : arith::ExtFOp::create(b, f64, x));
    Value size = math::AbsFOp::create(b, wide.back());
    largest =
        largest ? arith::MaxNumFOp::create(b, largest, size).getResult() : size;
  }
  using P = arith::CmpFPredicate;
  Value infinity = number(b, f64, std::numeric_limits<double>::infinity());
  Value infinite = arith::CmpFOp::create(b, P::OEQ, largest, infinity);
  Value scale;
  if (result == f64) {
    Value zero = number(b, f64, 0.0), one = number(b, f64, 1.0);
    Value finite = arith::SelectOp::create(b, infinite, one, largest);
    Value positive = arith::CmpFOp::create(b, P::OGT, finite, zero);
    scale = arith::SelectOp::create(b, positive, finite, one);
  }
  for (Value x : wide) {
    Value scaled = scale ? arith::DivFOp::create(b, x, scale).getResult() : x;
    sum = sum ? math::FmaOp::create(b, scaled, scaled, sum).getResult()
              : arith::MulFOp::create(b, scaled, scaled).getResult();
  }
  Value length = math::SqrtOp::create(b, sum);
  if (scale)
    length = arith::MulFOp::create(b, length, scale);
  return arith::SelectOp::create(b, infinite, infinity, length);
}

static Value fromF64(B &b, Value x, Type result) {
  return result == b.getF64Type() ? x : arith::TruncFOp::create(b, result, x);
}

Value library::norm(B &b, ValueRange a, Type result) {
  return fromF64(b, lengthOf(b, a, result), result);
}

Value library::rnorm(B &b, ValueRange a, Type result) {
  return fromF64(b, reciprocal(b, lengthOf(b, a, result)), result);
}

/// erfc(-x / sqrt(2)) / 2 in f64. The rounding error of the quotient, which
/// erfc amplifies in the tail, is taken back by erfc's derivative.
Value library::normcdf(B &b, ValueRange a, Type result) {
  Type f64 = b.getF64Type();
  auto constant = [&](double value) { return number(b, f64, value); };
  auto times = [&](Value x, Value y) -> Value {
    return arith::MulFOp::create(b, x, y);
  };
  Value x = a[0].getType() == f64 ? a[0] : arith::ExtFOp::create(b, f64, a[0]);
  // Beyond, the result is 0 or 1, and infinity has no rounding error.
  x = arith::MinimumFOp::create(
      b, arith::MaximumFOp::create(b, x, constant(-40.0)), constant(40.0));
  Value high = constant(-0.70710678118654757);
  Value low = constant(4.8336466567264567e-17); // -1 / sqrt(2) - high
  Value t = times(x, high);
  Value error = math::FmaOp::create(
      b, x, low, math::FmaOp::create(b, x, high, arith::NegFOp::create(b, t)));
  Value square = times(t, arith::NegFOp::create(b, t));
  Value slope =
      times(math::ExpOp::create(b, square), constant(-1.1283791670955126));
  Value tail = math::FmaOp::create(b, slope, error, math::ErfcOp::create(b, t));
  return fromF64(b, times(tail, constant(0.5)), result);
}

Value library::positiveDifference(B &b, ValueRange a, Type t) {
  Value difference = arith::SubFOp::create(b, a[0], a[1]);
  Value smaller =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLE, a[0], a[1]);
  return arith::SelectOp::create(b, smaller, number(b, t, 0.0), difference);
}

/// Integer exponents go by way of f64, which has room for them: products would
/// overflow before their reciprocal is taken.
Value library::power(B &b, ValueRange a, Type result) {
  if (!isa<IntegerType>(a[1].getType()))
    return math::PowFOp::create(b, a[0], a[1]);
  Type f64 = b.getF64Type();
  Value base =
      a[0].getType() == f64 ? a[0] : arith::ExtFOp::create(b, f64, a[0]);
  Value exponent = arith::SIToFPOp::create(b, f64, a[1]);
  return fromF64(b, math::PowFOp::create(b, base, exponent), result);
}

Value library::findFirstSet(B &b, ValueRange a, Type result) {
  Type t = a[0].getType();
  Value zero = buildInt(b, b.getLoc(), t, 0);
  Value next =
      arith::AddIOp::create(b, math::CountTrailingZerosOp::create(b, a[0]),
                            buildInt(b, b.getLoc(), t, 1));
  Value isZero = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, a[0], zero);
  Value position = arith::SelectOp::create(b, isZero, zero, next);
  return position.getType() == result
             ? position
             : Value(arith::TruncIOp::create(b, result, position));
}

} // namespace mlir::tts
