// Numbers of few bits that positions of more bits are made of: `(i + hash)` of
// 32 bits in `(i + hash).to(int64) % n`. They leave their type within a block
// where what is made of them is far from the end of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kinks.h"
#include "Nests.h"

#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

namespace {
/// A block that is made wider. It moves by `stride` from lane to lane.
struct Widened {
  Value narrow;
  Coords coords;
  int64_t stride;
};
} // namespace

/// What is made wider on the way to what `q` divides, or to the operands of its
/// kink. Other quotients and kinks on that way are looked at by themselves.
static SmallVector<Widened> widenedIn(Elements &elements, const Quotient &q) {
  SmallVector<Widened> all;
  SmallVector<std::pair<Value, Coords>> open;
  auto visit = [&](Value v, const Coords &coords) {
    std::pair<Value, Coords> next(v, coords);
    if (blockType(v) && !llvm::is_contained(open, next))
      open.push_back(std::move(next));
  };
  if (q.wrappedDim >= 0)
    return all; // an index of 64 bits
  for (Value operand : q.op->getOperands())
    visit(operand, q.coords);
  for (size_t i = 0; i < open.size(); ++i) {
    auto [v, coords] = open[i];
    Operation *op = v.getDefiningOp();
    if (!op || isQuotient(op) || isRemainder(op) || isKink(op))
      continue;
    if (isa<arith::ExtSIOp>(op)) {
      SmallVector<Quotient> found;
      auto stride = elements.laneStride(v, coords, &found, /*isTested=*/true);
      auto way =
          stride && *stride ? getConstantIntValue(*stride) : std::nullopt;
      if (way && *way != 0)
        all.push_back({op->getOperand(0), coords, *way});
    }
    if (movesDims(op))
      visit(op->getOperand(0), sourceCoords(op, coords));
    else if (Elements::isElementwise(op))
      for (Value operand : op->getOperands())
        visit(operand, coords);
  }
  return all;
}

bool Nests::hasWidened(const Quotient &q) {
  return !widenedIn(elements(), q).empty();
}

FailureOr<SmallVector<Value>> Nests::staysInTypes(const Quotient &q,
                                                  int64_t count) {
  using P = arith::CmpIPredicate;
  SmallVector<Value> holds;
  for (const Widened &w : widenedIn(elements(), q)) {
    FailureOr<Lane> x = elements().eval(w.narrow, atFirstLane(w.coords));
    if (failed(x))
      return failure();
    at(nest->levels.size() - 1);
    int64_t most = mostOf(x->v.getType()) - std::abs(w.stride) * count;
    bool falls = w.stride < 0;
    holds.push_back(arith::CmpIOp::create(b, loc, falls ? P::sge : P::sle,
                                          toI64(x->v),
                                          cst(falls ? -most : most)));
  }
  return holds;
}

} // namespace mlir::tts::cpu
