// Lattice operations of the access analysis.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Analysis/IndexInfo.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeUtilities.h"
#include "triton-shared/Analysis/ScalarFacts.h"

using namespace mlir;
using namespace mlir::tts;

LaneTensor LaneTensor::identity(Value value) {
  LaneTensor lanes{value, {}};
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    for (int dim = 0; dim < type.getRank(); ++dim)
      lanes.dims.push_back(dim);
  return lanes;
}

bool LaneTensor::variesAlong(int dim) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return false;
  for (auto [size, blockDim] : llvm::zip(type.getShape(), dims))
    if (blockDim == dim && size != 1)
      return true;
  return false;
}

IndexInfo IndexInfo::uniform(ArrayRef<int64_t> shape, ScalarExpr offset) {
  IndexInfo info;
  info.shape.assign(shape.begin(), shape.end());
  info.offset = std::move(offset);
  info.dims.resize(shape.size());
  return info;
}

IndexInfo IndexInfo::opaque(Value value, ScalarContext &context) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return uniform({}, context.get(value));
  if (type.getNumElements() == 1)
    return uniform(type.getShape(), context.getOpaque(value));
  IndexInfo info = uniform(type.getShape(), ScalarExpr());
  info.residuals.push_back({ScalarExpr(1), LaneTensor::identity(value)});
  return info;
}

bool IndexInfo::isUniform() const {
  return residuals.empty() && llvm::all_of(dims, [](const DimTerm &dim) {
           return dim.stride.isZero();
         });
}

bool IndexInfo::isAffine() const {
  return residuals.empty() && llvm::none_of(dims, [](const DimTerm &dim) {
           return dim.wrap.has_value();
         });
}

bool IndexInfo::isNonNegative() const {
  return isAffine() && tts::isNonNegative(offset) &&
         llvm::all_of(dims, [](const DimTerm &dim) {
           return tts::isNonNegative(dim.stride);
         });
}

/// Is it more than one block of one element? Its elements are data, and sums
/// and products of those wrap around.
static bool computesOnData(const ScalarExpr &expr) {
  auto isData = [](const ScalarAtom *atom) {
    return atom->kind == AtomKind::Value &&
           isa<RankedTensorType>(atom->value.getType());
  };
  auto terms = expr.getTerms();
  return llvm::any_of(terms, [&](const ScalarTerm &term) {
    bool alone =
        terms.size() == 1 && term.factors.size() == 1 && term.coefficient == 1;
    return !alone && llvm::any_of(term.factors, isData);
  });
}

/// Is a hash among what the expression adds up, as large as its type allows?
static bool isHash(const ScalarExpr &expr) {
  if (computesOnData(expr))
    return true;
  auto comesFromHash = [](const ScalarAtom *atom) {
    bool divides = atom->kind == AtomKind::Div ||
                   atom->kind == AtomKind::FloorDiv ||
                   atom->kind == AtomKind::Rem;
    return atom->kind == AtomKind::Value
               ? tts::comesFromHash(atom->value)
               : !divides && llvm::any_of(atom->operands, isHash);
  };
  return llvm::any_of(expr.getTerms(), [&](const ScalarTerm &term) {
    return (!term.factors.empty() && isHashFactor(term.coefficient)) ||
           llvm::any_of(term.factors, comesFromHash);
  });
}

bool IndexInfo::mayHaveWrapped(Value value) const {
  if (!getElementTypeOrSelf(value).isInteger(32))
    return false;
  return isHash(offset) || llvm::any_of(dims, [&](const DimTerm &dim) {
           std::optional<int64_t> stride = dim.stride.getConstant();
           return stride ? isHashStride(*stride) : isHash(dim.stride);
         });
}

std::optional<unsigned> IndexInfo::getOnlyVaryingDim() const {
  std::optional<unsigned> found;
  for (auto [position, dim] : llvm::enumerate(dims)) {
    if (dim.stride.isZero())
      continue;
    if (found)
      return std::nullopt;
    found = position;
  }
  return found;
}

bool IndexInfo::hasSameLanes(const IndexInfo &other) const {
  if (shape != other.shape || residuals.size() != other.residuals.size())
    return false;
  for (auto [a, b] : llvm::zip(dims, other.dims))
    if (a.stride != b.stride || !(a.wrap == b.wrap))
      return false;
  return llvm::all_of(residuals, [&](const Residual &residual) {
    return llvm::any_of(other.residuals, [&](const Residual &candidate) {
      return residual.lanes == candidate.lanes &&
             residual.coefficient == candidate.coefficient;
    });
  });
}

void IndexInfo::addResidual(const Residual &added) {
  for (Residual &residual : residuals) {
    if (!(residual.lanes == added.lanes))
      continue;
    residual.coefficient = residual.coefficient + added.coefficient;
    if (residual.coefficient.isZero())
      residuals.erase(&residual);
    return;
  }
  residuals.push_back(added);
}

