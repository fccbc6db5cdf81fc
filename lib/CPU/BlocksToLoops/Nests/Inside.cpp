// A version of a nest for blocks that lie inside what they are taken from.
// Where rows are short, finding out for each of them how far its boxes reach
// takes longer than what is done there, and steps of a known number are
// unrolled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Accesses/Accesses.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::tts::cpu {

/// So many rows, and steps in each, make a second version of their loops pay.
static constexpr int64_t kLeastRows = 4, kMostSteps = 8;

/// True at run time when all accesses of the nest lie in their boxes and scalar
/// masks are on; null where the nest shall have one version. Of a reduction
/// that goes `across` the lanes, along this dim, only when they hold along it,
/// for it has a loop along it in each step: the lanes keep their bound.
Value Nests::insideFlag(ArrayRef<Root> roots, int across) {
  auto mayBeTwice = [](const Root &r) { // a scalar would leave the branches
    return r.kind == Root::Store || r.kind == Root::Materialize ||
           (r.kind == Root::Reduce && blockType(r.op->getResult(0)));
  };
  if (nest->vecDim < 0 || nest->exchanges || !llvm::all_of(roots, mayBeTwice))
    return {};
  int64_t lanes = nest->shape[nest->vecDim];
  int64_t rows = ShapedType::getNumElements(nest->shape) / lanes;
  if (across >= 0 ? nest->shape[across] < kLeastRows
                  : rows < kLeastRows || lanes > kMostSteps * nest->lanes)
    return {};

  if (piecesOf(roots, boundedUses(roots)) == Pieces::Exclusive)
    return {};
  Value flag;
  bool rowsDiffer = false;
  llvm::SmallDenseSet<std::pair<Value, int64_t>> seen;
  auto require = [&](Value condition) {
    flag = flag ? arith::AndIOp::create(b, loc, flag, condition).getResult()
                : condition;
  };
  // Tests a bound unless it is known; false where it can never hold.
  auto test = [&](arith::CmpIPredicate p, OpFoldResult bound, int64_t n) {
    if (auto known = getConstantIntValue(bound))
      return p == arith::CmpIPredicate::sge ? *known >= n : *known <= n;
    if (seen.insert({cast<Value>(bound), n}).second)
      require(arith::CmpIOp::create(b, loc, p, i64(bound), cst(n)));
    return true;
  };
  auto inside = [&](tts::MakeBlockOp block, ArrayRef<int> dims) {
    auto lower = block.getMixedLower(), upper = block.getMixedUpper();
    for (auto [d, n] : llvm::enumerate(block.getType().getShape())) {
      if (across >= 0 && dims[d] != across)
        continue;
      if (!test(arith::CmpIPredicate::sge, upper[d], n) ||
          !test(arith::CmpIPredicate::sle, lower[d], 0))
        return false;
      rowsDiffer |= dims[d] != nest->vecDim && n > 1 &&
                    (isa<Value>(lower[d]) || isa<Value>(upper[d]));
    }
    Value mask = block.getMask();
    if (across < 0 && mask && !blockType(mask) && seen.insert({mask, 1}).second)
      require(scalars.lookup(mask));
    return true;
  };
  for (const Reached &r : nest->reached)
    if (auto load = r.v.getDefiningOp<tts::LoadOp>())
      if (!buffers.count(r.v) && !inside(accessOf(load), r.dims))
        return {};
  auto own = llvm::to_vector<4>(llvm::seq<int>(0, nest->shape.size()));
  for (const Root &r : roots)
    if (r.kind == Root::Store && !inside(accessOf(r.op), own))
      return {};
  return rowsDiffer ? flag : Value();
}

} // namespace mlir::tts::cpu
