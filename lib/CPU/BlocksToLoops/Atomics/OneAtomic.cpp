// Atomics on one element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Atomics.h"

#include "../Elements/Elements.h"

#include "triton-shared/Lowering/Atomics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

LogicalResult Atomics::atomicElement(Operation *op, const Coords &coords) {
  if (rowLocks)
    return op->emitOpError("takes no lock, but other atomics of the kernel do");
  auto rmw = dyn_cast<tts::AtomicRMWOp>(op);
  auto cas = dyn_cast<tts::AtomicCASOp>(op);
  Value blockValue = rmw ? rmw.getBlock() : cas.getBlock();
  auto block = blockValue.getDefiningOp<tts::MakeBlockOp>();
  Type elem = cast<tts::BlockType>(blockValue.getType()).getElementType();
  // Floats keep their type: what is added depends on it.
  Type type = elem.isBF16() ? elem : storageType(elem);
  auto scalar = [&](Value v) -> FailureOr<Value> {
    if (!blockType(v)) {
      Value s = scalars.lookup(v);
      if (isa<LLVM::LLVMPointerType>(s.getType()))
        s = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), s);
      return castStorage(s, type);
    }
    FailureOr<Lane> e = elements().eval(v, coords);
    if (failed(e))
      return failure();
    at(nest->levels.size() - 1);
    return castStorage(e->v, type);
  };
  FailureOr<Value> value = scalar(rmw ? rmw.getValue() : cas.getValue());
  FailureOr<Value> cmp = Value();
  if (cas)
    cmp = scalar(cas.getCompare());
  FailureOr<Address> a = elements().address(block, coords);
  FailureOr<Pred> p = elements().predicate(block, coords);
  if (failed(value) || failed(cmp) || failed(a) || failed(p))
    return failure();
  at(nest->levels.size() - 1);
  OpBuilder::InsertionGuard guard(b);
  bool used = !op->getResult(0).use_empty();
  Value result;
  auto emit = [&]() -> Value {
    if (rmw)
      return LLVM::AtomicRMWOp::create(
          b, loc, atomicBinOp(rmw.getAtomicRmwOp(), isa<FloatType>(type)),
          a->ptr.v, *value, atomicOrdering(rmw.getSem()));
    Value c = *cmp, v = *value;
    Type bits = IntegerType::get(b.getContext(), type.getIntOrFloatBitWidth());
    if (isa<FloatType>(type)) {
      c = LLVM::BitcastOp::create(b, loc, bits, c);
      v = LLVM::BitcastOp::create(b, loc, bits, v);
    }
    Value old = compareExchange(b, loc, a->ptr.v, c, v, cas.getSem());
    if (isa<FloatType>(type))
      old = LLVM::BitcastOp::create(b, loc, type, old);
    return old;
  };
  if (p->scalar.v) {
    auto ifOp = scf::IfOp::create(b, loc, used ? TypeRange{type} : TypeRange{},
                                  p->scalar.v, used);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value old = emit();
    if (used) {
      scf::YieldOp::create(b, loc, old);
      b.setInsertionPointToStart(ifOp.elseBlock());
      Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
      scf::YieldOp::create(b, loc, zero);
      result = ifOp.getResult(0);
      b.setInsertionPointAfter(ifOp);
    }
  } else {
    result = emit();
  }
  if (!used)
    return success();
  result = castStorage(result, valueType(elem));
  if (!blockType(op->getResult(0))) {
    if (isa<triton::PointerType>(elem))
      result = LLVM::IntToPtrOp::create(b, loc, ptrType(), result);
    scalars.map(op->getResult(0), result);
    return success();
  }
  elements().writeBuffer(buffers.lookup(op->getResult(0)), coords,
                         {result, static_cast<int>(nest->levels.size()) - 1});
  return success();
}

} // namespace mlir::tts::cpu
