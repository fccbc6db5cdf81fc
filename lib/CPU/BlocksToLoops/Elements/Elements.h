// The value of a block at given coordinates of the open nest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ELEMENTS_ELEMENTS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ELEMENTS_ELEMENTS_H

#include "../Part.h"
#include "triton-shared/CPU/Analysis/Exchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/PointerIntPair.h"

#include <functional>
#include <optional>

namespace mlir::tts::cpu {

/// Evaluates lazy blocks, loads and stores at coordinates of the open nest.
class Elements : public Part {
public:
  explicit Elements(Emitter &emitter) : Part(emitter) {}

  // --- Eval.cpp: the value of a lazy block at given coordinates
  /// The value of `v` at `coords`.
  FailureOr<Lane> eval(Value v, const Coords &coords);
  /// The same, of a block that has storage.
  FailureOr<Lane> readBuffer(const Buffer &buf, const Coords &coords);
  /// Writes an element, or lanes, of a block that has storage.
  void writeBuffer(const Buffer &buf, const Coords &coords, Lane value);

  // --- Elementwise.cpp: one scalar or vector operation from one source op
  /// `lanes` == 0 gives a scalar operation. In a nest pointers are integers.
  FailureOr<Value> elementwise(Operation *op, ValueRange operands,
                               int64_t lanes, bool inNest);
  /// Is it one scalar operation for each element?
  static bool isElementwise(Operation *op);
  /// Operations whose result is evaluated inside the nests that need it.
  bool isLazy(Operation *op);

  // --- Address.cpp, Wrapped.cpp: where an element is
  /// The index of the first element of a wrapped dim.
  Value unwrappedStart(tts::MakeBlockOp op, int64_t dim);
  /// Whether `size` elements along a wrapped dim follow each other.
  Value fitsUnwrapped(tts::MakeBlockOp op, int64_t dim, int64_t size);
  /// Where the offset of an access is from its base, which is one pointer.
  Value startOf(tts::MakeBlockOp op);
  /// Where the elements of an access are; `redirect` stands for a copy that may
  /// have been made.
  FailureOr<Address> address(tts::MakeBlockOp op, const Coords &coords,
                             const Redirect *redirect = nullptr);

  // --- Predicate.cpp: whether it may be accessed
  /// The box and the mask of a block at these coordinates.
  FailureOr<Pred> predicate(tts::MakeBlockOp op, const Coords &coords);
  /// Is a step of the lanes all inside of a box with bounds?
  Value isInside(tts::MakeBlockOp block, const Coord &lanes);
  /// Is it all outside of it?
  Value isOutside(tts::MakeBlockOp block, const Coord &lanes);

  // --- Memory.cpp: loads and stores
  /// A masked load, in registers of the target where it has no lane masks: LLVM
  /// 22, when it takes a wider one apart itself, loads a part whose lanes are
  /// all known to be off without a mask. Elements of 8 and 16 bits have no
  /// masks there at all, and become a loop over lanes (MaskedAccesses.h).
  Value maskedLoad(VectorType type, Value ptr, Value mask, Value passthru,
                   int64_t align);
  /// What is loaded; in lanes that are masked out `other`.
  FailureOr<Lane> load(tts::LoadOp op, const Coords &coords);
  /// Evaluates what is stored, and stores it.
  LogicalResult store(tts::StoreOp op, const Coords &coords);
  /// One pointer a lane.
  Value lanePointers(Type storage, const Address &a);
  /// Stores `value` where `a` tells, in the lanes of `mask`.
  void storeTo(Value value, Type elem, const Address &a, Value mask,
               bool streamed = false);

  // --- Pieces.cpp: arrays put together from pieces
  /// Is `v` computed from positions and scalars alone, in integers, and with a
  /// choice? What comes from memory is in no order as a rule, and what is
  /// computed in floating point is scaled; without a choice it is known
  /// beforehand how lanes lie.
  bool isChosen(Value v);
  /// Do all lanes that the mask lets through lie beside the first one?
  Value areNeighbours(const Address &a, Value mask);
  /// The address of lanes that lie beside the first one.
  Address besideFirst(Type elem, const Address &a);

