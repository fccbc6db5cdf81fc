// Where kernels find their arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Lowering/KernelArguments.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::tts {

Value loadScalarArgument(OpBuilder &b, Location loc, Value slot, Type type) {
  constexpr unsigned kSlotBytes = 8;
  auto load = [&](Type loaded) {
    return LLVM::LoadOp::create(b, loc, loaded, slot, kSlotBytes).getResult();
  };
  if (type.isInteger(1))
    return arith::TruncIOp::create(b, loc, type, load(b.getI8Type()));
  if (auto f = dyn_cast<FloatType>(type); f && f.getWidth() == 8)
    return arith::BitcastOp::create(b, loc, type, load(b.getI8Type()));
  return load(type);
}

} // namespace mlir::tts
