// Between which numbers the elements of an integer block lie, as scalars that
// are computed at run time before the block is. Positions may be computed in
// floating point on the way (`i * 0.5` of an image that is scaled up).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"
#include "FloatEnds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// Definitions are followed this far and no further.
constexpr unsigned kMaxDepth = 24;

static bool movesElements(Operation *op) {
  return isa<triton::ExpandDimsOp, triton::BroadcastOp, triton::TransOp,
             triton::ReshapeOp>(op);
}

/// Are all elements of the block one scalar?
static bool isSplat(Value v) {
  Operation *op = v.getDefiningOp();
  while (op && movesElements(op))
    op = op->getOperand(0).getDefiningOp();
  return isa_and_nonnull<triton::SplatOp, arith::ConstantOp>(op);
}

static bool divides(Operation *op) { return isQuotient(op) || isRemainder(op); }

static bool isUnsigned(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp, arith::ExtUIOp, arith::MinUIOp,
             arith::MaxUIOp>(op);
}

static bool toInteger(Operation *op) {
  return isa<arith::FPToSIOp, arith::FPToUIOp>(op);
}

namespace {
/// Looks through a block's definitions, at each of them once.
struct Search {
  llvm::SmallDenseSet<Value> found;
  bool visit(Value v, unsigned depth) {
    bool known = found.contains(v) || look(v, depth);
    if (known)
      found.insert(v);
    return known;
  }
  bool look(Value v, unsigned depth);
  bool lookAtFloat(Value v, unsigned depth);
};
} // namespace

/// Of fp32 and fp64, what a test of their ends costs a few instructions for.
bool Search::lookAtFloat(Value v, unsigned depth) {
  Type type = blockType(v).getElementType();
  Operation *op = v.getDefiningOp();
  if (!op || depth == 0 || !(type.isF32() || type.isF64()))
    return false;
  auto operand = [&](unsigned i) {
    return visit(op->getOperand(i), depth - 1);
  };
  APFloat constant(0.0);
  if (isa<arith::ConstantOp>(op))
    return matchPattern(v, m_ConstantFloat(&constant));
  if (isa<triton::SplatOp>(op))
    return true;
  if (movesElements(op))
    return operand(0);
  SmallVector<unsigned, 2> sources = FloatEnds::sources(op);
  return !sources.empty() && llvm::all_of(sources, operand);
}

bool Search::look(Value v, unsigned depth) {
  if (isa<FloatType>(blockType(v).getElementType()))
    return lookAtFloat(v, depth);
  APInt constant;
  if (matchPattern(v, m_ConstantInt(&constant)))
    return constant.getBitWidth() <= 64;
  Operation *op = v.getDefiningOp();
  auto type = dyn_cast<IntegerType>(blockType(v).getElementType());
  if (!op || depth == 0 || !type || type.getWidth() < 8)
    return false;
  auto operand = [&](unsigned i) {
    return visit(op->getOperand(i), depth - 1);
  };
  if (isa<triton::SplatOp, triton::MakeRangeOp>(op))
    return true;
  if (movesElements(op) || toInteger(op) ||
      isa<arith::ExtSIOp, arith::ExtUIOp, math::AbsIOp>(op))
    return operand(0);
  if (divides(op))
    return operand(0) && operand(1) && isSplat(op->getOperand(1));
  if (isa<arith::SelectOp>(op))
    return operand(1) && operand(2);
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp,
             arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op) &&
         operand(0) && operand(1);
}

/// Is the block computed from positions and scalars by what `interval` knows?
bool Emitter::hasInterval(Value v) { return v && Search().visit(v, kMaxDepth); }

/// The interval of a block for which `hasInterval` holds. `unknown` is set
/// where it does not hold at run time: where numbers leave their type, or are
/// divided by what is not positive.
Emitter::Interval Emitter::interval(Value v, Value &unknown,
                                    DenseMap<Value, Interval> &memo) {
  if (auto known = memo.find(v); known != memo.end())
    return known->second;
  Interval result = intervalOf(v, unknown, memo);
  memo[v] = result;
  return result;
}

