// Between which numbers the elements of an integer block lie, as scalars that
// are computed at run time before the block is. Positions may be computed in
// floating point on the way (`i * 0.5` of an image that is scaled up).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Interval.h"
#include "BitEnds.h"
#include "FloatEnds.h"

#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// Definitions are followed this far and no further.
constexpr unsigned kMaxDepth = 24;

static bool movesElements(Operation *op) {
  return movesDims(op) || isa<triton::ReshapeOp>(op);
}

/// Are all elements of the block one scalar?
static bool isSplat(Value v) {
  Operation *op = v.getDefiningOp();
  while (op && movesElements(op))
    op = op->getOperand(0).getDefiningOp();
  return isa_and_nonnull<triton::SplatOp, arith::ConstantOp>(op);
}

/// Is it 0 and 1, or 0 and -1, by a condition?
static bool extendsBit(Operation *op) {
  return isa<arith::ExtUIOp, arith::ExtSIOp>(op) &&
         blockType(op->getOperand(0)).getElementType().isInteger(1);
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
  if (extendsBit(op))
    return true;
  auto operand = [&](unsigned i) {
    return visit(op->getOperand(i), depth - 1);
  };
  if (isa<triton::SplatOp, triton::MakeRangeOp>(op))
    return true;
  if (movesElements(op) || toInteger(op) ||
      isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, math::AbsIOp>(op))
    return operand(0);
  if (divides(op) || BitEnds::isShift(op))
    return operand(0) && operand(1) && isSplat(op->getOperand(1));
  if (auto choice = dyn_cast<arith::SelectOp>(op))
    return (operand(1) || greatestChosen(choice)) && operand(2);
  bool known = BitEnds::knows(op) ||
               isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MinSIOp,
                   arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op);
  return known && operand(0) && operand(1);
}

bool hasInterval(Value v) { return v && Search().visit(v, kMaxDepth); }

Value Intervals::cst(int64_t v) {
  Value &constant = constants[v];
  if (!constant)
    constant = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(v));
  return constant;
}

Value Intervals::compare(arith::CmpIPredicate p, Value x, Value y) {
  return b.createOrFold<arith::CmpIOp>(loc, p, x, y);
}

Value Intervals::select(Value condition, Value x, Value y) {
  return b.createOrFold<arith::SelectOp>(loc, condition, x, y);
}

Value Intervals::least(Value x, Value y) {
  return b.createOrFold<arith::MinSIOp>(loc, x, y);
}

Value Intervals::most(Value x, Value y) {
  return b.createOrFold<arith::MaxSIOp>(loc, x, y);
}

Value Intervals::negative(Value x) {
  return b.createOrFold<arith::SubIOp>(loc, cst(0), x);
}

void Intervals::refuse(Value when) {
  if (matchPattern(when, m_Zero()))
    return;
  unknown = unknown ? b.createOrFold<arith::OrIOp>(loc, unknown, when) : when;
}

/// Numbers of more than `bits` bits and a sign are refused.
Interval Intervals::within(Interval i, unsigned bits) {
  refuse(compare(P::slt, i.least, cst(-(int64_t(1) << bits))));
  refuse(compare(P::sgt, i.most, cst((int64_t(1) << bits) - 1)));
  return i;
}

Interval Intervals::of(Value v) {
  if (auto known = memo.find(v); known != memo.end())
    return known->second;
  Interval result =
      isa<FloatType>(blockType(v).getElementType()) ? ofFloat(v) : ofInteger(v);
  memo[v] = result;
  return result;
}

/// In fp64.
Interval Intervals::ofFloat(Value v) {
  auto refusal = [&](Value when) { refuse(when); };
  FloatEnds ends(b, loc, refusal);
  auto fromEnds = [](FloatEnds::Ends e) { return Interval{e.first, e.second}; };
  APFloat number(0.0);
  if (matchPattern(v, m_ConstantFloat(&number))) {
    Value c = ends.constant(number.convertToDouble());
    return fromEnds(ends.bounded({c, c}));
  }
  Operation *op = v.getDefiningOp();
  if (auto splat = dyn_cast<triton::SplatOp>(op)) {
    Value s = scalar(splat.getSrc());
    if (s.getType().isF32())
      s = b.createOrFold<arith::ExtFOp>(loc, b.getF64Type(), s);
    return fromEnds(ends.bounded({s, s}));
  }
  if (movesElements(op))
    return of(op->getOperand(0));
  if (isa<arith::UIToFPOp>(op))
    refuse(compare(P::slt, of(op->getOperand(0)).least, cst(0)));
  return fromEnds(ends.of(op, [&](unsigned i) {
    Interval x = of(op->getOperand(i));
    return FloatEnds::Ends(x.least, x.most);
  }));
}

