// Combiners of reductions that are a minimum or a maximum, written as a
// comparison and a choice: one operation, which says what it is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "triton-shared/Lowering/EraseDead.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {

/// Is it whether `v` is a NaN?
bool isNaN(Value condition, Value v) {
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  return compare && compare.getLhs() == v && compare.getRhs() == v &&
         (compare.getPredicate() == arith::CmpFPredicate::UNE ||
          compare.getPredicate() == arith::CmpFPredicate::UNO);
}

/// Is `x` the greater one of both (or the lesser, if it is false) where the
/// comparison holds? `greater`: that is where the left side is.
std::optional<bool> isGreater(Operation *compare, bool greater, Value x,
                              Value y) {
  Value left = compare->getOperand(0), right = compare->getOperand(1);
  if (left == x && right == y)
    return greater;
  if (left == y && right == x)
    return !greater;
  return std::nullopt;
}

Value namedInteger(OpBuilder &b, arith::CmpIOp compare, Value x, Value y) {
  using P = arith::CmpIPredicate;
  auto is = [&](ArrayRef<P> some) {
    return llvm::is_contained(some, compare.getPredicate());
  };
  Location loc = compare.getLoc();
  std::optional<bool> greater =
      isGreater(compare, is({P::sgt, P::sge, P::ugt, P::uge}), x, y);
  if (!greater || is({P::eq, P::ne}))
    return {};
  if (is({P::ugt, P::uge, P::ult, P::ule}))
    return *greater ? arith::MaxUIOp::create(b, loc, x, y).getResult()
                    : arith::MinUIOp::create(b, loc, x, y).getResult();
  return *greater ? arith::MaxSIOp::create(b, loc, x, y).getResult()
                  : arith::MinSIOp::create(b, loc, x, y).getResult();
}

/// Which of two equal numbers it is makes no difference, but for zeros, of
/// which any order of the elements may leave either.
Value namedFloat(OpBuilder &b, arith::CmpFOp compare, Value x, Value y) {
  using P = arith::CmpFPredicate;
  P predicate = compare.getPredicate();
  bool more = predicate == P::OGT || predicate == P::OGE;
  std::optional<bool> greater = isGreater(compare, more, x, y);
  if (!greater || !(more || predicate == P::OLT || predicate == P::OLE))
    return {};
  Location loc = compare.getLoc();
  auto flags = arith::FastMathFlags::nsz;
  return *greater ? arith::MaximumFOp::create(b, loc, x, y, flags).getResult()
                  : arith::MinimumFOp::create(b, loc, x, y, flags).getResult();
}

/// The operation that a choice stands for, made before it; null if it is none.
Value named(OpBuilder &b, arith::SelectOp select) {
  Value x = select.getTrueValue(), y = select.getFalseValue();
  Value condition = select.getCondition();
  if (auto compare = condition.getDefiningOp<arith::CmpIOp>())
    return namedInteger(b, compare, x, y);
  // A NaN in `y` is chosen anyway, since it compares with nothing.
  auto either = condition.getDefiningOp<arith::OrIOp>();
  if (!either)
    return {};
  Value other = isNaN(either.getRhs(), x)   ? either.getLhs()
                : isNaN(either.getLhs(), x) ? either.getRhs()
                                            : Value();
  auto compare = other ? other.getDefiningOp<arith::CmpFOp>() : arith::CmpFOp();
  return compare ? namedFloat(b, compare, x, y) : Value();
}

} // namespace

void mlir::tts::nameCombiners(triton::FuncOp function) {
  IRRewriter b(function.getContext());
  function.walk([&](triton::ReduceOp reduce) {
    Block &block = reduce.getCombineOp().front();
    Operation *end = block.getTerminator();
    if (block.getNumArguments() != 2 || end->getNumOperands() != 1)
      return;
    auto select = end->getOperand(0).getDefiningOp<arith::SelectOp>();
    if (!select || select->getBlock() != &block)
      return;
    Value x = block.getArgument(0), y = block.getArgument(1);
    if (select.getTrueValue() != x)
      std::swap(x, y);
    if (select.getTrueValue() != x || select.getFalseValue() != y)
      return;
    b.setInsertionPoint(end);
    Value whole = named(b, select);
    if (!whole)
      return;
    end->setOperand(0, whole);
    tts::eraseDead(block);
  });
}
