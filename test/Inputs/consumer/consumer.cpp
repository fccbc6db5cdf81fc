// Runs our pass pipeline on a module, as a backend of somebody else would.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "triton-shared/InitAll/InitAll.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  mlir::DialectRegistry registry;
  mlir::tts::registerAllDialects(registry);
  mlir::tts::registerAllPasses();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(argv[1], &context);
  mlir::PassManager manager(&context, mlir::ModuleOp::getOperationName());
  if (!module || mlir::failed(mlir::parsePassPipeline(argv[2], manager)) ||
      mlir::failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
