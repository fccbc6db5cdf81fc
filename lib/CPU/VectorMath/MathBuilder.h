// Expression builder for vector math: values with operators, so that an
// expansion reads like the formula that it implements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_VECTORMATH_MATHBUILDER_H
#define TRITON_SHARED_LIB_CPU_VECTORMATH_MATHBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tts::vecmath {

/// The instruction set that the expansions may count on.
struct MathTarget {
  enum class ISA : uint8_t { Generic, AVX2, AVX512, NEON };
  ISA isa = ISA::AVX2;
  bool nativeF16 = false;      // arithmetic on f16 vectors (AVX512-FP16)
  bool bf16Convert = false;    // f32 to bf16, denormals to 0 (AVX512-BF16)
  bool quickDivider = false;   // at most 8 cycles for a register of f32
  bool quickUnderflow = false; // denormal results cost nothing
  unsigned vectorBits = 256;   // widest register to call vector functions with

  /// Reads the option `features` of the passes (Passes.td); failure if there is
  /// no such set.
  static FailureOr<MathTarget> parse(StringRef features);

  bool hasFma() const { return isa != ISA::Generic; }
  bool hasF16Convert() const { return isa != ISA::Generic; }
};

class MathBuilder;

/// A scalar or a 1-D vector under construction.
struct Val {
  Value v;
  MathBuilder *b = nullptr;

  Val() = default;
  Val(MathBuilder &builder, Value value) : v(value), b(&builder) {}
  explicit operator bool() const { return static_cast<bool>(v); }
  Type type() const { return v.getType(); }
  Type elem() const { return getElementTypeOrSelf(v.getType()); }
  unsigned width() const { return elem().getIntOrFloatBitWidth(); }
  bool isFloat() const { return isa<FloatType>(elem()); }
  /// Number of lanes; 0 for a scalar.
  int64_t lanes() const {
    auto vec = dyn_cast<VectorType>(v.getType());
    return vec ? vec.getNumElements() : 0;
  }
};

using Vals = ArrayRef<Val>;

class MathBuilder {
public:
  MathBuilder(OpBuilder &builder, const MathTarget &target)
      : builder(builder), target(target), loc(builder.getUnknownLoc()) {}

  OpBuilder &builder;
  const MathTarget &target;

  /// Starts to expand `op`: inserts before it, at its location.
  void startAt(Operation *op);
  Location getLoc() const { return loc; }
  /// The operation whose region holds the code and no outer values.
  Operation *getFunction() const { return function; }

  Val wrap(Value v) { return Val(*this, v); }

  /// A constant of the type of `like` (float or integer).
  Val cst(Val like, double value);
  Val cst(Val like, int64_t value);
  Val cstOf(Type type, double value);
  Val cstOf(Type type, int64_t value);
  /// Infinity or a quiet NaN of the type of `like`.
  Val inf(Val like);
  Val nan(Val like);

  // Types with the lanes of `like`.
  Type typeLike(Val like, Type elem);
  Type intTypeLike(Val like);

  // Floating point.
  Val fma(Val a, Val b, Val c); // on targets without FMA: a * b + c
  Val exactFma(Val a, Val b, Val c);
  Val fma(Val a, Val b, double c) { return fma(a, b, cst(a, c)); }
  Val fma(Val a, double b, Val c) { return fma(a, cst(a, b), c); }
  /// c[0] + c[1] x + c[2] x^2 + ...
  Val poly(Val x, ArrayRef<double> c);
  Val abs(Val x);
  Val neg(Val x);
  Val sqrt(Val x);
  Val floor(Val x);
  Val ceil(Val x);
  Val trunc(Val x);
  Val rint(Val x);
  Val copysign(Val magnitude, Val sign);
  /// min and max that give `x` when `x` is NaN (one instruction on x86).
  Val clampMax(Val x, double bound);
  Val clampMin(Val x, double bound);
  Val extf(Val x, Type elem);
  Val truncf(Val x, Type elem);

  // Integers.
  Val bits(Val x);    // float -> integer of the same width
  Val asFloat(Val x); // integer -> float of the same width
  Val bitcast(Val x, Type type);
  Val shl(Val x, int64_t n);
  Val lshr(Val x, int64_t n);
  Val ashr(Val x, int64_t n);
  Val shl(Val x, Val n);
  Val lshr(Val x, Val n);
  Val sitofp(Val x, Type elem);
  Val uitofp(Val x, Type elem);
  Val fptosi(Val x, Type elem);
  Val fptoui(Val x, Type elem);
  Val trunci(Val x, Type elem);
  Val extui(Val x, Type elem);
  Val extsi(Val x, Type elem);

