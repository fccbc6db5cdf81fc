//===- Machine.h - The part of the road behind MLIR -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TRITON_SHARED_LIB_PIPELINE_MACHINE_H
#define TRITON_SHARED_LIB_PIPELINE_MACHINE_H

#include "triton-shared/Pipeline/Compile.h"
#include "triton-shared/Pipeline/Dump.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::tts {

/// Notes which of the public functions is the kernel: the only one, but for its
/// versions (`kernel.unit_strides`). Of several it is not known which is meant,
/// nor whose scratch memory.
void nameKernel(llvm::ArrayRef<llvm::StringRef> names, CompileResult &result);

/// Goes from `module` (LLVM dialect), or from the request's text at LLIR or
/// Asm when it is null, to `last`. Outcome and failure are left in `result`.
void machineRoad(const CompileRequest &request, Stop last, ModuleOp module,
                 Dump &dump, CompileResult &result);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_PIPELINE_MACHINE_H
