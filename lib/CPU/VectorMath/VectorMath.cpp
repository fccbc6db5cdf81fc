// The pass cpu-vector-math: finds the operations and replaces them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/VectorMath/Passes.h"

#include "Arith.h"
#include "Functions.h"
#include "Libdevice.h"
#include "SmallFloat.h"

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUVECTORMATH
#include "triton-shared/CPU/VectorMath/Passes.h.inc"

namespace {

using namespace vecmath;

/// The function that an operation of the math dialect stands for, or null.
const MathFunction *functionOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (isa<math::PowFOp>(op))
    name = "pow";
  const MathFunction *f = findFunction(name);
  return f && f->arity == op->getNumOperands() ? f : nullptr;
}

/// Replaces one operation. Null without an error: it may stay as it is.
class Lowering {
public:
  explicit Lowering(MathBuilder &m) : m(m) {}

  FailureOr<Val> lower(Operation *op) {
    using Result = FailureOr<Val>;
    return llvm::TypeSwitch<Operation *, Result>(op)
        .Case([&](ExternOp e) { return lowerExtern(e); })
        .Case([&](FpConvertOp c) { return lowerConvert(c); })
        .Case([&](MulhiUIOp h) -> Result {
          return mulHigh(m, m.wrap(h.getLhs()), m.wrap(h.getRhs()), false);
        })
        .Case([&](ClampFOp c) -> Result { return lowerClamp(c); })
        .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
            [&](Operation *o) -> Result { return lowerDivision(m, o); })
        .Case<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
            [&](Operation *o) -> Result { return lowerShift(m, o); })
        .Case([&](arith::DivFOp d) -> Result {
          if (Val r = lowerUniformDivision(m, d))
            return r;
          return lowerSmallFloat(m, d);
        })
        .Case<arith::MaxNumFOp, arith::MinNumFOp>([&](auto o) -> Result {
          if (Val r = lowerNumberExtremum(m, o))
            return r;
          return lowerSmallFloat(m, o);
        })
        .Case<arith::SIToFPOp, arith::UIToFPOp>([&](auto o) -> Result {
          if (Val r = convertShort(m, o))
            return r;
          return lowerSmallFloat(m, o);
        })
        .Case<arith::FPToSIOp, arith::FPToUIOp>([&](auto o) -> Result {
          if (Val r = convertShort(m, o))
            return r;
          if (Val r = lowerToNarrowInteger(m, o))
            return r;
          return lowerSmallFloat(m, o);
        })
        .Default([&](Operation *o) -> Result {
          if (isa<math::MathDialect>(o->getDialect())) {
            if (isa<math::AbsFOp, math::CopySignOp>(o))
              return Val();
            if (const MathFunction *f = functionOf(o)) {
              // sqrt of f32 and f64 is one instruction.
              Val x = m.wrap(o->getOperand(0));
              if (isa<math::SqrtOp>(o) && !isSmallFloat(x.elem()))
                return Val();
              SmallVector<Val> args;
              for (Value v : o->getOperands())
                args.push_back(m.wrap(v));
              return emitFunction(m, *f, args);
            }
          }
          return lowerSmallFloat(m, o);
        });
  }

private:
  MathBuilder &m;

  FailureOr<Val> lowerExtern(ExternOp op) {
    SmallVector<Val> args;
    for (Value v : op.getOperands())
      args.push_back(m.wrap(v));
    return emitLibdevice(m, op, op.getSymbol(), args, op.getResult().getType());
  }

  FailureOr<Val> lowerConvert(FpConvertOp op) {
    Type to = getElementTypeOrSelf(op.getResult().getType());
    Val x = m.wrap(op.getSrc());
    for (Type t : {x.elem(), to})
      if (!isKnownFloat(t))
        return op.emitError("no conversion for the format ") << t;
    auto rounding = op.getRounding() == triton::RoundingMode::RTZ
                        ? Rounding::TowardZero
                        : Rounding::NearestEven;
    if (Val y = bf16ByInstruction(m, x, to, rounding))
      return y;
    return convertFloat(m, x, to, rounding);
  }

  Val lowerClamp(ClampFOp op) {
    Val x = m.wrap(op.getX()), lo = m.wrap(op.getLower()),
        hi = m.wrap(op.getUpper());
    Type elem = x.elem();
    bool small = isSmallFloat(elem);
    if (small) {
      Type f32 = m.builder.getF32Type();
      x = convertFloat(m, x, f32);
      lo = convertFloat(m, lo, f32);
      hi = convertFloat(m, hi, f32);
    }
    Val y;
    if (op.getPropagateNan() == triton::PropagateNan::ALL) {
      y = m.select(m.lt(x, lo), lo, x);
      y = m.select(m.gt(y, hi), hi, y);
    } else {
      y = m.select(m.gt(x, lo), x, lo);
      y = m.select(m.lt(y, hi), y, hi);
    }
    return small ? convertFloat(m, y, elem) : y;
  }
};

