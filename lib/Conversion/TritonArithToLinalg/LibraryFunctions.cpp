// Functions of GPU math libraries by symbol (`__nv_expf`, `__ocml_exp_f32`).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LibraryFunctions.h"
#include "Builders.h"
#include "LibraryFormulas.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

namespace mlir::tts {
namespace {

using B = ImplicitLocOpBuilder;
using namespace library;

struct Function {
  unsigned operands;
  Value (*emit)(B &, ValueRange, Type result);
};

template <typename Op> Value unary(B &b, ValueRange a, Type) {
  return Op::create(b, a[0]).getResult();
}
template <typename Op> Value binary(B &b, ValueRange a, Type) {
  return Op::create(b, a[0], a[1]).getResult();
}
template <typename Op> Value ternary(B &b, ValueRange a, Type) {
  return Op::create(b, a[0], a[1], a[2]).getResult();
}

/// An i1 answer as the integer 0 or 1 that the libraries return.
template <typename Op> Value classify(B &b, ValueRange a, Type result) {
  Value flag = Op::create(b, a[0]).getResult();
  return result.isInteger(1) ? flag
                             : Value(arith::ExtUIOp::create(b, result, flag));
}

/// Float to integer, toward zero: the nearest integer that there is for numbers
/// out of its range, where a cast has no value, and 0 for NaN.
template <typename Cast> Value saturatingCast(B &b, Value x, Type result) {
  constexpr bool isSigned = std::is_same_v<Cast, arith::FPToSIOp>;
  unsigned width = result.getIntOrFloatBitWidth();
  auto number = [&](double value) {
    return buildFloat(b, b.getLoc(), x.getType(), value);
  };
  Value limit = number(std::ldexp(1.0, isSigned ? width - 1 : width));
  Value least = number(isSigned ? -std::ldexp(1.0, width - 1) : 0.0);
  using P = arith::CmpFPredicate;
  Value high = arith::CmpFOp::create(b, P::OGE, x, limit);
  Value low = arith::CmpFOp::create(b, P::OLE, x, least);
  Value none = arith::CmpFOp::create(b, P::UNO, x, x);
  Value outside =
      arith::OrIOp::create(b, arith::OrIOp::create(b, high, low), none);
  Value inside = arith::SelectOp::create(b, outside, number(0.0), x);
  auto constant = [&](APInt v) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(result, v));
  };
  APInt top =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  APInt bottom =
      isSigned ? APInt::getSignedMinValue(width) : APInt::getZero(width);
  Value i = Cast::create(b, result, inside);
  i = arith::SelectOp::create(b, high, constant(top), i);
  return arith::SelectOp::create(b, low, constant(bottom), i);
}
template <typename Cast> Value toInteger(B &b, ValueRange a, Type result) {
  return saturatingCast<Cast>(b, a[0], result);
}
/// The same after rounding to an integral value by `Round`.
template <typename Round, typename Cast>
Value roundToInt(B &b, ValueRange a, Type result) {
  return saturatingCast<Cast>(b, Round::create(b, a[0]), result);
}
template <typename Cast> Value convert(B &b, ValueRange a, Type result) {
  return Cast::create(b, result, a[0]).getResult();
}
template <typename Op> Value highHalf(B &b, ValueRange a, Type) {
  return Op::create(b, a[0], a[1]).getHigh();
}

/// Bit counts come back as i32 whatever the operand's width.
template <typename Op> Value countBits(B &b, ValueRange a, Type result) {
  Value count = Op::create(b, a[0]).getResult();
  return count.getType() == result
             ? count
             : Value(arith::TruncIOp::create(b, result, count));
}
/// (a + b + round) >> 1 without overflow.
template <typename Ext, int Round>
Value average(B &b, ValueRange a, Type result) {
  Type wide = b.getI64Type();
  Value sum = arith::AddIOp::create(b, Ext::create(b, wide, a[0]).getResult(),
                                    Ext::create(b, wide, a[1]).getResult());
  sum = arith::AddIOp::create(b, sum, buildInt(b, b.getLoc(), wide, Round));
  return arith::TruncIOp::create(
      b, result,
      arith::ShRSIOp::create(b, sum, buildInt(b, b.getLoc(), wide, 1)));
}

