// State shared by the parts of cpu-blocks-to-loops: turns the blocks (tensors)
// of one Triton function into loop nests over vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block value is either *lazy* (an expression that is evaluated element by
// element inside whatever nest needs it) or a *buffer* (row-major storage in
// the arena). Roots (stores, reductions, scans, dots, ...) open nests.

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_EMITTER_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_EMITTER_H

#include "Accesses/Interval.h"
#include "Dots/Dot.h"
#include "LoopTarget.h"
#include "Nests/Coordinates.h"
#include "Programs/Interchange.h"
#include "Programs/Order.h"
#include "Programs/Tables.h"
#include "triton-shared/CPU/Analysis/Exchange.h"
#include "triton-shared/CPU/Analysis/Queries.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"
#include "triton-shared/Lowering/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"

#include <functional>

namespace mlir::tts::cpu {

class Emitter {
public:
  Emitter(triton::FuncOp src, OpBuilder &b, LoopTarget target)
      : src(src), b(b), target(target) {}

  /// Begins the loop over the programs from `begin` to `end` of a grid.
  LogicalResult beginPrograms(Value grid, Value begin, Value end);

  /// Asks the runtime for locks if the kernel's atomics are better off with
  /// them; tells it of any others.
  void enterAtomics();

  /// Emits the body of one program at the builder's insertion point.
  LogicalResult emitBody();

  /// Once the body stands: has programs go through it in turns, if that pays.
  void interleavePrograms();

  /// Orders what the programs have streamed past the caches.
  void endStreams();

  Value arenaPtr, runtime;
  IRMapping scalars; // scalar values of the source -> emitted values
  int64_t arenaPeak = 0;

private:
  //===--- The walk over the source

  // --- Blocks.cpp: order of a basic block
  LogicalResult emitBlock(Block &block);
  LogicalResult emitOp(Operation *op);
  LogicalResult emitScalar(Operation *op);
  LogicalResult emitCat(triton::CatOp op);
  LogicalResult emitConstant(arith::ConstantOp op);
  LogicalResult emitMap(triton::MapElementwiseOp op);
  LogicalResult emitUnsplat(triton::UnsplatOp op);

  // --- Plan.cpp: what gets storage, and when
  void numberBlock(Block &block);
  int64_t neededUntil(Value v, const llvm::SmallDenseSet<Value, 8> &stored);
  int64_t neededUntil(Value v, const llvm::SmallDenseSet<Value, 8> &stored,
                      DenseMap<Value, int64_t> &memo);
  bool hazardBefore(Value load, int64_t until);
  bool usedBetween(Value v, int64_t from, int64_t to);
  bool keptByNextStore(const Reached &r);
  bool isKept(const Reached &r, const llvm::SmallDenseSet<Value, 8> &stored);
  unsigned ownCost(Operation *op);
  unsigned cost(Value v);
  /// Is evaluating `v` to evaluate such an operation?
  template <typename Op> bool contains(Value v) {
    return evaluates(v, [](Operation *op) { return isa<Op>(op); });
  }
  bool evaluates(Value v, llvm::function_ref<bool(Operation *)> found);
  Value separateFirst(ArrayRef<Root> roots, Operation *op);
  SmallVector<Value> valuesToKeep(llvm::SmallDenseSet<Value, 8> stored);
  void addSideRoots(SmallVectorImpl<Root> &roots);
  LogicalResult flushPendingLoads(Operation *writer,
                                  ArrayRef<Root> ownRoots = {});

  // --- ExchangePlan.cpp: sorting networks
  unsigned exchangesBelow(Value v);
  Value exchangeFirst();
  SmallVector<Value> exchangedBeside(Value v);

