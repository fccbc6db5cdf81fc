// Loop nests around the elements of blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_NESTS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_NESTS_NESTS_H

#include "../Part.h"
#include "../Programs/Programs.h"
#include "Coordinates.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

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

  // --- Needed.cpp: what is left out because nobody needs it
  /// From this position of dim `d` on nothing of the block is accessed; null if
  /// all of it may be.
  Value endOfDim(tts::MakeBlockOp block, int d);
  /// From this position of dim `d` on nobody needs the value `v` of the
  /// operation `at`; null if all may be needed.
  Value endOfNeeded(Value v, int d, Operation *at);

  /// What is copied of `v`: its positions of a dim from `end` on are not read.
  struct CopyEnd {
    Value v;
    int dim;
    Value end;
  };
  std::optional<CopyEnd> copyEnd; // while the copy is made
  /// While storage is filled that may be found again by what needs more of it.
  bool fillsShared = false;
  /// Has `v` storage that ends where this program needs no more of it?
  bool isPartlyStored(Value v) const { return partlyStored.contains(v); }
  /// Where the copy of `v` may end along the dim; null if nowhere before it.
  Value copiedUntil(Value v, int d) const {
    return copyEnd && copyEnd->v == v && copyEnd->dim == d ? copyEnd->end
                                                           : Value();
  }

  // --- Reach.cpp: what a nest reaches
  /// What such a nest would reach.
  Nest reachedBy(ArrayRef<int64_t> shape, ArrayRef<Root> roots);
  /// The same, of one that gives `v` storage.
  Nest reachedBy(Value v);
  /// Must some per-element work be done one element at a time?
  bool needsScalarNest(ArrayRef<Root> roots);

  // --- Bounds.cpp: up to which lanes accesses are inside their boxes
  /// Finds the accesses whose box the main loop can take for granted, and
  /// compares of positions, which hold there as well.
  SmallVector<Bound> findBounded(ArrayRef<Root> roots, int openAxis);

  // --- Straight.cpp: steps within which no quotient changes
  /// Where the nest is in what it reaches.
  Coords coordsOf(const Reached &reached);
  /// Do its lanes lie at equal distances in a step that is straight and without
  /// masks? Known before the nest has lanes.
  bool isEvenInSteps(const Reached &reached);

