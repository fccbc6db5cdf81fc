// Stores that go past the caches: an output that is larger than what they hold
// would be read from memory first, line by line, and push out everything else.
// What is collected under a lock is meant for other cores; where those share no
// cache, a line takes less time by way of the memory than from core to core.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Accesses.h"

#include "../Elements/Elements.h"
#include "../Programs/Programs.h"

#include "triton-shared/Analysis/ScalarFacts.h"
#include "triton-shared/Runtime/KernelABI.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

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
Accesses::Streaming Accesses::streamingOf(tts::StoreOp op) {
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
  return !same && programs().comesAfterWait(op) ? Streaming::IfApart
                                                : Streaming::Never;
}

/// Do the rows of a block start at a line of the caches, in an array that does,
/// as large arrays from allocators do?
bool Accesses::startsAtLine(tts::MakeBlockOp block) {
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
Value Accesses::readContext(int32_t offset) {
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
Value Accesses::coresLieApart() {
  Value zero = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                               readContext(TTS_CONTEXT_APART), zero);
}

/// Had the launch's output been there before? Once the answer is yes it stands
/// in the context.
Value Accesses::isResident(Value place, Value bytes) {
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
void Accesses::noteStreamed() {
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

void Accesses::endStreams() {
  if (!hasStreamed)
    return;
  Value streamed = LLVM::LoadOp::create(b, loc, b.getI1Type(), hasStreamed);
  auto ifOp = scf::IfOp::create(b, loc, streamed, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  LLVM::FenceOp::create(b, loc, LLVM::AtomicOrdering::seq_cst);
}

void Accesses::orderStreamed() {
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

std::optional<Accesses::Streamed>
Accesses::streamedPart(ArrayRef<Root> roots, Value limit, bool mayShift) {
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
bool Accesses::storesLines(tts::StoreOp op) {
  auto block = accessOf(op);
  int64_t elem = bytesOf(
      cast<tts::BlockType>(block.getResult().getType()).getElementType());
  return streamingOf(op) != Streaming::Never &&
         getConstantIntValue(block.getMixedStrides()[nest->vecDim]) == 1 &&
         nest->lanes * elem % kLineBytes == 0;
}

/// Bytes of all programs: what one writes, times the loops around the store.
Accesses::Output Accesses::outputOf(tts::StoreOp op) {
  auto type = accessOf(op).getType();
  int64_t stored = ShapedType::getNumElements(type.getShape());
  // What reads little has the caches for itself.
  bool reads = anyInside(src, [&](Operation *other) {
    auto load = dyn_cast<tts::LoadOp>(other);
    auto loaded = load ? blockType(load.getResult()) : RankedTensorType();
    return loaded && 2 * loaded.getNumElements() >= stored;
  });
  Output out;
  out.least = reads ? target.streamBytes : 2 * target.streamBytes;
  out.bytes = cst(stored * bytesOf(type.getElementType()));
  out.needed = cst(out.least * (programs().mostAtOnce()));
  for (int axis : {0, 1, 2})
    out.bytes = arith::MulIOp::create(
        b, loc, out.bytes,
        arith::ExtUIOp::create(b, loc, b.getI64Type(), programs().count(axis)));
  for (Operation *parent = op->getParentOp(); parent != src;
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      auto bound = [&](Value v) { return toI64(scalars.lookupOrDefault(v)); };
      Value span = arith::SubIOp::create(b, loc, bound(loop.getUpperBound()),
                                         bound(loop.getLowerBound()));
      out.bytes = arith::MulIOp::create(b, loc, out.bytes, span);
      out.needed =
          arith::MulIOp::create(b, loc, out.needed, bound(loop.getStep()));
    }
  return out;
}

Value Accesses::paysToStream(tts::StoreOp op, const Output &out) {
  // What is stored under a lock may be the same few rows again and again.
  if (streamingOf(op) == Streaming::IfApart)
    return coresLieApart();
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, out.bytes,
                               out.needed);
}

Value Accesses::paysToStream(ArrayRef<Root> roots) {
  Value pays;
  for (const Root &r : roots) {
    auto store = dyn_cast_or_null<tts::StoreOp>(r.op);
    if (target.streamBytes <= 0 || !store || !storesLines(store))
      return {};
    at(0);
    Value own = paysToStream(store, outputOf(store));
    pays = pays ? arith::OrIOp::create(b, loc, pays, own).getResult() : own;
  }
  return pays;
}

/// Is a row of `size` elements of `elem` bytes streamed that may be? If its
/// memory is in use: what is touched for the first time is in the caches when
/// the system has cleared it.
Value Accesses::isStreamed(Value pays, Value row, Value size, int64_t elem,
                           Value fits) {
  auto ifOp = scf::IfOp::create(b, loc, TypeRange{b.getI1Type()}, pays, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  noteStreamed();
  Value resident = isResident(row, mul(size, b.getI64IntegerAttr(elem)));
  scf::YieldOp::create(
      b, loc, arith::AndIOp::create(b, loc, resident, fits).getResult());
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(
      b, loc,
      arith::ConstantOp::create(b, loc, b.getBoolAttr(false)).getResult());
  return ifOp.getResult(0);
}

std::optional<Accesses::Streamed>
Accesses::streamedPart(tts::StoreOp op, Value limit, bool mayShift) {
  Streaming streaming = streamingOf(op);
  auto block = accessOf(op);
  int64_t elem = bytesOf(block.getType().getElementType());
  mayShift &= !startsAtLine(block);
  if (mayShift && streaming == Streaming::IfApart)
    return {}; // the fence costs more than a few whole lines save
  int level = nest->levels.size() - 1;
  Coords coords(nest->coords);
  coords[nest->vecDim] = Coord();
  FailureOr<Address> first = elements().address(block, coords);
  if (failed(first) || first->offsets.v)
    return {};

  at(0);
  Output out = outputOf(op);
  Value pays = paysToStream(op, out);
  Value factor = cst(std::max<int64_t>(1, kShiftedBytes / out.least));
  Value larger =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, out.bytes,
                            arith::MulIOp::create(b, loc, out.needed, factor));
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
  Value streamed = isStreamed(pays, first->ptr.v, limit, elem, fits);
  nest->mayStream = pays;
  auto ifStreamed = [&](Value position) -> Value {
    return arith::SelectOp::create(b, loc, streamed, position, cst(0));
  };
  return Streamed{ifStreamed(start), ifStreamed(end), mayShift};
}

} // namespace mlir::tts::cpu