  // --- Control.cpp: scf
  LogicalResult captureFor(Operation *regionOp);
  LogicalResult emitFor(scf::ForOp op);
  LogicalResult emitIf(scf::IfOp op);
  LogicalResult emitSwitch(scf::IndexSwitchOp op);
  LogicalResult emitWhile(scf::WhileOp op);
  LogicalResult emitBranch(Block &block, ArrayRef<Buffer> dests,
                           SmallVectorImpl<Value> &out);
  LogicalResult buildIf(
      Value condition, TypeRange types, bool hasElse,
      llvm::function_ref<LogicalResult(bool, SmallVectorImpl<Value> &)> branch,
      SmallVectorImpl<Value> &results);
  LogicalResult storeInits(ValueRange inits, SmallVectorImpl<Value> &carried,
                           SmallVectorImpl<Buffer> &storage);
  SmallVector<Value> scalarsAmong(ValueRange values);
  void enterBody(scf::ForOp loop);
  void mapCarriedScalars(scf::ForOp op, ValueRange values);
  void yieldScalars(scf::ForOp op);
  std::optional<Buffer> storageLastNeededBy(Operation *op, Value v);
  SmallVector<Buffer> allocateResults(Operation *op);
  SmallVector<Buffer> allocateBranchResults(Operation *op);
  void mapResults(Operation *op, ArrayRef<Buffer> dests, ValueRange values);
  SmallVector<Type> scalarTypes(TypeRange types);
  LogicalResult storeCarried(ValueRange yielded, ArrayRef<Buffer> dests);

  // --- OneElement.cpp: an element named by its position
  struct OnePlace {
    Value where, offset; // blocks of one value: where is it, plus what
    int64_t start, size; // of the positions
  };
  struct PickedElement {
    Value block;
    OnePlace place;
  };
  struct SetElement {
    Buffer storage;
    Value index, inside, element;
  };
  static std::optional<OnePlace> onePlace(Value condition);
  Value uniformScalar(Value block);
  std::pair<Value, Value> indexOf(const OnePlace &place);
  FailureOr<Value> elementAt(Value block, const Coords &coords);
  static std::optional<PickedElement> pickedElement(triton::ReduceOp op);
  LogicalResult emitPicked(triton::ReduceOp op, const PickedElement &picked);
  FailureOr<std::optional<SetElement>> setElement(Value v,
                                                  const Buffer &storage);
  void storeElement(const SetElement &set);

  // --- Effects.cpp: atomics, assert, print
  LogicalResult atomicElement(Operation *op, const Coords &coords);
  LogicalResult emitScalarAccess(Operation *op);
  LogicalResult emitAssertFailure(triton::AssertOp op, Value ok);
  LogicalResult emitPrint(triton::PrintOp op);
  Value globalString(Location loc, StringRef text);
  LLVM::CallOp callRuntime(RuntimeFunction function, ValueRange operands);

  //===--- Programs/: in which order, and what they share

  // --- ProgramOrder.cpp: which program comes next
  FailureOr<Value> scalarAhead(Value v);
  FailureOr<Value> rowsAreCopied();
  LogicalResult orderByColumns(Value count);
  LogicalResult orderJoined();
  LogicalResult orderPrograms(Value count);
  Value atLeastOne(Value v);
  Value programInColumns(Value id);

  // --- LockOrder.cpp: which program comes next where they wait for locks
  Value countOfLocks();
  LogicalResult orderByLocks(Value count, Value locks);

  // --- ProgramLoop.cpp: the programs that a thread has been given
  void openGivenPrograms();
  void openJoinedPrograms(Value begin);
  void countJoined(Value number, Value inRow);

  // --- Interleave.cpp: programs that go down columns together
  static bool isLarge(ArrayRef<int64_t> shape);
  struct ColumnAccess {
    tts::MakeBlockOp block;
    OpFoldResult stride; // elements, from lane to lane
    OpFoldResult bytes;  // of an element
  };
  SmallVector<ColumnAccess> columnsOf(ArrayRef<Root> roots);
  void noteInterleaving(ArrayRef<ColumnAccess> found, Operation *before);

  // --- Waits.cpp: programs that wait for others
  bool programsMayWait();
  bool comesAfterWait(Operation *op);
  void emitWait(scf::WhileOp op);

  // --- Tables.cpp: what repeats itself from position to position
  class FirstPeriod;
  LogicalResult fillTables(Value begin, Value end);
  const Table *tableFor(Value v, const Coords &coords);
  FailureOr<Lane> readTable(const Table &table, const Coords &coords);

  //===--- Nests/: loops around elements

