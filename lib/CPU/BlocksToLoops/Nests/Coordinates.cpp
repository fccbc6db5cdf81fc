// What is asked of coordinates in a nest, and of quotients of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Coordinates.h"
#include "Kinks.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

int levelOf(const Coords &coords) {
  int level = 0;
  for (const Coord &c : coords)
    level = std::max(level, c.level);
  return level;
}

Coords atFirstLane(const Coords &coords) {
  Coords first(coords);
  for (Coord &c : first)
    if (c.kind == Coord::Lanes)
      c.kind = Coord::Scalar;
  return first;
}

Coords sourceCoords(Operation *op, const Coords &coords) {
  return alongSourceDims<Coord>(op, coords, Coord());
}

SmallVector<int, 4> dimsOf(ArrayRef<Place> places) {
  return llvm::map_to_vector<4>(places, [](const Place &place) {
    return place.paired ? kElsewhere : place.dim;
  });
}

int64_t mostOf(Type type) {
  return llvm::maxIntN(isa<IndexType>(type) ? 64
                                            : type.getIntOrFloatBitWidth());
}

std::optional<int64_t> constantDivisor(const Quotient &q) {
  if (q.wrappedDim >= 0)
    return getConstantIntValue(OpFoldResult(
        cast<tts::MakeBlockOp>(q.op).getWrapModulus(q.wrappedDim)));
  APInt k;
  if (!isKink(q.op) && matchPattern(q.op->getOperand(1), m_ConstantInt(&k)))
    return k.getSExtValue();
  return std::nullopt;
}

const Quotient *findQuotient(ArrayRef<Quotient> quotients, Operation *op,
                             const Coords &coords, int wrappedDim) {
  for (const Quotient &q : quotients)
    if (q.op == op && q.coords == coords && q.wrappedDim == wrappedDim)
      return &q;
  return nullptr;
}

bool divideAlike(const Quotient &a, const Quotient &c) {
  return llvm::equal(a.op->getOperands(), c.op->getOperands()) &&
         a.coords == c.coords && a.wrappedDim == c.wrappedDim;
}

bool mayBeStraight(const Quotient &q, int64_t lanes) {
  std::optional<int64_t> divisor = constantDivisor(q);
  return !divisor || *divisor >= q.stride * lanes;
}

bool haveSameBox(tts::MakeBlockOp a, tts::MakeBlockOp c) {
  return a.getMixedUpper() == c.getMixedUpper() &&
         a.getMixedLower() == c.getMixedLower() && a.getMask() == c.getMask();
}

} // namespace mlir::tts::cpu
