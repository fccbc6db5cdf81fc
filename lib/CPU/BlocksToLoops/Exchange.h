// Elements whose positions differ in some bits, as `cpu-flatten-exchanges` writes
// it: a gather at the positions of the block with those bits flipped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_EXCHANGE_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_EXCHANGE_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

namespace mlir::tts::cpu {

/// The bits in which the positions of elements differ that trade places;
/// nothing where `op` is no such gather.
std::optional<int64_t> flippedBits(Operation *op);

/// The bit of the positions of its block that `op` tests; nothing where it is
/// another operation.
std::optional<int64_t> testedBit(Operation *op);

/// The lanes of a nest that exchanges such elements.
int64_t exchangedLanes(triton::GatherOp op, int64_t vectorBits);

/// Do they trade places within those?
bool staysInLanes(triton::GatherOp op, int64_t vectorBits);

} // namespace mlir::tts::cpu

#endif
