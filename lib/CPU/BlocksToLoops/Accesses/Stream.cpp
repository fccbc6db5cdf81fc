// Stores that go past the caches: an output that is larger than what they hold
// would be read from memory first, line by line, and push out everything else.
// What is collected under a lock is meant for other cores; where those share no
// cache, a line takes less time by way of the memory than from core to core.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"

#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts::cpu {

/// Rows that do not start at a line pay from here on: lines that they share
/// are written in two parts.
static constexpr int64_t kShiftedBytes = 32 << 20;

/// The pointer argument (or whatever else) that a pointer is computed from.
static Value rootOf(Value pointer) {
  while (Operation *def = pointer.getDefiningOp()) {
    if (auto add = dyn_cast<triton::AddPtrOp>(def))
      pointer = add.getPtr();
    else if (auto splat = dyn_cast<triton::SplatOp>(def))
      pointer = splat.getSrc();
    else if (auto cast = dyn_cast<triton::BroadcastOp>(def))
      pointer = cast.getSrc();
    else
      break;
  }
  return pointer;
}

/// Does `v` depend on something that changes from one iteration to the next?
static bool varies(Value v, scf::ForOp loop, DenseSet<Value> &seen) {
  if (!v || !seen.insert(v).second)
    return false;
  if (!loop.getRegion().isAncestor(v.getParentRegion()))
    return false;
  if (auto arg = dyn_cast<BlockArgument>(v))
    return arg.getOwner()->getParentOp() == loop;
  return llvm::any_of(v.getDefiningOp()->getOperands(), [&](Value operand) {
    return varies(operand, loop, seen);
  });
}

/// Why this store may be streamed, if that turns out to pay.
Emitter::Streaming Emitter::streamingOf(tts::StoreOp op) {
  auto block = accessOf(op);
  if (blockType(block.getBase()) || block.getGather() ||
      !block.getWrapDims().empty())
    return Streaming::Never;
  for (Operation *parent = op->getParentOp(); parent != src;
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(parent);
    DenseSet<Value> seen;
    if (isa<scf::WhileOp>(parent) ||
        (loop && llvm::none_of(block->getOperands(),
                               [&](Value v) { return varies(v, loop, seen); })))
      return Streaming::Never; // the same place again and again
  }
  // What is read as well is in the caches, and is meant to be; but where a
  // program either reads it or does not, it is another that has written it.
  Value root = rootOf(block.getBase());
  bool read = false;
  bool same = anyInside(src, [&](Operation *other) {
    auto load = dyn_cast<tts::LoadOp>(other);
    if (!load || rootOf(accessOf(load).getBase()) != root)
      return false;
    read = true;
    return !insideMutuallyExclusiveRegions(load, op);
  });
  if (!read)
    return Streaming::IfLarge;
  return !same && comesAfterWait(op) ? Streaming::IfApart : Streaming::Never;
}

/// Do the rows of a block start at a line of the caches, in an array that does,
/// as large arrays from allocators do?
bool Emitter::startsAtLine(tts::MakeBlockOp block) {
  auto type = cast<tts::BlockType>(block.getResult().getType());
  int64_t elem = bytesOf(type.getElementType());
  auto atLine = [&](OpFoldResult elements) {
    auto known = getConstantIntValue(elements);
    uint64_t divisor =
        known ? std::abs(*known) : getDivisibility(cast<Value>(elements));
    return divisor * elem % kLineBytes == 0;
  };
  Value base = block.getBase();
  for (; auto add = base.getDefiningOp<triton::AddPtrOp>(); base = add.getPtr())
    if (!atLine(OpFoldResult(add.getOffset())))
      return false;
  if (!atLine(block.getOffset()))
    return false;
  for (auto [d, stride] : llvm::enumerate(block.getMixedStrides()))
    if (static_cast<int>(d) != nest->vecDim && type.getShape()[d] > 1 &&
        !atLine(stride))
      return false;
  return true;
}

/// Reads 32 bits of the launch's context.
Value Emitter::readContext(int32_t offset) {
  Value slot = LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), runtime,
                                   ArrayRef<LLVM::GEPArg>{offset});
  return LLVM::LoadOp::create(b, loc, b.getI32Type(), slot, /*alignment=*/4,
                              /*isVolatile=*/false,
                              /*isNonTemporal=*/false,
                              /*isInvariant=*/false,
                              /*isInvariantGroup=*/false,
                              LLVM::AtomicOrdering::monotonic);
}

