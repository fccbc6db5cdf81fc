// The lattice of the access analysis: what is known of an integer block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_ANALYSIS_INDEXINFO_H
#define TRITON_SHARED_ANALYSIS_INDEXINFO_H

#include "triton-shared/Analysis/ScalarExpr.h"

namespace mlir {
class Operation;
}

namespace mlir::tts {

/// A tensor that varies along some dimensions of a block and is broadcast
/// along the others.
struct LaneTensor {
  Value value;
  /// For each dimension of `value` the dimension of the block that it runs
  /// along; kNoDim where the value has a unit dimension that the block lacks.
  SmallVector<int, 4> dims;

  static constexpr int kNoDim = -1;
  static LaneTensor identity(Value value);
  bool operator==(const LaneTensor &other) const {
    return value == other.value && dims == other.dims;
  }
  /// Whether lanes differ along a dimension of the block.
  bool variesAlong(int dim) const;
  void print(raw_ostream &os) const;
};

/// A change of shape that moves elements without computing: expand_dims,
/// broadcast, trans, reshape in row-major order.
struct BlockView {
  /// Dimensions [sourceBegin, sourceEnd) become [resultBegin, resultEnd).
  struct Group {
    int sourceBegin, sourceEnd, resultBegin, resultEnd;
  };
  SmallVector<int64_t, 4> sourceShape, resultShape;
  /// The result dimension of each source dimension; LaneTensor::kNoDim for a
  /// dropped unit dimension, kRegrouped for one in `groups`.
  SmallVector<int, 4> dimOf;
  SmallVector<Group, 1> groups;

  static constexpr int kRegrouped = -2;
  /// The view that an operation with one tensor operand is, if it is one.
  static std::optional<BlockView> get(Operation *op);
  /// Carries a lane tensor over. Fails where the view regroups its dimensions.
  LogicalResult apply(LaneTensor &lanes) const;
};

/// One dimension's share of an index: i * stride, or, when wrapped,
/// ((start + i) rem modulus) * stride with the sign rule of arith.remsi, or,
/// when the wrap is clipped, (start + i) * stride below the modulus and 0 from
/// there on.
struct DimTerm {
  struct Wrap {
    ScalarExpr start, modulus;
    /// The program's own value of the term before the stride, plus `shift`.
    LaneTensor lanes;
    ScalarExpr shift = ScalarExpr();
    bool clipped = false;
    bool operator==(const Wrap &other) const {
      return start == other.start && modulus == other.modulus &&
             clipped == other.clipped;
    }
  };
  ScalarExpr stride;
  std::optional<Wrap> wrap;
};

/// coefficient * lanes, per lane.
struct Residual {
  ScalarExpr coefficient;
  LaneTensor lanes;
};

/// An integer block as a sum:
///
///   value(i) = offset + sum_d dims[d](i_d) + sum_k residuals[k](i)
///
/// The top of the lattice (nothing known) is offset 0, strides 0 and the value
/// itself as the only residual, so every block has a description; the order is
/// by how little is left in `residuals`. A unit dimension has stride 0. The
/// sum is that of unbounded integers: index arithmetic inside one block is
/// assumed not to wrap around its type, while scalars keep the width in which
/// the program computes them.
struct IndexInfo {
  SmallVector<int64_t, 4> shape;
  ScalarExpr offset;
  SmallVector<DimTerm, 4> dims;
  SmallVector<Residual, 1> residuals;

  static IndexInfo uniform(ArrayRef<int64_t> shape, ScalarExpr offset);
  /// Nothing known: the value is its own residual. A tensor of one element
  /// counts as a scalar.
  static IndexInfo opaque(Value value, ScalarContext &context);

  /// The same scalar in every lane.
  bool isUniform() const;
  /// Neither residuals nor wrapped dimensions.
  bool isAffine() const;
  /// Provably affine and never negative.
  bool isNonNegative() const;
  /// Is it a sum of products that hashes are made of, so that `value`, which it
  /// describes, may be another number: 32 bits that have wrapped around? In an
  /// address that has no meaning; where the sign or the size is looked at, it
  /// has.
  bool mayHaveWrapped(Value value) const;
  /// The only dimension with a nonzero stride, if there is exactly one.
  std::optional<unsigned> getOnlyVaryingDim() const;
  /// Equal up to the offset.
  bool hasSameLanes(const IndexInfo &other) const;

  void add(const IndexInfo &other);
  void scale(const ScalarExpr &factor);
  LogicalResult apply(const BlockView &view);
  /// Moves the wrap of a dimension to the residuals.
  void unwrap(unsigned dim);

  void print(raw_ostream &os) const;

private:
  void addResidual(const Residual &residual);
  void addUnwrapped(const DimTerm &term);
};

/// A scalar or block of pointers: address = base + element size * index, where
/// the base is one pointer or, when nothing is known, a pointer per lane.
struct PointerInfo {
  Value base;
  LaneTensor laneBase;
  IndexInfo index;

  bool hasSameBase(const PointerInfo &other) const {
    return base == other.base && laneBase == other.laneBase;
  }
  void print(raw_ostream &os) const;
};

} // namespace mlir::tts

#endif
