// Loads and stores of a nest, or of several, as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_ACCESSES_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_ACCESSES_ACCESSES_H

#include "../Part.h"
#include "Interval.h"

#include "llvm/ADT/SetVector.h"

#include <optional>

namespace mlir::tts::cpu {

/// What is to be known of whole accesses: the bytes that they touch, whether
/// they overlap, what bypasses the caches, what is fetched ahead.
class Accesses : public Part {
public:
  explicit Accesses(Emitter &emitter) : Part(emitter) {}

  struct Streamed {
    Value first, end; // positions; nothing is streamed where end is 0
    bool shifted;     // does `first` depend on where the output starts?
  };

  // --- ByteRange.cpp: the bytes that an access can touch
  /// First and one-past-last byte that an access can touch. `unknown` is set
  /// where that cannot be said at run time: offsets so large that sums of them
  /// wrap (they are meant for masked elements, but are tested with all others).
  std::pair<Value, Value> byteRange(tts::MakeBlockOp op, Value &unknown);

  // --- Overlap.cpp: a load and a store in one nest
  /// Can a run-time test of address ranges tell whether the load is safe?
  bool overlapIsTestable(tts::LoadOp load, ArrayRef<Root> roots);
  /// The next block of offsets that a test of address ranges has to go through.
  Value offsetsToKeep(tts::LoadOp load, ArrayRef<Root> roots);

  // --- Copies.cpp: what is read from copies
  /// Loads that might overlap a store of the nest are copied first when they do
  /// (tested at run time), and read from the copy.
  LogicalResult redirectOverlaps(ArrayRef<Root> roots);

  // --- StoreGroup.cpp: stores that follow each other
  /// Brings stores with nothing but computation between them together: that
  /// goes before the first one.
  static void gatherStores(Block &block);
  /// Carries out this store and those that follow it in one nest; false where
  /// it is to be carried out by itself.
  FailureOr<bool> storeTogether(tts::StoreOp first);

  // --- Stream.cpp: stores past the caches
  /// Orders what the programs have streamed past the caches.
  void endStreams();
  /// After a nest that streams: atomics and barriers order plain stores, not
  /// streamed ones.
  void orderStreamed();
  /// The part of the unmasked loop of a nest that streams what it stores: steps
  /// of all lanes from the first whole line of the output (position 0 unless
  /// `mayShift`) to before `limit`. Nothing when a store cannot be streamed.
  std::optional<Streamed> streamedPart(ArrayRef<Root> roots, Value limit,
                                       bool mayShift);
  /// Do the nest's stores add up to so much that they are streamed where they
  /// can be? Null: they never are.
  Value paysToStream(ArrayRef<Root> roots);

  // --- Ahead.cpp: what the next program or iteration needs
  /// Notes what this nest reads for the first time; a nest that does not, and
  /// comes after one that does, fetches ahead.
  void lookAhead(ArrayRef<Root> roots);
  /// How many bytes further the access is in the next iteration; null if that
  /// is not known.
  Value bytesToNext(tts::MakeBlockOp block, Operation *loop);
  /// Notes the pieces of rows that the next iteration reduces along `axis`: a
  /// row each, so that the hardware has no time to see that they go on.
  void lookAheadInRows(int axis);
  /// Asks for what stands at the lanes of this step in the next iteration.
  void fetchAhead();

  // --- AheadAtNumbers.cpp: rows whose numbers are loaded
  /// Asks for rows of a later iteration whose numbers that has to load first,
  /// as those of an embedding: neither the hardware nor the processor gets that
  /// far.
  LogicalResult lookAheadAtNumbers();

private:
  // --- ByteRange.cpp: the bytes that an access can touch
  static Value gatherSource(tts::MakeBlockOp a);
  bool isComputed(Value source);
  bool hasRange(tts::MakeBlockOp a);
  Value lastPosition(tts::MakeBlockOp op, int64_t dim);
  Interval extremes(const Buffer &buf);
  Interval computedInterval(tts::MakeBlockOp op, Value source, Value &unknown);
  Interval wrappedInterval(tts::MakeBlockOp op, int64_t dim, int64_t size);

  // --- Overlap.cpp: a load and a store in one nest
  /// Loads from the first to the last, and a store that they might overlap.
  struct OverlapTest {
    tts::LoadOp first, last;
    Operation *store;
  };
  /// Does the root change memory, by a store or an atomic?
  static bool rootWrites(const Root &root);
  Value repeatsElements(tts::MakeBlockOp l, tts::MakeBlockOp s);
  bool harmless(tts::LoadOp load, const Root &root);
  bool runsAlong(tts::LoadOp load, Operation *atomic);
  bool isSameWindow(tts::MakeBlockOp l, tts::MakeBlockOp s);
  Value startsNear(tts::MakeBlockOp l, tts::MakeBlockOp s);
  Value overlapFlag(const OverlapTest &test);
  Value touchesBetween(tts::MakeBlockOp from, tts::MakeBlockOp to,
                       tts::MakeBlockOp s);
  Value rangesOverlap(tts::LoadOp load, Operation *store);

  // --- Copies.cpp: what is read from copies
  Value anyOverlaps(ArrayRef<OverlapTest> tests);
  LogicalResult copyFirst(ArrayRef<tts::LoadOp> loads, Value flag);

  // --- StoreGroup.cpp: stores that follow each other
  bool storesRow(tts::StoreOp op);
  SmallVector<tts::StoreOp> storesAlong(tts::StoreOp first);
  bool shareWork(ArrayRef<tts::StoreOp> group);
  Value storeApart(ArrayRef<tts::StoreOp> group);
  LogicalResult storeInTurn(ArrayRef<Root> roots, ArrayRef<int64_t> shape);

  // --- Stream.cpp: stores past the caches
  std::optional<Streamed> streamedPart(tts::StoreOp op, Value limit,
                                       bool mayShift);
  Value readContext(int32_t offset);
  Value coresLieApart();
  enum class Streaming { Never, IfLarge, IfApart };
  Streaming streamingOf(tts::StoreOp op);
  bool startsAtLine(tts::MakeBlockOp block);
  Value isResident(Value place, Value bytes);
  void noteStreamed();
  bool storesLines(tts::StoreOp op);
  struct Output {
    Value bytes, needed; // stored by all programs; so many are worth it
    int64_t least;       // known part of `needed`, of one program
  };
  Output outputOf(tts::StoreOp op);
  Value paysToStream(tts::StoreOp op, const Output &out);
  Value isStreamed(Value pays, Value row, Value size, int64_t elem, Value fits);

  // --- Ahead.cpp: what the next program or iteration needs
  struct Advance {
    Value here, next;
  };
  std::optional<Advance> advance(tts::MakeBlockOp block, Operation *loop);
  Value bytesBetween(const Advance &move);
  bool loadsPieces(tts::LoadOp load, ArrayRef<int> dims);
  void lookAheadInTile();
  Value comesFromAfar(int axis, scf::ForOp loop, const Advance &move,
                      Value pitch);

  DenseMap<Value, bool> computed; // what isComputed() has found
  Value hasStreamed; // where that is kept; null if no store is streamed
  DenseSet<Value> readBefore;     // pointers that a nest has read rows of
  Operation *firstRead = nullptr; // what the last such nest was opened for
  llvm::SetVector<tts::MakeBlockOp> rowsRead; // by it, of so many elements
  SmallVector<int64_t> rowShape;
};

} // namespace mlir::tts::cpu

#endif
