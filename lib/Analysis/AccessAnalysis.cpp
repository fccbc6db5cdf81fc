// Transfer functions of the access analysis: integer blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Analysis/AccessAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::tts;

/// Products of more terms are not multiplied out.
constexpr size_t kMaxTerms = 32;

Value mlir::tts::getSplatSource(Value block) {
  if (!isa<RankedTensorType>(block.getType()))
    return block;
  Operation *op = block.getDefiningOp();
  while (op && isa<triton::BroadcastOp, triton::ExpandDimsOp, triton::ReshapeOp,
                   triton::TransOp>(op))
    op = op->getOperand(0).getDefiningOp();
  if (auto splat = dyn_cast_or_null<triton::SplatOp>(op))
    return splat.getSrc();
  return {};
}

void AccessAnalysis::assumeCarried(Value value, Value source) {
  carried[value] = source;
}

void AccessAnalysis::invalidate() {
  indices.clear();
  pointers.clear();
}

/// Widens `low` to `high`, which hold a sum without its blocks, to what it
/// takes in all lanes; false where that is unknown or leaves 64 bits.
static bool addExtents(const IndexInfo &info, bool unknownStrides, int64_t &low,
                       int64_t &high) {
  for (auto [size, dim] : llvm::zip(info.shape, info.dims)) {
    std::optional<int64_t> stride = dim.stride.getConstant();
    if (!stride && unknownStrides)
      continue;
    int64_t extent = 0;
    if (!stride || llvm::MulOverflow(*stride, size - 1, extent))
      return false;
    int64_t &end = extent < 0 ? low : high;
    if (llvm::AddOverflow(end, extent, end))
      return false;
  }
  return true;
}

/// Whether constant parts alone leave the range of the element type: then the
/// program means to wrap around (a hash, say) and the sum of unbounded
/// integers that IndexInfo stands for would be another value. Of 64 bits 62 are
/// left for constants beside others, so that sums of them do not wrap either.
static bool wrapsAround(const IndexInfo &info, Value value) {
  constexpr unsigned kMost = 62;
  if (info.isUniform() && info.offset.getConstant())
    return false; // as it stands in the program, or folded
  Type type = getElementTypeOrSelf(value);
  unsigned width =
      type.isInteger() ? std::min(type.getIntOrFloatBitWidth(), kMost) : kMost;
  // Data times a constant of which 64 times as much does not fit the type.
  bool scaledFar = llvm::any_of(info.residuals, [&](const Residual &residual) {
    std::optional<int64_t> factor = residual.coefficient.getConstant();
    return factor && width > 8 && !llvm::isIntN(width - 6, *factor);
  });
  int64_t low = info.offset.getConstantTerm(), high = low;
  return scaledFar || !addExtents(info, /*unknownStrides=*/true, low, high) ||
         !llvm::isIntN(width, low) || !llvm::isIntN(width, high);
}

/// Whether `info`, which holds modulo 2^width, is the signed value of `width`
/// bits: one scalar of that width at most, or constants that fit.
static bool isSignedValue(const IndexInfo &info, unsigned width) {
  if (!info.isAffine())
    return false;
  if (info.isUniform() && info.offset.getTerms().size() == 1) {
    const ScalarTerm &term = info.offset.getTerms().front();
    if (term.coefficient == 1 && term.factors.size() == 1 &&
        term.factors.front()->kind == AtomKind::Value) {
      Type type = getElementTypeOrSelf(term.factors.front()->value);
      return type.isInteger() && type.getIntOrFloatBitWidth() <= width;
    }
  }
  std::optional<int64_t> offset = info.offset.getConstant();
  if (!offset)
    return false;
  int64_t low = *offset, high = low;
  return addExtents(info, /*unknownStrides=*/false, low, high) &&
         llvm::isIntN(width, low) && llvm::isIntN(width, high);
}

