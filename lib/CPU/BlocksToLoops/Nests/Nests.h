// Loop nests around the elements of blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_NESTS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_NESTS_H

#include "../Part.h"
#include "Coordinates.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <array>
#include <optional>

namespace mlir::tts::cpu {

/// Opens loops around elements, and picks how the innermost one, over the
/// lanes, is best run.
class Nests : public Part {
public:
  explicit Nests(Emitter &emitter) : Part(emitter) {}

  // --- Nest.cpp: loop nests
  /// Loops over all elements of `shape`, which do the work of `roots` for each;
  /// `op` is the operation that they stand for, if it is one. Reductions among
  /// them go along `axis`. A plain nest is rarely run: no second version, one
  /// register of lanes.
  LogicalResult emitNest(ArrayRef<int64_t> shape, SmallVector<Root> roots,
                         Operation *op, int axis = -1, bool plain = false);
  /// Makes `own` the open nest, anew, and finds what it reaches. The caller
  /// puts back the one before.
  void beginNest(Nest &own, ArrayRef<int64_t> shape, ArrayRef<Root> roots);
  /// Gives storage to values that need it before this nest, which has begun.
  LogicalResult separate(Nest &own, ArrayRef<int64_t> shape,
                         ArrayRef<Root> roots, Operation *op);
  /// The dim that lanes of such a nest would run along; -1 if none, or if some
  /// value would be given storage first.
  int vectorDimOf(ArrayRef<int64_t> shape, ArrayRef<Root> roots);
  /// Gives `v` storage (or fills `dest`) in a nest of its own.
  LogicalResult materialize(Value v, Buffer *dest = nullptr);

  // --- Reach.cpp: what a nest reaches
  /// What such a nest would reach.
  Nest reachedBy(ArrayRef<int64_t> shape, ArrayRef<Root> roots);
  /// The same, of one that gives `v` storage.
  Nest reachedBy(Value v);
  /// Must some per-element work be done one element at a time?
  bool needsScalarNest(ArrayRef<Root> roots);

  // --- LaneLoop.cpp: the loop over the lanes
  /// Finds the accesses whose box the main loop can take for granted, and
  /// compares of positions, which hold there as well.
  SmallVector<Bound> findBounded(ArrayRef<Root> roots, int openAxis);
  /// The lanes of this step that are to be stored, where streamed steps take
  /// the others; null: all.
  Value lanesToStore();

  // --- Straight.cpp: steps within which no quotient changes
  /// The operation at these coordinates, if the current step is straight for
  /// it; null if not.
  const Quotient *knownQuotient(Operation *op, const Coords &coords,
                                int wrappedDim = -1);
  /// The sum of two strides; without `build` null stands for what is not known
  /// before run time.
  OpFoldResult addStrides(OpFoldResult a, OpFoldResult c, bool build);
  /// How far apart the values of an integer block are from lane to lane, in a
  /// step that is straight; nothing where they are not at equal distances. With
  /// `found` nothing is built, and what has to be so for that is added there.
  std::optional<OpFoldResult> laneStride(Value v, const Coords &coords,
                                         SmallVectorImpl<Quotient> *found);
  /// Where the nest is in what it reaches.
  Coords coordsOf(const Reached &reached);
  /// Is the current step straight, and one of many?
  bool inStraightSteps();
  /// The value of a quotient or remainder in a straight step.
  FailureOr<Lane> evalStraight(const Quotient &q);

  // --- Runs.cpp: steps in a row that quotients do not change in
  /// `coords` at the begin of the run, if they are where the nest reaches `v`,
  /// in all lanes of the step or in its first one alone, and `v` is one of
  /// `values`.
  std::optional<Coords>
  atRunBegin(const DenseMap<Value, SmallVector<int, 4>> &values, Value v,
             const Coords &coords, bool firstLaneOnly = false);
  /// A remainder at the first lane of a step: what it was at the begin of the
  /// run, and as much more as the step is further on.
  FailureOr<Lane> evalGrowing(Value v, const Coords &begin);

private:
  // --- Nest.cpp: loop nests
  unsigned openOuterLoops(int axis);
  LogicalResult initAccumulators(ArrayRef<Root> roots,
                                 SmallVectorImpl<Value> &accs);
  LogicalResult finishAccumulators(ArrayRef<Root> roots, ArrayRef<Value> accs,
                                   int axis);
  LogicalResult nestLoops(ArrayRef<Root> roots, int axis, bool plain);
  LogicalResult eitherWrapped(ArrayRef<Root> roots, int axis, bool plain,
                              Value noWrap);
  LogicalResult nestBody(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                         int axis);
  LogicalResult materializeTogether(ArrayRef<Value> values);
  Value noWrapFlag(ArrayRef<Root> roots);

  // --- Reach.cpp: what a nest reaches
  void reachRoot(const Root &root);
  void reach(Value v, ArrayRef<int> dims);
  bool gathersByQuotients(tts::LoadOp load);
  void chooseVectorDim(ArrayRef<Root> roots, int axis = -1);

