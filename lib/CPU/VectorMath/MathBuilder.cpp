// Operators and helpers of the vector-math expression builder.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MathBuilder.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::vecmath {

FailureOr<MathTarget> MathTarget::parse(StringRef features) {
  MathTarget t;
  StringRef rest = features;
  t.quickDivider = t.quickUnderflow = rest.consume_back("+znver4");
  t.bf16Convert = rest.consume_back("+bf16");
  t.nativeF16 = rest.consume_back("+fp16");
  if (rest == "avx512") {
    t.isa = MathTarget::ISA::AVX512;
    t.vectorBits = 512;
  } else if (rest == "avx2") {
    t.isa = MathTarget::ISA::AVX2;
    t.vectorBits = 256;
  } else if (rest == "neon" || rest == "generic") {
    t.isa = rest == "neon" ? MathTarget::ISA::NEON : MathTarget::ISA::Generic;
    t.vectorBits = 128;
  } else {
    return failure();
  }
  return t;
}

void MathBuilder::startAt(Operation *op) {
  builder.setInsertionPoint(op);
  loc = op->getLoc();
  Operation *f = op->getParentOp();
  while (f && !f->hasTrait<OpTrait::IsIsolatedFromAbove>())
    f = f->getParentOp();
  if (f != function)
    constants.clear();
  function = f;
}

//===-- Constants ---------------------------------------------------------===//

Val MathBuilder::constant(Type type, TypedAttr scalar) {
  Value &known = constants[{type, scalar}];
  if (!known) {
    TypedAttr attr = scalar;
    if (auto vec = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vec, ArrayRef<Attribute>(scalar));
    OpBuilder::InsertionGuard guard(builder);
    // One constant a function: at its top, where it dominates every use.
    builder.setInsertionPointToStart(&function->getRegion(0).front());
    known = arith::ConstantOp::create(builder, loc, attr);
  }
  return wrap(known);
}

Val MathBuilder::cstOf(Type type, double value) {
  return constant(type,
                  builder.getFloatAttr(getElementTypeOrSelf(type), value));
}

Val MathBuilder::cstOf(Type type, int64_t value) {
  Type elem = getElementTypeOrSelf(type);
  if (isa<FloatType>(elem))
    return cstOf(type, static_cast<double>(value));
  if (isa<IndexType>(elem))
    return constant(type, builder.getIndexAttr(value));
  APInt bits = APInt(64, value).sextOrTrunc(elem.getIntOrFloatBitWidth());
  return constant(type, builder.getIntegerAttr(elem, bits));
}

Val MathBuilder::cst(Val like, double value) {
  return cstOf(like.type(), value);
}
Val MathBuilder::cst(Val like, int64_t value) {
  return cstOf(like.type(), value);
}
Val MathBuilder::inf(Val like) {
  return cst(like, std::numeric_limits<double>::infinity());
}
Val MathBuilder::nan(Val like) {
  return cst(like, std::numeric_limits<double>::quiet_NaN());
}

//===-- Types -------------------------------------------------------------===//

Type MathBuilder::typeLike(Val like, Type elem) {
  if (auto vec = dyn_cast<VectorType>(like.type()))
    return VectorType::get(vec.getShape(), elem);
  return elem;
}
Type MathBuilder::intTypeLike(Val like) {
  return typeLike(like, builder.getIntegerType(like.width()));
}

//===-- Floating point ----------------------------------------------------===//

