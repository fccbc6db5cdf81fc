// tt.print; the other program ops need no code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::triton;

LogicalResult PrintOp::verify() {
  if (getIsSigned().size() != getArgs().size())
    return emitOpError("needs an entry in isSigned for each of its ")
           << getArgs().size() << " operands, got " << getIsSigned().size();
  return success();
}
