// Let a * b + c be computed with one rounding.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/ToLLVM/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUALLOWCONTRACTION
#include "triton-shared/CPU/ToLLVM/Passes.h.inc"

namespace {

struct CPUAllowContraction
    : impl::CPUAllowContractionBase<CPUAllowContraction> {
  void runOnOperation() override {
    getOperation().walk([](arith::ArithFastMathInterface op) {
      if (!isa<arith::MulFOp, arith::AddFOp, arith::SubFOp, arith::NegFOp>(
              op.getOperation()))
        return;
      arith::FastMathFlags flags =
          op.getFastMathFlagsAttr().getValue() | arith::FastMathFlags::contract;
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(op.getContext(), flags));
    });
  }
};

} // namespace
} // namespace mlir::tts
