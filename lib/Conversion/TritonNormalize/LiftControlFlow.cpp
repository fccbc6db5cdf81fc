// cf to scf on tt.func.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::tts;

namespace {

struct Lifting : ControlFlowToSCFTransformation {
  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override {
    if (Value zero = makeZero(loc, builder, type))
      return zero;
    return ControlFlowToSCFTransformation::getUndefValue(loc, builder, type);
  }

  FailureOr<Operation *> createUnreachableTerminator(Location loc,
                                                     OpBuilder &builder,
                                                     Region &region) override {
    auto function = dyn_cast<triton::FuncOp>(region.getParentOp());
    if (!function)
      return emitError(loc, "an endless loop is only supported directly in a "
                            "function");
    SmallVector<Value> results;
    for (Type type : function.getResultTypes())
      results.push_back(getUndefValue(loc, builder, type));
    return triton::ReturnOp::create(builder, loc, results).getOperation();
  }
};

} // namespace

/// Turns a region of several blocks into one block with scf operations.
static LogicalResult liftRegion(Region &region) {
  if (region.empty() || region.hasOneBlock())
    return success();
  Operation *op = region.getParentOp();
  Lifting lifting;
  DominanceInfo dominance(op);
  if (failed(transformCFGToSCF(region, lifting, dominance)))
    return op->emitError(
        "its branches cannot be written as structured control flow");
  if (!region.hasOneBlock())
    return op->emitError("its branches end in different kinds of terminators");
  return success();
}

LogicalResult mlir::tts::liftControlFlow(triton::FuncOp function) {
  // What follows a return in the source is a block that nothing reaches.
  IRRewriter rewriter(function.getContext());
  (void)eraseUnreachableBlocks(rewriter, function->getRegions());
  WalkResult maps = function.walk([](triton::MapElementwiseOp map) {
    return WalkResult(liftRegion(map.getScalarOp()));
  });
  return failure(maps.wasInterrupted() ||
                 failed(liftRegion(function.getBody())));
}
