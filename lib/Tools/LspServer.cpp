// Language server.
// For .mlir and .ttir files that use our dialects.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/InitAll/InitAll.h"
#include "triton-shared/Tools/Tools.h"

#include "mlir/IR/Dialect.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int mlir::tts::lspServerMain(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  return failed(MlirLspServerMain(argc, argv, registry));
}
