// Floating-point operations on 16-bit types and the odd ones of arith.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arith.h"
#include "Directed.h"
#include "Functions.h"
#include "SmallFloat.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts::vecmath {

namespace {

bool isSmall(Type t) { return isSmallFloat(getElementTypeOrSelf(t)); }

/// Whether the format of the operands of `op` holds every result.
bool isExact(Operation *op) {
  if (auto difference = dyn_cast<arith::SubFOp>(op)) // Triton's -x
    return matchPattern(difference.getLhs(), m_AnyZeroFloat());
  return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp, math::CeilOp, math::FloorOp, math::RoundOp,
             math::RoundEvenOp, math::TruncOp>(op);
}

/// `op` on operands of f32; its result, if of the operands' type, rounded back.
Val promote(MathBuilder &m, Operation *op) {
  Type real = m.builder.getF32Type();
  SmallVector<Value> operands;
  for (Value v : op->getOperands()) {
    Val x = m.wrap(v);
    operands.push_back(x.isFloat() ? convertFloat(m, x, real).v : v);
  }
  Type result = op->getResult(0).getType();
  Type elem = getElementTypeOrSelf(result);
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addAttributes(op->getAttrs());
  bool isReal = isa<FloatType>(elem);
  state.addTypes(isReal ? m.typeLike(m.wrap(op->getOperand(0)), real) : result);
  Val r = m.wrap(m.builder.create(state)->getResult(0));
  if (isReal && elem.isBF16() && isExact(op))
    return exactBf16(m, r);
  return isReal ? convertFloat(m, r, elem) : r;
}

/// a b + c in f16 or bf16, rounded once: the sum rounded to odd in f64, where
/// the product is exact.
Val fmaSmall(MathBuilder &m, Val a, Val b, Val c) {
  Type f64 = m.builder.getF64Type();
  Val p = convertFloat(m, a, f64) * convertFloat(m, b, f64);
  return convertFloat(m, sumToOdd(m, p, convertFloat(m, c, f64)), a.elem());
}

} // namespace

Val lowerUniformDivision(MathBuilder &m, Operation *op) {
  Val a = m.wrap(op->getOperand(0));
  if (!a.elem().isF32() || a.lanes() < 16 ||
      m.target.isa != MathTarget::ISA::AVX512 || m.target.quickDivider)
    return {};
  Val b = uniformOperand(m, op->getOperand(1));
  if (!b)
    return {};
  // a (1 / b) in f64 has a relative error of 2^-52; a quotient of f32 numbers
  // is never so near to the middle of two f32 numbers, so it rounds as a / b.
  // Infinities, zeros and NaN multiply as they divide.
  Type f64 = m.builder.getF64Type();
  Val inverse = m.widen(1.0 / m.extf(b, f64), a.lanes());
  return m.truncf(m.extf(a, f64) * inverse, a.elem());
}

/// Whether `v` holds numbers as they are in memory, or in an integer: only
/// there are signalling NaNs, arithmetic gives quiet ones.
static bool mayBeSignalling(Value v, DenseSet<Value> &seen) {
  if (!seen.insert(v).second)
    return false;
  auto any = [&](ValueRange values) {
    return llvm::any_of(values, [&](Value of) {
      return isa<FloatType>(getElementTypeOrSelf(of)) &&
             mayBeSignalling(of, seen);
    });
  };
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument.getArgNumber() == 0)
      return true;
    return any({loop.getTiedLoopInit(argument)->get(),
                loop.getTiedLoopYieldedValue(argument)->get()});
  }
  Operation *op = v.getDefiningOp();
  if (isa<arith::BitcastOp, vector::BitCastOp>(op) &&
      !isa<FloatType>(getElementTypeOrSelf(op->getOperand(0))))
    return true;
  if (isa<vector::ShapeCastOp, vector::BroadcastOp, vector::ExtractOp,
          vector::ExtractStridedSliceOp, vector::InsertOp,
          vector::InsertStridedSliceOp, vector::ShuffleOp, vector::BitCastOp,
          arith::SelectOp, arith::BitcastOp, arith::NegFOp, math::AbsFOp,
          math::CopySignOp>(op))
    return any(op->getOperands());
  return hasEffect<MemoryEffects::Read>(op);
}

static bool mayBeSignalling(Value v) {
  DenseSet<Value> seen;
  return mayBeSignalling(v, seen);
}

/// AArch64's instruction gives NaN where one operand is a signalling NaN: such
/// operands are made quiet first.
static Val extremumOfQuiet(MathBuilder &m, Operation *op) {
  bool isBf16 = m.wrap(op->getOperand(0)).elem().isBF16();
  SmallVector<Value> operands;
  for (Value v : op->getOperands()) {
    // What is made wider by moving its bits stays as it is.
    Val x =
        isBf16 ? convertFloat(m, m.wrap(v), m.builder.getF32Type()) : m.wrap(v);
    if (mayBeSignalling(v))
      x = m.wrap(LLVM::CallIntrinsicOp::create(
                     m.builder, op->getLoc(), x.type(),
                     m.builder.getStringAttr("llvm.canonicalize"), {x.v})
                     .getResults());
    operands.push_back(x.v);
  }
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addTypes(operands.front().getType());
  state.addAttributes(op->getAttrs());
  Val r = m.wrap(m.builder.create(state)->getResult(0));
  return isBf16 ? exactBf16(m, r) : r;
}

