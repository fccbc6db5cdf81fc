// Masks as boxes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Analysis/MaskAnalysis.h"
#include "mlir/IR/Matchers.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tts;
using arith::CmpIPredicate;

/// And-trees are followed this deep; beyond, a mask is a leftover.
constexpr unsigned kMaxDepth = 300;

static MaskInfo allActive(ArrayRef<int64_t> shape) {
  MaskInfo info;
  info.shape.assign(shape.begin(), shape.end());
  info.lower.resize(shape.size());
  info.upper.resize(shape.size());
  return info;
}

void MaskAnalysis::boundBelow(MaskInfo &info, unsigned dim,
                              const ScalarExpr &bound) {
  // Lanes count from 0.
  if (isNonNegative(bound.scaled(-1)))
    return;
  std::optional<ScalarExpr> &lower = info.lower[dim];
  lower = lower ? accesses.getScalars().max(*lower, bound) : bound;
}

void MaskAnalysis::boundAbove(MaskInfo &info, unsigned dim,
                              const ScalarExpr &bound) {
  std::optional<ScalarExpr> &upper = info.upper[dim];
  upper = upper ? accesses.getScalars().min(*upper, bound) : bound;
}

void MaskAnalysis::intersect(MaskInfo &info, const MaskInfo &other) {
  info.never |= other.never;
  for (unsigned dim = 0; dim < info.shape.size(); ++dim) {
    if (other.lower[dim])
      boundBelow(info, dim, *other.lower[dim]);
    if (other.upper[dim])
      boundAbove(info, dim, *other.upper[dim]);
  }
  for (const ScalarCondition &condition : other.conditions)
    if (!llvm::is_contained(info.conditions, condition))
      info.conditions.push_back(condition);
  for (const MaskLeftover &leftover : other.leftovers)
    if (!llvm::is_contained(info.leftovers, leftover))
      info.leftovers.push_back(leftover);
}

/// The predicate of the comparison with its operands exchanged.
static CmpIPredicate exchange(CmpIPredicate predicate) {
  switch (predicate) {
  case CmpIPredicate::slt:
    return CmpIPredicate::sgt;
  case CmpIPredicate::sle:
    return CmpIPredicate::sge;
  case CmpIPredicate::sgt:
    return CmpIPredicate::slt;
  case CmpIPredicate::sge:
    return CmpIPredicate::sle;
  case CmpIPredicate::ult:
    return CmpIPredicate::ugt;
  case CmpIPredicate::ule:
    return CmpIPredicate::uge;
  case CmpIPredicate::ugt:
    return CmpIPredicate::ult;
  case CmpIPredicate::uge:
    return CmpIPredicate::ule;
  case CmpIPredicate::eq:
  case CmpIPredicate::ne:
    return predicate;
  }
  return predicate;
}

static std::optional<CmpIPredicate> toSigned(CmpIPredicate predicate) {
  switch (predicate) {
  case CmpIPredicate::ult:
    return CmpIPredicate::slt;
  case CmpIPredicate::ule:
    return CmpIPredicate::sle;
  case CmpIPredicate::ugt:
    return CmpIPredicate::sgt;
  case CmpIPredicate::uge:
    return CmpIPredicate::sge;
  default:
    return std::nullopt;
  }
}

/// Is the sum one that is either in the range of its signed type or more than
/// that, but not so much that it is in the range again: one scalar, and lanes
/// that grow from it? Or constants alone, which are in it.
static bool wrapsOnceAtMost(const IndexInfo &info) {
  int64_t most = info.offset.getConstantTerm();
  bool scalar = false;
  for (const ScalarTerm &term : info.offset.getTerms()) {
    if (term.factors.empty())
      continue;
    if (scalar || term.coefficient != 1 || term.factors.size() != 1 ||
        term.factors.front()->kind != AtomKind::Value)
      return false;
    scalar = true;
  }
  if (scalar && most < 0)
    return false;
  for (auto [size, dim] : llvm::zip(info.shape, info.dims)) {
    std::optional<int64_t> stride = dim.stride.getConstant();
    if (!stride || (scalar && *stride < 0))
      return false;
    int64_t reach;
    if (llvm::MulOverflow(*stride, size - 1, reach) ||
        llvm::AddOverflow(most, reach, most))
      return false;
  }
  return !scalar || llvm::isIntN(32, most);
}

/// Is it made of scalars of 64 bits, which may be any number?
static bool hasLongScalars(const ScalarExpr &expr) {
  return llvm::any_of(expr.getTerms(), [](const ScalarTerm &term) {
    return llvm::any_of(term.factors, [](const ScalarAtom *factor) {
      return factor->kind == AtomKind::Value &&
             getElementTypeOrSelf(factor->value.getType()).isInteger(64);
    });
  });
}