/// Numbers of less than 32 bits are data, and may wrap around.
static bool wrapsAsData(const IndexInfo &info, Value value) {
  Type type = getElementTypeOrSelf(value);
  return type.isInteger() && type.getIntOrFloatBitWidth() < 32 &&
         value.getDefiningOp() &&
         isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ShLIOp>(
             value.getDefiningOp()) &&
         !isSignedValue(info, type.getIntOrFloatBitWidth());
}

const IndexInfo &AccessAnalysis::getIndex(Value value) {
  auto known = indices.find(value);
  if (known != indices.end())
    return *known->second;
  IndexInfo info;
  if (depth >= kMaxDepth) {
    info = IndexInfo::opaque(value, scalars);
  } else {
    ++depth;
    info = computeIndex(value);
    --depth;
    if (wrapsAround(info, value) || wrapsAsData(info, value))
      info = IndexInfo::opaque(value, scalars);
  }
  auto &slot = indices[value];
  slot = std::make_unique<IndexInfo>(std::move(info));
  return *slot;
}

static ArrayRef<int64_t> getShape(Value value) {
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    return type.getShape();
  return {};
}

IndexInfo AccessAnalysis::computeIndex(Value value) {
  if (!isa<RankedTensorType>(value.getType()))
    return IndexInfo::uniform({}, scalars.get(value));
  if (Value source = carried.lookup(value)) {
    IndexInfo info = getIndex(source);
    info.offset = info.offset + scalars.getOpaque(value);
    return info;
  }
  Operation *op = value.getDefiningOp();
  if (!op || getElementTypeOrSelf(value).isInteger(1))
    return IndexInfo::opaque(value, scalars);

  if (auto splat = dyn_cast<triton::SplatOp>(op))
    return IndexInfo::uniform(getShape(value), scalars.get(splat.getSrc()));
  if (auto range = dyn_cast<triton::MakeRangeOp>(op)) {
    IndexInfo info =
        IndexInfo::uniform(getShape(value), ScalarExpr(range.getStart()));
    if (info.shape[0] != 1)
      info.dims[0].stride = ScalarExpr(1);
    return info;
  }
  if (isa<arith::ConstantOp>(op))
    return computeConstant(op);
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    IndexInfo info = getIndex(op->getOperand(0));
    IndexInfo other = getIndex(op->getOperand(1));
    if (isa<arith::SubIOp>(op))
      other.scale(ScalarExpr(-1));
    info.add(other);
    return info;
  }
  if (isa<arith::MulIOp>(op))
    return computeMul(value, getIndex(op->getOperand(0)),
                      getIndex(op->getOperand(1)));
  if (isa<arith::ShLIOp>(op)) {
    std::optional<int64_t> amount;
    const IndexInfo &shift = getIndex(op->getOperand(1));
    if (shift.isUniform())
      amount = shift.offset.getConstant();
    if (!amount || *amount < 0 || *amount > 31)
      return IndexInfo::opaque(value, scalars);
    IndexInfo info = getIndex(op->getOperand(0));
    info.scale(ScalarExpr(int64_t(1) << *amount));
    return info;
  }
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return computeDivRem(op);
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op))
    return computeShiftRight(op);
  if (isa<arith::AndIOp>(op))
    return computeAnd(op);
  if (isa<arith::MinSIOp, arith::MaxSIOp>(op))
    return computeMinMax(op);
  if (isa<arith::SelectOp>(op))
    return computeSelect(op);
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return computeExtension(op);
  if (std::optional<BlockView> view = BlockView::get(op)) {
    IndexInfo info = getIndex(op->getOperand(0));
    if (succeeded(info.apply(*view)))
      return info;
  }
  return IndexInfo::opaque(value, scalars);
}

IndexInfo AccessAnalysis::computeExtension(Operation *op) {
  Value source = op->getOperand(0);
  Type type = getElementTypeOrSelf(source);
  if (type.isInteger(1))
    return IndexInfo::opaque(op->getResult(0), scalars);
  const IndexInfo &info = getIndex(source);
  // A sum that wrapped around before is another one in more bits.
  bool keepsValue =
      isSignedValue(info, type.getIntOrFloatBitWidth()) ||
      (precision == Precision::Addresses && !info.mayHaveWrapped(source));
  if (keepsValue && isa<arith::ExtSIOp>(op))
    return info;
  std::optional<IndexInfo> extended;
  if (keepsValue)
    extended = asUnsigned(info, source);
  return extended ? *extended : IndexInfo::opaque(op->getResult(0), scalars);
}