Val MathBuilder::exactFma(Val a, Val b, Val c) {
  return wrap(math::FmaOp::create(builder, loc, a.v, b.v, c.v));
}
Val MathBuilder::fma(Val a, Val b, Val c) {
  if (!target.hasFma())
    return a * b + c;
  return exactFma(a, b, c);
}
Val MathBuilder::poly(Val x, ArrayRef<double> c) {
  Val sum = cst(x, c.back());
  for (double k : llvm::reverse(c.drop_back()))
    sum = fma(sum, x, k);
  return sum;
}
Val MathBuilder::abs(Val x) {
  return wrap(math::AbsFOp::create(builder, loc, x.v));
}
Val MathBuilder::neg(Val x) {
  return wrap(arith::NegFOp::create(builder, loc, x.v));
}
Val MathBuilder::sqrt(Val x) {
  return wrap(math::SqrtOp::create(builder, loc, x.v));
}
Val MathBuilder::floor(Val x) {
  return wrap(math::FloorOp::create(builder, loc, x.v));
}
Val MathBuilder::ceil(Val x) {
  return wrap(math::CeilOp::create(builder, loc, x.v));
}
Val MathBuilder::trunc(Val x) {
  return wrap(math::TruncOp::create(builder, loc, x.v));
}
Val MathBuilder::rint(Val x) {
  return wrap(math::RoundEvenOp::create(builder, loc, x.v));
}
Val MathBuilder::copysign(Val magnitude, Val sign) {
  return wrap(math::CopySignOp::create(builder, loc, magnitude.v, sign.v));
}
Val MathBuilder::clampMax(Val x, double bound) {
  return select(gt(x, bound), bound, x);
}
Val MathBuilder::clampMin(Val x, double bound) {
  return select(lt(x, bound), bound, x);
}
Val MathBuilder::extf(Val x, Type elem) {
  if (x.elem() == elem)
    return x;
  return wrap(arith::ExtFOp::create(builder, loc, typeLike(x, elem), x.v));
}
Val MathBuilder::truncf(Val x, Type elem) {
  if (x.elem() == elem)
    return x;
  return wrap(arith::TruncFOp::create(builder, loc, typeLike(x, elem), x.v));
}

//===-- Integers ----------------------------------------------------------===//

Val MathBuilder::bitcast(Val x, Type type) {
  if (x.type() == type)
    return x;
  auto from = dyn_cast<VectorType>(x.type());
  auto to = dyn_cast<VectorType>(type);
  if (from && to && from.getShape() != to.getShape())
    return wrap(vector::BitCastOp::create(builder, loc, to, x.v));
  return wrap(arith::BitcastOp::create(builder, loc, type, x.v));
}
Val MathBuilder::bits(Val x) { return bitcast(x, intTypeLike(x)); }
Val MathBuilder::asFloat(Val x) {
  Type elem = x.width() == 64   ? Type(builder.getF64Type())
              : x.width() == 32 ? Type(builder.getF32Type())
                                : Type(builder.getF16Type());
  return bitcast(x, typeLike(x, elem));
}
Val MathBuilder::shl(Val x, Val n) {
  return wrap(arith::ShLIOp::create(builder, loc, x.v, n.v));
}
Val MathBuilder::lshr(Val x, Val n) {
  return wrap(arith::ShRUIOp::create(builder, loc, x.v, n.v));
}
Val MathBuilder::shl(Val x, int64_t n) { return shl(x, cst(x, n)); }
Val MathBuilder::lshr(Val x, int64_t n) { return lshr(x, cst(x, n)); }
Val MathBuilder::ashr(Val x, int64_t n) {
  return wrap(arith::ShRSIOp::create(builder, loc, x.v, cst(x, n).v));
}
template <typename Op> static Val cast(MathBuilder &m, Val x, Type elem) {
  if (x.elem() == elem)
    return x;
  return m.wrap(Op::create(m.builder, m.getLoc(), m.typeLike(x, elem), x.v));
}
Val MathBuilder::sitofp(Val x, Type e) {
  return cast<arith::SIToFPOp>(*this, x, e);
}
Val MathBuilder::uitofp(Val x, Type e) {
  return cast<arith::UIToFPOp>(*this, x, e);
}
Val MathBuilder::fptosi(Val x, Type e) {
  return cast<arith::FPToSIOp>(*this, x, e);
}
Val MathBuilder::fptoui(Val x, Type e) {
  return cast<arith::FPToUIOp>(*this, x, e);
}
Val MathBuilder::trunci(Val x, Type e) {
  return cast<arith::TruncIOp>(*this, x, e);
}
Val MathBuilder::extui(Val x, Type e) {
  return cast<arith::ExtUIOp>(*this, x, e);
}
Val MathBuilder::extsi(Val x, Type e) {
  return cast<arith::ExtSIOp>(*this, x, e);
}

//===-- Comparison --------------------------------------------------------===//

Val MathBuilder::cmp(arith::CmpFPredicate p, Val a, Val b) {
  return wrap(arith::CmpFOp::create(builder, loc, p, a.v, b.v));
}
Val MathBuilder::cmp(arith::CmpIPredicate p, Val a, Val b) {
  return wrap(arith::CmpIOp::create(builder, loc, p, a.v, b.v));
}
Val MathBuilder::select(Val c, Val a, Val b) {
  return wrap(arith::SelectOp::create(builder, loc, c.v, a.v, b.v));
}

