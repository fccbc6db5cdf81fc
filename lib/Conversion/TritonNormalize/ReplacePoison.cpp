// Values that the program never gave: zero.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::tts;

Value mlir::tts::makeZero(Location loc, OpBuilder &builder, Type type) {
  if (auto pointer =
          dyn_cast<triton::PointerType>(getElementTypeOrSelf(type))) {
    if (isa<RankedTensorType>(pointer.getPointeeType()))
      return {};
    Type address = builder.getI64Type();
    if (auto block = dyn_cast<RankedTensorType>(type))
      address = RankedTensorType::get(block.getShape(), address);
    Value zero = makeZero(loc, builder, address);
    return triton::IntToPtrOp::create(builder, loc, type, zero);
  }
  TypedAttr zero = builder.getZeroAttr(type);
  return zero ? arith::ConstantOp::create(builder, loc, zero) : Value();
}

void mlir::tts::replacePoison(triton::FuncOp function) {
  function.walk([](ub::PoisonOp poison) {
    OpBuilder builder(poison);
    if (Value zero = makeZero(poison.getLoc(), builder, poison.getType())) {
      poison.replaceAllUsesWith(zero);
      poison.erase();
    }
  });
}
