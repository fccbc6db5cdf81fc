// The nest of a dot of few rows, which multiplies its second operand as it is
// read. Lanes run along the dim in which that is contiguous; where it is k,
// each lane has sums of its own, and bf16 is multiplied in pairs where there
// are instructions for that.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ColumnsAhead.h"
#include "Dots.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Registers of a target with 512-bit vectors, and of others, that hold sums.
static constexpr int64_t kSums = 16, kSums16 = 8;
/// Columns, or registers of them, that one pass over k goes through.
static constexpr int64_t kColumns = 4;
/// Rows that are multiplied together.
static constexpr int64_t kRows = 4;

/// The nest of a product.
class Dots::DirectNest : Part {
public:
  DirectNest(Emitter &emitter, const Root &root)
      : Part(emitter), root(root), product(*root.product),
        acc(product.sums.elem), rows(std::min(kRows, product.sums.shape[0])),
        n(nest->shape[1]), k(nest->shape[0]) {}
  LogicalResult emit();

private:
  LogicalResult alongK();
  LogicalResult alongN();
  void roundLeft();
  LogicalResult addProducts(ArrayRef<Coord> columns,
                            SmallVectorImpl<Value> &sums);
  bool isByte();
  FailureOr<Lane> element();
  Value multiplyAdd(Value x, Value y, Value sum);
  bool openRows();
  Value rowOf(const Buffer &buf, int64_t r, int64_t size);
  void loadSums(ArrayRef<Value> places, VectorType type,
                SmallVectorImpl<Value> &sums);
  void storeSums(ArrayRef<Value> places, ValueRange sums);
  Coord &coord(int dim) { return nest->coords[dim]; }
  void toInnermost() { at(nest->levels.size() - 1); }

  const Root &root;
  DirectProduct &product;
  Type acc;
  int64_t rows, n, k;
  Value firstRow; // of those that are multiplied together
  /// With pairs: the first operand in bf16, which it is exact in.
  std::optional<Buffer> pairs;
};

/// The loop over rows, so many at a time; none where that is all.
bool Dots::DirectNest::openRows() {
  int64_t all = product.sums.shape[0];
  firstRow = {};
  if (all == rows)
    return false;
  toInnermost();
  auto loop =
      openLoop(cst(0), product.rowEnd ? product.rowEnd : cst(all), rows, {});
  firstRow = loop.getInductionVar();
  return true;
}

/// Where a row of `size` elements begins.
Value Dots::DirectNest::rowOf(const Buffer &buf, int64_t r, int64_t size) {
  Value row = add(firstRow, cst(r));
  return elementPtr(storageType(buf.elem), buf.ptr, row, size);
}

/// Columns, or registers of them, that are multiplied together.
int64_t Dots::directColumns(int64_t rows, int64_t n) {
  int64_t registers = target.vectorBits >= 512 ? kSums : kSums16;
  return std::min(
      n, std::clamp<int64_t>(registers / std::min(rows, kRows), 1, kColumns));
}

Value Dots::DirectNest::multiplyAdd(Value x, Value y, Value sum) {
  if (pairs)
    return LLVM::CallIntrinsicOp::create(
               b, loc, sum.getType(),
               b.getStringAttr("llvm.x86.avx512bf16.dpbf16ps.512"),
               ValueRange{sum, x, y})
        .getResult(0);
  if (isa<FloatType>(acc))
    return vector::FMAOp::create(b, loc, x, y, sum);
  return arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, x, y),
                               sum);
}

void Dots::DirectNest::loadSums(ArrayRef<Value> places, VectorType type,
                                SmallVectorImpl<Value> &sums) {
  for (Value place : places)
    sums.push_back(LLVM::LoadOp::create(b, loc, type, place, bytesOf(acc)));
}

void Dots::DirectNest::storeSums(ArrayRef<Value> places, ValueRange sums) {
  for (auto [place, sum] : llvm::zip(places, sums))
    LLVM::StoreOp::create(b, loc, sum, place, bytesOf(acc));
}

