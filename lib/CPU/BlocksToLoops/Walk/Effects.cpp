// Assertions, prints and scalar accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Walk.h"

#include "../Atomics/Atomics.h"
#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../OwnNest.h"
#include "../Programs/Programs.h"

#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

LogicalResult Walk::emitScalarAccess(Operation *op) {
  OwnNest own(emitter);
  LogicalResult r = success();
  if (auto l = dyn_cast<tts::LoadOp>(op)) {
    FailureOr<Lane> v = elements().load(l, {});
    if (failed(v))
      return failure();
    Value s = v->v;
    at(0);
    if (isa<triton::PointerType>(l.getResult().getType()))
      s = LLVM::IntToPtrOp::create(b, loc, ptrType(), s);
    scalars.map(l.getResult(), s);
  } else if (auto s = dyn_cast<tts::StoreOp>(op)) {
    r = elements().store(s, {});
  } else {
    r = atomics().atomicElement(op, {});
  }
  at(0);
  return r;
}

LogicalResult Walk::emitAssertFailure(triton::AssertOp op, Value ok) {
  Value no = arith::XOrIOp::create(
      b, loc, ok, arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
  auto ifOp = scf::IfOp::create(b, loc, no, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Value data = globalString(
      loc, describeAssertion(op.getMessage(), src.getName(), op.getLoc()));
  callRuntime(RuntimeFunction::Assert, {runtime, data, programs().id(0),
                                        programs().id(1), programs().id(2)});
  return success();
}

LogicalResult Walk::emitPrint(triton::PrintOp op) {
  auto c32 = [&](int64_t v) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(v));
  };
  Value prefix = globalString(loc, op.getPrefix());
  int64_t count = op.getArgs().size();
  auto call = [&](int64_t i, int code, int flags, ArrayRef<int64_t> shape,
                  Value data) {
    Value null = LLVM::ZeroOp::create(b, loc, ptrType()), dims = null;
    if (!shape.empty())
      dims = globalString(
          loc, StringRef(reinterpret_cast<const char *>(shape.data()),
                         shape.size() * sizeof(int64_t)));
    callRuntime(RuntimeFunction::Print,
                ValueRange{runtime, prefix, programs().id(0), programs().id(1),
                           programs().id(2), c32(i), c32(count), c32(code),
                           c32(flags), c32(shape.size()), dims,
                           data ? data : null});
  };
  if (count == 0) {
    call(0, TTS_I32, 0, {}, {});
    return success();
  }
  for (auto [i, v] : llvm::enumerate(op.getArgs())) {
    int flags = (op.getHex() ? TTS_PRINT_HEX : 0) |
                (op.getIsSigned()[i] ? TTS_PRINT_SIGNED : 0);
    std::optional<int32_t> element =
        printedElement(getElementTypeOrSelf(v.getType()));
    if (!element)
      return op.emitOpError("prints data of unknown type");
    if (auto type = blockType(v)) {
      if (failed(nests().materialize(v)))
        return failure();
      call(i, *element, flags, type.getShape(), buffers.lookup(v).ptr);
      continue;
    }
    Buffer slot = allocate(RankedTensorType::get({1}, v.getType()));
    Value s = scalars.lookup(v);
    if (isa<IntegerType, FloatType>(s.getType()))
      s = castStorage(s, storageType(v.getType()));
    LLVM::StoreOp::create(b, loc, s, slot.ptr);
    call(i, *element, flags, {}, slot.ptr);
  }
  return success();
}

} // namespace mlir::tts::cpu
