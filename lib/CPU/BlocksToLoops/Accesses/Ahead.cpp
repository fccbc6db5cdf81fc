// What the next program, or the next iteration, will read and write is asked
// for while this one computes. A kernel that goes through a row several times
// waits for memory in the first pass only: the hardware fetches ahead inside
// the row, but not the next one, and starts anew on every page.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NextSlice.h"

#include "Accesses.h"

#include "../Plan/Plan.h"
#include "../Programs/Programs.h"
#include "../Walk/Walk.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::tts::cpu {

/// Rows up to this size are fetched into the first-level cache, longer ones
/// into the second.
static constexpr int64_t kNearBytes = 16 << 10;

/// Rows of a tile that are asked for ahead, and the vector instructions for one
/// from which on the processor does not look so far ahead by itself: with half
/// as many the loads of the next row are under way before this one is done.
static constexpr int64_t kRowsAhead = 4, kLongRow = 160;

/// Rows of so many bytes in all come from afar: from memory, or from parts of
/// the last level that other cores have filled. From a near one they come as
/// soon without being asked for.
static constexpr int64_t kAfar = 6 << 20;

/// The loop around both operations that is closest to them: an scf.for, or the
/// function, which stands for the loop over programs. Null if there is
/// something between that may not come to a next iteration as it stands.
static Operation *commonLoop(Operation *a, Operation *b) {
  for (Operation *loop = a->getParentOp(); loop; loop = loop->getParentOp()) {
    if (isa<scf::WhileOp>(loop))
      return nullptr;
    if (loop->isProperAncestor(b) && isa<scf::ForOp, triton::FuncOp>(loop))
      return loop;
  }
  return nullptr;
}

/// Is there another loop around the operation within `loop`?
static bool inLoopWithin(Operation *op, Operation *loop) {
  while ((op = op->getParentOp()) != loop)
    if (isa<scf::ForOp, scf::WhileOp>(op))
      return true;
  return false;
}

/// Do programs differ in `v`? In a loop they do if they start it differently,
/// and in what it carries if that starts differently.
static bool variesOverPrograms(Value v, DenseSet<Value> &seen) {
  if (!seen.insert(v).second)
    return false;
  if (auto arg = dyn_cast<BlockArgument>(v)) {
    auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
    if (!loop)
      return false;
    Value start = arg == loop.getInductionVar()
                      ? loop.getLowerBound()
                      : loop.getTiedLoopInit(arg)->get();
    return variesOverPrograms(start, seen);
  }
  Operation *def = v.getDefiningOp();
  return isa<triton::GetProgramIdOp>(def) ||
         llvm::any_of(def->getOperands(), [&](Value operand) {
           return variesOverPrograms(operand, seen);
         });
}

/// Where the first lane of the access is in this iteration of `loop` and in the
/// next; in the last one, twice in this one. Null if it is always the same, or
/// not known.
std::optional<Accesses::Advance> Accesses::advance(tts::MakeBlockOp block,
                                                   Operation *loop) {
  NextSlice slice(loop, programs().changingAxis());
  if (!slice.add(block.getBase()) || !slice.add(block.getOffset()) ||
      !(slice.changes(block.getBase()) || slice.changes(block.getOffset())))
    return std::nullopt;
  auto source = dyn_cast<scf::ForOp>(loop);
  if (source && source.getUnsignedCmp())
    return std::nullopt;
  Type elem = storageType(
      cast<tts::BlockType>(block.getResult().getType()).getElementType());
  auto here = [&]() -> Value {
    return LLVM::GEPOp::create(
        b, loc, ptrType(), elem, scalars.lookup(block.getBase()),
        ValueRange{i64(OpFoldResult(block.getOffset()))});
  };
  Value current = here();
  // The scalars of the slice again, for the next iteration.
  OtherScalars others(scalars);
  Value next, end;
  if (source) {
    end = scalars.lookup(source.getUpperBound());
    next = others.goOn(b, loc, slice, source, 1);
  } else {
    next = programs().nextNumber();
    end = programs().endOfNumbers();
  }
  for (Operation *op : slice.ops) {
    if (isa<triton::GetProgramIdOp>(op)) {
      others.replace(op->getResult(0), programs().nextId());
      continue;
    }
    others.computesAnew(op);
    if (failed(walk().emitScalar(op)))
      return std::nullopt;
  }
  Value more =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, next, end);
  Value onward = arith::SelectOp::create(b, loc, more, here(), current);
  return Advance{current, onward};
}

Value Accesses::bytesBetween(const Advance &move) {
  auto number = [&](Value p) -> Value {
    return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), p);
  };
  return arith::SubIOp::create(b, loc, number(move.next), number(move.here));
}

