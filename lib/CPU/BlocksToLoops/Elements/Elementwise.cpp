// One source operation on elements -> one operation on scalars or vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts::cpu {

bool Elements::isElementwise(Operation *op) {
  if (isa<triton::AddPtrOp, triton::IntToPtrOp, triton::PtrToIntOp,
          triton::BitcastOp, triton::FpToFpOp, triton::ClampFOp,
          triton::PreciseSqrtOp, triton::PreciseDivFOp, triton::MulhiUIOp,
          triton::ExternElementwiseOp>(op))
    return true;
  if (op->getNumRegions() || op->getNumResults() != 1)
    return false;
  return OpTrait::hasElementwiseMappableTraits(op);
}

bool Elements::isLazy(Operation *op) {
  if (op->getNumResults() == 0 || !blockType(op->getResult(0)))
    return false;
  if (isa<arith::ConstantOp>(op))
    return true;
  if (isa<triton::SplatOp, triton::MakeRangeOp, triton::ExpandDimsOp,
          triton::BroadcastOp, triton::TransOp, triton::ReshapeOp,
          triton::JoinOp, triton::SplitOp, triton::GatherOp, tts::LoadOp>(op))
    return true;
  return isElementwise(op);
}

FailureOr<Value> Elements::elementwise(Operation *op, ValueRange operands,
                                       int64_t lanes, bool inNest) {
  Type elem = getElementTypeOrSelf(op->getResult(0).getType());
  Type result = lanesOf(valueType(elem), lanes);
  if (!inNest && isa<triton::PointerType>(elem))
    result = ptrType();
  Location l = op->getLoc();

  return llvm::TypeSwitch<Operation *, FailureOr<Value>>(op)
      .Case([&](triton::AddPtrOp p) -> FailureOr<Value> {
        Type pointee = cast<triton::PointerType>(
                           getElementTypeOrSelf(p.getResult().getType()))
                           .getPointeeType();
        Value off = operands[1];
        Type i64Ty = lanesOf(b.getI64Type(), lanes);
        if (off.getType() != i64Ty)
          off = arith::ExtSIOp::create(b, l, i64Ty, off);
        if (isa<LLVM::LLVMPointerType>(operands[0].getType()))
          return LLVM::GEPOp::create(b, l, ptrType(), storageType(pointee),
                                     operands[0], ValueRange{off})
              .getResult();
        TypedAttr bytes = b.getI64IntegerAttr(bytesOf(pointee));
        if (lanes)
          bytes = DenseElementsAttr::get(cast<ShapedType>(i64Ty),
                                         ArrayRef<Attribute>(bytes));
        Value scaled = arith::MulIOp::create(
            b, l, off, arith::ConstantOp::create(b, l, bytes));
        return arith::AddIOp::create(b, l, operands[0], scaled).getResult();
      })
      .Case([&](triton::IntToPtrOp) -> FailureOr<Value> {
        if (!isa<LLVM::LLVMPointerType>(result))
          return Value(operands[0]);
        return LLVM::IntToPtrOp::create(b, l, result, operands[0]).getResult();
      })
      .Case([&](triton::PtrToIntOp) -> FailureOr<Value> {
        if (!isa<LLVM::LLVMPointerType>(operands[0].getType()))
          return Value(operands[0]);
        return LLVM::PtrToIntOp::create(b, l, result, operands[0]).getResult();
      })
      .Case([&](triton::BitcastOp) -> FailureOr<Value> {
        Type from = operands[0].getType();
        if (from == result)
          return Value(operands[0]);
        if (isa<LLVM::LLVMPointerType>(from))
          return LLVM::PtrToIntOp::create(b, l, result, operands[0])
              .getResult();
        if (isa<LLVM::LLVMPointerType>(result))
          return LLVM::IntToPtrOp::create(b, l, result, operands[0])
              .getResult();
        return arith::BitcastOp::create(b, l, result, operands[0]).getResult();
      })
      .Case([&](triton::FpToFpOp f) -> FailureOr<Value> {
        return tts::FpConvertOp::create(b, l, result, operands[0],
                                        f.getRoundingAttr())
            .getResult();
      })
      .Case([&](triton::ClampFOp c) -> FailureOr<Value> {
        return tts::ClampFOp::create(b, l, result, operands[0], operands[1],
                                     operands[2], c.getPropagateNanAttr())
            .getResult();
      })
      .Case([&](math::AbsFOp) -> FailureOr<Value> {
        if (elem.getIntOrFloatBitWidth() > 8)
          return math::AbsFOp::create(b, l, operands[0]).getResult();
        // fp8 is not a type of the target: clear the sign bit. The NaN of the
        // formats without negative zero is the sign bit alone.
        Type bits = lanesOf(b.getI8Type(), lanes);
        auto constant = [&](int8_t v) -> Value {
          TypedAttr attr = b.getI8IntegerAttr(v);
          if (lanes)
            attr = DenseElementsAttr::get(cast<ShapedType>(bits),
                                          ArrayRef<Attribute>(attr));
          return arith::ConstantOp::create(b, l, attr);
        };
        Value x = arith::BitcastOp::create(b, l, bits, operands[0]);
        Value y = arith::AndIOp::create(b, l, x, constant(0x7f));
        if (isa<Float8E4M3FNUZType, Float8E5M2FNUZType>(elem)) {
          Value nan = arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq, x,
                                            constant(int8_t(0x80)));
          y = arith::SelectOp::create(b, l, nan, x, y);
        }
        return arith::BitcastOp::create(b, l, result, y).getResult();
      })
      .Case([&](triton::PreciseSqrtOp) -> FailureOr<Value> {
        return math::SqrtOp::create(b, l, operands[0]).getResult();
      })
      .Case([&](triton::PreciseDivFOp) -> FailureOr<Value> {
        return arith::DivFOp::create(b, l, operands[0], operands[1])
            .getResult();
      })
      .Case([&](triton::MulhiUIOp) -> FailureOr<Value> {
        return tts::MulhiUIOp::create(b, l, result, operands[0], operands[1])
            .getResult();
      })
      .Case([&](triton::ExternElementwiseOp e) -> FailureOr<Value> {
        return tts::ExternOp::create(b, l, result, operands, e.getSymbolAttr())
            .getResult();
      })
      .Default([&](Operation *) -> FailureOr<Value> {
        if (!isElementwise(op))
          return op->emitError("cannot be evaluated element by element");
        OperationState state(l, op->getName());
        state.addOperands(operands);
        state.addTypes(result);
        state.addAttributes(op->getAttrs());
        return b.create(state)->getResult(0);
      });
}

} // namespace mlir::tts::cpu