/// Does a line take longer from core to core than by way of the memory?
Value Emitter::coresLieApart() {
  Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                               readContext(TTS_CONTEXT_APART), zero);
}

/// Had the launch's output been there before? Once the answer is yes it stands
/// in the context.
Value Emitter::isResident(Value place, Value bytes) {
  Type i1 = b.getI1Type();
  auto is = [&](arith::CmpIPredicate p, Value v, int64_t n) -> Value {
    return arith::CmpIOp::create(
        b, loc, p, v,
        arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(n)));
  };
  Value known = readContext(TTS_CONTEXT_RESIDENT);
  Value yes = is(arith::CmpIPredicate::sgt, known, 0);
  auto ifOp = scf::IfOp::create(b, loc, TypeRange{i1}, yes, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(b, loc, yes);
  b.setInsertionPointToStart(ifOp.elseBlock());
  auto call = callRuntime(RuntimeFunction::Resident, {runtime, place, bytes});
  scf::YieldOp::create(b, loc,
                       is(arith::CmpIPredicate::ne, call.getResult(), 0));
  return ifOp.getResult(0);
}

/// Remembers until the end of the function that stores were streamed.
void Emitter::noteStreamed() {
  if (!hasStreamed) {
    OpBuilder::InsertionGuard guard(b);
    Operation *around = b.getInsertionBlock()->getParentOp();
    auto function = isa<func::FuncOp>(around)
                        ? cast<func::FuncOp>(around)
                        : around->getParentOfType<func::FuncOp>();
    b.setInsertionPointToStart(&function.front());
    hasStreamed =
        LLVM::AllocaOp::create(b, loc, ptrType(), b.getI1Type(), cst(1));
    LLVM::StoreOp::create(
        b, loc, arith::ConstantOp::create(b, loc, b.getBoolAttr(false)),
        hasStreamed);
  }
  LLVM::StoreOp::create(b, loc,
                        arith::ConstantOp::create(b, loc, b.getBoolAttr(true)),
                        hasStreamed);
}

/// At the end of the function: streamed stores are ordered by a fence alone,
/// which waits for plain ones, too.
void Emitter::endStreams() {
  if (!hasStreamed)
    return;
  Value streamed = LLVM::LoadOp::create(b, loc, b.getI1Type(), hasStreamed);
  auto ifOp = scf::IfOp::create(b, loc, streamed, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst);
}

/// After a nest that streams: atomics and barriers order plain stores, not
/// streamed ones.
void Emitter::orderStreamed() {
  if (!nest->mayStream)
    return;
  if (!anyInside(src, [](Operation *op) {
        return isa<tts::AtomicRMWOp, tts::AtomicCASOp, tts::BarrierOp>(op);
      }))
    return;
  auto ifOp = scf::IfOp::create(b, loc, nest->mayStream, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst);
}

/// The part of the unmasked loop of a nest that streams what it stores: steps
/// of all lanes from the first whole line of the output (position 0 unless
/// `mayShift`) to before `limit`. Nothing when a store cannot be streamed.
std::optional<Emitter::Streamed>
Emitter::streamedPart(ArrayRef<Root> roots, Value limit, bool mayShift) {
  SmallVector<tts::StoreOp> stores;
  for (const Root &r : roots)
    if (r.kind == Root::Store)
      stores.push_back(cast<tts::StoreOp>(r.op));
  if (target.streamBytes <= 0 || stores.empty() ||
      !llvm::all_of(stores,
                    [&](tts::StoreOp store) { return storesLines(store); }))
    return {};
  if (stores.size() == 1)
    return streamedPart(stores.front(), limit, mayShift);
  // Several outputs have no first whole line in common.
  std::optional<Streamed> all;
  for (tts::StoreOp store : stores) {
    std::optional<Streamed> part =
        streamedPart(store, limit, /*mayShift=*/false);
    if (!part)
      return {};
    if (all)
      part->end = arith::MinSIOp::create(b, loc, part->end, all->end);
    all = part;
  }
  return all;
}

/// Does a step of the nest store whole lines, which nothing forbids to stream?
bool Emitter::storesLines(tts::StoreOp op) {
  auto block = accessOf(op);
  int64_t elem = bytesOf(
      cast<tts::BlockType>(block.getResult().getType()).getElementType());
  return streamingOf(op) != Streaming::Never &&
         getConstantIntValue(block.getMixedStrides()[nest->vecDim]) == 1 &&
         nest->lanes * elem % kLineBytes == 0;
}

