// What all lanes of a sum have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// Definitions are followed this far and no further.
constexpr unsigned kMaxDepth = 8;

namespace {
class Splitter {
public:
  Splitter(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  LaneSum split(Value v, unsigned depth = kMaxDepth) {
    DenseElementsAttr elements;
    if (matchPattern(v, m_Constant(&elements)) && elements.isSplat())
      return {arith::ConstantOp::create(b, loc,
                                        elements.getSplatValue<TypedAttr>()),
              Value()};
    Operation *op = v.getDefiningOp();
    if (auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op))
      if (!isa<VectorType>(broadcast.getSourceType()))
        return {broadcast.getSource(), Value()};
    LaneSum whole = {Value(), v};
    if (depth == 0 ||
        !isa_and_nonnull<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      return whole;
    LaneSum x = split(op->getOperand(0), depth - 1);
    LaneSum y = split(op->getOperand(1), depth - 1);
    if (isa<arith::MulIOp>(op)) {
      Value factor = op->getOperand(x.own ? 1 : 0);
      if (!x.own)
        std::swap(x, y);
      if (!x.common || !x.own || y.own)
        return whole;
      return {product(x.common, y.common), product(x.own, factor)};
    }
    if (!x.common && !y.common)
      return whole;
    return isa<arith::AddIOp>(op)
               ? LaneSum{sum(x.common, y.common), sum(x.own, y.own)}
               : LaneSum{difference(x.common, y.common),
                         difference(x.own, y.own)};
  }

private:
  Value sum(Value x, Value y) {
    return x && y ? arith::AddIOp::create(b, loc, x, y).getResult() : x ? x : y;
  }
  Value difference(Value x, Value y) {
    if (!y)
      return x;
    if (!x)
      x = arith::ConstantOp::create(b, loc, b.getZeroAttr(y.getType()));
    return arith::SubIOp::create(b, loc, x, y);
  }
  Value product(Value x, Value y) {
    return arith::MulIOp::create(b, loc, x, y);
  }

  OpBuilder &b;
  Location loc;
};
} // namespace

LaneSum takeCommon(OpBuilder &b, Location loc, Value v) {
  return Splitter(b, loc).split(v);
}

} // namespace mlir::tts::cpu