/// Positions are taken to lie within 2^62: what they are compared with beyond
/// is on the same side of 2^62, and differences with that do not wrap.
void MaskAnalysis::clampScalar(IndexInfo &info) {
  constexpr int64_t kFarthest = int64_t(1) << 62;
  if (!info.isUniform())
    return;
  if (std::optional<int64_t> constant = info.offset.getConstant())
    info.offset = std::clamp(*constant, -kFarthest, kFarthest);
  else if (hasLongScalars(info.offset))
    info.offset = accesses.getScalars().max(
        accesses.getScalars().min(info.offset, kFarthest), -kFarthest);
}

LogicalResult MaskAnalysis::bound(const IndexInfo &left, const IndexInfo &right,
                                  CmpIPredicate order, MaskInfo &info) {
  IndexInfo difference = left;
  IndexInfo negative = right;
  negative.scale(ScalarExpr(-1));
  difference.add(negative);
  if (difference.isUniform()) {
    info.conditions.push_back(
        {Value(), false, order, difference.offset, ScalarExpr()});
    return success();
  }
  std::optional<unsigned> dim = difference.getOnlyVaryingDim();
  if (!dim)
    return failure();
  std::optional<int64_t> step = difference.dims[*dim].stride.getConstant();
  if (!step || *step == std::numeric_limits<int64_t>::min())
    return failure();
  ScalarExpr base = difference.offset;
  if (order == CmpIPredicate::eq) {
    if (*step != 1 && *step != -1)
      return failure();
    ScalarExpr lane = base.scaled(-*step);
    boundBelow(info, *dim, lane);
    boundAbove(info, *dim, lane + ScalarExpr(1));
    return success();
  }
  // Bring every order to base + step * i < 0.
  if (order == CmpIPredicate::sgt || order == CmpIPredicate::sge) {
    base = base.scaled(-1);
    step = -*step;
  }
  if (order == CmpIPredicate::sle || order == CmpIPredicate::sge)
    base = base - ScalarExpr(1);
  if (*step > 0)
    boundAbove(info, *dim,
               accesses.getScalars().ceilDiv(base.scaled(-1), *step));
  else
    boundBelow(info, *dim,
               accesses.getScalars().floorDiv(base, -*step) + ScalarExpr(1));
  return success();
}

LogicalResult MaskAnalysis::compare(arith::CmpIOp op, bool negated,
                                    MaskInfo &info) {
  if (getElementTypeOrSelf(op.getLhs()).isInteger(1))
    return failure();
  IndexInfo lhs = accesses.getIndex(op.getLhs());
  IndexInfo rhs = accesses.getIndex(op.getRhs());
  if (!lhs.isAffine() || !rhs.isAffine())
    return failure();
  if (lhs.mayHaveWrapped(op.getLhs()) || rhs.mayHaveWrapped(op.getRhs()))
    return failure();
  CmpIPredicate predicate = op.getPredicate();
  if (negated)
    predicate = arith::invertPredicate(predicate);
  Value left = op.getLhs(), right = op.getRhs();
  if (lhs.isUniform() && !rhs.isUniform()) {
    std::swap(lhs, rhs);
    std::swap(left, right);
    predicate = exchange(predicate);
  }

  // Where neither side is negative, signed and unsigned order agree.
  bool alsoAboveZero = false;
  if (std::optional<CmpIPredicate> same = toSigned(predicate)) {
    if (!cannotBeNegative(right) || !rhs.isUniform()) {
      if (!cannotBeNegative(left) || !cannotBeNegative(right))
        return failure();
    } else if (!cannotBeNegative(left)) {
      // x <u c with c >= 0 is 0 <= x < c; the other orders are no interval.
      if ((predicate != CmpIPredicate::ult &&
           predicate != CmpIPredicate::ule) ||
          !wrapsOnceAtMost(lhs))
        return failure();
      alsoAboveZero = true;
    }
    predicate = *same;
  }

  if (lhs.isUniform() && rhs.isUniform()) {
    info.conditions.push_back(
        {Value(), false, predicate, lhs.offset, rhs.offset});
    if (alsoAboveZero)
      info.conditions.push_back(
          {Value(), false, CmpIPredicate::sge, lhs.offset, ScalarExpr()});
    return success();
  }

  if (predicate == CmpIPredicate::ne)
    return failure();
  clampScalar(lhs);
  clampScalar(rhs);
  MaskInfo before = info;
  if (failed(bound(lhs, rhs, predicate, info)))
    return failure();
  if (alsoAboveZero &&
      failed(bound(lhs, IndexInfo::uniform(lhs.shape, ScalarExpr()),
                   CmpIPredicate::sge, info))) {
    info = before;
    return failure();
  }
  return success();
}