bool Dots::DirectNest::isByte() {
  return acc.isF32() && !buffers.count(root.value) && isFromBytes(root.value);
}

/// The second operand at the current position, of the type that is multiplied.
FailureOr<Lane> Dots::DirectNest::element() {
  Operation *cast = root.value.getDefiningOp();
  bool byte = isByte();
  FailureOr<Lane> value = elements().eval(
      byte ? cast->getOperand(0) : root.value, Coords(nest->coords));
  if (failed(value))
    return failure();
  if (!byte)
    return convert(*value, pairs ? pairs->elem : acc);
  toInnermost();
  OperationState state(loc, cast->getName(), asVector(*value), vec(acc));
  value->v = b.create(state)->getResult(0);
  value->level = nest->levels.size() - 1;
  return value;
}

/// Adds what the current position of k gives to the sums of all rows, for each
/// of the columns.
LogicalResult Dots::DirectNest::addProducts(ArrayRef<Coord> columns,
                                            SmallVectorImpl<Value> &sums) {
  SmallVector<Value> right, left;
  for (const Coord &column : columns) {
    coord(1) = column;
    FailureOr<Lane> value = element();
    if (failed(value))
      return failure();
    right.push_back(asVector(*value));
  }
  for (int64_t r = 0; r < rows; ++r) {
    toInnermost();
    const Buffer &rowsOf = pairs ? *pairs : product.left;
    Buffer row{rowOf(rowsOf, r, k), rowsOf.elem, {k}};
    FailureOr<Lane> value = elements().readBuffer(row, {coord(0)});
    if (failed(value))
      return failure();
    left.push_back(asVector(*value));
  }
  toInnermost();
  for (auto [c, x] : llvm::enumerate(right))
    for (auto [r, y] : llvm::enumerate(left)) {
      Value &sum = sums[r * columns.size() + c];
      sum = multiplyAdd(y, x, sum);
    }
  return success();
}

/// Brings the first operand back to bf16.
void Dots::DirectNest::roundLeft() {
  int64_t lanes = 2 * product.partials.shape[2];
  int64_t elements = ShapedType::getNumElements(product.left.shape);
  pairs = allocate(RankedTensorType::get(product.left.shape, product.elem));
  auto type = VectorType::get({lanes}, acc);
  OpBuilder::InsertionGuard guard(b);
  Value first = loopOver(elements, lanes);
  Value exact = LLVM::LoadOp::create(
      b, loc, type, elementPtr(acc, product.left.ptr, first, 1), bytesOf(acc));
  LLVM::StoreOp::create(
      b, loc, arith::TruncFOp::create(b, loc, type.clone(pairs->elem), exact),
      elementPtr(pairs->elem, pairs->ptr, first, 1), bytesOf(pairs->elem));
}

/// A few columns at a time, lanes of k.
LogicalResult Dots::DirectNest::alongK() {
  int64_t sumLanes = product.partials.shape[2];
  int64_t together = dots().directColumns(rows, n);
  auto type = VectorType::get({sumLanes}, acc);
  toInnermost();
  if (product.pairs) {
    pairs = product.left;
    if (pairs->elem != product.elem)
      roundLeft();
  }
  int64_t lanes = pairs ? 2 * sumLanes : sumLanes;
  nest->lanes = lanes;
  bool loops = n > together && !product.firstColumn;
  ColumnsAhead next(emitter);
  if (!product.firstColumn)
    next.find();
  coord(1).v = product.firstColumn;
  if (loops) {
    auto loop = openLoop(cst(0), cst(n), together, {});
    coord(1).v = loop.getInductionVar();
    coord(1).level = nest->levels.size() - 1;
  }
  SmallVector<Coord> columns(together, coord(1));
  toInnermost();
  for (int64_t i = 1; i < together; ++i)
    columns[i].v = add(columns[0].v, cst(i));
  for (Coord &column : columns)
    column.level = nest->levels.size() - 1;
  if (failed(next.fetch(columns)))
    return failure();
  coord(0) = Coord();
  coord(0).kind = Coord::Lanes;
  Value split = dots().unmaskedPart({root}, 1, columns);
  bool rowLoop = openRows();
  toInnermost();
  SmallVector<Value> places, sums;
  for (int64_t r = 0; r < rows; ++r) {
    Value first = rowOf(product.partials, r, n * sumLanes);
    for (const Coord &column : columns)
      places.push_back(column.v ? elementPtr(acc, first, column.v, sumLanes)
                                : first);
  }
  loadSums(places, type, sums);
  coord(0).level = nest->levels.size() - 1;
  auto run = [&](Value from, Value to) {
    return carryLoop(coord(0), from, to, lanes, sums,
                     [&](SmallVectorImpl<Value> &inner) {
                       return addProducts(columns, inner);
                     });
  };
  nest->inMain = split != nullptr;
  LogicalResult r = run(cst(0), split ? split : cst(k));
  nest->inMain = false;
  nest->bounded.clear();
  if (split && succeeded(r))
    r = run(split, cst(k));
  if (failed(r))
    return failure();
  toInnermost();
  storeSums(places, sums);
  if (rowLoop)
    closeLoop({});
  if (loops)
    closeLoop({});
  return success();
}

