// What the next program, or the next iteration, will read and write is asked
// for while this one computes. A kernel that goes through a row several times
// waits for memory in the first pass only: the hardware fetches ahead inside
// the row, but not the next one, and starts anew on every page.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"
#include "triton-shared/CPU/Analysis/GridOrder.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::tts::cpu {

/// Rows up to this size are fetched into the first-level cache, longer ones
/// into the second.
static constexpr int64_t kNearBytes = 16 << 10;

/// Longer pieces of rows are found ahead by the hardware.
static constexpr int64_t kPieceBytes = 2 << 10;
/// Rows of a tile that are asked for ahead, and the vector instructions for one
/// from which on the processor does not look so far ahead by itself: with half
/// as many the loads of the next row are under way before this one is done.
static constexpr int64_t kRowsAhead = 4, kLongRow = 160;

/// Rows whose numbers are loaded are asked for so many iterations ahead, from
/// two lines on. Sums of 20 rows of 512 bytes at random places of 512 MiB take
/// three quarters of the time, and as long as before where rows are near.
static constexpr int64_t kNumbersAhead = 6;

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

namespace {

/// What an address is computed from that changes from one iteration of a loop,
/// or from one program along `axis`, to the next.
class NextSlice {
public:
  /// `loads`: those of scalars, which every iteration of `loop` makes, count as
  /// computations.
  NextSlice(Operation *loop, int axis, bool loads = false)
      : loop(loop), axis(axis), loads(loads) {}

  /// Adds what `v` is computed from. False if it cannot be computed ahead.
  bool add(Value v) { return known.count(v) || visit(v); }

  bool changes(Value v) const { return known.lookup(v); }

  bool changesByLoads() const { return !loaded.empty(); }
  /// Does it load from where a number says that it loads, or divide by one?
  /// Numbers that will be others by then must not be used so.
  bool believesLoads() const { return believes; }

  llvm::SetVector<Operation *> ops; // in order
  /// Scalars that the loop carries, and what is added to them each time.
  SmallVector<std::pair<Value, Value>> carried;

private:
  /// What a loop adds to a scalar that it carries, if that is always the same.
  static Value stepOf(scf::ForOp loop, Value arg) {
    OpOperand *init = loop.getTiedLoopInit(cast<BlockArgument>(arg));
    Value next = loop.getBody()->getTerminator()->getOperand(
        loop.getTiedLoopResult(init).getResultNumber());
    auto sum = next.getDefiningOp<arith::AddIOp>();
    if (!sum || isa<ShapedType>(sum.getType()))
      return {};
    Value step = sum.getLhs() == arg   ? sum.getRhs()
                 : sum.getRhs() == arg ? sum.getLhs()
                                       : Value();
    return step && loop.isDefinedOutsideOfLoop(step) ? step : Value();
  }

  bool visit(Value v) {
    bool changing = false;
    auto forOp = dyn_cast<scf::ForOp>(loop);
    Operation *def = v.getDefiningOp();
    if (!def) {
      changing = forOp && v == forOp.getInductionVar();
      // Other loops are where they are.
      if (!changing && forOp &&
          cast<BlockArgument>(v).getOwner() == forOp.getBody()) {
        Value step = stepOf(forOp, v);
        if (!step)
          return false;
        carried.push_back({v, step});
        changing = true;
      }
    } else if (!loop->isProperAncestor(def)) {
      changing = false;
    } else if (auto id = dyn_cast<triton::GetProgramIdOp>(def)) {
      changing = !forOp && static_cast<int>(id.getAxis()) == axis;
    } else if (auto load = dyn_cast<tts::LoadOp>(def)) {
      auto block = accessOf(load);
      if (!loads || blockType(v) || load.getIsVolatile() || block.getMask() ||
          load->getParentOp() != loop || !add(block.getBase()) ||
          !add(block.getOffset()))
        return false;
      changing = changes(block.getBase()) || changes(block.getOffset());
      believes |= loaded.contains(block.getBase()) ||
                  loaded.contains(block.getOffset());
      if (changing)
        loaded.insert(v);
    } else {
      if (def->getNumRegions() != 0 || hasBlocks(def) || !isPure(def))
        return false;
      for (Value operand : def->getOperands()) {
        if (!add(operand))
          return false;
        changing |= changes(operand);
        if (loaded.contains(operand))
          loaded.insert(v);
      }
      believes |= loaded.contains(v) && !isSpeculatable(def);
    }
    if (changing && def)
      ops.insert(def);
    known[v] = changing;
    return true;
  }

