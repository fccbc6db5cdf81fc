// The table of functions and the choice of implementation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Functions.h"
#include "SmallFloat.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::tts::vecmath {

namespace {

/// name, arity, f32, f64, SLEEF stem, SLEEF suffix, C function on doubles.
const MathFunction kFunctions[] = {
    // Inline in f32.
    {"exp", 1, exp32, nullptr, "exp"},
    {"exp2", 1, exp2_32, nullptr, "exp2"},
    {"exp10", 1, exp10_32, nullptr, "exp10"},
    {"expm1", 1, expm1_32, nullptr, "expm1"},
    {"log", 1, log32, nullptr, "log"},
    {"log2", 1, log2_32, nullptr, "log2"},
    {"log10", 1, log10_32, nullptr, "log10"},
    {"log1p", 1, log1p32, log1p64, "log1p"},
    {"tanh", 1, tanh32, nullptr, "tanh"},
    {"sin", 1, sin32, nullptr, "sin"},
    {"cos", 1, cos32, nullptr, "cos"},
    {"erf", 1, erf32, nullptr, "erf"},
    {"rsqrt", 1, rsqrtAny, rsqrtAny},
    {"sqrt", 1, sqrtAny, sqrtAny},
    // SLEEF.
    {"pow", 2, pow32, pow64, "pow"},
    {"tan", 1, nullptr, nullptr, "tan"},
    {"asin", 1, nullptr, nullptr, "asin"},
    {"acos", 1, nullptr, nullptr, "acos"},
    {"atan", 1, nullptr, nullptr, "atan"},
    {"atan2", 2, nullptr, nullptr, "atan2"},
    {"atanh", 1, nullptr, nullptr, "atanh"},
    {"sinpi", 1, sinpiAny, sinpiAny, "sinpi", "u05"},
    {"cospi", 1, cospiAny, cospiAny, "cospi", "u05"},
    {"cbrt", 1, nullptr, nullptr, "cbrt"},
    {"hypot", 2, nullptr, nullptr, "hypot", "u05"},
    {"erfc", 1, erfc32, nullptr, "erfc", "u15"},
    {"tgamma", 1, nullptr, nullptr, "tgamma"},
    {"nextafter", 2, nullptr, nullptr, "nextafter", ""},
    // SLEEF in f64 also for f32: its f32 variants overflow early or fail on
    // denormal operands.
    {"sinh", 1, sinh32, sinh64, "sinh"},
    {"cosh", 1, cosh32, cosh64, "cosh"},
    {"asinh", 1, nullptr, asinh64, "asinh", "u10", nullptr, true},
    {"acosh", 1, nullptr, acosh64, "acosh", "u10", nullptr, true},
    {"lgamma", 1, nullptr, nullptr, "lgamma", "u10", nullptr, true},
    {"fmod", 2, fmod32, fmod64, "fmod", ""},
    {"remainder", 2, nullptr, remainder64, "remainder", "", nullptr, true},
    // Inline in f64, with calls of the above.
    {"erfinv", 1, erfinv32, erfinv64},
    {"erfcinv", 1, nullptr, erfcinv64},
    {"erfcx", 1, nullptr, erfcx64},
    {"normcdf", 1, nullptr, normcdf64},
    {"normcdfinv", 1, nullptr, normcdfinv64},
    {"cyl_bessel_i0", 1, nullptr, i0_64},
    {"cyl_bessel_i1", 1, nullptr, i1_64},
    // The C library, one lane at a time.
    {"j0", 1, nullptr, nullptr, nullptr, "", "j0"},
    {"j1", 1, nullptr, nullptr, nullptr, "", "j1"},
    {"y0", 1, nullptr, nullptr, nullptr, "", "y0"},
    {"y1", 1, nullptr, nullptr, nullptr, "", "y1"},
};

} // namespace

const MathFunction *findFunction(StringRef name) {
  static const llvm::StringMap<const MathFunction *> table = [] {
    llvm::StringMap<const MathFunction *> map;
    for (const MathFunction &f : kFunctions)
      map[f.name] = &f;
    return map;
  }();
  return table.lookup(name);
}

Val emitFunction(MathBuilder &m, StringRef name, Vals args) {
  return emitFunction(m, *findFunction(name), args);
}

Val emitFunction(MathBuilder &m, const MathFunction &f, Vals args) {
  Type elem = args[0].elem();
  auto inType = [&](Type wide) {
    SmallVector<Val> ext;
    for (Val a : args)
      ext.push_back(convertFloat(m, a, wide));
    return convertFloat(m, emitFunction(m, f, ext), elem);
  };
  if (args[0].width() < 32)
    return inType(m.builder.getF32Type());
  bool isF32 = elem.isF32();
  if (Expansion e = isF32 ? f.f32 : f.f64)
    return e(m, args);
  bool viaF64 = isF32 && (f.f32InF64 || (!f.sleef && f.f64));
  if (f.sleef && !viaF64)
    return callSleef(m, f, args);
  if (viaF64)
    return inType(m.builder.getF64Type());
  return callScalar(m, f.scalar, args, elem);
}

} // namespace mlir::tts::vecmath