/// `info`, which describes the signed numbers of `source`, as unsigned ones:
/// sums of scalars, and of lanes that grow, are those of the unsigned scalars
/// as long as they do not wrap around inside the block.
std::optional<IndexInfo> AccessAnalysis::asUnsigned(const IndexInfo &info,
                                                    Value source) {
  if (cannotBeNegative(source))
    return info;
  if (!info.isNonNegative())
    return std::nullopt;
  IndexInfo result = info;
  result.offset = ScalarExpr(info.offset.getConstantTerm());
  Type type = getElementTypeOrSelf(source);
  for (const ScalarTerm &term : info.offset.getTerms()) {
    if (term.factors.empty())
      continue;
    const ScalarAtom *atom = term.factors.front();
    if (term.coefficient != 1 || term.factors.size() != 1 ||
        atom->kind != AtomKind::Value || atom->value.getType() != type)
      return std::nullopt;
    result.offset = result.offset + scalars.getUnsigned(atom->value);
  }
  return llvm::all_of(result.dims,
                      [](const DimTerm &dim) {
                        return dim.stride.getConstant().has_value();
                      })
             ? std::optional<IndexInfo>(result)
             : std::nullopt;
}

IndexInfo AccessAnalysis::computeConstant(Operation *op) {
  Value value = op->getResult(0);
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return IndexInfo::opaque(value, scalars);
  ArrayRef<int64_t> shape = getShape(value);
  if (elements.isSplat())
    return IndexInfo::uniform(
        shape, ScalarExpr(elements.getSplatValue<APInt>().getSExtValue()));
  if (shape.size() != 1)
    return IndexInfo::opaque(value, scalars);
  // An arithmetic progression is a range.
  std::optional<int64_t> first, step, last;
  for (const APInt &element : elements.getValues<APInt>()) {
    int64_t current = element.getSExtValue();
    if (!first)
      first = current;
    int64_t change = 0;
    if (last && llvm::SubOverflow(current, *last, change))
      return IndexInfo::opaque(value, scalars);
    if (last && !step)
      step = change;
    if (step && change != *step)
      return IndexInfo::opaque(value, scalars);
    last = current;
  }
  IndexInfo info = IndexInfo::uniform(shape, ScalarExpr(*first));
  info.dims[0].stride = ScalarExpr(*step);
  return info;
}

IndexInfo AccessAnalysis::computeMul(Value value, const IndexInfo &a,
                                     const IndexInfo &b) {
  if (!a.isUniform() && !b.isUniform())
    return IndexInfo::opaque(value, scalars);
  IndexInfo info = b.isUniform() ? a : b;
  ScalarExpr factor = b.isUniform() ? b.offset : a.offset;
  // Products of sums grow; no address needs large ones.
  size_t longest = info.offset.getTerms().size();
  for (const DimTerm &dim : info.dims)
    longest = std::max(longest, dim.stride.getTerms().size());
  for (const Residual &residual : info.residuals)
    longest = std::max(longest, residual.coefficient.getTerms().size());
  if (longest * factor.getTerms().size() > kMaxTerms)
    return IndexInfo::opaque(value, scalars);
  info.scale(factor);
  return info;
}

/// All lanes lie between two multiples of the divisor if the first one is at a
/// multiple of something that divides it and that they do not exceed.
static bool staysBetweenMultiples(const IndexInfo &info, unsigned dim,
                                  int64_t step, int64_t divisor) {
  int64_t span;
  if (llvm::MulOverflow(step, info.shape[dim] - 1, span))
    return false;
  return std::gcd(getDivisibility(info.offset), uint64_t(divisor)) >
         uint64_t(span);
}

