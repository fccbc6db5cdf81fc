// Versions of kernels for strides that turn out to be 1 at run time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlocksToLoops/Passes.h"

#include "UnitStrides.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUUNITSTRIDES
#include "triton-shared/CPU/BlocksToLoops/Passes.h.inc"

namespace {

/// Larger functions are not worth the time to compile them twice.
constexpr int64_t kMaxOperations = 2000;

/// The integer argument that has the value of `v`; null if there is none.
BlockArgument argumentOf(OpFoldResult v) {
  auto value = dyn_cast<Value>(v);
  while (value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      return isa<triton::FuncOp>(owner) ? argument : BlockArgument();
    }
    Operation *op = value.getDefiningOp();
    if (!isa<arith::IndexCastOp, arith::ExtSIOp>(op))
      return {};
    value = op->getOperand(0);
  }
  return {};
}

/// The arguments that are strides of innermost dims, and of no others: a
/// stride of rows is hardly ever 1.
SmallVector<BlockArgument> innermostStrides(triton::FuncOp function) {
  llvm::SetVector<BlockArgument> innermost;
  llvm::SmallDenseSet<BlockArgument> outer;
  function.walk([&](tts::MakeBlockOp block) {
    bool inside = true;
    ArrayRef<int64_t> shape = block.getType().getShape();
    SmallVector<OpFoldResult> strides = block.getMixedStrides();
    for (int d = shape.size() - 1; d >= 0; --d) {
      if (shape[d] == 1)
        continue;
      if (BlockArgument argument = argumentOf(strides[d])) {
        if (inside)
          innermost.insert(argument);
        else
          outer.insert(argument);
      }
      inside = false;
    }
  });
  innermost.remove_if([&](BlockArgument a) { return outer.contains(a); });
  return innermost.takeVector();
}

bool isSmall(triton::FuncOp function) {
  int64_t operations = 0;
  return !function
              .walk([&](Operation *) {
                return ++operations > kMaxOperations ? WalkResult::interrupt()
                                                     : WalkResult::advance();
              })
              .wasInterrupted();
}

struct CPUUnitStrides : impl::CPUUnitStridesBase<CPUUnitStrides> {
  void runOnOperation() override {
    auto functions = getOperation().getOps<triton::FuncOp>();
    for (triton::FuncOp function : llvm::make_early_inc_range(functions)) {
      if (function.isDeclaration() || !isSmall(function))
        continue;
      SmallVector<BlockArgument> strides = innermostStrides(function);
      if (!strides.empty() && failed(addVersion(function, strides)))
        return signalPassFailure();
    }
  }

  /// A copy of `function` in which `strides` are 1.
  LogicalResult addVersion(triton::FuncOp function,
                           ArrayRef<BlockArgument> strides) {
    triton::FuncOp version = function.clone();
    version.setName((function.getName() + ".unit_strides").str());
    version.setVisibility(SymbolTable::Visibility::Private);
    getOperation().insert(function, version);
    auto b = OpBuilder::atBlockBegin(&version.getBody().front());
    SmallVector<int32_t> positions;
    for (BlockArgument stride : strides) {
      positions.push_back(stride.getArgNumber());
      auto one = arith::ConstantOp::create(
          b, version.getLoc(), b.getIntegerAttr(stride.getType(), 1));
      version.getArgument(stride.getArgNumber()).replaceAllUsesWith(one);
    }
    function->setAttr(kVersionAttr, FlatSymbolRefAttr::get(version));
    function->setAttr(kVersionStridesAttr, b.getDenseI32ArrayAttr(positions));

    OpPassManager fold(version.getOperationName());
    fold.addPass(createCanonicalizerPass());
    fold.addPass(createCSEPass());
    return runPipeline(fold, version);
  }
};

} // namespace
} // namespace mlir::tts
