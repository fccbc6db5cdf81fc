// Scans (any combiner, forward and reverse) and histograms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"
#include "OwnNest.h"
#include "TransposeSquare.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Does a scan within registers pay, where other dims could have the lanes? It
/// takes five combinations for each of theirs, which in turn gather what lies
/// along the axis.
static bool scansInRegisters(triton::ScanOp op, int64_t lanes) {
  auto shape = blockType(op.getSrcs().front()).getShape();
  int64_t axis = op.getAxis();
  return shape[axis] * 2 >= lanes &&
         llvm::all_of(shape.drop_front(axis + 1),
                      [](int64_t n) { return n == 1; }) &&
         llvm::range_size(op.getCombineOp().front().without_terminator()) <= 7;
}

/// One step of a scan within registers: the upper `s` of each 2 * `s` lanes
/// take the last one of the lower ones.
LogicalResult Emitter::scanStep(triton::ScanOp op,
                                SmallVectorImpl<Value> &elems, int64_t s) {
  int64_t lanes = cast<VectorType>(elems.front().getType()).getNumElements();
  auto lastBelow = [&](int64_t l) { return (l & -s) - 1; };
  SmallVector<Value> below, above, next;
  if (2 * s < lanes || s < 4 || target.vectorBits >= 512) {
    SmallVector<int64_t> order;
    SmallVector<bool> takes;
    for (int64_t l = 0; l < lanes; ++l) {
      order.push_back(l & s ? lastBelow(l) : l);
      takes.push_back(l & s);
    }
    for (Value v : elems)
      below.push_back(vector::ShuffleOp::create(b, loc, v, v, order));
    if (failed(combine(op.getCombineOp(), below, elems, next)))
      return failure();
    auto type = cast<VectorType>(vec(b.getI1Type()));
    Value in =
        arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, takes));
    for (auto [v, x] : llvm::zip(elems, next))
      v = arith::SelectOp::create(b, loc, in, x, v);
    return success();
  }
  // Halves of a register by themselves. Of a whole one of AVX LLVM knows that
  // half is not used, and inserts into any register, such as the one of the
  // carry, which it then waits for (vinsertf128).
  SmallVector<int64_t> last(s, s - 1), upper, all;
  llvm::append_range(upper, llvm::seq<int64_t>(s, lanes));
  llvm::append_range(all, llvm::seq<int64_t>(0, lanes));
  for (Value v : elems) {
    below.push_back(vector::ShuffleOp::create(b, loc, v, v, last));
    above.push_back(vector::ShuffleOp::create(b, loc, v, v, upper));
  }
  if (failed(combine(op.getCombineOp(), below, above, next)))
    return failure();
  for (auto [v, x] : llvm::zip(elems, next)) {
    Value low = vector::ExtractStridedSliceOp::create(b, loc, v, 0, s, 1);
    v = vector::ShuffleOp::create(b, loc, low, x, all);
  }
  return success();
}

/// Is `v` made of positions alone, each of which costs next to nothing?
static bool isPosition(Value v) {
  Operation *op = v.getDefiningOp();
  if (isa_and_nonnull<triton::ExpandDimsOp, triton::BroadcastOp, arith::ExtSIOp,
                      arith::TruncIOp>(op))
    return isPosition(op->getOperand(0));
  return isa_and_nonnull<triton::MakeRangeOp>(op);
}

/// Rows as lanes, where they lie along the axis: they are read and stored by
/// squares, each of which is transposed.
LogicalResult Emitter::scanSquare(triton::ScanOp op, scf::ForOp loop,
                                  ArrayRef<Buffer> dests) {
  Coords coords(nest->coords);
  int axis = op.getAxis(), inner = nest->levels.size() - 1;
  Coord &row = coords[nest->vecDim];
  const Coord firstRow = row;
  auto goTo = [&](int64_t k) {
    row = firstRow;
    row.kind = Coord::Scalar;
    at(firstRow.level);
    row.v = add(firstRow.v, cst(k));
  };
  const Coord place = coords[axis];
  SmallVector<SmallVector<Value>> squares;
  for (Value src : op.getSrcs()) {
    auto &square = squares.emplace_back();
    for (int64_t k = 0; k < nest->lanes; ++k) {
      goTo(k);
      FailureOr<Lane> e = eval(src, coords);
      if (failed(e))
        return failure();
      square.push_back(e->v);
    }
    if (!llvm::all_equal(square)) {
      for (Value &v : square) // the same along some rows
        v = asVector({v, inner});
      at(inner);
      transposeSquare(b, loc, square);
      continue;
    }
    // The same in all rows, such as positions.
    row = firstRow;
    for (auto [k, v] : llvm::enumerate(square)) {
      at(inner);
      coords[axis] = {Coord::Scalar, add(place.v, cst(k)), inner};
      FailureOr<Lane> e = eval(src, coords);
      if (failed(e))
        return failure();
      v = asVector(*e);
    }
    coords[axis] = place;
  }
  at(inner);
  Value first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                      loop.getInductionVar(), cst(0));
  SmallVector<Value> acc(loop.getRegionIterArgs());
  for (int64_t k = 0; k < nest->lanes; ++k) {
    int64_t place = op.getReverse() ? nest->lanes - 1 - k : k;
    SmallVector<Value> elems, next;
    for (auto &square : squares)
      elems.push_back(square[place]);
    if (failed(combine(op.getCombineOp(), acc, elems, next)))
      return failure();
    for (auto [a, e, x] : llvm::zip(acc, elems, next))
      a = k ? x : arith::SelectOp::create(b, loc, first, e, x).getResult();
    for (auto [square, a] : llvm::zip(squares, acc))
      square[place] = a;
  }
  for (auto [dest, square] : llvm::zip(dests, squares)) {
    at(inner);
    transposeSquare(b, loc, square);
    for (auto [k, v] : llvm::enumerate(square)) {
      goTo(k);
      writeBuffer(dest, coords, {v, inner});
    }
  }
  closeLoop(acc);
  return success();
}