/// `dividend / divisor` or `dividend rem divisor` for a scalar divisor.
IndexInfo AccessAnalysis::divideBy(Operation *op, const IndexInfo &dividend,
                                   const ScalarExpr &divisor, bool remainder) {
  Value value = op->getResult(0);
  if (dividend.mayHaveWrapped(value))
    return IndexInfo::opaque(value, scalars);
  if (dividend.isUniform())
    return IndexInfo::uniform(
        dividend.shape,
        scalars.divide(dividend.offset, divisor, remainder, value));
  std::optional<unsigned> dim = dividend.getOnlyVaryingDim();
  if (!dividend.isAffine() || !dim)
    return IndexInfo::opaque(value, scalars);
  const ScalarExpr &stride = dividend.dims[*dim].stride;
  std::optional<int64_t> step = stride.getConstant();
  std::optional<int64_t> constant = divisor.getConstant();
  if (constant && *constant > 0 && step && *step > 0 &&
      isNonNegative(dividend.offset)) {
    if (staysBetweenMultiples(dividend, *dim, *step, *constant)) {
      ScalarExpr quotient = scalars.floorDiv(dividend.offset, *constant);
      if (!remainder)
        return IndexInfo::uniform(dividend.shape, quotient);
      IndexInfo info = dividend;
      info.offset = dividend.offset - quotient.scaled(*constant);
      return info;
    }
  }
  if (!remainder || stride != ScalarExpr(1))
    return IndexInfo::opaque(value, scalars);
  IndexInfo info = IndexInfo::uniform(dividend.shape, ScalarExpr());
  info.dims[*dim].stride = ScalarExpr(1);
  info.dims[*dim].wrap = {dividend.offset, divisor,
                          LaneTensor::identity(value)};
  return info;
}

IndexInfo AccessAnalysis::computeDivRem(Operation *op) {
  Value value = op->getResult(0);
  const IndexInfo &dividend = getIndex(op->getOperand(0));
  const IndexInfo &divisor = getIndex(op->getOperand(1));
  if (!divisor.isUniform())
    return IndexInfo::opaque(value, scalars);
  if (isa<arith::DivUIOp, arith::RemUIOp>(op) &&
      !llvm::all_of(op->getOperands(), cannotBeNegative))
    return IndexInfo::opaque(value, scalars);
  return divideBy(op, dividend, divisor.offset,
                  isa<arith::RemSIOp, arith::RemUIOp>(op));
}

/// `x >> k` is `x / 2^k` when no lane is negative; of unsigned numbers that is
/// known, not believed.
IndexInfo AccessAnalysis::computeShiftRight(Operation *op) {
  const IndexInfo &operand = getIndex(op->getOperand(0));
  const IndexInfo &amount = getIndex(op->getOperand(1));
  std::optional<int64_t> bits;
  if (amount.isUniform())
    bits = amount.offset.getConstant();
  if (!bits || *bits < 0 || *bits > 30 || !operand.isNonNegative() ||
      (isa<arith::ShRUIOp>(op) && !cannotBeNegative(op->getOperand(0))))
    return IndexInfo::opaque(op->getResult(0), scalars);
  return divideBy(op, operand, ScalarExpr(int64_t(1) << *bits),
                  /*remainder=*/false);
}

/// `x & (2^k - 1)` is what remains of `x` beyond a multiple of 2^k, whatever
/// its sign, and whether or not the sum that `x` is has wrapped around: 2^k
/// divides what it wraps around by.
IndexInfo AccessAnalysis::computeAnd(Operation *op) {
  Value value = op->getResult(0);
  for (unsigned side = 0; side < 2; ++side) {
    const IndexInfo &mask = getIndex(op->getOperand(1 - side));
    if (!mask.isUniform())
      continue;
    std::optional<int64_t> bits = mask.offset.getConstant();
    if (!bits || *bits < 1 || *bits >= (int64_t(1) << 31) ||
        !llvm::isPowerOf2_64(*bits + 1))
      continue;
    IndexInfo info = getIndex(op->getOperand(side));
    if (!info.isAffine())
      continue;
    int64_t modulus = *bits + 1;
    ScalarExpr quotient = scalars.floorDiv(info.offset, modulus);
    info.offset = info.offset - quotient.scaled(modulus);
    if (info.isUniform())
      return info;
    std::optional<unsigned> dim = info.getOnlyVaryingDim();
    if (!dim)
      continue;
    DimTerm &term = info.dims[*dim];
    std::optional<int64_t> step = term.stride.getConstant();
    const IndexInfo &whole = getIndex(op->getOperand(side));
    if (step && *step > 0 && staysBetweenMultiples(whole, *dim, *step, modulus))
      return info;
    if (step != 1)
      continue;
    term.wrap = {info.offset, ScalarExpr(modulus), LaneTensor::identity(value)};
    info.offset = ScalarExpr();
    return info;
  }
  return IndexInfo::opaque(value, scalars);
}