const llvm::StringMap<Function> &functions() {
  static const llvm::StringMap<Function> table = {
      {"abs", {1, unary<math::AbsIOp>}},
      {"llabs", {1, unary<math::AbsIOp>}},
      {"fabs", {1, unary<math::AbsFOp>}},
      {"acos", {1, unary<math::AcosOp>}},
      {"acosh", {1, unary<math::AcoshOp>}},
      {"asin", {1, unary<math::AsinOp>}},
      {"asinh", {1, unary<math::AsinhOp>}},
      {"atan", {1, unary<math::AtanOp>}},
      {"atan2", {2, binary<math::Atan2Op>}},
      {"atanh", {1, unary<math::AtanhOp>}},
      {"cbrt", {1, unary<math::CbrtOp>}},
      {"ceil", {1, unary<math::CeilOp>}},
      {"copysign", {2, binary<math::CopySignOp>}},
      {"cos", {1, unary<math::CosOp>}},
      {"cosh", {1, unary<math::CoshOp>}},
      {"cospi", {1, cosPi}},
      {"erf", {1, unary<math::ErfOp>}},
      {"erfc", {1, unary<math::ErfcOp>}},
      {"exp", {1, unary<math::ExpOp>}},
      {"exp10", {1, exp10}},
      {"exp2", {1, unary<math::Exp2Op>}},
      {"expm1", {1, unary<math::ExpM1Op>}},
      {"fdim", {2, positiveDifference}},
      {"fdivide", {2, binary<arith::DivFOp>}},
      {"floor", {1, unary<math::FloorOp>}},
      {"fma", {3, ternary<math::FmaOp>}},
      {"fmod", {2, binary<arith::RemFOp>}},
      {"finite", {1, classify<math::IsFiniteOp>}},
      {"isfinite", {1, classify<math::IsFiniteOp>}},
      {"isinf", {1, isInf}},
      {"isnan", {1, classify<math::IsNaNOp>}},
      {"signbit", {1, signBit}},
      {"log", {1, unary<math::LogOp>}},
      {"log10", {1, unary<math::Log10Op>}},
      {"log1p", {1, unary<math::Log1pOp>}},
      {"log2", {1, unary<math::Log2Op>}},
      {"nearbyint", {1, unary<math::RoundEvenOp>}},
      {"rint", {1, unary<math::RoundEvenOp>}},
      {"round", {1, unary<math::RoundOp>}},
      {"norm3d", {3, norm}},
      {"norm4d", {4, norm}},
      {"rnorm3d", {3, rnorm}},
      {"rnorm4d", {4, rnorm}},
      {"normcdf", {1, normcdf}},
      {"pow", {2, power}},
      {"powi", {2, power}},
      {"pown", {2, power}},
      {"rcbrt", {1, rcbrt}},
      {"rsqrt", {1, unary<math::RsqrtOp>}},
      {"saturate", {1, saturate}},
      {"sin", {1, unary<math::SinOp>}},
      {"sinh", {1, unary<math::SinhOp>}},
      {"sinpi", {1, sinPi}},
      {"sqrt", {1, unary<math::SqrtOp>}},
      {"tan", {1, unary<math::TanOp>}},
      {"tanh", {1, unary<math::TanhOp>}},
      {"trunc", {1, unary<math::TruncOp>}},
      {"llrint", {1, roundToInt<math::RoundEvenOp, arith::FPToSIOp>}},
      {"llround", {1, roundToInt<math::RoundOp, arith::FPToSIOp>}},
      // Integers.
      {"clz", {1, countBits<math::CountLeadingZerosOp>}},
      {"clzll", {1, countBits<math::CountLeadingZerosOp>}},
      {"popc", {1, countBits<math::CtPopOp>}},
      {"popcll", {1, countBits<math::CtPopOp>}},
      {"ffs", {1, findFirstSet}},
      {"ffsll", {1, findFirstSet}},
      {"mulhi", {2, highHalf<arith::MulSIExtendedOp>}},
      {"mul64hi", {2, highHalf<arith::MulSIExtendedOp>}},
      {"umulhi", {2, highHalf<arith::MulUIExtendedOp>}},
      {"umul64hi", {2, highHalf<arith::MulUIExtendedOp>}},
      {"hadd", {2, average<arith::ExtSIOp, 0>}},
      {"rhadd", {2, average<arith::ExtSIOp, 1>}},
      {"uhadd", {2, average<arith::ExtUIOp, 0>}},
      {"urhadd", {2, average<arith::ExtUIOp, 1>}},
      // Rounding to nearest is what arith does.
      {"fadd_rn", {2, binary<arith::AddFOp>}},
      {"dadd_rn", {2, binary<arith::AddFOp>}},
      {"fsub_rn", {2, binary<arith::SubFOp>}},
      {"dsub_rn", {2, binary<arith::SubFOp>}},
      {"fmul_rn", {2, binary<arith::MulFOp>}},
      {"dmul_rn", {2, binary<arith::MulFOp>}},
      {"fdiv_rn", {2, binary<arith::DivFOp>}},
      {"ddiv_rn", {2, binary<arith::DivFOp>}},
      {"frcp_rn", {1, rcp}},
      {"drcp_rn", {1, rcp}},
      {"fsqrt_rn", {1, unary<math::SqrtOp>}},
      {"dsqrt_rn", {1, unary<math::SqrtOp>}},
      {"frsqrt_rn", {1, unary<math::RsqrtOp>}},
      {"fma_rn", {3, ternary<math::FmaOp>}},
      {"fmaf_rn", {3, ternary<math::FmaOp>}},
      {"double2float_rn", {1, truncOrExt}},
      // Reinterpretations.
      {"float_as_int", {1, convert<arith::BitcastOp>}},
      {"float_as_uint", {1, convert<arith::BitcastOp>}},
      {"int_as_float", {1, convert<arith::BitcastOp>}},
      {"uint_as_float", {1, convert<arith::BitcastOp>}},
      {"double_as_longlong", {1, convert<arith::BitcastOp>}},
      {"longlong_as_double", {1, convert<arith::BitcastOp>}},
  };
  return table;
}