private:
  // --- Nest.cpp: loop nests
  std::pair<Value, Value> extentOf(int dim);
  unsigned openOuterLoops(int axis);
  LogicalResult initAccumulators(ArrayRef<Root> roots,
                                 SmallVectorImpl<Value> &accs);
  LogicalResult finishAccumulators(ArrayRef<Root> roots, ArrayRef<Value> accs,
                                   int axis);
  LogicalResult nestLoops(ArrayRef<Root> roots, int axis, bool plain);
  LogicalResult closedLoops(ArrayRef<Root> roots, int axis, bool plain = false,
                            ArrayRef<Programs::ColumnAccess> interleaved = {});
  LogicalResult eitherLoops(Value flag, bool Nest::*fact, ArrayRef<Root> roots,
                            int axis);
  LogicalResult nestBody(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                         int axis);
  LogicalResult materializeTogether(ArrayRef<Value> values);
  Value noWrapFlag(ArrayRef<Root> roots);

  // --- Needed.cpp: what is left out because nobody needs it
  Value endOfRoots(ArrayRef<Root> roots, int d);
  /// Finds where what is needed of each dim ends.
  void findEnds(ArrayRef<Root> roots, int axis);
  /// Where the lanes end: behind what is needed.
  Value endOfLanes();

  // --- Inside.cpp: blocks that lie inside what they are taken from
  Value insideFlag(ArrayRef<Root> roots, int across);

  // --- Reach.cpp: what a nest reaches
  void reachRoot(const Root &root);
  void reach(Value v, ArrayRef<Place> places);
  bool gathersByQuotients(tts::LoadOp load);
  SmallVector<int> votesForDims(ArrayRef<Root> roots);
  int64_t usualLanes(ArrayRef<Root> roots, int axis);
  void chooseVectorDim(ArrayRef<Root> roots, int axis = -1);

  // --- Squares.cpp: what lies across the lanes
  bool fillsAcross(const Root &root);
  Value acrossFirst(ArrayRef<Root> roots);

  // --- MergeDims.cpp: one loop for several dims
  void mergeDims(ArrayRef<Root> roots);

  // --- Bounds.cpp: up to which lanes accesses are inside their boxes
  /// The operations with bounds that the nest reaches, and along which dims.
  using Uses = llvm::MapVector<Operation *, SmallVector<Places, 1>>;
  Uses boundedUses(ArrayRef<Root> roots);
  Lane laneBoundOf(tts::MakeBlockOp block, ArrayRef<int> dims, int laneDim,
                   int openAxis);
  std::optional<Bound> boundOf(tts::MakeBlockOp block, ArrayRef<Place> places,
                               int openAxis, bool anyBegin);
  /// `base + position < uniform` (or the like) as a bound of the position.
  /// Where the sum could wrap, the bound says nothing: 0 and the whole dim.
  std::optional<Bound> boundOfCompare(arith::CmpIOp op, ArrayRef<int> dims,
                                      int dim);
  SmallVector<Bound> findBounded(const Uses &uses, int openAxis, bool anyBegin);
  /// Do boxes begin or end at different lanes? They are exclusive if some end
  /// where others begin; if most lanes lie inside all of them, the others are
  /// edges.
  enum class Pieces { None, Edges, Some, Exclusive };
  SmallVector<Bound> takeBounds(ArrayRef<Root> roots, int openAxis,
                                Pieces &pieces);
  void dropBounds();
  Value limitOf(ArrayRef<Bound> bounded, int64_t n);
  Value endOfStores(ArrayRef<Root> roots, ArrayRef<Bound> bounded, int64_t n);

  // --- LaneLoop.cpp: the loop over the lanes
  using Steps = llvm::function_ref<LogicalResult(Value from, Value to)>;
  LogicalResult vectorLoop(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                           int openAxis, bool plain, StepBody body);
  /// The lanes before `limit` without masks and those up to `end` with them.
  LogicalResult mainThenMasked(ArrayRef<Root> roots, ArrayRef<Bound> bounded,
                               Value limit, Value end, bool plain, Steps run);
  /// The same from `begin` on, in steps of fewer lanes.
  LogicalResult narrowSteps(Value begin, Value limit, Value end, int64_t narrow,
                            Steps run);
  LogicalResult oneStep(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                        int openAxis, bool plain, StepBody step);
  LogicalResult eitherWay(
      Value condition, SmallVectorImpl<Value> &accs,
      llvm::function_ref<LogicalResult(bool, SmallVectorImpl<Value> &)> body);
  /// How many lanes a register has, or a quarter of a step where that is more.
  int64_t registerLanes();
  /// How many lanes at a time are done where masks are needed; 0: as many as
  /// elsewhere.
  int64_t narrowLanes(ArrayRef<Root> roots);
  FailureOr<Value> unmaskedSteps(ArrayRef<Root> roots, Value limit, bool plain,
                                 Steps run, bool masksFollow = false);

  // --- WholeSteps.cpp: steps that no box begins or ends in
  Pieces piecesOf(ArrayRef<Root> roots, const Uses &uses);
  /// One step behind the main ones: without masks where it can be.
  LogicalResult wholeStep(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                          StepBody step);
  /// Is that so in the current step, and is nothing of it stored yet?
  Value isWhole();

  // --- Edges.cpp: lanes that all boxes hold, and those before and after
  bool mayHaveEdges(ArrayRef<Root> roots);
  /// From where to where all boxes hold, at registers of the row.
  std::pair<Value, Value> middleOf(ArrayRef<Bound> bounded);
  /// Are there few lanes before and after the middle, and no stores that are
  /// better streamed?
  Value edgesAreShort(ArrayRef<Root> roots, ArrayRef<Bound> bounded, Value end);
  /// The lanes up to `end`: first those inside of all boxes, by `run`, then the
  /// edges, a register at a time, under masks.
  LogicalResult betweenEdges(ArrayRef<Bound> bounded, Value end, Steps run,
                             SmallVectorImpl<Value> &accs, StepBody step);

  // --- AxisLoop.cpp: the loop along a reduction across the lanes
  struct AxisBounds {
    Value limit, end;
  };
  std::optional<AxisBounds> boundsAlongAxis(ArrayRef<Root> roots);
  LogicalResult axisLoop(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                         bool plain, StepBody body);

  // --- Past.cpp: what lies past all bounds
  struct Rest {
    Value end;      // the last step starts before this position
    Value ofBounds; // the same of the bounds alone; null: facts reach further
    SmallVector<Value> fill;      // one a root that is materialised
    SmallVector<Value> remaining; // one a reduction: combined once more; null:
                                  // it changes nothing
  };
  /// Where the loop over the lanes may stop, and what is left to do then.
  FailureOr<Rest> pastBounds(ArrayRef<Root> roots, ArrayRef<Bound> bounded);
  /// The same of a loop along `dim`, where all that is `bounded` ends at `end`.
  FailureOr<Rest> restPast(ArrayRef<Root> roots, int dim,
                           const OperationSet &bounded, Value end);
  /// Fills the rest of what was materialised and adds the rest of what was
  /// reduced: once, as adding it more often makes no difference.
  LogicalResult finishPast(const Rest &rest, ArrayRef<Root> roots,
                           SmallVectorImpl<Value> &accs);

  // --- Straight.cpp: steps within which no quotient changes
  /// Is (x mod n) + the way of x in this step less than n, for all quotients,
  /// and does none of them pass its kink? Null where it is always so. Positions
  /// that addresses are made of stay in their type; others `mayWrap` around.
  FailureOr<Value> isStraight(ArrayRef<Quotient> quotients);
  FailureOr<std::pair<Value, Value>> divisionOf(const Quotient &q);
  SmallVector<Quotient> findQuotients(ArrayRef<Root> roots);
  LogicalResult stepBody(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                         StepBody body);

  // --- Widened.cpp: positions made of numbers with fewer bits
  bool hasWidened(const Quotient &q);
  /// Do those fit their types for so many elements from the first lane on? All
  /// of it must hold; nothing if there are none.
  FailureOr<SmallVector<Value>> staysInTypes(const Quotient &q, int64_t count);

  // --- RunKinks.cpp: runs that are cut at kinks
  SmallVector<Quotient> kinksOfRuns(ArrayRef<Root> roots);
  bool mayCutAt(ArrayRef<Quotient> kinks, ArrayRef<Quotient> quotients,
                ArrayRef<Root> roots);
  FailureOr<std::pair<Value, Value>> distanceToKink(ArrayRef<Quotient> kinks);
  LogicalResult stepsBeyondKink(ArrayRef<Root> roots, Value begin, Value end,
                                SmallVectorImpl<Value> &accs, StepBody step);
  FailureOr<Value> stepsToKink(ArrayRef<Root> roots, Value end,
                               SmallVectorImpl<Value> &accs, StepBody step);

  // --- Kinks.cpp: absolute values, minima and maxima of positions
  FailureOr<std::array<Value, 4>> sidesOf(const Quotient &q);

  // --- AlwaysStraight.cpp: quotients by constants
  int64_t straightLanes(ArrayRef<Root> roots);
  bool hasPatterns(ArrayRef<Root> roots);
  int64_t patternLanes(int64_t lanes);
  bool isAlwaysStraight(const Quotient &q);
  void addAlwaysStraight(ArrayRef<Root> roots, SmallVectorImpl<Quotient> &all);

  // --- Runs.cpp: steps in a row that quotients do not change in
  SmallVector<Quotient> findRun(ArrayRef<Root> roots);
  void noteValuesOfRun(ArrayRef<Quotient> quotients, Run &run);
  LogicalResult overRuns(ArrayRef<Quotient> quotients, Value from, Value to,
                         SmallVectorImpl<Value> &accs, StepBody step);

  // --- RowsAhead.cpp: the rows of the next run
  bool followsLoadedNumber(tts::MakeBlockOp block, const Coords &coords);
  LogicalResult lookAheadToRun(Value next, Value to);

  // --- RunsAtRunTime.cpp: the same, of lengths that only the run tells
  bool endsRuns(const Quotient &q);
  bool hasOneDivisor(const Quotient &q);
  FailureOr<Value> isRegular(const Quotient &q, Value x);
  SmallVector<Quotient> computedQuotients();
  SmallVector<Quotient> quotientsOfRuns(ArrayRef<Root> roots);
  bool hasScatteredLanes(ArrayRef<Root> roots);
  bool mayHaveRuns(ArrayRef<Root> roots);
  FailureOr<Value> runsPay(ArrayRef<Quotient> quotients, int64_t leastRun);
  FailureOr<RunEnd> endOfRun(ArrayRef<Quotient> quotients,
                             ArrayRef<RunDivision> divisions, Value to);
  FailureOr<Value> irregularRun(ArrayRef<Root> roots, Value end,
                                SmallVectorImpl<Value> &accs, StepBody step);
  FailureOr<Value> oneRun(ArrayRef<Root> roots, ArrayRef<RunDivision> divisions,
                          Value to, SmallVectorImpl<Value> &accs,
                          StepBody step);
  LogicalResult allRuns(ArrayRef<Root> roots, Value from, Value to,
                        SmallVectorImpl<Value> &accs, StepBody step);
  int64_t leastRun(ArrayRef<Root> roots);
  LogicalResult overRunsAtRunTime(ArrayRef<Root> roots, Value from, Value to,
                                  SmallVectorImpl<Value> &accs, StepBody step);

  // --- RunDivisions.cpp: quotients from run to run
  bool dividesThroughout(const Quotient &q);
  FailureOr<SmallVector<RunDivision>>
  divisionsOfRuns(ArrayRef<Quotient> quotients);
  void noteDivisions(ArrayRef<Quotient> quotients,
                     ArrayRef<RunDivision> divisions);
  void nextDivisions(MutableArrayRef<RunDivision> divisions, Value length);

  // --- RunSteps.cpp: the steps of such a run
  bool onlyWrites(ArrayRef<Root> roots);
  bool mayWriteTwice(ArrayRef<Root> roots);
  static bool carriesLanes(ArrayRef<Value> accs);
  FailureOr<Value> fullSteps(Value from, Value end,
                             SmallVectorImpl<Value> &accs, StepBody step);
  LogicalResult stepInPart(Value from, Value end, SmallVectorImpl<Value> &accs,
                           StepBody step);
  LogicalResult lastStepFirst(Value begin, Value end, int64_t narrow,
                              StepBody step);
  LogicalResult stepsOfRun(ArrayRef<Root> roots, Value begin, Value end,
                           SmallVectorImpl<Value> &accs, StepBody step);

  llvm::DenseSet<Value> partlyStored;
};

} // namespace mlir::tts::cpu

#endif
