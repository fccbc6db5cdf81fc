// Finds the structure of integer blocks, pointers and pointer blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_ANALYSIS_ACCESSANALYSIS_H
#define TRITON_SHARED_ANALYSIS_ACCESSANALYSIS_H

#include "triton-shared/Analysis/IndexInfo.h"

namespace mlir::tts {

/// Describes values by the lattice of IndexInfo and PointerInfo. It follows
/// definitions backwards, keeps what it found, and never changes the IR; what
/// it does not understand is described as opaque, so every query has an answer.
///
/// Values carried by loops and yielded by branches are opaque unless a caller
/// states (assumeCarried) that such a value has the lanes of a known one, plus
/// a scalar. The caller proves the statement by comparing what the loop yields.
class AccessAnalysis {
public:
  /// What a description of an integer block is good for.
  enum class Precision {
    /// Addresses and masks, whose arithmetic is assumed not to wrap around.
    Addresses,
    /// Any data: a description holds modulo 2^width of the element type.
    Data,
  };

  explicit AccessAnalysis(ScalarContext &scalars,
                          Precision precision = Precision::Addresses)
      : scalars(scalars), precision(precision) {}

  /// `value`: an integer block, or an integer or index scalar.
  const IndexInfo &getIndex(Value value);
  /// `value`: a pointer or a block of pointers.
  const PointerInfo &getPointer(Value value);

  /// States that `value` equals `source` plus a scalar that stays unknown and
  /// is named by `value` itself.
  void assumeCarried(Value value, Value source);
  void dropAssumption(Value value) { carried.erase(value); }
  /// Forgets everything but the assumptions.
  void invalidate();

  ScalarContext &getScalars() { return scalars; }

private:
  IndexInfo computeIndex(Value value);
  IndexInfo computeMul(Value value, const IndexInfo &a, const IndexInfo &b);
  IndexInfo computeDivRem(Operation *op);
  IndexInfo computeShiftRight(Operation *op);
  IndexInfo computeAnd(Operation *op);
  IndexInfo computeMinMax(Operation *op);
  IndexInfo computeSelect(Operation *op);
  std::optional<IndexInfo> clip(Value value, const IndexInfo &index,
                                const ScalarExpr &limit, const IndexInfo &below,
                                const ScalarExpr &beyond);
  IndexInfo computeConstant(Operation *op);
  IndexInfo computeExtension(Operation *op);
  std::optional<IndexInfo> asUnsigned(const IndexInfo &info, Value source);
  PointerInfo computePointer(Value value);
  IndexInfo divideBy(Operation *op, const IndexInfo &dividend,
                     const ScalarExpr &divisor, bool remainder);

  ScalarContext &scalars;
  Precision precision;
  llvm::DenseMap<Value, std::unique_ptr<IndexInfo>> indices;
  llvm::DenseMap<Value, std::unique_ptr<PointerInfo>> pointers;
  llvm::DenseMap<Value, Value> carried;
  /// Definitions are followed this deep; beyond, a value is opaque.
  static constexpr unsigned kMaxDepth = 300;
  unsigned depth = 0;
};

/// The scalar that a block is a splat of, which a scalar is itself; or null.
Value getSplatSource(Value block);

/// Bytes of one element in memory; i1 takes one byte. 0 for other types.
unsigned getElementBytes(Type type);

} // namespace mlir::tts

#endif