  Operation *loop;
  int axis;
  bool loads, believes = false;
  DenseSet<Value> loaded;      // what is loaded ahead, and computed from it
  DenseMap<Value, bool> known; // whether it changes
};

} // namespace

namespace {

/// Scalars that stand for those of another iteration until this goes.
class OtherScalars {
public:
  explicit OtherScalars(IRMapping &scalars) : scalars(scalars) {}
  ~OtherScalars() {
    for (auto [v, old] : llvm::reverse(now))
      scalars.map(v, old);
  }
  OtherScalars(const OtherScalars &) = delete;
  OtherScalars &operator=(const OtherScalars &) = delete;

  void replace(Value v, Value other) {
    now.push_back({v, scalars.lookup(v)});
    scalars.map(v, other);
  }
  /// What it gives is replaced when it is computed anew.
  void computesAnew(Operation *op) {
    for (Value result : op->getResults())
      now.push_back({result, scalars.lookup(result)});
  }

private:
  IRMapping &scalars;
  SmallVector<std::pair<Value, Value>> now;
};

} // namespace

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
std::optional<Emitter::Advance> Emitter::advance(tts::MakeBlockOp block,
                                                 Operation *loop) {
  NextSlice slice(loop, fastAxis);
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
    Value iv = source.getInductionVar();
    next = arith::AddIOp::create(b, loc, scalars.lookup(iv),
                                 scalars.lookup(source.getStep()));
    end = scalars.lookup(source.getUpperBound());
    others.replace(iv, next);
    for (auto [arg, step] : slice.carried)
      others.replace(arg, arith::AddIOp::create(b, loc, scalars.lookup(arg),
                                                scalars.lookupOrDefault(step)));
  } else {
    next = add(program, joined ? joined->count : cst(1));
    end = programsEnd;
  }
  for (Operation *op : slice.ops) {
    if (isa<triton::GetProgramIdOp>(op)) {
      Value step = columns ? columns->step : joined ? joined->count : cst(1);
      step = arith::TruncIOp::create(b, loc, b.getI32Type(), step);
      others.replace(op->getResult(0),
                     arith::AddIOp::create(b, loc, programId[fastAxis], step));
      continue;
    }
    others.computesAnew(op);
    if (failed(emitScalar(op)))
      return std::nullopt;
  }
  Value more =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, next, end);
  Value onward = arith::SelectOp::create(b, loc, more, here(), current);
  return Advance{current, onward};
}

Value Emitter::bytesBetween(const Advance &move) {
  auto number = [&](Value p) -> Value {
    return LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), p);
  };
  return arith::SubIOp::create(b, loc, number(move.next), number(move.here));
}

/// How many bytes further the access is in the next iteration; null if that is
/// not known.
Value Emitter::bytesToNext(tts::MakeBlockOp block, Operation *loop) {
  std::optional<Advance> move = advance(block, loop);
  return move ? bytesBetween(*move) : Value();
}