/// Vectors of another rank than 1 as vectors of rank 1, other types unchanged.
Type flattened(Type t) {
  auto vec = dyn_cast<VectorType>(t);
  if (!vec || vec.getRank() == 1)
    return t;
  return VectorType::get({vec.getNumElements()}, vec.getElementType());
}

/// `op` on vectors of rank 1, with casts around it; `op` itself if it has no
/// others.
Operation *flatten(OpBuilder &b, Operation *op) {
  Type result = op->getResult(0).getType();
  if (flattened(result) == result)
    return op;
  b.setInsertionPoint(op);
  SmallVector<Value> operands;
  for (Value v : op->getOperands()) {
    Type flat = flattened(v.getType());
    operands.push_back(flat == v.getType() ? v
                                           : Value(vector::ShapeCastOp::create(
                                                 b, op->getLoc(), flat, v)));
  }
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(operands);
  state.addTypes(flattened(result));
  state.addAttributes(op->getAttrs());
  Operation *flat = b.create(state);
  Value back =
      vector::ShapeCastOp::create(b, op->getLoc(), result, flat->getResult(0));
  op->getResult(0).replaceAllUsesWith(back);
  op->erase();
  return flat;
}

/// Operations that `Lowering` may replace.
bool isCandidate(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getNumRegions() != 0)
    return false;
  // Scalars and vectors of fixed length.
  auto isForeign = [](Type t) {
    auto vec = dyn_cast<VectorType>(t);
    return isa<ShapedType>(t) && (!vec || vec.isScalable());
  };
  if (isForeign(op->getResult(0).getType()) ||
      llvm::any_of(op->getOperandTypes(), isForeign))
    return false;
  if (isa<ExternOp, FpConvertOp, MulhiUIOp, ClampFOp>(op))
    return true;
  if (isa<math::MathDialect>(op->getDialect()))
    return isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, arith::AddFOp,
             arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::RemFOp,
             arith::MaxNumFOp, arith::MinNumFOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::CmpFOp, arith::ExtFOp, arith::TruncFOp,
             arith::SIToFPOp, arith::UIToFPOp, arith::FPToSIOp,
             arith::FPToUIOp>(op);
}

class CPUVectorMathPass : public impl::CPUVectorMathBase<CPUVectorMathPass> {
public:
  using CPUVectorMathBase::CPUVectorMathBase;

  void runOnOperation() override {
    FailureOr<MathTarget> target = MathTarget::parse(features);
    if (failed(target)) {
      getOperation().emitError("cpu-vector-math: unknown features '")
          << features << "'";
      return signalPassFailure();
    }
    SmallVector<Operation *> work;
    getOperation().walk([&](Operation *op) {
      if (isCandidate(op))
        work.push_back(op);
    });
    OpBuilder builder(&getContext());
    MathBuilder m(builder, *target);
    Lowering lowering(m);
    for (Operation *op : work) {
      op = flatten(builder, op);
      m.startAt(op);
      FailureOr<Val> r = lowering.lower(op);
      if (failed(r))
        return signalPassFailure();
      if (!*r)
        continue;
      op->getResult(0).replaceAllUsesWith(r->v);
      op->erase();
    }
  }
};

} // namespace
} // namespace mlir::tts
