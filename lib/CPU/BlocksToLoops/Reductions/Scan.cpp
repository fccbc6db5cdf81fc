// Scans: any combiner, forward and reverse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reductions.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "TransposeSquare.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/ScopeExit.h"

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
LogicalResult Reductions::scanStep(triton::ScanOp op,
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

namespace {

/// How a scan goes along its axis.
enum class ScanBy {
  Elements,  // one after the other; lanes are of another dim, if there are any
  Registers, // lanes lie along the axis
  Squares,   // lanes are rows, which are read and stored along the axis
};

} // namespace

class Reductions::Scan : Part {
public:
  Scan(Emitter &emitter, triton::ScanOp op, ArrayRef<Buffer> dests)
      : Part(emitter), op(op), dests(dests),
        shape(blockType(op.getSrcs().front()).getShape()), axis(op.getAxis()),
        own(*nest) {}

  LogicalResult emit();

private:
  void choose();
  void openOuterLoops();
  void openScan();
  LogicalResult operands(SmallVectorImpl<Value> &elems);
  LogicalResult oneByOne(ArrayRef<Value> elems);
  LogicalResult inRegisters(MutableArrayRef<Value> elems);
  LogicalResult inSquares();
  LogicalResult readSquare(Value src, SmallVectorImpl<Value> &square);
  void goToRow(Coords &coords, int64_t k);
  Value flip(Value v);
  Value isFirst();
  int inner() const { return own.levels.size() - 1; }
  /// Elements along the axis that are done at a time.
  int64_t step() const { return by == ScanBy::Elements ? 1 : own.lanes; }

  triton::ScanOp op;
  ArrayRef<Buffer> dests;
  ArrayRef<int64_t> shape;
  int axis;
  Nest &own;
  ScanBy by = ScanBy::Elements;
  unsigned outerLoops = 0;
  scf::ForOp loop;            // along the axis
  SmallVector<Value> carried; // by it
  SmallVector<Value> results; // of a step
};

void Reductions::Scan::choose() {
  own.shape.assign(shape.begin(), shape.end());
  bool vectorizable = true;
  for (Operation &o : op.getCombineOp().front().without_terminator())
    vectorizable &= elements().isElementwise(&o) || isa<arith::ConstantOp>(o);
  int64_t n = shape[axis], oneRegister = target.vectorBits / 32;
  if (vectorizable && !scansInRegisters(op, oneRegister))
    for (int d = shape.size() - 1; d >= 0 && own.vecDim < 0; --d)
      if (d != axis && shape[d] > 1) {
        own.vecDim = d;
        own.lanes = std::min<int64_t>(shape[d], oneRegister);
      }
  if (vectorizable && own.vecDim < 0 && n > 1) {
    by = ScanBy::Registers;
    own.vecDim = axis;
    own.lanes = std::min<int64_t>(n, oneRegister);
  } else if (own.vecDim >= 0 && own.lanes == oneRegister && n >= own.lanes &&
             axis + 1 == static_cast<int>(shape.size())) {
    by = ScanBy::Squares;
  }
}

void Reductions::Scan::openOuterLoops() {
  openBase();
  own.coords.assign(shape.size(), Coord());
  for (auto [d, extent] : llvm::enumerate(shape)) {
    if (extent == 1 || static_cast<int>(d) == axis)
      continue;
    bool isVec = static_cast<int>(d) == own.vecDim;
    if (isVec)
      own.coords[d].kind = Coord::Lanes;
    if (isVec && extent == own.lanes)
      continue;
    at(inner());
    auto outer = openLoop(cst(0), cst(extent), isVec ? own.lanes : 1, {});
    own.coords[d].v = outer.getInductionVar();
    own.coords[d].level = inner();
    ++outerLoops;
  }
}

void Reductions::Scan::openScan() {
  at(inner());
  SmallVector<Value> none;
  for (Value src : op.getSrcs()) {
    Type elem = valueType(blockType(src).getElementType());
    Type t = own.vecDim >= 0 ? vec(elem) : elem;
    none.push_back(arith::ConstantOp::create(b, loc, b.getZeroAttr(t)));
  }
  int64_t n = shape[axis];
  loop = openLoop(cst(0), cst(n), step(), none);
  carried.assign(loop.getRegionIterArgs().begin(),
                 loop.getRegionIterArgs().end());
  at(inner());
  Value i = loop.getInductionVar();
  Coord &coord = own.coords[axis];
  coord.level = inner();
  coord.kind = by == ScanBy::Elements ? Coord::Scalar : Coord::Lanes;
  coord.v = op.getReverse()
                ? arith::SubIOp::create(b, loc, cst(n - step()), i).getResult()
                : i;
}

LogicalResult Reductions::Scan::operands(SmallVectorImpl<Value> &elems) {
  for (Value src : op.getSrcs()) {
    FailureOr<Lane> x = elements().eval(src, own.coords);
    if (failed(x))
      return failure();
    elems.push_back(own.vecDim >= 0 ? asVector(*x) : x->v);
  }
  at(inner());
  return success();
}

/// Is this the first step, which nothing is carried to?
Value Reductions::Scan::isFirst() {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                               loop.getInductionVar(), cst(0));
}

Value Reductions::Scan::flip(Value v) {
  SmallVector<int64_t> order(llvm::reverse(llvm::seq<int64_t>(0, own.lanes)));
  return vector::ShuffleOp::create(b, loc, v, v, order);
}

LogicalResult Reductions::Scan::oneByOne(ArrayRef<Value> elems) {
  Value first = isFirst();
  SmallVector<Value> next;
  if (failed(reductions().combine(op.getCombineOp(), carried, elems, next)))
    return failure();
  for (auto [x, y] : llvm::zip(elems, next))
    results.push_back(arith::SelectOp::create(b, loc, first, x, y));
  carried = results;
  return success();
}

