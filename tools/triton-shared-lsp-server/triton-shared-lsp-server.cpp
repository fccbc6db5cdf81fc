// Language server for .mlir and .ttir files that use our dialects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/InitAll/InitAll.h"

#include "mlir/IR/Dialect.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::tts::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