Val lowerNumberExtremum(MathBuilder &m, Operation *op) {
  Val a = m.wrap(op->getOperand(0)), b = m.wrap(op->getOperand(1));
  if (m.target.isa == MathTarget::ISA::NEON &&
      (a.elem().isF32() || a.elem().isF64() || a.elem().isBF16() ||
       (a.elem().isF16() && m.target.nativeF16)))
    return extremumOfQuiet(m, op);
  if (m.target.isa != MathTarget::ISA::AVX512 || a.lanes() == 0 ||
      !(a.elem().isF32() || a.elem().isF64()))
    return {};
  int64_t bits = a.lanes() * a.width();
  if (bits < 128)
    return {};
  int64_t perReg = std::min<int64_t>(bits, 512) / a.width();
  // vrange gives the number where one operand is a quiet NaN, as IEEE 754-2008
  // has it. Its operation: 0 for the lesser, 1 for the greater, with the sign
  // it has.
  OpBuilder &builder = m.builder;
  Type i32 = builder.getI32Type();
  std::string name = "llvm.x86.avx512.mask.range." +
                     std::string(a.elem().isF32() ? "ps." : "pd.") +
                     std::to_string(perReg * a.width());
  Val operation = m.cstOf(i32, int64_t(4 + isa<arith::MaxNumFOp>(op)));
  Val all = m.cstOf(builder.getIntegerType(std::max<int64_t>(perReg, 8)),
                    int64_t(-1));
  auto range = [&](Value x, Value y) {
    SmallVector<Value> args{x, y, operation.v, x, all.v};
    if (perReg * a.width() == 512)
      args.push_back(m.cstOf(i32, int64_t(4)).v); // as MXCSR says
    auto call = LLVM::CallIntrinsicOp::create(
        builder, op->getLoc(), x.getType(), builder.getStringAttr(name), args);
    return Value(call.getResults());
  };
  // Of itself it makes a signalling NaN quiet.
  bool quietA = mayBeSignalling(a.v), quietB = mayBeSignalling(b.v);
  SmallVector<Val> parts;
  for (int64_t i = 0; i < a.lanes(); i += perReg) {
    Value x = m.slice(a, i, perReg).v, y = m.slice(b, i, perReg).v;
    if (quietA)
      x = range(x, x);
    if (quietB)
      y = range(y, y);
    parts.push_back(m.wrap(range(x, y)));
  }
  return m.concat(parts);
}

Val lowerToNarrowInteger(MathBuilder &m, Operation *op) {
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  unsigned width = to.getIntOrFloatBitWidth();
  if (width != 8 && width != 16)
    return {};
  // LLVM has no value for a number out of the result's range: lanes then hold
  // what their instruction gives, which depends on how many there are and need
  // not even fit the type.
  Val x = m.wrap(op->getOperand(0));
  if (isSmallFloat(x.elem()) && !(x.elem().isF16() && m.target.nativeF16))
    x = convertFloat(m, x, m.builder.getF32Type());
  return m.trunci(m.fptosi(x, m.builder.getI32Type()), to);
}

/// Of an integer's 64 or 32 bits as many as f64 or f32 has, the last one saying
/// whether any after it was set: what is rounded from that comes out as if
/// rounded once.
Val roundToOdd(MathBuilder &m, Val x, bool isSigned) {
  const int64_t digits = x.width() == 64 ? 53 : 24;
  const int64_t exact = int64_t(1) << digits;
  const int64_t dropped = (int64_t(1) << (x.width() - digits)) - 1;
  Val odd = (x | ((x & dropped) + dropped)) & ~dropped;
  Val isLarge = isSigned ? m.cmp(arith::CmpIPredicate::ugt, x + exact,
                                 m.cst(x, 2 * exact))
                         : m.cmp(arith::CmpIPredicate::ugt, x, m.cst(x, exact));
  return m.select(isLarge, odd, x);
}

Val lowerSmallFloat(MathBuilder &m, Operation *op) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  Type f32 = m.builder.getF32Type(), f64 = m.builder.getF64Type();
  if (isa<arith::ExtFOp, arith::TruncFOp>(op)) {
    if (!isSmall(from) && !isSmall(to))
      return {};
    auto rounding = Rounding::NearestEven;
    if (auto t = dyn_cast<arith::TruncFOp>(op))
      if (t.getRoundingmode() == arith::RoundingMode::toward_zero)
        rounding = Rounding::TowardZero;
    Val x = m.wrap(op->getOperand(0));
    Type elem = getElementTypeOrSelf(to);
    if (Val y = bf16ByInstruction(m, x, elem, rounding))
      return y;
    return convertFloat(m, x, elem, rounding);
  }
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    if (!isSmall(to))
      return {};
    // What f32 or f64 does not hold is infinite in formats other than bf16, or
    // their largest number.
    Val x = m.wrap(op->getOperand(0));
    Type real = x.width() <= 32 ? f32 : f64, elem = getElementTypeOrSelf(to);
    bool isSigned = isa<arith::SIToFPOp>(op);
    if (x.width() >= 32 && elem.isBF16())
      x = roundToOdd(m, x, isSigned);
    Val y = isSigned ? m.sitofp(x, real) : m.uitofp(x, real);
    return convertFloat(m, y, elem);
  }
  if (isa<arith::RemFOp>(op))
    return emitFunction(m, "fmod",
                        {m.wrap(op->getOperand(0)), m.wrap(op->getOperand(1))});
  Type elem = getElementTypeOrSelf(from);
  if (!isSmallFloat(elem) || (elem.isF16() && m.target.nativeF16))
    return {};
  if (auto f = dyn_cast<math::FmaOp>(op))
    return fmaSmall(m, m.wrap(f.getA()), m.wrap(f.getB()), m.wrap(f.getC()));
  return promote(m, op);
}

} // namespace mlir::tts::vecmath
