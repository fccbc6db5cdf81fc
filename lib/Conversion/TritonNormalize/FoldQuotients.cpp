// Positions taken apart and put together again: x % 32 + 32 * (x / 32 % 7) is
// x % 224. TorchInductor prints a view of a view so. The fewer quotients an
// index has, and the greater their divisors, the longer are the runs of
// elements that lie next to each other.
//
// All of it holds for division that rounds towards zero, so for every sign of
// the dividend; divisors are positive constants, but for remainders that are
// written as x - x / n * n.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace mlir;
using namespace mlir::tts;

namespace {

/// Sums of more terms are left as they are: each is compared with each.
constexpr size_t kMostTerms = 16;

std::optional<int64_t> constantOf(Value v) {
  APInt value;
  if (!matchPattern(v, m_ConstantInt(&value)) || !value.isSignedIntN(64))
    return std::nullopt;
  return value.getSExtValue();
}

/// The product, if it is a positive number of the elements' type.
std::optional<int64_t> product(int64_t a, int64_t b, Type type) {
  Type element = getElementTypeOrSelf(type);
  unsigned bits = element.isIndex() ? IndexType::kInternalStorageBitWidth
                                    : element.getIntOrFloatBitWidth();
  int64_t result;
  if (bits > 64 || llvm::MulOverflow(a, b, result) || result <= 0 ||
      result > llvm::maxIntN(bits))
    return std::nullopt;
  return result;
}

/// `dividend` / `divisor` % `modulus`; without a modulus where that is 0.
struct Quotient {
  Value dividend;
  int64_t divisor = 1, modulus = 0;
  bool isSigned = true;

  bool isPlain() const { return divisor == 1 && modulus == 0; }
};

/// The quotient that `v` is, as few operations as it can be; `v` itself where
/// it is none.
Quotient quotientOf(Value v) {
  Operation *op = v.getDefiningOp();
  bool divides = isa_and_nonnull<arith::DivSIOp, arith::DivUIOp>(op);
  if (!divides && !isa_and_nonnull<arith::RemSIOp, arith::RemUIOp>(op))
    return {v};
  std::optional<int64_t> by = constantOf(op->getOperand(1));
  if (!by || *by <= 0)
    return {v};
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  Quotient of = quotientOf(op->getOperand(0));
  if (!of.isPlain() && of.isSigned != isSigned)
    of = {op->getOperand(0)};
  of.isSigned = isSigned;
  bool whole = of.modulus % *by == 0; // also where there is none
  if (divides) {
    if (auto divisor = product(of.divisor, *by, v.getType()); divisor && whole)
      return {of.dividend, *divisor, of.modulus / *by, isSigned};
    return {op->getOperand(0), *by, 0, isSigned};
  }
  if (whole)
    return {of.dividend, of.divisor, *by, isSigned};
  return {op->getOperand(0), 1, *by, isSigned};
}

/// What builds quotients and sums where a rewriter stands.
class Builder {
public:
  Builder(PatternRewriter &rewriter, Location loc)
      : rewriter(rewriter), loc(loc) {}

  Value splat(Type type, int64_t value) {
    TypedAttr attr = rewriter.getIntegerAttr(getElementTypeOrSelf(type), value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      attr = SplatElementsAttr::get(shaped, attr);
    return arith::ConstantOp::create(rewriter, loc, attr);
  }

  Value quotient(const Quotient &q) {
    Type type = q.dividend.getType();
    if (q.modulus == 1)
      return splat(type, 0);
    Value v = q.dividend;
    if (q.divisor != 1)
      v = binary<arith::DivSIOp, arith::DivUIOp>(q, v, q.divisor);
    if (q.modulus != 0)
      v = binary<arith::RemSIOp, arith::RemUIOp>(q, v, q.modulus);
    return v;
  }

  Value times(Value v, int64_t factor) {
    if (factor == 1)
      return v;
    return arith::MulIOp::create(rewriter, loc, v, splat(v.getType(), factor));
  }

  Value sum(Value a, Value b) {
    return arith::AddIOp::create(rewriter, loc, a, b);
  }

  Value broadcast(Value v, Type type) {
    if (v.getType() == type)
      return v;
    return triton::BroadcastOp::create(rewriter, loc, type, v);
  }

private:
  template <typename Signed, typename Unsigned>
  Value binary(const Quotient &q, Value v, int64_t by) {
    Value constant = splat(v.getType(), by);
    if (q.isSigned)
      return Signed::create(rewriter, loc, v, constant);
    return Unsigned::create(rewriter, loc, v, constant);
  }

  PatternRewriter &rewriter;
  Location loc;
};

/// Quotients of quotients: x % 49 % 7, x / 32 / 7, x % 49 / 7.
template <typename Op> struct FoldNested : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    // Scalars that tell which program it is are understood as they are written.
    if (!isa<RankedTensorType>(op.getType()))
      return failure();
    Quotient q = quotientOf(op.getResult());
    if (q.dividend == op.getResult())
      return failure();
    Value inner = op.getLhs();
    bool isShort = inner == q.dividend;
    if (!isShort && q.divisor != 1 && q.modulus != 0)
      if (Operation *def = inner.getDefiningOp())
        isShort = isa<arith::DivSIOp, arith::DivUIOp>(def) &&
                  def->getOperand(0) == q.dividend;
    if (isShort && q.modulus != 1)
      return failure();
    rewriter.replaceOp(op, Builder(rewriter, op.getLoc()).quotient(q));
    return success();
  }
};

