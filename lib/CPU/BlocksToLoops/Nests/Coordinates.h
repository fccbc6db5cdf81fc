// What is asked of coordinates in a nest, and of quotients of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_COORDINATES_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_COORDINATES_H

#include "Nest.h"

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

namespace mlir::tts::cpu {

/// The innermost level that one of them is known at.
int levelOf(const Coords &coords);

/// Coordinates of the first lane alone.
Coords atFirstLane(const Coords &coords);

/// Those of the operand of an operation that `movesDims`.
Coords sourceCoords(Operation *op, const Coords &coords);

/// The dims of the nest that they are along; kElsewhere for pairs.
SmallVector<int, 4> dimsOf(ArrayRef<Place> places);

/// The greatest number of an integer type, or as an index.
int64_t mostOf(Type type);

/// What `q` divides by, if that is a constant.
std::optional<int64_t> constantDivisor(const Quotient &q);

/// May a step be straight for `q`? A divisor that no step fits into is not
/// worth a test.
bool mayBeStraight(const Quotient &q, int64_t lanes);

/// Do the two give quotient or remainder of the same?
bool divideAlike(const Quotient &a, const Quotient &c);

/// Have two accesses the same bounds, and a mask that is the same?
bool haveSameBox(tts::MakeBlockOp a, tts::MakeBlockOp c);

/// The one of these operations at these coordinates; null if there is none.
const Quotient *findQuotient(ArrayRef<Quotient> quotients, Operation *op,
                             const Coords &coords, int wrappedDim = -1);

} // namespace mlir::tts::cpu

#endif