Val MathBuilder::unlessAny(Val rare, Val fast, llvm::function_ref<Val()> slow) {
  Value any = rare.v;
  if (rare.lanes())
    any = vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR,
                                      any);
  auto branch = scf::IfOp::create(builder, loc, TypeRange(fast.type()), any,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value result = slow().v;
  scf::YieldOp::create(builder, loc, result);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, fast.v);
  return wrap(branch.getResult(0));
}

//===-- Lanes -------------------------------------------------------------===//

Val MathBuilder::slice(Val x, int64_t first, int64_t count) {
  if (x.lanes() == count)
    return x;
  auto mask = llvm::to_vector(llvm::seq<int64_t>(first, first + count));
  return wrap(vector::ShuffleOp::create(builder, loc, x.v, x.v, mask));
}

Val MathBuilder::concat(Vals parts) {
  SmallVector<Val> level(parts);
  while (level.size() > 1) {
    SmallVector<Val> next;
    auto mask = llvm::to_vector(llvm::seq<int64_t>(0, 2 * level[0].lanes()));
    for (size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(wrap(vector::ShuffleOp::create(builder, loc, level[i].v,
                                                    level[i + 1].v, mask)));
    level = std::move(next);
  }
  return level.front();
}

Val MathBuilder::upperHalves(Val x) {
  Type halves = VectorType::get({2 * x.lanes()}, builder.getI16Type());
  Val h = bitcast(x, halves);
  SmallVector<int64_t> odd;
  for (int64_t i = 1; i < 2 * x.lanes(); i += 2)
    odd.push_back(i);
  return wrap(vector::ShuffleOp::create(builder, loc, h.v, h.v, odd));
}

Val MathBuilder::flushedBf16(Val x) {
  if (!target.bf16Convert || !hasAvx512For(x))
    return {};
  auto convert = [&](StringRef name, ValueRange registers) {
    int64_t lanes = 16 * registers.size();
    auto call = LLVM::CallIntrinsicOp::create(
        builder, loc, VectorType::get({lanes}, builder.getBF16Type()),
        builder.getStringAttr(name), registers);
    // LLVM takes shuffles of bf16 vectors apart.
    return bitcast(wrap(call.getResults()),
                   VectorType::get({lanes}, builder.getI16Type()));
  };
  Type result = typeLike(x, builder.getBF16Type());
  if (x.lanes() == 16)
    return bitcast(
        convert("llvm.x86.avx512bf16.cvtneps2bf16.512", ValueRange{x.v}),
        result);
  SmallVector<Val> parts;
  for (int64_t i = 0; i < x.lanes(); i += 32) {
    Value low = slice(x, i, 16).v, high = slice(x, i + 16, 16).v;
    parts.push_back(convert("llvm.x86.avx512bf16.cvtne2ps2bf16.512",
                            ValueRange{high, low}));
  }
  return bitcast(concat(parts), result);
}

Val MathBuilder::isDenormal(Val x) {
  constexpr int64_t kDenormal = 0x20; // of the classes of vfpclass
  Value classes = cstOf(builder.getI32Type(), kDenormal).v;
  Val any;
  for (int64_t i = 0; i < x.lanes(); i += 16) {
    auto call = LLVM::CallIntrinsicOp::create(
        builder, loc, VectorType::get({16}, builder.getI1Type()),
        builder.getStringAttr("llvm.x86.avx512.fpclass.ps.512"),
        ValueRange{slice(x, i, 16).v, classes});
    Val part = wrap(call.getResults());
    any = any ? any | part : part;
  }
  return any;
}

Val MathBuilder::widen(Val x, int64_t count) {
  int64_t lanes = x.lanes();
  if (lanes >= count)
    return x;
  if (lanes == 0) {
    auto type = VectorType::get({count}, x.type());
    return wrap(vector::BroadcastOp::create(builder, loc, type, x.v));
  }
  SmallVector<int64_t> mask;
  for (int64_t i = 0; i < count; ++i)
    mask.push_back(i % lanes);
  return wrap(vector::ShuffleOp::create(builder, loc, x.v, x.v, mask));
}

Val MathBuilder::narrow(Val x, Type type) {
  auto vec = dyn_cast<VectorType>(type);
  if (!vec)
    return wrap(
        vector::ExtractOp::create(builder, loc, x.v, ArrayRef<int64_t>{0}));
  return slice(x, 0, vec.getNumElements());
}

//===-- Scaling by powers of two ------------------------------------------===//

Val MathBuilder::roundMagic(Val like) {
  // 1.5 * 2^(mantissa bits), plus twice the exponent bias so that the two
  // scale factors below need no additions.
  return like.width() == 64 ? cst(like, 0x1.8p52 + 2046.0)
                            : cst(like, 0x1.8p23 + 254.0);
}

bool MathBuilder::hasAvx512For(Val x) const {
  return target.isa == MathTarget::ISA::AVX512 && target.vectorBits >= 512 &&
         x.lanes() * x.width() >= 512;
}

Val MathBuilder::callAvx512(StringRef name, Vals operands,
                            ValueRange trailing) {
  int64_t perReg = 512 / operands[0].width();
  SmallVector<Val> parts;
  for (int64_t i = 0; i < operands[0].lanes(); i += perReg) {
    SmallVector<Value> args;
    for (Val x : operands)
      args.push_back(slice(x, i, perReg).v);
    Type type = args[0].getType();
    args.push_back(args[0]); // for lanes that are masked off: none
    llvm::append_range(args, trailing);
    auto call = LLVM::CallIntrinsicOp::create(
        builder, loc, type, builder.getStringAttr(name), args);
    parts.push_back(wrap(call.getResults()));
  }
  return concat(parts);
}

Val MathBuilder::fastReciprocal(Val x) {
  if (!hasAvx512For(x) || x.width() != 32)
    return 1.0 / x;
  Val all = cstOf(builder.getIntegerType(16), int64_t(-1));
  Val y = callAvx512("llvm.x86.avx512.rcp14.ps.512", {x}, all.v);
  return fma(y, fma(-x, y, cst(x, 1.0)), y);
}

Val MathBuilder::scaleByExponent(Val p, Val t, Val n) {
  bool isF64 = p.width() == 64;
  if (hasAvx512For(p)) {
    // vscalef: p * 2^floor(n), rounded once, with IEEE overflow.
    StringRef name = isF64 ? "llvm.x86.avx512.mask.scalef.pd.512"
                           : "llvm.x86.avx512.mask.scalef.ps.512";
    Val all = cstOf(builder.getIntegerType(512 / p.width()), int64_t(-1));
    Val mode = cstOf(builder.getI32Type(), int64_t(4)); // as MXCSR says
    return callAvx512(name, {p, n}, ValueRange{all.v, mode.v});
  }
  // 2^n = 2^h * 2^(n-h), h = n / 2: both factors are normal numbers, the
  // first product is exact, so the second one rounds once.
  int64_t mantissa = isF64 ? 52 : 23;
  Val i = bits(t);
  Val h = lshr(i, 1);
  Val s1 = asFloat(shl(h, mantissa));
  Val s2 = asFloat(shl(i - h, mantissa));
  return (p * s1) * s2;
}

//===-- Operators ---------------------------------------------------------===//

template <typename FloatOp, typename IntOp> static Val binary(Val a, Val b) {
  MathBuilder &m = *a.b;
  if (a.isFloat())
    return m.wrap(FloatOp::create(m.builder, m.getLoc(), a.v, b.v));
  return m.wrap(IntOp::create(m.builder, m.getLoc(), a.v, b.v));
}
Val operator+(Val a, Val b) {
  return binary<arith::AddFOp, arith::AddIOp>(a, b);
}
Val operator-(Val a, Val b) {
  return binary<arith::SubFOp, arith::SubIOp>(a, b);
}
Val operator*(Val a, Val b) {
  return binary<arith::MulFOp, arith::MulIOp>(a, b);
}
Val operator/(Val a, Val b) {
  return binary<arith::DivFOp, arith::DivUIOp>(a, b);
}
Val operator&(Val a, Val b) {
  return binary<arith::AndIOp, arith::AndIOp>(a, b);
}
Val operator|(Val a, Val b) { return binary<arith::OrIOp, arith::OrIOp>(a, b); }
Val operator^(Val a, Val b) {
  return binary<arith::XOrIOp, arith::XOrIOp>(a, b);
}
Val operator-(Val a) {
  if (a.isFloat())
    return a.b->neg(a);
  return a.b->cst(a, int64_t(0)) - a;
}

} // namespace mlir::tts::vecmath