/// `factor` times a quotient, repeated along dims of size 1.
struct Term {
  Value value;
  Quotient quotient;
  int64_t factor = 1;
};

Term termOf(Value v) {
  Term term{v, {}};
  if (auto broadcast = v.getDefiningOp<triton::BroadcastOp>())
    v = broadcast.getSrc();
  if (auto scaled = v.getDefiningOp<arith::MulIOp>())
    for (bool swapped : {false, true})
      if (auto factor = constantOf(scaled->getOperand(swapped ? 0 : 1))) {
        term.factor = *factor;
        v = scaled->getOperand(swapped ? 1 : 0);
        break;
      }
  term.quotient = quotientOf(v);
  return term;
}

/// Digits of a number that follow each other are a number: f * (x / p % m) +
/// f * m * (x / (p * m) % n) is f * (x / p % (m * n)).
std::optional<Term> joined(const Term &low, const Term &high) {
  const Quotient &l = low.quotient, &h = high.quotient;
  if (l.modulus == 0 || h.isPlain() || l.dividend != h.dividend ||
      l.isSigned != h.isSigned)
    return std::nullopt;
  Type type = l.dividend.getType();
  int64_t factor;
  if (product(l.divisor, l.modulus, type) != h.divisor ||
      llvm::MulOverflow(low.factor, l.modulus, factor) || factor != high.factor)
    return std::nullopt;
  std::optional<int64_t> modulus = 0;
  if (h.modulus != 0)
    modulus = product(l.modulus, h.modulus, type);
  if (!modulus)
    return std::nullopt;
  return Term{{}, {l.dividend, l.divisor, *modulus, l.isSigned}, low.factor};
}

/// Sums of such terms, in whichever order they are added.
struct FoldDigits : OpRewritePattern<arith::AddIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddIOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!isa<RankedTensorType>(type) || isWithinSum(op))
      return failure();
    SmallVector<Term> terms;
    if (!collect(op, terms) || !joinTerms(terms))
      return failure();
    Builder builder(rewriter, op.getLoc());
    Value sum;
    for (const Term &term : terms) {
      Value v = term.value;
      if (!v)
        v = builder.broadcast(
            builder.times(builder.quotient(term.quotient), term.factor), type);
      sum = sum ? builder.sum(sum, v) : v;
    }
    rewriter.replaceOp(op, sum);
    return success();
  }

  /// Is it a term of another sum, and of nothing else?
  static bool isWithinSum(arith::AddIOp op) {
    return op->hasOneUse() && isa<arith::AddIOp>(*op->user_begin());
  }

  static bool collect(arith::AddIOp sum, SmallVectorImpl<Term> &terms) {
    for (Value v : sum->getOperands()) {
      auto inner = v.getDefiningOp<arith::AddIOp>();
      if (inner && inner->hasOneUse()) {
        if (!collect(inner, terms))
          return false;
        continue;
      }
      if (terms.size() == kMostTerms)
        return false;
      terms.push_back(termOf(v));
    }
    return true;
  }

  static bool joinTerms(SmallVectorImpl<Term> &terms) {
    bool any = false;
    auto joinOnce = [&] {
      for (Term &low : terms)
        for (Term &high : terms) {
          if (&low == &high)
            continue;
          if (std::optional<Term> both = joined(low, high)) {
            low = *both;
            terms.erase(&high);
            return true;
          }
        }
      return false;
    };
    while (joinOnce())
      any = true;
    return any;
  }
};

/// Is it one number for all lanes, and no constant 0?
static bool isOneDivisor(Value n) {
  APInt k;
  return !isa<RankedTensorType>(n.getType()) ||
         n.getDefiningOp<triton::SplatOp>() ||
         (matchPattern(n, m_ConstantInt(&k)) && !k.isZero());
}

/// x - x / n * n is x % n: what overflows does so in both. They differ for an n
/// of 0, which lanes may have where nobody looks at the result, and Triton says
/// nothing of.
struct FoldRemainder : OpRewritePattern<arith::SubIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SubIOp op,
                                PatternRewriter &rewriter) const override {
    auto multiple = op.getRhs().getDefiningOp<arith::MulIOp>();
    if (!multiple)
      return failure();
    for (bool swapped : {false, true}) {
      Value by = multiple->getOperand(swapped ? 0 : 1);
      Operation *quotient = multiple->getOperand(swapped).getDefiningOp();
      if (!isa_and_nonnull<arith::DivSIOp, arith::DivUIOp>(quotient) ||
          quotient->getOperand(0) != op.getLhs() ||
          quotient->getOperand(1) != by || !isOneDivisor(by))
        continue;
      if (isa<arith::DivSIOp>(quotient))
        rewriter.replaceOpWithNewOp<arith::RemSIOp>(op, op.getLhs(), by);
      else
        rewriter.replaceOpWithNewOp<arith::RemUIOp>(op, op.getLhs(), by);
      return success();
    }
    return failure();
  }
};

} // namespace

void mlir::tts::populateFoldQuotientPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldNested<arith::DivSIOp>, FoldNested<arith::DivUIOp>,
               FoldNested<arith::RemSIOp>, FoldNested<arith::RemUIOp>,
               FoldDigits, FoldRemainder>(patterns.getContext());
}
