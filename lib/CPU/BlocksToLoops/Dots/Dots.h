// Products of matrices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOTS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_DOTS_DOTS_H

#include "../Part.h"
#include "Dot.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>
#include <string>

namespace mlir::tts::cpu {

/// Emits dots: by themselves, and loops that do nothing but accumulate one.
class Dots : public Part {
public:
  explicit Dots(Emitter &emitter) : Part(emitter) {}

  // --- Dot.cpp: a dot by itself, and its accumulators
  /// Emits a dot that is in no loop of its own kind.
  LogicalResult emitDot(triton::DotOp op);

  // --- DotTiles.cpp: what multiplies, in pieces of which sizes
  /// The instructions that multiply, the type of their operands, and how many k
  /// they take in a lane.
  DotUnit dotUnit(triton::DotOp op);

  // --- Pack.cpp: operands of a dot
  /// The loops of a nest whose root packs.
  LogicalResult packLoops(const Root &root);

  // --- DotAmx.cpp: by AMX
  /// Where all dots of a kernel shape the tiles alike, once for all programs is
  /// enough: around each dot it is a twentieth of the time of attention. Not
  /// where a program may wait: another one runs then, and releases the tiles.
  void shareTileConfig();

  // --- DotReuse.cpp: packed operands that programs share
  /// Once the body stands: finds room for what is kept from program to program.
  void placeKept();
  /// Does it take longer to make the rows of `v` than to read them again from
  /// the caches? Conversions of 8-bit floats are made of many instructions.
  bool dearRows(Value v);

  // --- StoreGuard.cpp: stores between two uses of packed operands
  /// Makes the guard if a dot needs it. Nothing has been read for packing when
  /// a launch begins.
  void guardStores();
  /// A store that may come between two uses of what is kept.
  void noteStore(tts::StoreOp op);

  // --- DotLoop.cpp: a loop that does nothing but accumulate a dot
  /// The dot of a loop that has no other effect than to accumulate it.
  triton::DotOp dotOfLoop(scf::ForOp op);
  /// Emits such a loop, whose dot has many rows.
  LogicalResult emitDotLoop(scf::ForOp op, triton::DotOp dot);

  // --- DotDirectLoop.cpp: loops that only accumulate a dot of few rows
  /// Emits such a loop, whose dot has few rows.
  LogicalResult emitDirectDotLoop(scf::ForOp op, triton::DotOp dot);

  // --- DotDirectNest.cpp: the nest that adds up products of few rows
  /// The loops of a nest whose root multiplies.
  LogicalResult multiplyLoops(const Root &root);

  /// Is anything kept from one program for the next?
  bool keepsOperands() const { return !kept.empty(); }

private:
  // --- Dot.cpp: a dot by itself, and its accumulators
  FailureOr<Buffer> dotAccumulator(triton::DotOp op, ArrayRef<Value> operands,
                                   bool &zero);
  bool readsInPlace(Value v, Value storage);
  bool isFreeAfter(Value c, const Buffer &storage);
  struct UnitDot;
  void clearLeftOut(const DotShape &shape, const Buffer &result);
  void dotKernel(const DotTask &task);

  // --- DotTiles.cpp: what multiplies, in pieces of which sizes
  int64_t panelColumns(const DotUnit &unit, int64_t m, int64_t n);
  static int64_t tileRows(int64_t m);
  static int64_t stepsAtOnce(const DotUnit &unit, int64_t n, int64_t k);

  // --- DotOperands.cpp: operands of a dot as matrices
  bool canUseInPlace(tts::LoadOp load, Type elem, int unitDim);
  FailureOr<Matrix> inPlace(tts::LoadOp load, Value view, ArrayRef<int> order,
                            const Buffer *copy = nullptr,
                            const KeptChunks *kept = nullptr);
  FailureOr<Matrix> matrixOf(Value v, Type elem, bool unitInner, bool reused);
  FailureOr<Matrix> columnsOf(const DotUnit &unit, Value v, int64_t m);
  Matrix packedMatrix(const DotUnit &unit, Buffer packed, int64_t panel,
                      int64_t depth);
  Matrix rowMajor(const Buffer &buf);

  // --- Pack.cpp: operands of a dot
  LogicalResult pack(Value v, Buffer dest, int64_t group, int64_t panel,
                     int64_t depth);
  class Packing;
  Value unmaskedPart(ArrayRef<Root> roots, int stepDim, ArrayRef<Coord> steps);

  // --- DotVectors.cpp: by vector instructions
  class VectorDot;
  void vectorDot(const DotTask &task);

  // --- DotAmx.cpp: by AMX
  class AmxDot;
  void amxDot(const DotTask &task);
  void configureTiles(const std::string &config);
  void releaseTiles();

  // --- DotReuse.cpp: packed operands that programs share
  std::optional<SmallVector<Value>> scalarInputs(Value v);
  Buffer allocateKept(RankedTensorType type);
  Reuse reuseBetweenPrograms(Operation *loop, Value v, RankedTensorType chunk,
                             int64_t limit);
  Reuse reuseColumns(Operation *loop, Value v, RankedTensorType chunk);
  SmallVector<Value> inputWords(const Reuse &reuse);
  Value inputsChanged(const Reuse &reuse, Value index);
  KeptChunks findable(Reuse reuse);
  KeptChunks keepRows(Operation *loop, Value v, RankedTensorType chunk);
  KeptChunks keepColumns(Operation *loop, Value v, RankedTensorType chunk);
  Value slotOfChunk(const KeptChunks &kept);
  FailureOr<Value> copyKept(const KeptChunks &kept, Value v, Buffer part);
  Slot slotOfIteration(scf::ForOp loop, Value v, RankedTensorType type);

  // --- StoreGuard.cpp: stores between two uses of packed operands
  bool readBeforePacking(Value v);
  bool storesAreTestable(Value v);
  Value guardWord(int word);
  Value loadGuard(int word);
  Value storeEpoch();
  void noteRead(Value v);

  // --- DotLoop.cpp: a loop that does nothing but accumulate a dot
  Iterations iterationsOf(scf::ForOp op);
  void enterIteration(scf::ForOp op, const Iterations &all, Value t,
                      ValueRange carried);
  LogicalResult emitAllBut(triton::DotOp dot);
  class DotLoop;

  // --- DotResult.cpp: which parts of a dot count
  tts::MakeBlockOp placeOfResult(Value result, Operation *op);
  TouchTile touchResult(tts::MakeBlockOp block, const DotUnit &unit);
  Value endOfK(triton::DotOp dot);
  Value endOfCopies(triton::DotOp dot, const DotUnit &unit, Value end);

  // --- DotDirect.cpp: dots of few rows
  void foldPartials(const DirectProduct &product);
  DirectProduct directProduct(triton::DotOp dot);
  LogicalResult multiplyDirectly(triton::DotOp dot, DirectProduct &product);
  void clear(const Buffer &buf);
  LogicalResult emitDirectDot(triton::DotOp dot);

  // --- DotDirectLoop.cpp: loops that only accumulate a dot of few rows
  class DirectDotLoop;

  // --- DotDirectNest.cpp: the nest that adds up products of few rows
  class DirectNest;
  int64_t directColumns(int64_t rows, int64_t n);

  SmallVector<std::pair<Operation *, int64_t>> kept; // places, bytes
  Value storeGuard;                                  // null if no dot needs it
  SmallVector<std::pair<std::string, Operation *>> tileConfigs;
  SmallVector<Operation *> tileReleases;
};

} // namespace mlir::tts::cpu

#endif
