// Squares of elements that are transposed in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_REDUCTIONS_TRANSPOSESQUARE_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_REDUCTIONS_TRANSPOSESQUARE_H

#include "mlir/IR/Builders.h"

namespace mlir::tts::cpu {

/// Transposes a square of as many vectors as they have lanes, a power of two.
void transposeSquare(OpBuilder &b, Location loc, SmallVectorImpl<Value> &rows);

} // namespace mlir::tts::cpu

#endif