  // --- Nest.cpp: loop nests
  LogicalResult emitNest(ArrayRef<int64_t> shape, SmallVector<Root> roots,
                         Operation *op, int axis = -1, bool plain = false);
  void beginNest(Nest &own, ArrayRef<int64_t> shape, ArrayRef<Root> roots);
  LogicalResult separate(Nest &own, ArrayRef<int64_t> shape,
                         ArrayRef<Root> roots, Operation *op);
  LogicalResult nestLoops(ArrayRef<Root> roots, int axis, bool plain);
  LogicalResult nestBody(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                         int axis);
  int vectorDimOf(ArrayRef<int64_t> shape, ArrayRef<Root> roots);
  LogicalResult materialize(Value v, Buffer *dest = nullptr);
  LogicalResult materializeTogether(ArrayRef<Value> values);
  Buffer allocate(Type tensorType);
  scf::ForOp openLoop(Value lb, Value ub, int64_t step, ValueRange inits);
  void closeLoop(ValueRange yields);
  using StepBody = llvm::function_ref<LogicalResult(SmallVectorImpl<Value> &)>;
  /// A loop that `coord` follows and that carries `accs`.
  LogicalResult carryLoop(Coord &coord, Value from, Value to, int64_t step,
                          SmallVectorImpl<Value> &accs, StepBody body);
  void openBase();
  class OwnNest;
  Value noWrapFlag(ArrayRef<Root> roots);

  // --- Reach.cpp: what a nest reaches
  void reach(Value v, ArrayRef<int> dims);
  void reachRoot(const Root &root);
  bool gathersByQuotients(tts::LoadOp load);
  void chooseVectorDim(ArrayRef<Root> roots, int axis = -1);
  bool needsScalarNest(ArrayRef<Root> roots);

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
  SmallVector<Bound> findBounded(ArrayRef<Root> roots, int openAxis);
  SmallVector<Bound> takeBounds(ArrayRef<Root> roots, int openAxis);
  Value lanesToStore();
  using Steps = llvm::function_ref<LogicalResult(Value from, Value to)>;
  FailureOr<Value> unmaskedSteps(ArrayRef<Root> roots, Value limit, bool plain,
                                 Steps run, bool masksFollow = false);

  // --- Straight.cpp: steps within which no quotient changes
  const Quotient *knownQuotient(Operation *op, const Coords &coords,
                                int wrappedDim = -1);
  FailureOr<std::pair<Value, Value>> divisionOf(const Quotient &q);
  OpFoldResult addStrides(OpFoldResult a, OpFoldResult c, bool build);
  using StrideMemo =
      DenseMap<Value,
               SmallVector<std::pair<Coords, std::optional<OpFoldResult>>, 1>>;
  std::optional<OpFoldResult> laneStride(Value v, const Coords &coords,
                                         SmallVectorImpl<Quotient> *found);
  std::optional<OpFoldResult> laneStride(Value v, const Coords &coords,
                                         SmallVectorImpl<Quotient> *found,
                                         StrideMemo &memo);
  std::optional<OpFoldResult> strideOf(Value v, const Coords &coords,
                                       SmallVectorImpl<Quotient> *found,
                                       StrideMemo &memo);
  bool isUniform(tts::LoadOp load, const Coords &coords,
                 SmallVectorImpl<Quotient> *found, StrideMemo &memo);
  Coords coordsOf(const Reached &reached);
  bool inStraightSteps();
  SmallVector<Quotient> findQuotients(ArrayRef<Root> roots);
  FailureOr<Value> isStraight(ArrayRef<Quotient> quotients);
  FailureOr<Lane> evalStraight(const Quotient &q);
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
  std::optional<Coords>
  atRunBegin(const DenseMap<Value, SmallVector<int, 4>> &values, Value v,
             const Coords &coords, bool firstLaneOnly = false);
  FailureOr<Lane> evalGrowing(Value v, const Coords &begin);
  LogicalResult overRuns(ArrayRef<Quotient> quotients, Value from, Value to,
                         SmallVectorImpl<Value> &accs, StepBody step);

  //===--- Elements/: the value of a block at given coordinates

  // --- Eval.cpp: the value of a lazy block at given coordinates
  FailureOr<Lane> eval(Value v, const Coords &coords);
  FailureOr<Lane> evalOp(Value v, const Coords &coords);
  FailureOr<Lane> readBuffer(const Buffer &buf, const Coords &coords);
  void writeBuffer(const Buffer &buf, const Coords &coords, Lane value);
  FailureOr<Lane> evalElementwise(Operation *op, const Coords &coords);

