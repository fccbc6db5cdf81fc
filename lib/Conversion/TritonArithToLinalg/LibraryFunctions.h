// Functions of GPU math libraries by symbol (`__nv_expf`, `__ocml_exp_f32`).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_TRITONARITHTOLINALG_LIBRARYFUNCTIONS_H
#define TRITON_SHARED_LIB_TRITONARITHTOLINALG_LIBRARYFUNCTIONS_H

#include "mlir/IR/Builders.h"

namespace mlir::tts {

/// Computes the function of `symbol` on scalars. In order of preference: math
/// or arith operations, a call of the C library's function of that name, a
/// call of a private declaration of
/// `symbol` itself, which the client has to define. Fails, with an error at
/// `op`, when the operands do not suit.
FailureOr<Value> emitLibraryFunction(OpBuilder &b, Operation *op,
                                     StringRef symbol, ValueRange args,
                                     Type result);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_TRITONARITHTOLINALG_LIBRARYFUNCTIONS_H
