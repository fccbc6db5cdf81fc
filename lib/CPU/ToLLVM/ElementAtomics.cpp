//===- ElementAtomics.cpp - Kernels say that they have atomics ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ElementAtomics.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::tts {

static constexpr StringLiteral announce = "tts_rt_element_atomics";

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
      return call && (call.getCallee() == "tts_rt_row_locks" ||
                      call.getCallee() == announce);
    });
    if (said || !(inCallee || contains(kernel, isAtomic)))
      continue;
    auto declared = module.lookupSymbol<LLVM::LLVMFuncOp>(announce);
    if (!declared) {
      b.setInsertionPointToStart(module.getBody());
      auto type = LLVM::LLVMFunctionType::get(
          LLVM::LLVMVoidType::get(b.getContext()),
          LLVM::LLVMPointerType::get(b.getContext()));
      declared = LLVM::LLVMFuncOp::create(b, module.getLoc(), announce, type);
    }
    b.setInsertionPointToStart(&kernel.getBody().front());
    LLVM::CallOp::create(b, kernel.getLoc(), declared, kernel.getArgument(5));
  }
}

} // namespace mlir::tts