/// A few registers of columns at a time, all k of them.
LogicalResult Dots::DirectNest::alongN() {
  int64_t perRegister = target.vectorBits / acc.getIntOrFloatBitWidth();
  int64_t lanes = std::min(dots().directColumns(rows, n) * perRegister, n);
  nest->lanes = lanes;
  auto type = VectorType::get({lanes}, acc);
  int level = nest->levels.size() - 1;
  Value split;
  for (const Bound &bound : nests().findBounded({root}, /*openAxis=*/0)) {
    at(level);
    split =
        split ? arith::MinSIOp::create(b, loc, split, bound.main.v).getResult()
              : bound.main.v;
    nest->bounded.insert(bound.op);
    nest->laneBound[bound.op] = bound.end;
  }
  at(level);
  if (split) {
    split = arith::MaxSIOp::create(b, loc, split, cst(0));
    split = arith::MinSIOp::create(b, loc, split, cst(n));
    split = arith::AndIOp::create(b, loc, split, cst(-lanes));
  }
  Value kEnd = product.kEnd ? product.kEnd : cst(k);
  if (product.endsAlike)
    nest->heldDim[accessOf(root.value.getDefiningOp())] = 0;
  auto run = [&](Value from, Value to) -> LogicalResult {
    auto loop = openLoop(from, to, lanes, {});
    Coord &lane = coord(1);
    lane.kind = Coord::Lanes;
    lane.v = loop.getInductionVar();
    lane.level = nest->levels.size() - 1;
    Coord column = lane;
    bool rowLoop = openRows();
    toInnermost();
    SmallVector<Value> places, sums;
    for (int64_t r = 0; r < rows; ++r)
      places.push_back(elementPtr(acc, rowOf(product.sums, r, n), lane.v, 1));
    loadSums(places, type, sums);
    coord(0) = Coord();
    if (failed(carryLoop(coord(0), cst(0), kEnd, 1, sums,
                         [&](SmallVectorImpl<Value> &inner) {
                           return addProducts(column, inner);
                         })))
      return failure();
    toInnermost();
    storeSums(places, sums);
    if (rowLoop)
      closeLoop({});
    closeLoop({});
    return success();
  };
  nest->inMain = split != nullptr;
  LogicalResult r = run(cst(0), split ? split : cst(n));
  nest->inMain = false;
  if (split && succeeded(r)) {
    at(level);
    r = run(split, cst(n));
  }
  nest->bounded.clear();
  nest->heldDim.clear();
  return r;
}

LogicalResult Dots::DirectNest::emit() {
  nest->coords.assign(2, Coord());
  product.alongK = nest->vecDim == 0;
  return product.alongK ? alongK() : alongN();
}

LogicalResult Dots::multiplyLoops(const Root &root) {
  return DirectNest(emitter, root).emit();
}

} // namespace mlir::tts::cpu
