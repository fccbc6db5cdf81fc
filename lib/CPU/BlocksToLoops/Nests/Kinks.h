// Positions with a kink: absolute values, minima and maxima.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_KINKS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_KINKS_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::tts::cpu {

/// One of the operands, or its negative, depending on the side that it is on:
/// edges that are reflected or repeated. The steps beyond an edge are few.
bool isKink(Operation *op);

/// Is most of what an absolute value is taken of probably less than zero?
bool isMostlyBelow(Operation *op);

} // namespace mlir::tts::cpu

#endif