  // --- Squares.cpp: what lies across the lanes
  bool fillsAcross(const Root &root);
  Value acrossFirst(ArrayRef<Root> roots);

  // --- MergeDims.cpp: one loop for several dims
  void mergeDims(ArrayRef<Root> roots);

  // --- LaneLoop.cpp: the loop over the lanes
  LogicalResult vectorLoop(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                           int openAxis, bool plain, StepBody body);
  LogicalResult oneStep(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                        int openAxis, bool plain, StepBody step);
  LogicalResult eitherWay(
      Value condition, SmallVectorImpl<Value> &accs,
      llvm::function_ref<LogicalResult(bool, SmallVectorImpl<Value> &)> body);
  Lane laneBoundOf(tts::MakeBlockOp block, ArrayRef<int> dims, int laneDim,
                   int openAxis);
  SmallVector<Bound> takeBounds(ArrayRef<Root> roots, int openAxis);
  using Steps = llvm::function_ref<LogicalResult(Value from, Value to)>;
  FailureOr<Value> unmaskedSteps(ArrayRef<Root> roots, Value limit, bool plain,
                                 Steps run, bool masksFollow = false);

  // --- Past.cpp: lanes past all bounds
  struct Rest {
    Value end;                    // the last step starts before this position
    SmallVector<Value> fill;      // one a root that is materialised
    SmallVector<Value> remaining; // one an accumulator: combined once more
  };
  /// `base + position < uniform` (or the like) as a bound of the position.
  /// Where the sum could wrap, the bound says nothing: 0 and the whole dim.
  std::optional<Bound> boundOfCompare(arith::CmpIOp op, ArrayRef<int> dims);
  /// Where the loop over the lanes may stop, and what is left to do then.
  FailureOr<Rest> pastBounds(ArrayRef<Root> roots, ArrayRef<Bound> bounded);
  /// Fills the rest of what was materialised and adds the rest of what was
  /// reduced: once, as adding it more often makes no difference.
  LogicalResult finishPast(const Rest &rest, ArrayRef<Root> roots,
                           SmallVectorImpl<Value> &accs);

  // --- Straight.cpp: steps within which no quotient changes
  using StrideMemo =
      DenseMap<Value,
               SmallVector<std::pair<Coords, std::optional<OpFoldResult>>, 1>>;
  std::optional<OpFoldResult> laneStride(Value v, const Coords &coords,
                                         SmallVectorImpl<Quotient> *found,
                                         StrideMemo &memo);
  /// The same, of an operation that has not been looked at.
  std::optional<OpFoldResult> strideOf(Value v, const Coords &coords,
                                       SmallVectorImpl<Quotient> *found,
                                       StrideMemo &memo);
  /// Is (x mod n) + the way of x in this step less than n, for all quotients,
  /// and does none of them pass its kink? Null where it is always so.
  FailureOr<Value> isStraight(ArrayRef<Quotient> quotients);
  FailureOr<std::pair<Value, Value>> divisionOf(const Quotient &q);
  std::optional<OpFoldResult>
  strideOfElementwise(Operation *op, const Coords &coords,
                      SmallVectorImpl<Quotient> *found, StrideMemo &memo);
  std::optional<OpFoldResult>
  strideOfKink(Operation *op, const Coords &coords,
               ArrayRef<std::optional<OpFoldResult>> strides,
               SmallVectorImpl<Quotient> *found);
  std::optional<OpFoldResult>
  strideOfQuotient(Operation *op, const Coords &coords, OpFoldResult dividend,
                   SmallVectorImpl<Quotient> *found);
  std::optional<OpFoldResult> scaledStride(OpFoldResult stride, Value by,
                                           const Coords &coords, bool build);
  bool isUniform(tts::LoadOp load, const Coords &coords,
                 SmallVectorImpl<Quotient> *found, StrideMemo &memo);
  SmallVector<Quotient> findQuotients(ArrayRef<Root> roots);
  LogicalResult stepBody(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                         StepBody body);

  // --- Kinks.cpp: absolute values, minima and maxima of positions
  FailureOr<std::array<Value, 4>> sidesOf(const Quotient &q);

  // --- AlwaysStraight.cpp: quotients by constants
  int64_t straightLanes(ArrayRef<Root> roots);
  bool isAlwaysStraight(const Quotient &q);
  void addAlwaysStraight(ArrayRef<Root> roots, SmallVectorImpl<Quotient> &all);

  // --- Runs.cpp: steps in a row that quotients do not change in
  SmallVector<Quotient> findRun(ArrayRef<Root> roots);
  void noteValuesOfRun(ArrayRef<Quotient> quotients, Run &run);
  LogicalResult overRuns(ArrayRef<Quotient> quotients, Value from, Value to,
                         SmallVectorImpl<Value> &accs, StepBody step);
};

} // namespace mlir::tts::cpu

#endif