  // --- LaneStrides.cpp: how far apart lanes are, in a straight step
  /// How far apart the values of an integer block are from lane to lane, in a
  /// step that is straight; nothing where they are not at equal distances. With
  /// `found` nothing is built, and what has to be so for that is added there.
  /// With `isTested` what is made wider on the way there is known not to leave
  /// its type.
  std::optional<OpFoldResult> laneStride(Value v, const Coords &coords,
                                         SmallVectorImpl<Quotient> *found,
                                         bool isTested = false);
  /// Is a hash among what a block of positions is made of, as large as its type
  /// allows? It may leave its type from one lane to the next.
  static bool addsHash(Value block);

  // --- LanePattern.cpp: lanes at known distances that are not equal
  /// How far the values of an integer block are from that of the first lane, if
  /// that is known of all lanes, and little. With `anyStep` coordinates stand
  /// for those of each step.
  std::optional<SmallVector<int64_t>> laneOffsets(Value v, const Coords &coords,
                                                  bool anyStep = false);

  // --- Steps.cpp: values in the current step
  /// The lanes of this step that are in the run; null: all.
  Lane lanesOfRun();

  // --- Past.cpp: lanes past all bounds
  /// What is known about the end of a block in storage. What was found in one
  /// branch is not seen in another.
  std::optional<Constant> constantPart(Value v);
  /// The value of `v` at every position past all bounds of the nest; fails when
  /// it depends on the position.
  FailureOr<Lane> evalPast(Value v, const Coords &coords,
                           const OperationSet &bounded);

private:
  // --- Eval.cpp: the value of a lazy block at given coordinates
  FailureOr<Lane> evalOp(Value v, const Coords &coords);
  FailureOr<Lane> evalElementwise(Operation *op, const Coords &coords);

  // --- Shape.cpp: blocks that move elements, or number them
  FailureOr<Lane> evalConstant(arith::ConstantOp op);
  FailureOr<Lane> evalSplat(triton::SplatOp op, const Coords &coords);
  Lane evalTrue(const Coords &coords);
  FailureOr<Lane> evalRange(triton::MakeRangeOp op, const Coord &c);
  FailureOr<Lane> evalReshape(triton::ReshapeOp op, const Coords &coords);
  FailureOr<Lane> evalExchange(triton::GatherOp op, Exchange exchange,
                               const Coords &coords);
  FailureOr<Lane> evalTestedBit(int64_t bit, const Coord &lanes);
  FailureOr<Lane> evalSplit(OpResult half, const Coords &coords);
  FailureOr<Lane> evalJoin(triton::JoinOp op, const Coords &coords);
  FailureOr<Lane> evalGather(triton::GatherOp op, const Coords &coords);

  // --- Interleaved.cpp: elements of two blocks in turn
  std::optional<Lane> firstInRow(ArrayRef<int64_t> shape, const Coords &coords);
  std::optional<Coords> inRow(ArrayRef<int64_t> shape, Lane first,
                              int64_t lanes);
  std::optional<Coords> halvesOf(triton::JoinOp op, ArrayRef<int64_t> shape,
                                 const Coords &coords);
  FailureOr<Lane> evalInterleaved(triton::JoinOp op, const Coords &halves);
  std::optional<Coords> pairsOf(triton::SplitOp op, const Coords &coords);
  FailureOr<Lane> evalHalf(OpResult half, const Coords &coords,
                           const Coords &pairs);

  // --- Address.cpp, Wrapped.cpp: where an element is
  Value everyLane(Value v);
  Value wrappedOnce(Value rest, Value modulus);
  Value wrappedOften(Value rest, Value modulus);
  Value wrappedLanes(Value first, Value modulus, int level);
  class AddressBuilder;
  class PredicateBuilder;

