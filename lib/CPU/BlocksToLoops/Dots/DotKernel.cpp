// The multiplication of packed operands: tiles of accumulators in registers
// over the whole of k. DotVectors.cpp and DotAmx.cpp have the units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// A loop from 0 whose body is the insertion point from here on; no loop, and
/// 0, for one iteration. None starts at `end` or after it.
Value Emitter::loopOver(int64_t extent, int64_t step, Value end) {
  if (extent == step && !end)
    return cst(0);
  Value upper = cst(extent);
  if (end)
    upper = arith::MinSIOp::create(b, loc, upper, end);
  auto loop = scf::ForOp::create(b, loc, cst(0), upper, cst(step));
  b.setInsertionPoint(loop.getBody()->getTerminator());
  return loop.getInductionVar();
}

Value Emitter::elementPtr(Type elem, Value ptr, Value index,
                          OpFoldResult stride) {
  std::optional<int64_t> s = getConstantIntValue(stride);
  if (std::optional<int64_t> i = getConstantIntValue(index); i && s) {
    int64_t offset = *i * *s;
    if (offset == 0)
      return ptr;
    if (llvm::isInt<LLVM::kGEPConstantBitWidth>(offset))
      return LLVM::GEPOp::create(b, loc, ptrType(), elem, ptr,
                                 ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  }
  Value offset = index;
  if (s != 1)
    offset =
        arith::MulIOp::create(b, loc, index, s ? cst(*s) : cast<Value>(stride));
  return LLVM::GEPOp::create(b, loc, ptrType(), elem, ptr, ValueRange{offset});
}

Value Emitter::elementPtr(Type elem, Value ptr, Value index, int64_t stride) {
  return elementPtr(elem, ptr, index, b.getI64IntegerAttr(stride));
}

void Emitter::dotKernel(const DotTask &task) {
  OpBuilder::InsertionGuard guard(b);
  if (task.unit.kind == DotUnit::Tiles)
    amxDot(task);
  else
    vectorDot(task);
}

} // namespace mlir::tts::cpu
