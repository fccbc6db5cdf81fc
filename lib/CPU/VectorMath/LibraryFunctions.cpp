// The pass cpu-library-functions: bodies for declared functions of libdevice.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/VectorMath/Passes.h"

#include "Libdevice.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPULIBRARYFUNCTIONS
#include "triton-shared/CPU/VectorMath/Passes.h.inc"

namespace {

using namespace vecmath;

bool isDeclaredSymbol(func::FuncOp function) {
  return function.isExternal() && function.getName().starts_with("__nv_") &&
         function.getNumResults() == 1;
}

/// Where a user sees the function: its first call, or itself.
Operation *firstUse(func::FuncOp function, ModuleOp module) {
  Operation *use = function;
  module.walk([&](func::CallOp call) {
    if (call.getCallee() != function.getName())
      return WalkResult::advance();
    use = call;
    return WalkResult::interrupt();
  });
  return use;
}

/// Gives the function its body, or says at `use` why there is none.
LogicalResult define(func::FuncOp function, Operation *use, MathBuilder &m) {
  Block *body = function.addEntryBlock();
  m.builder.setInsertionPointToStart(body);
  // The expansion goes before the return.
  auto done = func::ReturnOp::create(m.builder, function.getLoc());
  m.startAt(done);
  SmallVector<Val> args;
  for (Value v : body->getArguments())
    args.push_back(m.wrap(v));
  FailureOr<Val> result = emitLibdevice(m, use, function.getName(), args,
                                        function.getResultTypes().front());
  if (failed(result))
    return failure();
  done.getOperandsMutable().append(result->v);
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
  return success();
}

struct CPULibraryFunctionsPass
    : impl::CPULibraryFunctionsBase<CPULibraryFunctionsPass> {
  using CPULibraryFunctionsBase::CPULibraryFunctionsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<MathTarget> target = MathTarget::parse(features);
    if (failed(target)) {
      module.emitError("cpu-library-functions: unknown features '")
          << features << "'";
      return signalPassFailure();
    }
    OpBuilder builder(&getContext());
    MathBuilder m(builder, *target);
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (isDeclaredSymbol(function) &&
          failed(define(function, firstUse(function, module), m)))
        return signalPassFailure();
  }
};

} // namespace
} // namespace mlir::tts