/// Sequential along the axis, vectors along another dim where there is one,
/// or a register at a time along the axis.
LogicalResult Emitter::emitScan(triton::ScanOp op) {
  int axis = op.getAxis();
  auto shape = blockType(op.getSrcs().front()).getShape();
  SmallVector<Buffer> dests;
  for (Value r : op.getResults())
    dests.push_back(allocate(r.getType()));
  // Sources that are read by the scan alone are evaluated on the way; what
  // needs storage gets it first.
  for (Value src : op.getSrcs())
    if (!isPosition(src) && cost(src) > 0 && failed(materialize(src)))
      return failure();

  Nest own;
  Nest *outerNest = std::exchange(nest, &own);
  llvm::scope_exit restore([&] { nest = outerNest; });
  own.shape.assign(shape.begin(), shape.end());
  bool vectorizable = true;
  for (Operation &o : op.getCombineOp().front().without_terminator())
    vectorizable &= isElementwise(&o) || isa<arith::ConstantOp>(o);
  int64_t n = shape[axis], oneRegister = target.vectorBits / 32;
  if (vectorizable && !scansInRegisters(op, oneRegister))
    for (int d = shape.size() - 1; d >= 0 && own.vecDim < 0; --d)
      if (d != axis && shape[d] > 1) {
        own.vecDim = d;
        own.lanes = std::min<int64_t>(shape[d], oneRegister);
      }
  bool prefix = vectorizable && own.vecDim < 0 && n > 1;
  if (prefix) {
    own.vecDim = axis;
    own.lanes = std::min<int64_t>(n, oneRegister);
  }
  // What lies along the axis comes by squares that are transposed.
  bool squares = own.vecDim >= 0 && !prefix && own.lanes == oneRegister &&
                 n >= own.lanes && axis + 1 == static_cast<int>(shape.size());
  openBase();
  own.coords.assign(shape.size(), Coord());
  unsigned outer = 0;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    if (extent == 1 || static_cast<int>(d) == axis)
      continue;
    bool isVec = static_cast<int>(d) == own.vecDim;
    if (isVec)
      own.coords[d].kind = Coord::Lanes;
    if (isVec && extent == own.lanes)
      continue;
    at(own.levels.size() - 1);
    auto loop = openLoop(cst(0), cst(extent), isVec ? own.lanes : 1, {});
    own.coords[d].v = loop.getInductionVar();
    own.coords[d].level = own.levels.size() - 1;
    ++outer;
  }

  at(own.levels.size() - 1);
  int64_t step = prefix || squares ? own.lanes : 1;
  SmallVector<Value> carry;
  for (Value src : op.getSrcs()) {
    Type elem = valueType(blockType(src).getElementType());
    Type t = own.vecDim >= 0 ? vec(elem) : elem;
    carry.push_back(arith::ConstantOp::create(b, loc, b.getZeroAttr(t)));
  }
  auto loop = openLoop(cst(0), cst(n), step, carry);
  at(own.levels.size() - 1);
  Value i = loop.getInductionVar();
  Coord &coord = own.coords[axis];
  coord.level = own.levels.size() - 1;
  coord.kind = prefix || squares ? Coord::Lanes : Coord::Scalar;
  coord.v = op.getReverse()
                ? arith::SubIOp::create(b, loc, cst(n - step), i).getResult()
                : i;
  auto finish = [&] {
    for (unsigned k = 0; k < outer; ++k)
      closeLoop({});
    at(0);
    for (auto [r, dest] : llvm::zip(op.getResults(), dests))
      buffers[r] = dest;
  };
  if (squares) {
    if (failed(scanSquare(op, loop, dests)))
      return failure();
    finish();
    return success();
  }
  SmallVector<Value> elems;
  for (Value src : op.getSrcs()) {
    FailureOr<Lane> e = eval(src, own.coords);
    if (failed(e))
      return failure();
    elems.push_back(own.vecDim >= 0 ? asVector(*e) : e->v);
  }
  at(own.levels.size() - 1);
  Value first =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, i, cst(0));
  SmallVector<Value> acc(loop.getRegionIterArgs()), result;
  if (!prefix) {
    SmallVector<Value> next;
    if (failed(combine(op.getCombineOp(), acc, elems, next)))
      return failure();
    for (auto [e, x] : llvm::zip(elems, next))
      result.push_back(arith::SelectOp::create(b, loc, first, e, x));
    acc = result;
  } else {
    // Inside the register upper halves of 2, 4, ... lanes take the last one of
    // the lower half (J. Sklansky, IRE Trans. EC-9(2), 1960): few of these
    // shuffles leave 128 bits. Then the carry of the registers before.
    int64_t lanes = own.lanes;
    auto flip = [&](Value v) -> Value {
      SmallVector<int64_t> order(llvm::reverse(llvm::seq<int64_t>(0, lanes)));
      return vector::ShuffleOp::create(b, loc, v, v, order);
    };
    if (op.getReverse())
      for (Value &v : elems)
        v = flip(v);
    for (int64_t s = 1; s < lanes; s *= 2)
      if (failed(scanStep(op, elems, s)))
        return failure();
    // The carry stands in all lanes, and goes on from register to register by
    // the combiner alone.
    SmallVector<int64_t> last(lanes, lanes - 1);
    SmallVector<Value> totals, all, next;
    for (Value v : elems)
      totals.push_back(vector::ShuffleOp::create(b, loc, v, v, last));
    if (failed(combine(op.getCombineOp(), acc, elems, all)) ||
        failed(combine(op.getCombineOp(), acc, totals, next)))
      return failure();
    for (auto [e, x] : llvm::zip(elems, all)) {
      Value v = arith::SelectOp::create(b, loc, first, e, x);
      result.push_back(op.getReverse() ? flip(v) : v);
    }
    for (auto [c, total, x] : llvm::zip(acc, totals, next))
      c = arith::SelectOp::create(b, loc, first, total, x);
  }
  int level = own.levels.size() - 1;
  for (auto [dest, v] : llvm::zip(dests, result))
    writeBuffer(dest, own.coords, {v, level});
  closeLoop(acc);
  finish();
  return success();
}

