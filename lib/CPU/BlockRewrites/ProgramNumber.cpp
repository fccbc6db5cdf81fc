// What counts programs that lie side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramNumber.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

bool ProgramNumber::isRow(Operation *op) const {
  return remainder && isa<arith::DivSIOp, arith::DivUIOp>(op) &&
         llvm::equal(op->getOperands(), remainder->getOperands());
}

bool isDense(int64_t stride, Type elem) {
  constexpr int64_t kMostBitsApart = 256;
  int64_t bits = elem.isIntOrFloat() ? elem.getIntOrFloatBitWidth() : 64;
  return stride == 1 ||
         (stride > 0 && stride <= kMostBitsApart / std::max<int64_t>(bits, 8));
}

Value addProgramCount(triton::FuncOp version) {
  Builder b(version.getContext());
  Type index = b.getIndexType();
  auto type = version.getFunctionType();
  auto inputs = llvm::to_vector(type.getInputs());
  inputs.push_back(index);
  version.setFunctionType(b.getFunctionType(inputs, type.getResults()));
  if (ArrayAttr attrs = version.getArgAttrsAttr()) {
    auto all = llvm::to_vector(attrs.getValue());
    all.push_back(b.getDictionaryAttr({}));
    version.setArgAttrsAttr(b.getArrayAttr(all));
  }
  return version.getBody().front().addArgument(index, version.getLoc());
}

} // namespace mlir::tts::cpu
