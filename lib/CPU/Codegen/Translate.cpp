// LLVM dialect to LLVM IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Codegen/Codegen.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"

namespace mlir::tts {

void registerTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

std::unique_ptr<llvm::Module> translateToLLVMIR(ModuleOp module,
                                                llvm::LLVMContext &context) {
  return translateModuleToLLVMIR(module, context, "kernel");
}

} // namespace mlir::tts