/// Counts, element by element; values outside of the bins are not counted.
LogicalResult Emitter::emitHistogram(triton::HistogramOp op) {
  Buffer bins = allocate(op.getResult().getType());
  int64_t n = bins.shape[0];
  Type binType = bins.elem;
  if (failed(materialize(op.getSrc())) ||
      (op.getMask() && failed(materialize(op.getMask()))))
    return failure();
  OwnNest own(*this);
  LLVM::MemsetOp::create(
      b, loc, bins.ptr,
      arith::ConstantOp::create(b, loc, b.getI8IntegerAttr(0)),
      cst(n * bytesOf(binType)), false);
  int64_t count = blockType(op.getSrc()).getNumElements();
  auto loop = openLoop(cst(0), cst(count), 1, {});
  Coord c;
  c.v = loop.getInductionVar();
  c.level = 1;
  FailureOr<Lane> v = eval(op.getSrc(), {c});
  FailureOr<Lane> mask = Lane{};
  if (op.getMask())
    mask = eval(op.getMask(), {c});
  if (failed(v) || failed(mask))
    return failure();
  at(1);
  Value bin = v->v;
  if (bin.getType().getIntOrFloatBitWidth() < 64)
    bin = arith::ExtUIOp::create(b, loc, b.getI64Type(), bin);
  Value in =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, bin, cst(n));
  if (mask->v)
    in = arith::AndIOp::create(b, loc, in, mask->v);
  auto ifOp = scf::IfOp::create(b, loc, in, false);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Value p = LLVM::GEPOp::create(b, loc, ptrType(), binType, bins.ptr,
                                ValueRange{bin});
  Value old = LLVM::LoadOp::create(b, loc, binType, p);
  Value one = arith::ConstantOp::create(b, loc, b.getIntegerAttr(binType, 1));
  LLVM::StoreOp::create(b, loc, arith::AddIOp::create(b, loc, old, one), p);
  closeLoop({});
  buffers[op.getResult()] = bins;
  return success();
}

} // namespace mlir::tts::cpu