Emitter::Interval Emitter::intervalOf(Value v, Value &unknown,
                                      DenseMap<Value, Interval> &memo) {
  using P = arith::CmpIPredicate;
  auto cmp = [&](P p, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, p, x, y);
  };
  auto select = [&](Value c, Value x, Value y) -> Value {
    return arith::SelectOp::create(b, loc, c, x, y);
  };
  auto least = [&](Value x, Value y) -> Value {
    return arith::MinSIOp::create(b, loc, x, y);
  };
  auto most = [&](Value x, Value y) -> Value {
    return arith::MaxSIOp::create(b, loc, x, y);
  };
  auto refuse = [&](Value when) {
    unknown = unknown ? arith::OrIOp::create(b, loc, unknown, when).getResult()
                      : when;
  };
  /// Numbers of more than `bits` bits and a sign are refused.
  auto within = [&](Interval i, unsigned bits) {
    refuse(cmp(P::slt, i.least, cst(-(int64_t(1) << bits))));
    refuse(cmp(P::sgt, i.most, cst((int64_t(1) << bits) - 1)));
    return i;
  };

  auto fromEnds = [](FloatEnds::Ends e) { return Interval{e.first, e.second}; };

  APInt constant;
  if (matchPattern(v, m_ConstantInt(&constant))) {
    Value c = cst(constant.getSExtValue());
    return {c, c};
  }
  Operation *op = v.getDefiningOp();
  auto operand = [&](unsigned i) {
    return interval(op->getOperand(i), unknown, memo);
  };
  Type elem = blockType(v).getElementType();
  FloatEnds ends(b, loc, refuse);
  if (isa<FloatType>(elem)) {
    APFloat number(0.0);
    if (matchPattern(v, m_ConstantFloat(&number))) {
      Value c = ends.constant(number.convertToDouble());
      return fromEnds(ends.bounded({c, c}));
    }
    if (auto splat = dyn_cast<triton::SplatOp>(op)) {
      Value s = scalars.lookup(splat.getSrc());
      if (elem.isF32())
        s = arith::ExtFOp::create(b, loc, b.getF64Type(), s);
      return fromEnds(ends.bounded({s, s}));
    }
    if (movesElements(op))
      return operand(0);
    if (isa<arith::UIToFPOp>(op))
      refuse(cmp(P::slt, operand(0).least, cst(0)));
    return fromEnds(ends.of(op, [&](unsigned i) {
      Interval of = operand(i);
      return FloatEnds::Ends(of.least, of.most);
    }));
  }
  if (toInteger(op)) {
    Interval x = operand(0);
    return fromEnds(ends.toInteger({x.least, x.most}, cast<IntegerType>(elem),
                                   isa<arith::FPToUIOp>(op)));
  }
  if (auto splat = dyn_cast<triton::SplatOp>(op)) {
    Value s = toI64(scalars.lookup(splat.getSrc()));
    return {s, s};
  }
  if (auto range = dyn_cast<triton::MakeRangeOp>(op))
    return {cst(static_cast<int32_t>(range.getStart())),
            cst(int64_t(static_cast<int32_t>(range.getEnd())) - 1)};
  if (movesElements(op) || isa<arith::ExtSIOp>(op))
    return operand(0);
  Interval x = operand(isa<arith::SelectOp>(op) ? 1 : 0);
  if (isUnsigned(op))
    refuse(cmp(P::slt, x.least, cst(0)));
  if (isa<arith::ExtUIOp>(op))
    return x;
  if (isa<math::AbsIOp>(op)) {
    // The least number has no absolute value.
    refuse(
        cmp(P::eq, x.least, cst(llvm::minIntN(elem.getIntOrFloatBitWidth()))));
    Value below = arith::SubIOp::create(b, loc, cst(0), x.most);
    Value beyond = arith::SubIOp::create(b, loc, cst(0), x.least);
    return {most(most(x.least, below), cst(0)), most(x.most, beyond)};
  }
  Interval y = operand(isa<arith::SelectOp>(op) ? 2 : 1);
  if (isUnsigned(op))
    refuse(cmp(P::slt, y.least, cst(0)));
  if (isa<arith::SelectOp>(op))
    return {least(x.least, y.least), most(x.most, y.most)};
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return {least(x.least, y.least), least(x.most, y.most)};
  if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
    return {most(x.least, y.least), most(x.most, y.most)};
  if (divides(op)) {
    refuse(cmp(P::slt, y.least, cst(1)));
    Value n = most(y.least, cst(1));
    Value from = arith::DivSIOp::create(b, loc, x.least, n);
    Value to = arith::DivSIOp::create(b, loc, x.most, n);
    if (isa<arith::DivSIOp, arith::DivUIOp>(op))
      return {from, to};
    // Within one period remainders grow as what is divided does.
    Value positive = cmp(P::sge, x.least, cst(0));
    Value once = arith::AndIOp::create(b, loc, positive, cmp(P::eq, from, to));
    Value last = arith::SubIOp::create(b, loc, n, cst(1));
    Value lowest =
        select(positive, cst(0), arith::SubIOp::create(b, loc, cst(1), n));
    return {select(once, arith::RemSIOp::create(b, loc, x.least, n), lowest),
            select(once, arith::RemSIOp::create(b, loc, x.most, n), last)};
  }
  // Sums and products, of numbers so small that theirs fit 64 bits.
  unsigned width = blockType(v).getElementType().getIntOrFloatBitWidth();
  unsigned bits = std::min(width - 1, 62u);
  if (isa<arith::MulIOp>(op)) {
    within(x, 31);
    within(y, 31);
    Value p[] = {arith::MulIOp::create(b, loc, x.least, y.least),
                 arith::MulIOp::create(b, loc, x.least, y.most),
                 arith::MulIOp::create(b, loc, x.most, y.least),
                 arith::MulIOp::create(b, loc, x.most, y.most)};
    return within({least(least(p[0], p[1]), least(p[2], p[3])),
                   most(most(p[0], p[1]), most(p[2], p[3]))},
                  bits);
  }
  if (isa<arith::AddIOp>(op))
    return within({arith::AddIOp::create(b, loc, x.least, y.least),
                   arith::AddIOp::create(b, loc, x.most, y.most)},
                  bits);
  assert(isa<arith::SubIOp>(op) && "hasInterval() knows more");
  return within({arith::SubIOp::create(b, loc, x.least, y.most),
                 arith::SubIOp::create(b, loc, x.most, y.least)},
                bits);
}

