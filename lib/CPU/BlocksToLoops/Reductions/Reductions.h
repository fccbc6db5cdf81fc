// Reductions, scans and histograms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_REDUCTIONS_REDUCTIONS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_REDUCTIONS_REDUCTIONS_H

#include "../Part.h"

namespace mlir::tts::cpu {

/// Emits what combines the elements of a block along an axis.
class Reductions : public Part {
public:
  explicit Reductions(Emitter &emitter) : Part(emitter) {}

  using Combine = llvm::function_ref<LogicalResult(ValueRange, ValueRange,
                                                   SmallVectorImpl<Value> &)>;

  // --- Reduce.cpp
  /// Emits the reduction, and others that go over the same elements.
  LogicalResult emitReduce(triton::ReduceOp op);
  /// What the accumulators start from: the neutral element, or zero where none
  /// is known; vectors in a nest with lanes.
  LogicalResult reduceInit(triton::ReduceOp op, SmallVectorImpl<Value> &accs);
  /// Inlines a combiner region on scalars or vectors.
  LogicalResult combine(Region &region, ValueRange lhs, ValueRange rhs,
                        SmallVectorImpl<Value> &out);
  /// accs = combine(accs, sources at coords). A combiner without a known
  /// neutral element takes the first element as it is.
  LogicalResult reduceStep(triton::ReduceOp op, const Coords &coords, int axis,
                           MutableArrayRef<Value> accs);
  /// Stores the accumulators as the result block, or maps them when scalar.
  LogicalResult finishReduce(triton::ReduceOp op, ArrayRef<Value> accs,
                             int axis);

  // --- Scan.cpp
  /// Sequential along the axis, vectors along another dim where there is one,
  /// or a register at a time along the axis.
  LogicalResult emitScan(triton::ScanOp op);

  // --- Histogram.cpp
  /// Counts, element by element; values outside of the bins are not counted.
  LogicalResult emitHistogram(triton::HistogramOp op);

  // --- ReduceRows.cpp
  /// Folds as many lines as they have lanes into the first one, of which each
  /// lane then has what one line comes to: neighbours are shuffled together. A
  /// line is a vector for each operand of the combiner.
  LogicalResult foldSquare(MutableArrayRef<SmallVector<Value>> lines,
                           Combine combine);

private:
  // --- Reduce.cpp
  SmallVector<triton::ReduceOp> reducedTogether(triton::ReduceOp op);
  LogicalResult inlineScalars(Block &block, ValueRange args,
                              SmallVectorImpl<Value> &out);
  LogicalResult horizontal(Region &region, SmallVectorImpl<Value> &accs,
                           int64_t width);

  // --- Scan.cpp
  LogicalResult scanStep(triton::ScanOp op, SmallVectorImpl<Value> &elems,
                         int64_t s);
  class Scan;

  // --- ReduceRows.cpp
  struct Rows {
    SmallVector<Buffer> partials; // one for each result
    int64_t width = 0;            // lanes of a partial result; 0: not used
  };
  void allocateRows(triton::ReduceOp op);
  LogicalResult keepRow(triton::ReduceOp op, Rows &rows,
                        SmallVectorImpl<Value> &accs);
  LogicalResult foldRows(triton::ReduceOp op);

  DenseMap<Operation *, Rows> rowPartials;
};

} // namespace mlir::tts::cpu

#endif