/// Inside a register upper halves of 2, 4, ... lanes take the last one of the
/// lower half (J. Sklansky, IRE Trans. EC-9(2), 1960): few of these shuffles
/// leave 128 bits. Then the carry of the registers before, which stands in all
/// lanes, and goes on from register to register by the combiner alone.
LogicalResult Reductions::Scan::inRegisters(MutableArrayRef<Value> elems) {
  Value first = isFirst();
  int64_t lanes = own.lanes;
  if (op.getReverse())
    for (Value &v : elems)
      v = flip(v);
  SmallVector<Value> scanned(elems);
  for (int64_t s = 1; s < lanes; s *= 2)
    if (failed(reductions().scanStep(op, scanned, s)))
      return failure();
  SmallVector<int64_t> last(lanes, lanes - 1);
  SmallVector<Value> totals, all, next;
  for (Value v : scanned)
    totals.push_back(vector::ShuffleOp::create(b, loc, v, v, last));
  if (failed(reductions().combine(op.getCombineOp(), carried, scanned, all)) ||
      failed(reductions().combine(op.getCombineOp(), carried, totals, next)))
    return failure();
  for (auto [x, y] : llvm::zip(scanned, all)) {
    Value v = arith::SelectOp::create(b, loc, first, x, y);
    results.push_back(op.getReverse() ? flip(v) : v);
  }
  for (auto [c, total, x] : llvm::zip(carried, totals, next))
    c = arith::SelectOp::create(b, loc, first, total, x);
  return success();
}

/// Row `k` of a square.
void Reductions::Scan::goToRow(Coords &coords, int64_t k) {
  const Coord &first = own.coords[own.vecDim];
  Coord &row = coords[own.vecDim];
  row.kind = Coord::Scalar;
  at(first.level);
  row.v = add(first.v, cst(k));
}

/// A square of what lies along the axis, transposed: a register a position.
LogicalResult Reductions::Scan::readSquare(Value src,
                                           SmallVectorImpl<Value> &square) {
  Coords coords(own.coords);
  for (int64_t k = 0; k < own.lanes; ++k) {
    goToRow(coords, k);
    FailureOr<Lane> x = elements().eval(src, coords);
    if (failed(x))
      return failure();
    square.push_back(x->v);
  }
  if (!llvm::all_equal(square)) {
    for (Value &v : square) // the same along some rows
      v = asVector({v, inner()});
    at(inner());
    transposeSquare(b, loc, square);
    return success();
  }
  // The same in all rows, such as positions.
  coords = own.coords;
  const Coord &place = own.coords[axis];
  for (auto [k, v] : llvm::enumerate(square)) {
    at(inner());
    coords[axis] = {Coord::Scalar, add(place.v, cst(k)), inner()};
    FailureOr<Lane> x = elements().eval(src, coords);
    if (failed(x))
      return failure();
    v = asVector(*x);
  }
  return success();
}

/// Rows as lanes, where they lie along the axis: they are read and stored by
/// squares, each of which is transposed.
LogicalResult Reductions::Scan::inSquares() {
  SmallVector<SmallVector<Value>> squares;
  for (Value src : op.getSrcs())
    if (failed(readSquare(src, squares.emplace_back())))
      return failure();
  at(inner());
  Value first = isFirst();
  for (int64_t k = 0; k < own.lanes; ++k) {
    int64_t place = op.getReverse() ? own.lanes - 1 - k : k;
    SmallVector<Value> elems, next;
    for (auto &square : squares)
      elems.push_back(square[place]);
    if (failed(reductions().combine(op.getCombineOp(), carried, elems, next)))
      return failure();
    for (auto [c, x, y] : llvm::zip(carried, elems, next))
      c = k ? y : arith::SelectOp::create(b, loc, first, x, y).getResult();
    for (auto [square, c] : llvm::zip(squares, carried))
      square[place] = c;
  }
  Coords coords(own.coords);
  for (auto [dest, square] : llvm::zip(dests, squares)) {
    at(inner());
    transposeSquare(b, loc, square);
    for (auto [k, v] : llvm::enumerate(square)) {
      goToRow(coords, k);
      elements().writeBuffer(dest, coords, {v, inner()});
    }
  }
  return success();
}

LogicalResult Reductions::Scan::emit() {
  choose();
  openOuterLoops();
  openScan();
  if (by == ScanBy::Squares) {
    if (failed(inSquares()))
      return failure();
  } else {
    SmallVector<Value> elems;
    if (failed(operands(elems)) ||
        failed(by == ScanBy::Registers ? inRegisters(elems) : oneByOne(elems)))
      return failure();
    for (auto [dest, v] : llvm::zip(dests, results))
      elements().writeBuffer(dest, own.coords, {v, inner()});
  }
  closeLoop(carried);
  for (unsigned k = 0; k < outerLoops; ++k)
    closeLoop({});
  return success();
}

LogicalResult Reductions::emitScan(triton::ScanOp op) {
  SmallVector<Buffer> dests;
  for (Value r : op.getResults())
    dests.push_back(allocate(r.getType()));
  // Sources that are read by the scan alone are evaluated on the way; what
  // needs storage gets it first.
  for (Value src : op.getSrcs())
    if (!isPosition(src) && plan().cost(src) > 0 &&
        failed(nests().materialize(src)))
      return failure();
  Nest own;
  Nest *outerNest = std::exchange(nest, &own);
  llvm::scope_exit restore([&] { nest = outerNest; });
  if (failed(Scan(emitter, op, dests).emit()))
    return failure();
  at(0);
  for (auto [r, dest] : llvm::zip(op.getResults(), dests))
    buffers[r] = dest;
  return success();
}

} // namespace mlir::tts::cpu