/// `float2int_rd` and its like: source, target and direction by name.
const Function *conversion(StringRef name) {
  static const Function toSigned[] = {
      {1, roundToInt<math::RoundEvenOp, arith::FPToSIOp>},
      {1, toInteger<arith::FPToSIOp>},
      {1, roundToInt<math::FloorOp, arith::FPToSIOp>},
      {1, roundToInt<math::CeilOp, arith::FPToSIOp>}};
  static const Function toUnsigned[] = {
      {1, roundToInt<math::RoundEvenOp, arith::FPToUIOp>},
      {1, toInteger<arith::FPToUIOp>},
      {1, roundToInt<math::FloorOp, arith::FPToUIOp>},
      {1, roundToInt<math::CeilOp, arith::FPToUIOp>}};
  static const Function fromSigned{1, convert<arith::SIToFPOp>};
  static const Function fromUnsigned{1, convert<arith::UIToFPOp>};
  auto [types, direction] = name.rsplit('_');
  auto [from, to] = types.split('2');
  bool nearest = direction == "rn";
  if (to == "float" || to == "double") {
    if (!nearest)
      return nullptr; // arith has no directed rounding that targets honour
    if (from == "int" || from == "ll")
      return &fromSigned;
    return from == "uint" || from == "ull" ? &fromUnsigned : nullptr;
  }
  if (from != "float" && from != "double")
    return nullptr;
  int index = llvm::StringSwitch<int>(direction)
                  .Case("rn", 0)
                  .Case("rz", 1)
                  .Case("rd", 2)
                  .Case("ru", 3)
                  .Default(-1);
  if (index < 0)
    return nullptr;
  if (to == "int" || to == "ll")
    return &toSigned[index];
  return to == "uint" || to == "ull" ? &toUnsigned[index] : nullptr;
}

/// The C library's functions that math has no operation for.
bool isInCLibrary(StringRef name) {
  static const llvm::StringSet<> names = {
      "hypot", "ilogb",     "j0",        "j1",     "jn",
      "ldexp", "lgamma",    "logb",      "y0",     "y1",
      "yn",    "nextafter", "remainder", "scalbn", "tgamma"};
  return names.contains(name);
}

/// The name without library prefix and type suffix, e.g. "exp" of both
/// `__nv_expf` and `__ocml_exp_f32`.
StringRef baseName(StringRef symbol) {
  StringRef name = symbol;
  if (name.consume_front("__ocml_")) {
    for (StringRef suffix : {"_f32", "_f64", "_f16"})
      if (name.consume_back(suffix))
        break;
    return name;
  }
  name.consume_front("__nv_");
  name.consume_front("fast_");
  auto known = [](StringRef n) {
    return functions().contains(n) || isInCLibrary(n);
  };
  if (!known(name) && (name.ends_with("f") || name.ends_with("d")) &&
      known(name.drop_back()))
    name = name.drop_back();
  return name;
}

Value callDeclaration(B &b, Operation *op, StringRef name, ValueRange args,
                      Type result) {
  auto module = op->getParentOfType<ModuleOp>();
  auto type = b.getFunctionType(args.getTypes(), result);
  auto callee = module.lookupSymbol<func::FuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    callee = func::FuncOp::create(b, name, type);
    callee.setPrivate();
  }
  if (callee.getFunctionType() != type)
    return {};
  return func::CallOp::create(b, callee, args).getResult(0);
}

} // namespace

FailureOr<Value> emitLibraryFunction(OpBuilder &builder, Operation *op,
                                     StringRef symbol, ValueRange args,
                                     Type result) {
  B b(op->getLoc(), builder);
  StringRef name = baseName(symbol);
  const Function *function = nullptr;
  if (auto it = functions().find(name); it != functions().end())
    function = &it->second;
  else
    function = conversion(name);
  if (function) {
    if (function->operands != args.size())
      return op->emitOpError()
             << "'" << symbol << "' takes " << function->operands
             << " operands, got " << args.size();
    return function->emit(b, args, result);
  }

  std::string callee = symbol.str();
  if (isInCLibrary(name)) {
    // The float operand tells the variant; jn and yn have an integer first.
    Type floating = args.back().getType();
    for (Value arg : args)
      if (isa<FloatType>(arg.getType()))
        floating = arg.getType();
    callee = name.str() + (floating.isF32() ? "f" : "");
  }
  Value called = callDeclaration(b, op, callee, args, result);
  if (!called)
    return op->emitOpError()
           << "'" << callee << "' is already declared with another type";
  return called;
}

} // namespace mlir::tts
