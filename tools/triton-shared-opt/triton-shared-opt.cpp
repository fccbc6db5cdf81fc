// The opt tool: our passes and dialects beside every upstream one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/InitAll/InitAll.h"

#include "mlir/IR/Dialect.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::tts::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::tts::registerAllDialects(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Triton's middle layer and CPU backend\n", registry));
}
