// Elements that change places by a bit of their position, as
// `cpu-flatten-exchanges` writes it: a gather at positions whose bits are
// flipped, set or cleared.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CPU_ANALYSIS_EXCHANGE_H
#define TRITON_SHARED_CPU_ANALYSIS_EXCHANGE_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

namespace mlir::tts::cpu {

/// Where elements come from: their own position, but for some bits.
struct Exchange {
  enum Kind { Flip, Set, Clear } kind;
  int64_t bits;

  int64_t apply(int64_t position) const;
  Value apply(OpBuilder &b, Location loc, Value position) const;
  /// The same of some of the bits.
  Exchange within(int64_t mask) const { return {kind, bits & mask}; }
};

/// Nothing where `op` is no such gather.
std::optional<Exchange> exchangeOf(Operation *op);

/// The bit of the positions of its block that `op` tests; nothing where it is
/// another operation.
std::optional<int64_t> testedBit(Operation *op);

/// The lanes of a nest that exchanges such elements.
int64_t exchangedLanes(triton::GatherOp op, int64_t vectorBits);

/// Do they change places within those?
bool staysInLanes(triton::GatherOp op, int64_t vectorBits);

} // namespace mlir::tts::cpu

#endif