Value Accesses::bytesToNext(tts::MakeBlockOp block, Operation *loop) {
  std::optional<Advance> move = advance(block, loop);
  return move ? bytesBetween(*move) : Value();
}

void Accesses::lookAhead(ArrayRef<Root> roots) {
  if (nest->vecDim < 0 ||
      nest->shape[nest->vecDim] != ShapedType::getNumElements(nest->shape))
    return;
  SmallVector<tts::MakeBlockOp> accesses;
  auto use = [&](tts::MakeBlockOp block) {
    auto strides = block.getMixedStrides();
    bool row = !block.getGather() && !blockType(block.getBase()) &&
               block.getWrapDims().empty() &&
               strides.size() == nest->shape.size() &&
               getConstantIntValue(strides[nest->vecDim]) == 1;
    if (row && !llvm::is_contained(accesses, block))
      accesses.push_back(block);
    return row;
  };
  bool first = false;
  for (const Reached &r : nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (!load || buffers.count(r.v))
      continue;
    auto block = accessOf(load);
    if (!use(block))
      return;
    // What all programs read is in the caches.
    DenseSet<Value> seen;
    if (variesOverPrograms(block.getBase(), seen) ||
        variesOverPrograms(block.getOffset(), seen))
      first |= readBefore.insert(block.getBase()).second;
  }
  if (first) {
    if (!firstRead || rowShape != ArrayRef<int64_t>(nest->shape))
      rowsRead.clear();
    rowsRead.insert(accesses.begin(), accesses.end());
    rowShape.assign(nest->shape.begin(), nest->shape.end());
    firstRead = current;
    return;
  }
  if (!firstRead)
    return;
  Operation *loop = commonLoop(current, firstRead);
  if (!loop)
    return;
  size_t own = accesses.size();
  // What was read into storage is not read again by any later nest; until it is
  // wanted, the first level has other things to hold. Once is enough.
  if (rowShape == ArrayRef<int64_t>(nest->shape) &&
      !inLoopWithin(current, loop))
    for (tts::MakeBlockOp block : rowsRead)
      if (!llvm::is_contained(accesses, block) &&
          block->getParentRegion()->isAncestor(current->getParentRegion()))
        accesses.push_back(block);
  rowsRead.clear();
  size_t loads = accesses.size();
  for (const Root &r : roots)
    if (r.kind == Root::Store)
      use(accessOf(r.op));
  OpBuilder::InsertionGuard guard(b);
  for (auto [i, block] : llvm::enumerate(accesses))
    if (std::optional<Advance> move = advance(block, loop)) {
      auto type = cast<tts::BlockType>(block.getResult().getType());
      bool stored = i >= loads, far = !stored && i >= own;
      nest->ahead.push_back(
          {move->next, type.getElementType(), stored, far, Value(), -1});
    }
}

/// Is it a load of pieces of rows, with nothing between their elements?
bool Accesses::loadsPieces(tts::LoadOp load, ArrayRef<int> dims) {
  auto block = load ? accessOf(load) : nullptr;
  if (!block || dims != ArrayRef<int>({0, 1}))
    return false;
  auto type = cast<tts::BlockType>(block.getResult().getType());
  return nest->shape[nest->vecDim] * bytesOf(type.getElementType()) <=
             kPieceBytes &&
         !block.getGather() && !block.hasTensorBase() &&
         block.getWrapDims().empty() &&
         getConstantIntValue(block.getMixedStrides()[nest->vecDim]) == 1;
}

/// Notes the pieces of rows that this nest comes to a few rows later, where it
/// has much to do with each. Of those from one array, which are mostly the same
/// rows again, the last.
void Accesses::lookAheadInTile() {
  if (!isa_and_nonnull<tts::StoreOp, triton::ReduceOp>(current) ||
      nest->vecDim != 1 || nest->shape[0] <= kRowsAhead)
    return;
  int64_t cost = 0;
  llvm::MapVector<Value, tts::MakeBlockOp> pieces; // by array
  for (const Reached &r : nest->reached) {
    if (buffers.count(r.v))
      continue;
    cost += plan().ownCost(r.v.getDefiningOp());
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (loadsPieces(load, r.dims))
      pieces[accessOf(load).getBase()] = accessOf(load);
  }
  int64_t registers = nest->shape[1] * 32 / target.vectorBits;
  if (cost * registers < kLongRow)
    return;
  for (tts::MakeBlockOp block : llvm::make_second_range(pieces)) {
    Type elem =
        cast<tts::BlockType>(block.getResult().getType()).getElementType();
    Type stored = storageType(elem);
    OpFoldResult stride = block.getMixedStrides()[0];
    std::optional<int64_t> known = getConstantIntValue(stride);
    if (known && std::abs(*known) < 2 * nest->shape[1])
      continue; // found by the hardware
    Value row = i64(stride);
    Value offset = add(i64(OpFoldResult(block.getOffset())),
                       mul(row, b.getI64IntegerAttr(kRowsAhead)));
    Value ptr = LLVM::GEPOp::create(b, loc, ptrType(), stored,
                                    scalars.lookup(block.getBase()),
                                    ValueRange{offset});
    nest->ahead.push_back({ptr, elem, /*stored=*/false, /*far=*/false,
                           mul(row, b.getI64IntegerAttr(bytesOf(elem))),
                           /*dim=*/0});
  }
}

