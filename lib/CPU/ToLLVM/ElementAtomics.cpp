// Kernels say that they have atomics.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ElementAtomics.h"

#include "triton-shared/Lowering/RuntimeCalls.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::tts {

void announceElementAtomics(ModuleOp module, ArrayRef<StringRef> kernelNames) {
  auto kernels = llvm::map_to_vector(kernelNames, [&](StringRef name) {
    return module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  });
  auto isAtomic = [](Operation *op) {
    return isa<LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp>(op);
  };
  auto contains = [](Operation *root, function_ref<bool(Operation *)> found) {
    return root
        ->walk([&](Operation *op) {
          return found(op) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  };
  bool inCallee = llvm::any_of(
      module.getOps<LLVM::LLVMFuncOp>(), [&](LLVM::LLVMFuncOp function) {
        return !llvm::is_contained(kernels, function) &&
               contains(function, isAtomic);
      });
  OpBuilder b(module.getContext());
  for (LLVM::LLVMFuncOp kernel : kernels) {
    bool said = contains(kernel, [](Operation *op) {
      auto call = dyn_cast<LLVM::CallOp>(op);
      return call && (call.getCallee() ==
                          runtimeFunctionName(RuntimeFunction::RowLocks) ||
                      call.getCallee() ==
                          runtimeFunctionName(RuntimeFunction::ElementAtomics));
    });
    if (said || !(inCallee || contains(kernel, isAtomic)))
      continue;
    b.setInsertionPointToStart(&kernel.getBody().front());
    callRuntime(b, kernel.getLoc(), module, RuntimeFunction::ElementAtomics,
                kernel.getArgument(5));
  }
}

} // namespace mlir::tts
