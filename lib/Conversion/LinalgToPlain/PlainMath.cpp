// log1p and expm1 to the C library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Conversion/LinalgToPlain/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tts {

#define GEN_PASS_DEF_PLAINMATH
#include "triton-shared/Conversion/LinalgToPlain/Passes.h.inc"

namespace {

struct PlainMathPass : impl::PlainMathBase<PlainMathPass> {
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, func::FuncDialect,
                           math::MathDialect, vector::VectorDialect>();
    target.addIllegalOp<math::Log1pOp, math::ExpM1Op>();
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace mlir::tts