  // --- Shape.cpp: blocks that move elements, or number them
  FailureOr<Lane> evalConstant(arith::ConstantOp op);
  FailureOr<Lane> evalRange(triton::MakeRangeOp op, const Coord &c);
  FailureOr<Lane> evalReshape(triton::ReshapeOp op, const Coords &coords);
  FailureOr<Lane> evalExchange(triton::GatherOp op, Exchange exchange,
                               const Coords &coords);
  FailureOr<Lane> evalTestedBit(int64_t bit, const Coord &lanes);
  FailureOr<Lane> evalSplit(OpResult half, const Coords &coords);
  FailureOr<Lane> evalJoin(triton::JoinOp op, const Coords &coords);
  FailureOr<Lane> evalGather(triton::GatherOp op, const Coords &coords);

  // --- Elementwise.cpp: one scalar or vector operation from one source op
  FailureOr<Value> elementwise(Operation *op, ValueRange operands,
                               int64_t lanes, bool inNest);
  static bool isElementwise(Operation *op);
  bool isLazy(Operation *op);

  // --- Address.cpp: where an element is
  Value unwrappedStart(tts::MakeBlockOp op, int64_t dim);
  Value fitsUnwrapped(tts::MakeBlockOp op, int64_t dim, int64_t size);
  Value wrappedLanes(Value first, Value modulus, int level);
  class AddressBuilder;
  FailureOr<Address> address(tts::MakeBlockOp op, const Coords &coords,
                             const Redirect *redirect = nullptr);

  // --- Predicate.cpp: whether it may be accessed
  FailureOr<Pred> predicate(tts::MakeBlockOp op, const Coords &coords);

  // --- Memory.cpp: loads and stores
  Value maskedLoad(VectorType type, Value ptr, Value mask, Value passthru,
                   int64_t align);
  FailureOr<Lane> load(tts::LoadOp op, const Coords &coords);
  FailureOr<Lane> load(tts::LoadOp op, const Coords &coords,
                       const Redirect *copied);
  LogicalResult store(tts::StoreOp op, const Coords &coords);
  Value lanePointers(Type storage, const Address &a);
  Value ifLanesApart(const Address &a, int64_t stride, Type type,
                     llvm::function_ref<Value(bool)> access);
  Value loadOnce(Type elem, const Address &a, Value mask, Value passthru);
  Value loadFrom(Type elem, const Address &a, Value mask, Value passthru,
                 bool isVolatile = false);
  Value loadLanes(Type elem, const Address &a, Value mask, Value passthru,
                  bool isVolatile);
  void storeTo(Value value, Type elem, const Address &a, Value mask,
               bool streamed = false);

  // --- Pieces.cpp: arrays put together from pieces
  bool isChosen(Value v);
  Value areNeighbours(const Address &a, Value mask);
  Address besideFirst(Type elem, const Address &a);
  Value ifNeighbours(Type elem, const Address &a, Value mask,
                     llvm::function_ref<Value(const Address &)> access);
  Value ifAny(Value condition, Value passthru,
              llvm::function_ref<Value()> load);
  Value ifWhole(Value mask, Value passthru,
                llvm::function_ref<Value(Value)> load);

  // --- Strided.cpp: lanes a few elements apart
  bool isNarrow(const Address &a);
  bool isNarrow(tts::MakeBlockOp op, const Coords &coords);
  Value loadStrided(VectorType type, const Address &a);

  // --- Past.cpp: lanes past all bounds
  std::optional<Bound> boundOfCompare(arith::CmpIOp op, ArrayRef<int> dims);
  std::optional<Constant> constantPart(Value v);
  FailureOr<Lane> evalPast(Value v, const Coords &coords);
  struct Rest {
    Value end;                    // the last step starts before this position
    SmallVector<Value> fill;      // one a root that is materialised
    SmallVector<Value> remaining; // one an accumulator: combined once more
  };
  FailureOr<Rest> pastBounds(ArrayRef<Root> roots, ArrayRef<Bound> bounded);
  LogicalResult finishPast(const Rest &rest, ArrayRef<Root> roots,
                           SmallVectorImpl<Value> &accs);

  //===--- Accesses/: loads and stores of a nest, or of several