/// The operand of a negation, however it is written.
static Value getNegated(Operation *op) {
  if (auto comparison = dyn_cast<arith::CmpIOp>(op)) {
    bool inverts = (comparison.getPredicate() == CmpIPredicate::eq &&
                    matchPattern(comparison.getRhs(), m_Zero())) ||
                   (comparison.getPredicate() == CmpIPredicate::ne &&
                    matchPattern(comparison.getRhs(), m_One()));
    bool onTruth = getElementTypeOrSelf(comparison.getLhs()).isInteger(1);
    return inverts && onTruth ? comparison.getLhs() : Value();
  }
  auto exclusive = dyn_cast<arith::XOrIOp>(op);
  if (!exclusive)
    return {};
  if (matchPattern(exclusive.getRhs(), m_One()))
    return exclusive.getLhs();
  if (matchPattern(exclusive.getLhs(), m_One()))
    return exclusive.getRhs();
  return {};
}

const MaskInfo &MaskAnalysis::get(Value mask, bool negated) {
  llvm::PointerIntPair<Value, 1, bool> key(mask, negated);
  auto found = known.find(key);
  if (found != known.end())
    return *found->second;
  auto info = std::make_unique<MaskInfo>(compute(mask, negated));
  auto &slot = known[key];
  slot = std::move(info);
  return *slot;
}

MaskInfo MaskAnalysis::compute(Value mask, bool negated) {
  auto type = dyn_cast<RankedTensorType>(mask.getType());
  ArrayRef<int64_t> shape = type ? type.getShape() : ArrayRef<int64_t>();
  MaskInfo info = allActive(shape);
  Operation *op = mask.getDefiningOp();

  ++depth;
  llvm::scope_exit leave([&] { --depth; });

  if (op && depth < kMaxDepth) {
    APInt constant;
    if (matchPattern(mask, m_ConstantInt(&constant))) {
      info.never = constant.isZero() != negated;
      return info;
    }
    if (Value operand = getNegated(op))
      return get(operand, !negated);
    if (type && isa<triton::SplatOp>(op)) {
      const MaskInfo &scalar = get(op->getOperand(0), negated);
      info.never = scalar.never;
      info.conditions = scalar.conditions;
      return info;
    }
    // Not (a or b) is (not a) and (not b). i1 products are conjunctions.
    bool conjunction =
        negated ? isa<arith::OrIOp>(op) : isa<arith::AndIOp, arith::MulIOp>(op);
    if (type && conjunction) {
      info = get(op->getOperand(0), negated);
      intersect(info, get(op->getOperand(1), negated));
      return info;
    }
    if (type && !negated && isa<arith::SelectOp>(op) &&
        op->getOperand(0).getType() == type &&
        matchPattern(op->getOperand(2), m_Zero())) {
      info = get(op->getOperand(0), false);
      intersect(info, get(op->getOperand(1), false));
      return info;
    }
    if (auto comparison = dyn_cast<arith::CmpIOp>(op); comparison && type)
      if (succeeded(compare(comparison, negated, info)))
        return info;
    if (std::optional<BlockView> view = BlockView::get(op)) {
      MaskInfo source = get(op->getOperand(0), negated);
      bool fits = llvm::all_of(source.leftovers, [&](MaskLeftover &leftover) {
        return succeeded(view->apply(leftover.lanes));
      });
      for (auto [dim, target] : llvm::enumerate(view->dimOf)) {
        if (!source.lower[dim] && !source.upper[dim])
          continue;
        if (target < 0) {
          fits = false;
          break;
        }
        info.lower[target] = source.lower[dim];
        info.upper[target] = source.upper[dim];
      }
      if (fits) {
        info.never = source.never;
        info.conditions = source.conditions;
        info.leftovers = source.leftovers;
        return info;
      }
      info = allActive(shape);
    }
  }
  if (!type || type.getNumElements() == 1) {
    info.conditions.push_back({mask, negated, CmpIPredicate::eq, {}, {}});
    return info;
  }
  info.leftovers.push_back({LaneTensor::identity(mask), negated});
  return info;
}

void MaskInfo::print(raw_ostream &os) const {
  if (never) {
    os << "never";
    return;
  }
  os << "box = [";
  llvm::interleaveComma(llvm::seq<size_t>(0, shape.size()), os, [&](size_t d) {
    if (lower[d])
      os << *lower[d];
    else
      os << "0";
    os << " : ";
    if (upper[d])
      os << *upper[d];
    else
      os << shape[d];
  });
  os << "]";
  for (const ScalarCondition &condition : conditions) {
    os << ", when ";
    if (condition.value)
      os << (condition.negated ? "not " : "") << "scalar";
    else
      os << condition.lhs << " "
         << arith::stringifyCmpIPredicate(condition.predicate) << " "
         << condition.rhs;
  }
  for (const MaskLeftover &leftover : leftovers) {
    os << ", leftover = " << (leftover.negated ? "not " : "");
    leftover.lanes.print(os);
  }
}
