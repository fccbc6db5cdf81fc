// Finds the box of active lanes that a mask describes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_ANALYSIS_MASKANALYSIS_H
#define TRITON_SHARED_ANALYSIS_MASKANALYSIS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "triton-shared/Analysis/AccessAnalysis.h"

namespace mlir::tts {

/// A truth value shared by all lanes: an i1 value (a scalar, or the element of
/// a tensor that has one), or a comparison of two scalars.
struct ScalarCondition {
  Value value;
  bool negated = false;
  arith::CmpIPredicate predicate = arith::CmpIPredicate::eq;
  ScalarExpr lhs, rhs;
  bool operator==(const ScalarCondition &other) const {
    return value == other.value && negated == other.negated &&
           predicate == other.predicate && lhs == other.lhs && rhs == other.rhs;
  }
};

/// An i1 tensor, possibly inverted, that no box expresses.
struct MaskLeftover {
  LaneTensor lanes;
  bool negated = false;
  bool operator==(const MaskLeftover &other) const {
    return lanes == other.lanes && negated == other.negated;
  }
};

/// A mask as a conjunction:
///
///   mask(i) = all conditions  and  lower[d] <= i_d < upper[d] for every d
///             and  every leftover(i)
///
/// The top of the lattice is no bound, no condition, and the mask itself as
/// the only leftover. An absent bound holds for all lanes.
struct MaskInfo {
  SmallVector<int64_t, 4> shape;
  SmallVector<std::optional<ScalarExpr>, 4> lower, upper;
  SmallVector<ScalarCondition, 1> conditions;
  SmallVector<MaskLeftover, 1> leftovers;
  /// No lane is active.
  bool never = false;

  void print(raw_ostream &os) const;
};

/// Describes masks in terms of an access analysis. Bounds are computed in 64
/// bits; the scalars compared are assumed to lie within +-2^62.
class MaskAnalysis {
public:
  explicit MaskAnalysis(AccessAnalysis &accesses) : accesses(accesses) {}

  /// `mask`: an i1 block or scalar.
  const MaskInfo &get(Value mask) { return get(mask, /*negated=*/false); }

private:
  /// What `mask`, inverted if `negated`, is; computed once.
  const MaskInfo &get(Value mask, bool negated);
  MaskInfo compute(Value mask, bool negated);
  void clampScalar(IndexInfo &info);
  /// Adds the bounds of `left order right`, signed, which varies along one
  /// dimension by a constant; fails, with `info` as it was, where it does not.
  LogicalResult bound(const IndexInfo &left, const IndexInfo &right,
                      arith::CmpIPredicate order, MaskInfo &info);
  /// Bounds from `lhs predicate rhs`; fails where it is no box.
  LogicalResult compare(arith::CmpIOp op, bool negated, MaskInfo &info);
  void intersect(MaskInfo &info, const MaskInfo &other);
  void boundBelow(MaskInfo &info, unsigned dim, const ScalarExpr &bound);
  void boundAbove(MaskInfo &info, unsigned dim, const ScalarExpr &bound);

  AccessAnalysis &accesses;
  llvm::DenseMap<llvm::PointerIntPair<Value, 1, bool>,
                 std::unique_ptr<MaskInfo>>
      known;
  unsigned depth = 0;
};

} // namespace mlir::tts

#endif