  // --- ByteRange.cpp: the bytes that an access can touch
  static Value gatherSource(tts::MakeBlockOp a);
  static bool gathersRows(tts::MakeBlockOp a);
  bool hasRange(tts::MakeBlockOp a);
  Value lastPosition(tts::MakeBlockOp op, int64_t dim);
  Interval extremes(const Buffer &buf);
  Interval wrappedInterval(tts::MakeBlockOp op, int64_t dim, int64_t size);
  std::pair<Value, Value> byteRange(tts::MakeBlockOp op, Value &unknown);
  // --- Overlap.cpp: a load and a store in one nest
  Value repeatsElements(tts::MakeBlockOp l, tts::MakeBlockOp s);
  bool harmless(tts::LoadOp load, const Root &root);
  bool runsAlong(tts::LoadOp load, Operation *atomic);
  bool isSameWindow(tts::MakeBlockOp l, tts::MakeBlockOp s);
  Value startsNear(tts::MakeBlockOp l, tts::MakeBlockOp s);
  bool overlapIsTestable(tts::LoadOp load, ArrayRef<Root> roots);
  Value offsetsToKeep(tts::LoadOp load, ArrayRef<Root> roots);
  Value overlapFlag(tts::LoadOp load, Operation *store);
  Value rangesOverlap(tts::LoadOp load, Operation *store);
  LogicalResult copyFirst(ArrayRef<tts::LoadOp> loads, Value flag);
  LogicalResult redirectOverlaps(ArrayRef<Root> roots);

  // --- StoreGroup.cpp: stores that follow each other
  static void gatherStores(Block &block);
  bool storesRow(tts::StoreOp op);
  SmallVector<tts::StoreOp> storesAlong(tts::StoreOp first);
  bool shareWork(ArrayRef<tts::StoreOp> group);
  Value storeApart(ArrayRef<tts::StoreOp> group);
  LogicalResult storeInTurn(ArrayRef<Root> roots, ArrayRef<int64_t> shape);
  FailureOr<bool> storeTogether(tts::StoreOp first);

  // --- Stream.cpp: stores past the caches
  Value readContext(int32_t offset);
  Value coresLieApart();
  enum class Streaming { Never, IfLarge, IfApart };
  Streaming streamingOf(tts::StoreOp op);
  bool startsAtLine(tts::MakeBlockOp block);
  Value isResident(Value place, Value bytes);
  void noteStreamed();
  void orderStreamed();
  struct Streamed {
    Value first, end; // positions; nothing is streamed where end is 0
    bool shifted;     // does `first` depend on where the output starts?
  };
  bool storesLines(tts::StoreOp op);
  std::optional<Streamed> streamedPart(ArrayRef<Root> roots, Value limit,
                                       bool mayShift);
  std::optional<Streamed> streamedPart(tts::StoreOp op, Value limit,
                                       bool mayShift);

  // --- Ahead.cpp: what the next program or iteration needs
  void lookAhead(ArrayRef<Root> roots);
  struct Advance {
    Value here, next;
  };
  std::optional<Advance> advance(tts::MakeBlockOp block, Operation *loop);
  Value bytesToNext(tts::MakeBlockOp block, Operation *loop);
  Value bytesBetween(const Advance &move);
  bool loadsPieces(tts::LoadOp load, ArrayRef<int> dims);
  void lookAheadInTile();
  void lookAheadInRows(int axis);
  void fetchAhead();
  // --- AheadAtNumbers.cpp: rows whose numbers are loaded
  LogicalResult lookAheadAtNumbers();

  //===--- Reductions/

  // --- Reduce.cpp
  SmallVector<triton::ReduceOp> reducedTogether(triton::ReduceOp op);
  LogicalResult emitReduce(triton::ReduceOp op);
  LogicalResult reduceInit(triton::ReduceOp op, SmallVectorImpl<Value> &accs);
  LogicalResult combine(Region &region, ValueRange lhs, ValueRange rhs,
                        SmallVectorImpl<Value> &out);
  LogicalResult inlineScalars(Block &block, ValueRange args,
                              SmallVectorImpl<Value> &out);
  LogicalResult horizontal(Region &region, SmallVectorImpl<Value> &accs,
                           int64_t width);
  LogicalResult reduceStep(triton::ReduceOp op, const Coords &coords, int axis,
                           MutableArrayRef<Value> accs);
  LogicalResult finishReduce(triton::ReduceOp op, ArrayRef<Value> accs,
                             int axis);