Interval Intervals::ofInteger(Value v) {
  APInt constant;
  if (matchPattern(v, m_ConstantInt(&constant))) {
    Value c = cst(constant.getSExtValue());
    return {c, c};
  }
  Operation *op = v.getDefiningOp();
  if (auto splat = dyn_cast<triton::SplatOp>(op)) {
    Value s = scalar(splat.getSrc());
    if (s.getType() != b.getI64Type())
      s = s.getType().isIndex()
              ? b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), s)
              : b.createOrFold<arith::ExtSIOp>(loc, b.getI64Type(), s);
    return {s, s};
  }
  if (auto range = dyn_cast<triton::MakeRangeOp>(op)) {
    Value start = cst(range.getStart());
    if (Value last = lastOf(v))
      return {start, b.createOrFold<arith::AddIOp>(loc, start, last)};
    return {start, cst(range.getEnd() - 1)};
  }
  auto operand = [&](unsigned i) {
    Interval x = of(op->getOperand(i));
    if (isUnsigned(op))
      refuse(compare(P::slt, x.least, cst(0)));
    return x;
  };
  if (toInteger(op)) {
    Interval x = of(op->getOperand(0));
    auto refusal = [&](Value when) { refuse(when); };
    auto [first, last] =
        FloatEnds(b, loc, refusal)
            .toInteger({x.least, x.most},
                       cast<IntegerType>(blockType(v).getElementType()),
                       isa<arith::FPToUIOp>(op));
    return {first, last};
  }
  if (extendsBit(op))
    return isUnsigned(op) ? Interval{cst(0), cst(1)}
                          : Interval{cst(-1), cst(0)};
  if (movesElements(op) || isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return operand(0);
  unsigned width = blockType(v).getElementTypeBitWidth();
  if (isa<arith::TruncIOp>(op))
    return within(operand(0), width - 1);
  if (isa<math::AbsIOp>(op))
    return ofAbsolute(operand(0), width);
  bool chooses = isa<arith::SelectOp>(op);
  if (chooses && !hasInterval(op->getOperand(1)))
    return ofChoice(cast<arith::SelectOp>(op));
  Interval x = operand(chooses), y = operand(chooses + 1);
  if (chooses)
    return {least(x.least, y.least), most(x.most, y.most)};
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return {least(x.least, y.least), least(x.most, y.most)};
  if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
    return {most(x.least, y.least), most(x.most, y.most)};
  if (divides(op))
    return ofDivision(x, y, isQuotient(op));
  if (BitEnds::knows(op)) {
    auto refusal = [&](Value when) { refuse(when); };
    auto [first, last] =
        BitEnds(b, loc, refusal)
            .of(op, {x.least, x.most}, {y.least, y.most}, width);
    return {first, last};
  }
  return ofSum(op, x, y);
}

/// Of a float that the condition keeps within bounds, and something else.
Interval Intervals::ofChoice(arith::SelectOp op) {
  Interval other = of(op.getFalseValue());
  int64_t greatest = static_cast<int64_t>(*greatestChosen(op));
  return {least(cst(0), other.least), most(cst(greatest), other.most)};
}

Interval Intervals::ofAbsolute(Interval x, unsigned width) {
  // The least number has no absolute value.
  refuse(compare(P::eq, x.least, cst(llvm::minIntN(width))));
  Value below = negative(x.most), beyond = negative(x.least);
  return {most(most(x.least, below), cst(0)), most(x.most, beyond)};
}

/// `y` is one number.
Interval Intervals::ofDivision(Interval x, Interval y, bool quotient) {
  refuse(compare(P::slt, y.least, cst(1)));
  Value n = most(y.least, cst(1));
  Value from = b.createOrFold<arith::DivSIOp>(loc, x.least, n);
  Value to = b.createOrFold<arith::DivSIOp>(loc, x.most, n);
  if (quotient)
    return {from, to};
  // Within one period remainders grow as what is divided does.
  Value positive = compare(P::sge, x.least, cst(0));
  Value once =
      b.createOrFold<arith::AndIOp>(loc, positive, compare(P::eq, from, to));
  Value last = b.createOrFold<arith::SubIOp>(loc, n, cst(1));
  Value lowest =
      select(positive, cst(0), b.createOrFold<arith::SubIOp>(loc, cst(1), n));
  return {select(once, b.createOrFold<arith::RemSIOp>(loc, x.least, n), lowest),
          select(once, b.createOrFold<arith::RemSIOp>(loc, x.most, n), last)};
}

/// Sums and products, of numbers so small that theirs fit 64 bits.
Interval Intervals::ofSum(Operation *op, Interval x, Interval y) {
  unsigned width = blockType(op->getResult(0)).getElementTypeBitWidth();
  unsigned bits = std::min(width - 1, 62u);
  if (isa<arith::MulIOp>(op)) {
    within(x, 31);
    within(y, 31);
    Value p[] = {b.createOrFold<arith::MulIOp>(loc, x.least, y.least),
                 b.createOrFold<arith::MulIOp>(loc, x.least, y.most),
                 b.createOrFold<arith::MulIOp>(loc, x.most, y.least),
                 b.createOrFold<arith::MulIOp>(loc, x.most, y.most)};
    return within({least(least(p[0], p[1]), least(p[2], p[3])),
                   most(most(p[0], p[1]), most(p[2], p[3]))},
                  bits);
  }
  if (isa<arith::AddIOp>(op))
    return within({b.createOrFold<arith::AddIOp>(loc, x.least, y.least),
                   b.createOrFold<arith::AddIOp>(loc, x.most, y.most)},
                  bits);
  assert(isa<arith::SubIOp>(op) && "hasInterval() knows more");
  return within({b.createOrFold<arith::SubIOp>(loc, x.least, y.most),
                 b.createOrFold<arith::SubIOp>(loc, x.most, y.least)},
                bits);
}

} // namespace mlir::tts::cpu