  // --- LaneStrides.cpp: how far apart lanes are, in a straight step
  /// The operation at these coordinates, if the current step is straight for
  /// it; null if not.
  const Quotient *knownQuotient(Operation *op, const Coords &coords,
                                int wrappedDim = -1);
  /// The sum of two strides; without `build` null stands for what is not known
  /// before run time.
  OpFoldResult addStrides(OpFoldResult a, OpFoldResult c, bool build);
  /// The strides that were asked for, of what is tested for its type and of
  /// what is not.
  struct StrideMemo {
    using Strides =
        SmallVector<std::pair<Coords, std::optional<OpFoldResult>>, 1>;
    DenseMap<llvm::PointerIntPair<Value, 1, bool>, Strides> known;
    bool isTested;
  };
  std::optional<OpFoldResult> laneStride(Value v, const Coords &coords,
                                         SmallVectorImpl<Quotient> *found,
                                         StrideMemo &memo);
  /// The same, of an operation that has not been looked at.
  std::optional<OpFoldResult> strideOf(Value v, const Coords &coords,
                                       SmallVectorImpl<Quotient> *found,
                                       StrideMemo &memo);
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
  bool isInBoxOfRoot(tts::MakeBlockOp block, const Coords &coords);
  bool isUniform(tts::LoadOp load, const Coords &coords,
                 SmallVectorImpl<Quotient> *found, StrideMemo &memo);

  // --- Steps.cpp: values in the current step
  /// Is the current step straight, and one of many?
  bool inStraightSteps();
  /// The value of a quotient or remainder in a straight step.
  FailureOr<Lane> evalStraight(const Quotient &q);
  /// `coords` at the begin of the run, if they are where the nest reaches `v`,
  /// in all lanes of the step or in its first one alone, and `v` is one of
  /// `values`.
  std::optional<Coords>
  atRunBegin(const DenseMap<Value, SmallVector<int, 4>> &values, Value v,
             const Coords &coords, bool firstLaneOnly = false);
  /// A remainder at the first lane of a step: what it was at the begin of the
  /// run, and as much more as the step is further on.
  FailureOr<Lane> evalGrowing(Value v, const Coords &begin);
  /// The lanes of this step that are to be stored, where streamed steps take
  /// the others; null: all.
  Value lanesToStore();
  void writeLanes(tts::MakeBlockOp block, Lane value, const Address &a,
                  const Pred &p);

  // --- Memory.cpp: loads and stores
  void inTurn(std::function<void()> write);
  Value loadsAny(tts::MakeBlockOp block, const Pred &p);
  FailureOr<Lane> load(tts::LoadOp op, const Coords &coords,
                       const Redirect *copied);
  Value ifLanesApart(const Address &a, int64_t stride, Type type,
                     llvm::function_ref<Value(bool)> access);
  Value loadOnce(Type elem, const Address &a, Value mask, Value passthru);
  Value loadFrom(Type elem, const Address &a, Value mask, Value passthru,
                 bool isVolatile = false);
  Value loadLanes(Type elem, const Address &a, Value mask, Value passthru,
                  bool isVolatile);

  // --- Pieces.cpp: arrays put together from pieces
  Value ifNeighbours(Type elem, const Address &a, Value mask,
                     llvm::function_ref<Value(const Address &)> access);
  Value ifAny(Value condition, Value passthru,
              llvm::function_ref<Value()> load);
  Value ifWhole(Value mask, Value passthru,
                llvm::function_ref<Value(Value)> load);

  // --- LanePattern.cpp: lanes at known distances that are not equal
  bool hasPattern(tts::MakeBlockOp op, const Coords &coords);
  static std::optional<SmallVector<int64_t>> knownOffsets(const Address &a);
  Value loadPattern(VectorType type, Value ptr, ArrayRef<int64_t> offsets);

  // --- Strided.cpp: lanes a few elements apart
  bool isNarrow(const Address &a);
  bool isNarrow(tts::MakeBlockOp op, const Coords &coords);
  Value loadStrided(VectorType type, const Address &a);
  bool isSpread(const Address &a);
  void storeStrided(Value value, const Address &a);
};

} // namespace mlir::tts::cpu

#endif