  // --- Scan.cpp
  LogicalResult scanStep(triton::ScanOp op, SmallVectorImpl<Value> &elems,
                         int64_t s);
  class Scan;
  LogicalResult emitScan(triton::ScanOp op);

  // --- Histogram.cpp
  LogicalResult emitHistogram(triton::HistogramOp op);

  // --- ReduceRows.cpp
  struct Rows {
    SmallVector<Buffer> partials; // one for each result
    int64_t width = 0;            // lanes of a partial result; 0: not used
  };
  void allocateRows(triton::ReduceOp op);
  LogicalResult keepRow(triton::ReduceOp op, Rows &rows,
                        SmallVectorImpl<Value> &accs);
  LogicalResult foldRows(triton::ReduceOp op);
  using Combine = llvm::function_ref<LogicalResult(ValueRange, ValueRange,
                                                   SmallVectorImpl<Value> &)>;
  LogicalResult foldSquare(MutableArrayRef<SmallVector<Value>> lines,
                           Combine combine);

  //===--- Dots/

  // --- Dot.cpp: a dot by itself, and its accumulators
  LogicalResult emitDot(triton::DotOp op);
  FailureOr<Buffer> dotAccumulator(triton::DotOp op, ArrayRef<Value> operands,
                                   bool &zero);
  bool readsInPlace(Value v, Value storage);
  bool isFreeAfter(Value c, const Buffer &storage);

  // --- DotTiles.cpp: what multiplies, in pieces of which sizes
  DotUnit dotUnit(triton::DotOp op);
  int64_t panelColumns(const DotUnit &unit, int64_t m, int64_t n);
  static int64_t tileRows(int64_t m);
  static int64_t stepsAtOnce(const DotUnit &unit, int64_t n, int64_t k);

  // --- DotOperands.cpp: operands of a dot as matrices
  bool canUseInPlace(tts::LoadOp load, Type elem, int unitDim);
  FailureOr<Matrix> inPlace(tts::LoadOp load, Value view, ArrayRef<int> order,
                            const Buffer *copy = nullptr,
                            const KeptRows *kept = nullptr);
  FailureOr<Matrix> matrixOf(Value v, Type elem, bool unitInner, bool reused);
  FailureOr<Matrix> columnsOf(const DotUnit &unit, Value v, int64_t m);
  Matrix packedMatrix(const DotUnit &unit, Buffer packed, int64_t panel,
                      int64_t depth);
  Matrix rowMajor(const Buffer &buf);

  // --- Pack.cpp: operands of a dot
  LogicalResult pack(Value v, Buffer dest, int64_t group, int64_t panel,
                     int64_t depth);
  class Packing;
  LogicalResult packLoops(const Root &root);
  Value unmaskedPart(ArrayRef<Root> roots, int stepDim, ArrayRef<Coord> steps);

  // --- DotKernel.cpp: the multiplication itself
  struct DotEmitter;
  void dotKernel(const DotTask &task);
  Value loopOver(int64_t extent, int64_t step, Value end = {});
  Value elementPtr(Type elem, Value ptr, Value index, OpFoldResult stride);
  Value elementPtr(Type elem, Value ptr, Value index, int64_t stride);

  // --- DotVectors.cpp: by vector instructions
  class VectorDot;
  void vectorDot(const DotTask &task);

  // --- DotAmx.cpp: by AMX
  class AmxDot;
  void amxDot(const DotTask &task);
  void configureTiles(const std::string &config);
  void releaseTiles();
  void shareTileConfig();

  // --- DotReuse.cpp: packed operands that programs share
  std::optional<SmallVector<Value>> scalarInputs(Value v);
  Buffer allocateKept(RankedTensorType type);
  void placeKept();
  Reuse reuseBetweenPrograms(Operation *loop, Value v, RankedTensorType chunk,
                             int64_t limit);
  Reuse reuseColumns(Operation *loop, Value v, RankedTensorType chunk);
  SmallVector<Value> inputWords(const Reuse &reuse);
  Value inputsChanged(const Reuse &reuse, Value index);
  bool dearRows(Value v);
  KeptRows keepRows(Operation *loop, Value v, RankedTensorType chunk);
  Value slotOfRows(const KeptRows &kept);
  FailureOr<Value> copyKept(const KeptRows &kept, Value v, Buffer part);
  Slot slotOfIteration(scf::ForOp loop, Value v, RankedTensorType type);

