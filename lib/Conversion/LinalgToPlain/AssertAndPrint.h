// Assertions and prints of a program as calls of the launcher's functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_LINALGTOPLAIN_ASSERTANDPRINT_H
#define TRITON_SHARED_LIB_LINALGTOPLAIN_ASSERTANDPRINT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::tts {

/// Rewrites cf.assert and calls of tts_print_* in a program whose arguments
/// end in `gridArguments` i32 and the runtime's context.
LogicalResult lowerAssertAndPrint(func::FuncOp program, unsigned gridArguments);

/// Erases the declarations of print functions that nobody calls any more.
void eraseUnusedPrints(ModuleOp module);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_LINALGTOPLAIN_ASSERTANDPRINT_H