/// Adds a wrapped term as a residual.
void IndexInfo::addUnwrapped(const DimTerm &term) {
  offset = offset - term.stride * term.wrap->shift;
  addResidual({term.stride, term.wrap->lanes});
}

void IndexInfo::unwrap(unsigned dim) {
  if (!dims[dim].wrap)
    return;
  DimTerm term = dims[dim];
  dims[dim] = DimTerm();
  addUnwrapped(term);
}

void IndexInfo::add(const IndexInfo &other) {
  offset = offset + other.offset;
  for (unsigned dim = 0; dim < dims.size(); ++dim) {
    DimTerm &term = dims[dim];
    const DimTerm &added = other.dims[dim];
    if (added.stride.isZero())
      continue;
    if (term.stride.isZero()) {
      term = added;
      continue;
    }
    if (term.wrap == added.wrap) {
      term.stride = term.stride + added.stride;
      if (term.stride.isZero())
        term.wrap.reset();
      continue;
    }
    // One dimension holds one term: the wrapped one becomes a residual.
    if (added.wrap) {
      addUnwrapped(added);
    } else {
      unwrap(dim);
      term.stride = added.stride;
    }
  }
  for (const Residual &residual : other.residuals)
    addResidual(residual);
}

void IndexInfo::scale(const ScalarExpr &factor) {
  if (factor.isZero()) {
    *this = uniform(SmallVector<int64_t, 4>(shape), ScalarExpr());
    return;
  }
  offset = offset * factor;
  for (DimTerm &dim : dims)
    dim.stride = dim.stride * factor;
  for (Residual &residual : residuals)
    residual.coefficient = residual.coefficient * factor;
}

/// The stride of row-major dimensions that act as one, or nothing.
static std::optional<ScalarExpr> collapse(ArrayRef<int64_t> shape,
                                          ArrayRef<DimTerm> dims) {
  std::optional<ScalarExpr> inner;
  ScalarExpr expected;
  for (int dim = static_cast<int>(shape.size()) - 1; dim >= 0; --dim) {
    if (dims[dim].wrap)
      return std::nullopt;
    if (shape[dim] == 1)
      continue;
    if (!inner)
      inner = dims[dim].stride;
    else if (dims[dim].stride != expected)
      return std::nullopt;
    expected = dims[dim].stride.scaled(shape[dim]);
  }
  return inner ? *inner : ScalarExpr();
}

LogicalResult IndexInfo::apply(const BlockView &view) {
  SmallVector<DimTerm, 4> result(view.resultShape.size());
  for (auto [source, target] : llvm::enumerate(view.dimOf))
    if (target >= 0)
      result[target] = dims[source];
  for (const BlockView::Group &group : view.groups) {
    int count = group.sourceEnd - group.sourceBegin;
    std::optional<ScalarExpr> stride =
        collapse(ArrayRef(shape).slice(group.sourceBegin, count),
                 ArrayRef(dims).slice(group.sourceBegin, count));
    if (!stride)
      return failure();
    for (int dim = group.resultEnd - 1; dim >= group.resultBegin; --dim) {
      if (view.resultShape[dim] == 1)
        continue;
      result[dim].stride = *stride;
      stride = stride->scaled(view.resultShape[dim]);
    }
  }
  for (DimTerm &term : result)
    if (term.wrap && failed(view.apply(term.wrap->lanes)))
      return failure();
  for (Residual &residual : residuals)
    if (failed(view.apply(residual.lanes)))
      return failure();
  dims = std::move(result);
  shape = view.resultShape;
  return success();
}

void LaneTensor::print(raw_ostream &os) const {
  if (Operation *op = value.getDefiningOp())
    os << op->getName().stripDialect();
  else
    os << "arg" << cast<BlockArgument>(value).getArgNumber();
  if (dims.empty())
    return;
  os << "[";
  llvm::interleaveComma(dims, os);
  os << "]";
}

void IndexInfo::print(raw_ostream &os) const {
  os << "offset = " << offset << ", strides = [";
  llvm::interleaveComma(dims, os, [&](const DimTerm &dim) {
    os << dim.stride;
    if (dim.wrap)
      os << (dim.wrap->clipped ? " clip(" : " wrap(") << dim.wrap->start << ", "
         << dim.wrap->modulus << ")";
  });
  os << "]";
  if (residuals.empty())
    return;
  os << ", residual = ";
  llvm::interleave(
      residuals, os,
      [&](const Residual &residual) {
        if (residual.coefficient != ScalarExpr(1))
          os << "(" << residual.coefficient << ") * ";
        residual.lanes.print(os);
      },
      " + ");
}

void PointerInfo::print(raw_ostream &os) const {
  os << "base = ";
  (base ? LaneTensor{base, {}} : laneBase).print(os);
  os << ", ";
  index.print(os);
}