  // --- StoreGuard.cpp: stores between two uses of packed operands
  bool readBeforePacking(Value v);
  bool storesAreTestable(Value v);
  Value guardWord(int word);
  Value loadGuard(int word);
  Value storeEpoch();
  void guardStores();
  void noteRead(Value v);
  void noteStore(tts::StoreOp op);

  // --- DotLoop.cpp: a loop that does nothing but accumulate a dot
  triton::DotOp dotOfLoop(scf::ForOp op);
  Iterations iterationsOf(scf::ForOp op);
  void enterIteration(scf::ForOp op, const Iterations &all, Value t,
                      ValueRange carried);
  LogicalResult emitAllBut(triton::DotOp dot);
  class DotLoop;
  LogicalResult emitDotLoop(scf::ForOp op, triton::DotOp dot);

  // --- DotResult.cpp: which parts of a dot count
  tts::MakeBlockOp placeOfResult(Value result, Operation *op);
  TouchTile touchResult(tts::MakeBlockOp block, const DotUnit &unit);
  Value endOfDim(tts::MakeBlockOp block, int d);
  Value endOfK(triton::DotOp dot);

  // --- DotDirect.cpp: dots of few rows
  void foldPartials(const DirectProduct &product);
  DirectProduct directProduct(triton::DotOp dot);
  LogicalResult multiplyDirectly(triton::DotOp dot, DirectProduct &product);
  void clear(const Buffer &buf);
  LogicalResult emitDirectDot(triton::DotOp dot);

  // --- DotDirectLoop.cpp: loops that only accumulate one of those
  class DirectDotLoop;
  LogicalResult emitDirectDotLoop(scf::ForOp op, triton::DotOp dot);

  // --- DotDirectNest.cpp: the nest that adds their products up
  class DirectNest;
  int64_t directColumns(int64_t rows, int64_t n);
  LogicalResult multiplyLoops(const Root &root);

  //===--- Atomics/