/// Notes what this nest reads for the first time; a nest that does not, and
/// comes after one that does, fetches ahead.
void Emitter::lookAhead(ArrayRef<Root> roots) {
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

static bool writesIn(scf::ForOp loop) {
  return loop
      .walk([](Operation *op) {
        bool writes = isa<tts::StoreOp, tts::AtomicRMWOp, tts::AtomicCASOp>(op);
        return writes ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Asks for rows of a later iteration whose numbers that has to load first, as
/// those of an embedding: neither the hardware nor the processor gets that far.
LogicalResult Emitter::lookAheadAtNumbers() {
  auto loop =
      dyn_cast_or_null<scf::ForOp>(current ? current->getParentOp() : nullptr);
  if (!loop || loop.getUnsignedCmp() || isOrdered(src) || nest->vecDim < 0 ||
      nest->shape[nest->vecDim] != ShapedType::getNumElements(nest->shape))
    return success();
  for (const Reached &r : nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    auto block = load && !buffers.count(r.v) ? accessOf(load) : nullptr;
    if (!block || block.getGather() || block.hasTensorBase() ||
        !block.getWrapDims().empty() ||
        block.getMixedStrides().size() != nest->shape.size() ||
        getConstantIntValue(block.getMixedStrides()[nest->vecDim]) != 1)
      continue;
    Type elem = storageType(
        cast<tts::BlockType>(block.getResult().getType()).getElementType());
    int64_t bytes = nest->shape[nest->vecDim] * bytesOf(elem);
    NextSlice slice(loop, fastAxis, /*loads=*/true);
    if (bytes < 2 * kLineBytes || bytes > kPieceBytes ||
        !slice.add(block.getBase()) || !slice.add(block.getOffset()) ||
        !slice.changesByLoads() || (slice.believesLoads() && writesIn(loop)))
      continue;
    OpBuilder::InsertionGuard guard(b);
    auto toIt = [&](Value step) {
      Value n = arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(step.getType(), kNumbersAhead));
      return arith::MulIOp::create(b, loc, step, n).getResult();
    };
    Value iv = loop.getInductionVar();
    Value step = scalars.lookup(loop.getStep());
    Value next = arith::AddIOp::create(
        b, loc, toI64(scalars.lookup(iv)),
        mul(toI64(step), b.getI64IntegerAttr(kNumbersAhead)));
    Value more =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, next,
                              toI64(scalars.lookup(loop.getUpperBound())));
    auto ifOp = scf::IfOp::create(b, loc, more, false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    OtherScalars others(scalars);
    others.replace(
        iv, arith::AddIOp::create(b, loc, scalars.lookup(iv), toIt(step)));
    for (auto [arg, by] : slice.carried)
      others.replace(arg,
                     arith::AddIOp::create(b, loc, scalars.lookup(arg),
                                           toIt(scalars.lookupOrDefault(by))));
    for (Operation *op : slice.ops) {
      others.computesAnew(op);
      if (failed(isa<tts::LoadOp>(op) ? emitScalarAccess(op) : emitScalar(op)))
        return failure();
    }
    Value row = LLVM::GEPOp::create(
        b, loc, ptrType(), elem, scalars.lookup(block.getBase()),
        ValueRange{i64(OpFoldResult(block.getOffset()))});
    for (int64_t byte = 0; byte < bytes; byte += kLineBytes) {
      Value line = LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), row,
                                       ArrayRef<LLVM::GEPArg>{int32_t(byte)});
      LLVM::Prefetch::create(b, loc, line, /*rw=*/0, /*hint=*/3, 1);
    }
  }
  return success();
}

/// Is it a load of pieces of rows, with nothing between their elements?
bool Emitter::loadsPieces(tts::LoadOp load, ArrayRef<int> dims) {
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
void Emitter::lookAheadInTile() {
  if (!isa_and_nonnull<tts::StoreOp, triton::ReduceOp>(current) ||
      nest->vecDim != 1 || nest->shape[0] <= kRowsAhead)
    return;
  int64_t cost = 0;
  llvm::MapVector<Value, tts::MakeBlockOp> pieces; // by array
  for (const Reached &r : nest->reached) {
    if (buffers.count(r.v))
      continue;
    cost += ownCost(r.v.getDefiningOp());
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

/// Notes the pieces of rows that the next iteration reduces along `axis`: a row
/// each, so that the hardware has no time to see that they go on.
void Emitter::lookAheadInRows(int axis) {
  if (nest->shape.size() != 2 || nest->vecDim < 0)
    return;
  if (axis < 0 || axis == nest->vecDim)
    return lookAheadInTile();
  auto loop =
      dyn_cast_or_null<scf::ForOp>(current ? current->getParentOp() : nullptr);
  if (!loop)
    return;
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
    // Bytes of all iterations.
    auto bound = [&](Value v) { return toI64(scalars.lookupOrDefault(v)); };
    Value span = arith::SubIOp::create(b, loc, bound(loop.getUpperBound()),
                                       bound(loop.getLowerBound()));
    Value all = arith::MulIOp::create(b, loc, span, bytesBetween(*move));
    Value least =
        arith::MulIOp::create(b, loc, bound(loop.getStep()), cst(kAfar));
    Value pays =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, all, least);
    Value next = arith::SelectOp::create(b, loc, pays, move->next, move->here);
    Value pitch = mul(i64(strides[axis]), b.getI64IntegerAttr(bytesOf(elem)));
    nest->ahead.push_back(
        {next, elem, /*stored=*/false, /*far=*/true, pitch, axis});
  }
}

/// Asks for what stands at the lanes of this step in the next iteration.
void Emitter::fetchAhead() {
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