/// Are the rows that a reduction along `axis` goes through in pieces, one piece
/// in each iteration of `loop`, so long in all that they come from afar? Down
/// columns, those of all iterations, which are `move` apart; along rows,
/// `pitch` bytes each, those of all programs.
Value Accesses::comesFromAfar(int axis, scf::ForOp loop, const Advance &move,
                              Value pitch) {
  auto bound = [&](Value v) { return toI64(scalars.lookupOrDefault(v)); };
  auto times = [&](Value a, Value c) -> Value {
    return arith::MulIOp::create(b, loc, a, c);
  };
  Value all, least = cst(kAfar);
  if (axis == nest->vecDim) {
    all = times(pitch, cst(nest->shape[1 - axis]));
    for (int d : {0, 1, 2})
      all = times(all, arith::ExtUIOp::create(b, loc, b.getI64Type(),
                                              programs().count(d)));
  } else {
    Value span = arith::SubIOp::create(b, loc, bound(loop.getUpperBound()),
                                       bound(loop.getLowerBound()));
    all = times(span, bytesBetween(move));
    least = times(bound(loop.getStep()), least);
  }
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, all, least);
}

void Accesses::lookAheadInRows(int axis) {
  // The rows of a band are so few that the hardware does.
  if (nest->shape.size() != 2 || nest->vecDim < 0 || nest->bandDim >= 0)
    return;
  auto loop =
      dyn_cast_or_null<scf::ForOp>(current ? current->getParentOp() : nullptr);
  bool alongRows = axis == nest->vecDim;
  if (alongRows || axis < 0) {
    lookAheadInTile();
    if (axis < 0 || !nest->ahead.empty() || nest->shape[1 - axis] < kRowsAhead)
      return;
  }
  if (!loop)
    return;
  int down = alongRows ? 1 - axis : axis;
  for (const Reached &r : nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (buffers.count(r.v) || !loadsPieces(load, r.dims))
      continue;
    auto block = accessOf(load);
    Type elem =
        cast<tts::BlockType>(block.getResult().getType()).getElementType();
    auto strides = block.getMixedStrides();
    OpBuilder::InsertionGuard guard(b);
    std::optional<Advance> move = advance(block, loop);
    if (!move)
      continue;
    Value pitch = mul(i64(strides[down]), b.getI64IntegerAttr(bytesOf(elem)));
    Value pays = comesFromAfar(axis, loop, *move, pitch);
    Value next = arith::SelectOp::create(b, loc, pays, move->next, move->here);
    nest->ahead.push_back(
        {next, elem, /*stored=*/false, /*far=*/!alongRows, pitch, down});
  }
}

void Accesses::fetchAhead() {
  Value lane = nest->coords[nest->vecDim].v;
  at(nest->levels.size() - 1);
  for (const Ahead &next : nest->ahead) {
    // What is streamed past the caches is not wanted in them.
    if (next.stored && nest->streamed)
      continue;
    Type elem = storageType(next.elem);
    int64_t bytes = nest->lanes * bytesOf(next.elem);
    int64_t row = nest->shape[nest->vecDim] * bytesOf(next.elem);
    Value ptr = next.ptr;
    if (Value i = next.pitch ? nest->coords[next.dim].v : Value())
      ptr = LLVM::GEPOp::create(
          b, loc, ptrType(), b.getI8Type(), ptr,
          ValueRange{arith::MulIOp::create(b, loc, i, next.pitch).getResult()});
    if (lane)
      ptr = LLVM::GEPOp::create(b, loc, ptrType(), elem, ptr, ValueRange{lane});
    for (int64_t byte = 0; byte < bytes; byte += kLineBytes) {
      Value line = LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), ptr,
                                       ArrayRef<LLVM::GEPArg>{int32_t(byte)});
      // Lines to be stored to are asked for alone: another core may have them,
      // and a store that is split over two of those waits for each in turn.
      LLVM::Prefetch::create(b, loc, line, next.stored ? 1 : 0,
                             next.far || row > kNearBytes ? 2 : 3, 1);
    }
  }
}

} // namespace mlir::tts::cpu