  // --- WideAtomics.cpp: many elements at a time
  static constexpr int64_t kSwappedBytes = 16; // by one compare-and-swap
  int wideAtomicDim(Operation *op);
  bool onlyUpdates(Operation *op);
  int neighboursDim(Operation *op, int64_t bytes);
  int64_t wideAtomicLanes(Operation *op);
  struct Attempt {
    Value done, ended; // did it succeed; or did another core end it?
  };
  Attempt inTransaction(int64_t most, llvm::function_ref<void()> before,
                        llvm::function_ref<void()> body);
  void transaction(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void updateLanes(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void eachSwap(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void eachLane(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);
  void compareAndSwap(tts::AtomicRMWOp op, const Address &a, Value v,
                      Value mask);
  void atomicLane(tts::AtomicRMWOp op, const Address &a, Value v, Value mask,
                  Value offset, OpFoldResult lane);
  LogicalResult fetchRows(tts::MakeBlockOp block, const Coords &coords,
                          bool stored);
  LogicalResult fetchRows(tts::AtomicRMWOp op, const Coords &coords);
  void fetchLines(Type elem, Value ptr, int64_t lanes, bool stored = true);
  LogicalResult atomicVector(tts::AtomicRMWOp op, const Coords &coords,
                             Value *kept);

  // --- ScatteredAtomics.cpp: elements anywhere
  int atomicDim(Operation *op);
  int64_t atomicLanes(Operation *op);
  Value countAt(int32_t which);
  void takeTurn();
  void endTurn();
  void scatteredUpdate(tts::AtomicRMWOp op, Address a, Value v, Value mask);
  void updateTogether(tts::AtomicRMWOp op, const Address &a, Value v,
                      Value mask);
  void updatePlaces(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);

  // --- LockedAtomics.cpp: rows under locks of the runtime
  bool mayLockRows();
  Value locksGiven();
  Value lockIndex(Value place);
  Value lockAt(Value index);
  Value differ(Value x, Value y);
  bool keepsLock(const Root &root, ArrayRef<Root> roots);
  Value noLock();
  void takeLock(Value index);
  void takeLocks(Value first, Value last);
  void releaseLock(Value index);
  void releaseKept(Value kept);
  void lockedUpdate(tts::AtomicRMWOp op, const Address &a, Value v, Value mask,
                    Value *kept = nullptr);
  void lockedPlaces(tts::AtomicRMWOp op, const Address &a, Value v, Value mask);

  //===--- Small helpers (Builders.cpp) and what the parts share

  void at(int level);
  Value cst(int64_t v);
  Value i64(OpFoldResult v);
  Value toI64(Value v);
  Value add(Value a, Value bv);
  Value mul(Value a, OpFoldResult s);
  Value iota(Type elem);
  Value splat(Lane l); // uniform -> vector
  Value asVector(Lane l) {
    return isa<VectorType>(l.v.getType()) ? l.v : splat(l);
  }
  Value castStorage(Value v, Type to);
  Lane convert(Lane v, Type elem); // widening for storage of another type
  Type vec(Type t) { return VectorType::get({nest->lanes}, t); }
  Type lanesOf(Type t, int64_t lanes) {
    return lanes ? Type(VectorType::get({lanes}, t)) : t;
  }
  static Type valueType(Type elem);   // type of an element in registers
  static Type storageType(Type elem); // type of an element in memory
  Type ptrType() { return LLVM::LLVMPointerType::get(b.getContext()); }
  static int64_t bytesOf(Type elem);
  Value allTrue();

  triton::FuncOp src;
  OpBuilder &b;
  Location loc = UnknownLoc::get(b.getContext());
  LoopTarget target;
  Operation *programs = nullptr; // the loop over programs
  Value program, programsEnd;    // its number, and where numbers end
  Value programId[3], numPrograms[3];
  bool anyOrder = false; // does nothing tell in which order they run?
  int fastAxis = 0;      // which differs from one program to the next
  std::optional<Joined> joined;
  std::optional<Columns> columns;
  std::optional<Interleaving>
      interleaving; // of the last nest, if it is for that
  int64_t largeNests = 0;
  Value storeGuard;  // null if no dot needs it
  Value hasStreamed; // where that is kept; null if no store is streamed
  DenseMap<Value, Buffer> buffers;
  DenseMap<Value, Constant> constantFrom; // of values that have storage
  DenseMap<Value, Table> tables;          // that all programs read
  /// Blocks that get storage in a region have none after it: the region may not
  /// have been run, and its part of the arena is used again.
  class RegionScope {
  public:
    explicit RegionScope(Emitter &emitter)
        : emitter(emitter), buffers(emitter.buffers),
          constantFrom(emitter.constantFrom) {}
    ~RegionScope() {
      emitter.buffers = std::move(buffers);
      emitter.constantFrom = std::move(constantFrom);
    }
    RegionScope(const RegionScope &) = delete;
    RegionScope &operator=(const RegionScope &) = delete;

  private:
    Emitter &emitter;
    DenseMap<Value, Buffer> buffers;
    DenseMap<Value, Constant> constantFrom;
  };
  // Storage that a value would best be written to: what a loop carries it in.
  DenseMap<Value, Buffer> destHint;
  DenseMap<Operation *, Rows> rowPartials;
  llvm::SmallPtrSet<Operation *, 8> doneAlong; // with one before
  SmallVector<std::pair<std::string, Operation *>> tileConfigs;
  SmallVector<Operation *> tileReleases;
  Value rowLocks;                 // of the runtime; null if not used
  bool waits = false;             // may a program wait for others?
  bool byLock = false;            // are they in the order of their locks?
  DenseSet<Value> readBefore;     // pointers that a nest has read rows of
  Operation *firstRead = nullptr; // what the last such nest was opened for
  llvm::SetVector<tts::MakeBlockOp> rowsRead; // by it, of so many elements
  SmallVector<int64_t> rowShape;
  Nest *nest = nullptr;
  int64_t arenaTop = 0;
  SmallVector<std::pair<Operation *, int64_t>> kept; // places, bytes
  // per basic block
  DenseMap<Operation *, int64_t> positions;
  DenseMap<Value, unsigned> costs;
  DenseMap<Value, unsigned> exchangeDepths; // below a value, one after another
  DenseMap<Block *, SmallVector<int64_t>> hazards;
  DenseMap<Block *, SmallVector<Operation *>> blockLoads;
  Operation *current = nullptr;
};

} // namespace mlir::tts::cpu

#endif
