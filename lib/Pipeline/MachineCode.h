// From the LLVM dialect to object code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_PIPELINE_MACHINECODE_H
#define TRITON_SHARED_LIB_PIPELINE_MACHINECODE_H

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

/// Lowers `module` (LLVM dialect), or the request's text at LLIR or
/// Asm where it is null, to `last`. Outcome and failure are left in `result`.
void emitMachineCode(const CompileRequest &request, Stop last, ModuleOp module,
                     Dump &dump, CompileResult &result);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_PIPELINE_MACHINECODE_H
