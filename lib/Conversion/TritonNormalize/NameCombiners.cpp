// Combiners of reductions that are a minimum or a maximum, written as a
// comparison and a choice: one operation, which says what it is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {

/// The extremum that a choice between `x` and `y` is.
enum class Extremum {
  None,
  Maximum, // or NaN, where there is one
  Minimum,
  MaxSigned,
  MinSigned,
  MaxUnsigned,
  MinUnsigned
};

/// Is it whether `v` is a NaN?
bool isNaN(Value condition, Value v) {
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  return compare && compare.getLhs() == v && compare.getRhs() == v &&
         (compare.getPredicate() == arith::CmpFPredicate::UNE ||
          compare.getPredicate() == arith::CmpFPredicate::UNO);
}

/// `x` where the comparison of both holds, else `y`. Which of two equal numbers
/// it is makes no difference, but for zeros, of which any order of the elements
/// may leave either.
Extremum chosenFloat(Value condition, Value x, Value y) {
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return Extremum::None;
  bool straight = compare.getLhs() == x && compare.getRhs() == y;
  if (!straight && !(compare.getLhs() == y && compare.getRhs() == x))
    return Extremum::None;
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
    return straight ? Extremum::Maximum : Extremum::Minimum;
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
    return straight ? Extremum::Minimum : Extremum::Maximum;
  default:
    return Extremum::None;
  }
}

Extremum chosenInteger(arith::CmpIOp compare, Value x, Value y) {
  bool straight = compare.getLhs() == x && compare.getRhs() == y;
  if (!straight && !(compare.getLhs() == y && compare.getRhs() == x))
    return Extremum::None;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::sge:
    return straight ? Extremum::MaxSigned : Extremum::MinSigned;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sle:
    return straight ? Extremum::MinSigned : Extremum::MaxSigned;
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::uge:
    return straight ? Extremum::MaxUnsigned : Extremum::MinUnsigned;
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule:
    return straight ? Extremum::MinUnsigned : Extremum::MaxUnsigned;
  default:
    return Extremum::None;
  }
}

Extremum chosen(arith::SelectOp select) {
  Value x = select.getTrueValue(), y = select.getFalseValue();
  if (auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>())
    return chosenInteger(compare, x, y);
  // A NaN in `y` is chosen anyway, since it compares with nothing.
  auto either = select.getCondition().getDefiningOp<arith::OrIOp>();
  if (!either)
    return Extremum::None;
  if (isNaN(either.getRhs(), x))
    return chosenFloat(either.getLhs(), x, y);
  if (isNaN(either.getLhs(), x))
    return chosenFloat(either.getRhs(), x, y);
  return Extremum::None;
}

Value create(OpBuilder &b, Location loc, Extremum extremum, Value x, Value y) {
  auto flags = arith::FastMathFlags::nsz;
  switch (extremum) {
  case Extremum::None:
    return {};
  case Extremum::Maximum:
    return arith::MaximumFOp::create(b, loc, x, y, flags);
  case Extremum::Minimum:
    return arith::MinimumFOp::create(b, loc, x, y, flags);
  case Extremum::MaxSigned:
    return arith::MaxSIOp::create(b, loc, x, y);
  case Extremum::MinSigned:
    return arith::MinSIOp::create(b, loc, x, y);
  case Extremum::MaxUnsigned:
    return arith::MaxUIOp::create(b, loc, x, y);
  case Extremum::MinUnsigned:
    return arith::MinUIOp::create(b, loc, x, y);
  }
  llvm_unreachable("all are named");
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
    Value whole = create(b, select.getLoc(), chosen(select), x, y);
    if (!whole)
      return;
    end->setOperand(0, whole);
    SmallVector<Operation *> before;
    for (Operation &op : block.without_terminator())
      before.push_back(&op);
    for (Operation *op : llvm::reverse(before))
      if (isOpTriviallyDead(op))
        b.eraseOp(op);
  });
}