/// `value`, which is `below` where `index` is less than `limit`, and else
/// `beyond`.
std::optional<IndexInfo> AccessAnalysis::clip(Value value,
                                              const IndexInfo &index,
                                              const ScalarExpr &limit,
                                              const IndexInfo &below,
                                              const ScalarExpr &beyond) {
  std::optional<unsigned> dim = index.getOnlyVaryingDim();
  // What wrapped around compares otherwise than the sum does.
  if (precision != Precision::Addresses || !dim || !index.isAffine() ||
      index.mayHaveWrapped(value) || index.dims[*dim].stride != ScalarExpr(1) ||
      !below.hasSameLanes(index))
    return std::nullopt;
  IndexInfo info = IndexInfo::uniform(index.shape, beyond);
  info.dims[*dim].stride = ScalarExpr(1);
  info.dims[*dim].wrap = {below.offset - beyond,
                          limit + below.offset - index.offset - beyond,
                          LaneTensor::identity(value), beyond,
                          /*clipped=*/true};
  return info;
}

IndexInfo AccessAnalysis::computeMinMax(Operation *op) {
  const IndexInfo &a = getIndex(op->getOperand(0));
  const IndexInfo &b = getIndex(op->getOperand(1));
  Value value = op->getResult(0);
  if (a.mayHaveWrapped(value) || b.mayHaveWrapped(value))
    return IndexInfo::opaque(value, scalars);
  // The same lanes at two offsets: the smaller offset wins everywhere.
  if (!a.hasSameLanes(b)) {
    std::optional<IndexInfo> clipped;
    if (isa<arith::MinSIOp>(op) && b.isUniform())
      clipped = clip(value, a, b.offset, a, b.offset);
    else if (isa<arith::MinSIOp>(op) && a.isUniform())
      clipped = clip(value, b, a.offset, b, a.offset);
    return clipped ? *clipped : IndexInfo::opaque(value, scalars);
  }
  IndexInfo info = a;
  info.offset = isa<arith::MinSIOp>(op) ? scalars.min(a.offset, b.offset)
                                        : scalars.max(a.offset, b.offset);
  return info;
}

IndexInfo AccessAnalysis::computeSelect(Operation *op) {
  const IndexInfo &a = getIndex(op->getOperand(1));
  const IndexInfo &b = getIndex(op->getOperand(2));
  Value condition = getSplatSource(op->getOperand(0));
  if (!condition || !a.hasSameLanes(b)) {
    auto compare = op->getOperand(0).getDefiningOp<arith::CmpIOp>();
    if (compare && compare.getPredicate() == arith::CmpIPredicate::slt &&
        b.isUniform()) {
      const IndexInfo &limit = getIndex(compare.getRhs());
      const IndexInfo &index = getIndex(compare.getLhs());
      if (limit.isUniform() && !limit.mayHaveWrapped(compare.getRhs()) &&
          !index.mayHaveWrapped(compare.getLhs()))
        if (std::optional<IndexInfo> clipped =
                clip(op->getResult(0), index, limit.offset, a, b.offset))
          return *clipped;
    }
    return IndexInfo::opaque(op->getResult(0), scalars);
  }
  IndexInfo info = a;
  info.offset = scalars.select(condition, a.offset, b.offset);
  return info;
}