std::optional<Emitter::Streamed>
Emitter::streamedPart(tts::StoreOp op, Value limit, bool mayShift) {
  Streaming streaming = streamingOf(op);
  auto block = accessOf(op);
  auto type = cast<tts::BlockType>(block.getResult().getType());
  int64_t elem = bytesOf(type.getElementType());
  mayShift &= !startsAtLine(block);
  if (mayShift && streaming == Streaming::IfApart)
    return {}; // the fence costs more than a few whole lines save
  int level = nest->levels.size() - 1;
  Coords coords(nest->coords);
  coords[nest->vecDim] = Coord();
  FailureOr<Address> first = address(block, coords);
  if (failed(first) || first->offsets.v)
    return {};

  // Bytes of all programs: what one writes, times the loops around the store.
  at(0);
  // What reads little has the caches for itself.
  int64_t stored = ShapedType::getNumElements(type.getShape());
  bool reads = anyInside(src, [&](Operation *other) {
    auto load = dyn_cast<tts::LoadOp>(other);
    auto loaded = load ? blockType(load.getResult()) : RankedTensorType();
    return loaded && 2 * loaded.getNumElements() >= stored;
  });
  int64_t least = reads ? target.streamBytes : 2 * target.streamBytes;
  Value bytes = cst(stored * elem);
  Value needed = cst(least * (joined ? joined->most : 1));
  for (Value n : numPrograms)
    bytes = arith::MulIOp::create(
        b, loc, bytes, arith::ExtUIOp::create(b, loc, b.getI64Type(), n));
  for (Operation *parent = op->getParentOp(); parent != src;
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      auto bound = [&](Value v) { return toI64(scalars.lookupOrDefault(v)); };
      Value span = arith::SubIOp::create(b, loc, bound(loop.getUpperBound()),
                                         bound(loop.getLowerBound()));
      bytes = arith::MulIOp::create(b, loc, bytes, span);
      needed = arith::MulIOp::create(b, loc, needed, bound(loop.getStep()));
    }
  // What is stored under a lock may be the same few rows again and again.
  Value pays = streaming == Streaming::IfApart
                   ? coresLieApart()
                   : arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                           bytes, needed);
  Value factor = cst(std::max<int64_t>(1, kShiftedBytes / least));
  Value larger =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, bytes,
                            arith::MulIOp::create(b, loc, needed, factor));
  at(level);
  Value place = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), first->ptr.v);
  Value toLine = arith::SubIOp::create(b, loc, cst(0), place);
  toLine = arith::AndIOp::create(b, loc, toLine, cst(kLineBytes - 1));
  // Bytes that no shift by whole elements gets rid of.
  Value skew =
      mayShift
          ? arith::AndIOp::create(b, loc, toLine, cst(elem - 1)).getResult()
          : toLine;
  Value fits =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, skew, cst(0));
  Value start = cst(0);
  if (mayShift) {
    start = arith::DivUIOp::create(b, loc, toLine, cst(elem));
    Value whole = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                        limit, cst(nest->lanes));
    fits = arith::AndIOp::create(b, loc, fits, whole);
    Value inPlace =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, start, cst(0));
    Value mayShiftRow = arith::OrIOp::create(b, loc, inPlace, larger);
    fits = arith::AndIOp::create(b, loc, fits, mayShiftRow);
  }
  Value steps = arith::SubIOp::create(b, loc, limit, start);
  steps = arith::AndIOp::create(b, loc, steps, cst(-nest->lanes));
  Value end = add(start, steps);
  // Memory that is touched for the first time is in the caches when the system
  // has cleared it.
  auto ifOp = scf::IfOp::create(b, loc, TypeRange{b.getI1Type()}, pays, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  noteStreamed();
  scf::YieldOp::create(
      b, loc,
      arith::AndIOp::create(
          b, loc,
          isResident(first->ptr.v, mul(limit, b.getI64IntegerAttr(elem))), fits)
          .getResult());
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(
      b, loc,
      arith::ConstantOp::create(b, loc, b.getBoolAttr(false)).getResult());
  b.setInsertionPointAfter(ifOp);
  nest->mayStream = pays;
  auto ifStreamed = [&](Value position) -> Value {
    return arith::SelectOp::create(b, loc, ifOp.getResult(0), position, cst(0));
  };
  return Streamed{ifStreamed(start), ifStreamed(end), mayShift};
}

} // namespace mlir::tts::cpu