/// That of the index along a wrapped dim of `size` positions.
Emitter::Interval Emitter::wrappedInterval(tts::MakeBlockOp op, int64_t dim,
                                           int64_t size) {
  auto select = [&](Value c, Value x, Value y) -> Value {
    return arith::SelectOp::create(b, loc, c, x, y);
  };
  Value first = unwrappedStart(op, dim);
  Value modulus = i64(OpFoldResult(op.getWrapModulus(dim)));
  Value last = add(first, cst(size - 1));
  if (op.isClipped(dim)) {
    Value end = arith::SubIOp::create(b, loc, modulus, cst(1));
    last = arith::MinSIOp::create(b, loc, last, end);
    return {arith::MinSIOp::create(b, loc, first, cst(0)),
            arith::MaxSIOp::create(b, loc, last, cst(0))};
  }
  Value fits = fitsUnwrapped(op, dim, size);
  // Of either sign, and less than the modulus, whatever its own sign is.
  Value all = arith::SubIOp::create(
      b, loc,
      arith::MaxSIOp::create(b, loc, modulus,
                             arith::SubIOp::create(b, loc, cst(0), modulus)),
      cst(1));
  return {select(fits, first, arith::SubIOp::create(b, loc, cst(0), all)),
          select(fits, last, all)};
}

} // namespace mlir::tts::cpu