  // Comparison and choice. `select(c, a, b)` is c ? a : b for each lane.
  Val cmp(arith::CmpFPredicate p, Val a, Val b);
  Val cmp(arith::CmpIPredicate p, Val a, Val b);
  Val select(Val c, Val a, Val b);
  Val select(Val c, double a, Val b) { return select(c, cst(b, a), b); }
  Val isNan(Val x) { return cmp(arith::CmpFPredicate::UNO, x, x); }
  Val lt(Val a, Val b) { return cmp(arith::CmpFPredicate::OLT, a, b); }
  Val gt(Val a, Val b) { return cmp(arith::CmpFPredicate::OGT, a, b); }
  Val le(Val a, Val b) { return cmp(arith::CmpFPredicate::OLE, a, b); }
  Val ge(Val a, Val b) { return cmp(arith::CmpFPredicate::OGE, a, b); }
  Val eq(Val a, Val b) { return cmp(arith::CmpFPredicate::OEQ, a, b); }
  Val lt(Val a, double b) { return lt(a, cst(a, b)); }
  Val gt(Val a, double b) { return gt(a, cst(a, b)); }
  Val le(Val a, double b) { return le(a, cst(a, b)); }
  Val ge(Val a, double b) { return ge(a, cst(a, b)); }
  Val eq(Val a, double b) { return eq(a, cst(a, b)); }

  /// `fast`, or, if a lane of `rare` is set, `slow()` for the whole vector.
  Val unlessAny(Val rare, Val fast, llvm::function_ref<Val()> slow);

  // Lanes.
  Val slice(Val x, int64_t first, int64_t count);
  Val concat(Vals parts); // power-of-two many vectors of one type
  /// The upper 16 bits of i32 lanes, by one shuffle.
  Val upperHalves(Val x);
  /// f32 -> bf16 by the instruction of AVX512-BF16, which rounds to nearest
  /// even but takes denormals for 0; null where there is none, or too few
  /// lanes.
  Val flushedBf16(Val x);
  /// Which lanes of whole AVX512 registers are denormal?
  Val isDenormal(Val x);
  /// At least `count` lanes: a scalar or short vector is repeated.
  Val widen(Val x, int64_t count);
  /// Back from `widen`: the first lanes, of type `type`.
  Val narrow(Val x, Type type);

  /// 1 / x for normal x, relative error 2^-27: an estimate and a Newton step
  /// where that beats the divider, else the quotient.
  Val fastReciprocal(Val x);
  /// p * 2^n for p in [0.5, 4) and integral -1075 < n < 1100 given as
  /// t = n + magic of `roundMagic`; rounds once, overflows to infinity.
  Val scaleByExponent(Val p, Val t, Val n);
  /// The addend whose sum with |n| < 2^21 holds round(n) in its low mantissa.
  Val roundMagic(Val like);

private:
  Location loc;
  Operation *function = nullptr;
  DenseMap<std::pair<Type, Attribute>, Value> constants;

  Val constant(Type type, TypedAttr scalar);
  bool hasAvx512For(Val x) const;
  /// An AVX512 intrinsic on each whole register of the operands.
  Val callAvx512(StringRef name, Vals operands, ValueRange trailing);
};

// Operators; both operands have one type. A number becomes a constant.
Val operator+(Val a, Val b);
Val operator-(Val a, Val b);
Val operator*(Val a, Val b);
Val operator/(Val a, Val b);
Val operator&(Val a, Val b);
Val operator|(Val a, Val b);
Val operator^(Val a, Val b);
Val operator-(Val a);
inline Val operator+(Val a, double c) { return a + a.b->cst(a, c); }
inline Val operator-(Val a, double c) { return a - a.b->cst(a, c); }
inline Val operator-(double c, Val a) { return a.b->cst(a, c) - a; }
inline Val operator*(Val a, double c) { return a * a.b->cst(a, c); }
inline Val operator/(double c, Val a) { return a.b->cst(a, c) / a; }
inline Val operator+(Val a, int64_t c) { return a + a.b->cst(a, c); }
inline Val operator-(Val a, int64_t c) { return a - a.b->cst(a, c); }
inline Val operator&(Val a, int64_t c) { return a & a.b->cst(a, c); }
inline Val operator|(Val a, int64_t c) { return a | a.b->cst(a, c); }
inline Val operator^(Val a, int64_t c) { return a ^ a.b->cst(a, c); }

} // namespace mlir::tts::vecmath

#endif // TRITON_SHARED_LIB_CPU_VECTORMATH_MATHBUILDER_H
