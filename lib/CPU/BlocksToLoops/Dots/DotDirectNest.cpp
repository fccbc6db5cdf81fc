// The nest of a dot of few rows, which multiplies its second operand as it is
// read. Lanes run along the dim in which that is contiguous; where it is k,
// each lane has sums of its own, and bf16 is multiplied in pairs where there
// are instructions for that.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"

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
class Emitter::DirectNest {
public:
  DirectNest(Emitter &e, const Root &root)
      : e(e), b(e.b), loc(e.loc), root(root), product(*root.product),
        acc(product.sums.elem), rows(std::min(kRows, product.sums.shape[0])),
        n(e.nest->shape[1]), k(e.nest->shape[0]) {}
  LogicalResult emit();

private:
  LogicalResult alongK();
  LogicalResult alongN();
  void roundLeft();
  void findAhead();
  LogicalResult fetchAhead(ArrayRef<Coord> columns);
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
  Coord &at(int dim) { return e.nest->coords[dim]; }
  void toInnermost() { e.at(e.nest->levels.size() - 1); }

  Emitter &e;
  OpBuilder &b;
  Location loc;
  const Root &root;
  DirectProduct &product;
  Type acc;
  int64_t rows, n, k;
  Value firstRow; // of those that are multiplied together
  /// With pairs: the first operand in bf16, which it is exact in.
  std::optional<Buffer> pairs;
  /// Rows of memory along k that the second operand is read from, and how far
  /// it is to those of the next iteration.
  SmallVector<std::pair<const Reached *, Value>> ahead;
};

/// The loop over rows, so many at a time; none where that is all.
bool Emitter::DirectNest::openRows() {
  int64_t all = product.sums.shape[0];
  firstRow = {};
  if (all == rows)
    return false;
  toInnermost();
  auto loop = e.openLoop(e.cst(0), product.rowEnd ? product.rowEnd : e.cst(all),
                         rows, {});
  firstRow = loop.getInductionVar();
  return true;
}

/// Where a row of `size` elements begins.
Value Emitter::DirectNest::rowOf(const Buffer &buf, int64_t r, int64_t size) {
  Value row = e.add(firstRow, e.cst(r));
  return e.elementPtr(storageType(buf.elem), buf.ptr, row, size);
}

/// Columns, or registers of them, that are multiplied together.
int64_t Emitter::directColumns(int64_t rows, int64_t n) {
  int64_t registers = target.vectorBits >= 512 ? kSums : kSums16;
  return std::min(
      n, std::clamp<int64_t>(registers / std::min(rows, kRows), 1, kColumns));
}

Value Emitter::DirectNest::multiplyAdd(Value x, Value y, Value sum) {
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

void Emitter::DirectNest::loadSums(ArrayRef<Value> places, VectorType type,
                                   SmallVectorImpl<Value> &sums) {
  for (Value place : places)
    sums.push_back(LLVM::LoadOp::create(b, loc, type, place, e.bytesOf(acc)));
}

void Emitter::DirectNest::storeSums(ArrayRef<Value> places, ValueRange sums) {
  for (auto [place, sum] : llvm::zip(places, sums))
    LLVM::StoreOp::create(b, loc, sum, place, e.bytesOf(acc));
}

bool Emitter::DirectNest::isByte() {
  return acc.isF32() && !e.buffers.count(root.value) && isFromBytes(root.value);
}

/// The second operand at the current position, of the type that is multiplied.
FailureOr<Lane> Emitter::DirectNest::element() {
  Operation *cast = root.value.getDefiningOp();
  bool byte = isByte();
  FailureOr<Lane> value =
      e.eval(byte ? cast->getOperand(0) : root.value, Coords(e.nest->coords));
  if (failed(value))
    return failure();
  if (!byte)
    return e.convert(*value, pairs ? pairs->elem : acc);
  toInnermost();
  OperationState state(loc, cast->getName(), e.asVector(*value), e.vec(acc));
  value->v = b.create(state)->getResult(0);
  value->level = e.nest->levels.size() - 1;
  return value;
}

/// Adds what the current position of k gives to the sums of all rows, for each
/// of the columns.
LogicalResult Emitter::DirectNest::addProducts(ArrayRef<Coord> columns,
                                               SmallVectorImpl<Value> &sums) {
  SmallVector<Value> right, left;
  for (const Coord &column : columns) {
    at(1) = column;
    FailureOr<Lane> value = element();
    if (failed(value))
      return failure();
    right.push_back(e.asVector(*value));
  }
  for (int64_t r = 0; r < rows; ++r) {
    toInnermost();
    const Buffer &rowsOf = pairs ? *pairs : product.left;
    Buffer row{rowOf(rowsOf, r, k), rowsOf.elem, {k}};
    FailureOr<Lane> value = e.readBuffer(row, {at(0)});
    if (failed(value))
      return failure();
    left.push_back(e.asVector(*value));
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
void Emitter::DirectNest::roundLeft() {
  int64_t lanes = 2 * product.partials.shape[2];
  int64_t elements = ShapedType::getNumElements(product.left.shape);
  pairs = e.allocate(RankedTensorType::get(product.left.shape, product.elem));
  auto type = VectorType::get({lanes}, acc);
  OpBuilder::InsertionGuard guard(b);
  Value first = e.loopOver(elements, lanes);
  Value exact = LLVM::LoadOp::create(
      b, loc, type, e.elementPtr(acc, product.left.ptr, first, 1),
      e.bytesOf(acc));
  LLVM::StoreOp::create(
      b, loc, arith::TruncFOp::create(b, loc, type.clone(pairs->elem), exact),
      e.elementPtr(pairs->elem, pairs->ptr, first, 1), e.bytesOf(pairs->elem));
}

/// Finds what is read along k, and where it is in the next iteration of the
/// loop around. A block has many columns, a line or two of each, far apart:
/// more than hardware follows.
void Emitter::DirectNest::findAhead() {
  auto loop = e.current->getParentOfType<scf::ForOp>();
  if (!loop)
    return;
  for (const Reached &r : e.nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (!load || e.buffers.count(r.v))
      continue;
    auto block = accessOf(load);
    auto along = llvm::find(r.dims, 0);
    if (block.getGather() || blockType(block.getBase()) ||
        along == r.dims.end() || block.isWrapped(along - r.dims.begin()) ||
        getConstantIntValue(block.getMixedStrides()[along - r.dims.begin()]) !=
            1)
      continue;
    if (Value bytes = e.bytesToNext(block, loop))
      ahead.push_back({&r, bytes});
  }
}

/// Asks for these columns of the next iteration.
LogicalResult Emitter::DirectNest::fetchAhead(ArrayRef<Coord> columns) {
  constexpr int64_t line = kLineBytes;
  at(0) = Coord();
  for (auto [r, bytes] : ahead) {
    auto block = accessOf(r->v.getDefiningOp());
    Type elem =
        cast<tts::BlockType>(block.getResult().getType()).getElementType();
    for (const Coord &column : columns) {
      at(1) = column;
      FailureOr<Address> a = e.address(block, e.coordsOf(*r));
      if (failed(a))
        return failure();
      toInnermost();
      Value first =
          e.elementPtr(b.getI8Type(), a->ptr.v, bytes, b.getI64IntegerAttr(1));
      for (int64_t i = 0; i < k * bytesOf(elem); i += line)
        LLVM::Prefetch::create(b, loc,
                               e.elementPtr(b.getI8Type(), first, e.cst(i),
                                            b.getI64IntegerAttr(1)),
                               /*rw=*/0, /*hint=*/3, /*cache=*/1);
    }
  }
  return success();
}

/// A few columns at a time, lanes of k.
LogicalResult Emitter::DirectNest::alongK() {
  int64_t sumLanes = product.partials.shape[2];
  int64_t together = e.directColumns(rows, n);
  auto type = VectorType::get({sumLanes}, acc);
  toInnermost();
  if (product.pairs) {
    pairs = product.left;
    if (pairs->elem != product.elem)
      roundLeft();
  }
  int64_t lanes = pairs ? 2 * sumLanes : sumLanes;
  e.nest->lanes = lanes;
  bool loops = n > together && !product.firstColumn;
  if (!product.firstColumn)
    findAhead();
  at(1).v = product.firstColumn;
  if (loops) {
    auto loop = e.openLoop(e.cst(0), e.cst(n), together, {});
    at(1).v = loop.getInductionVar();
    at(1).level = e.nest->levels.size() - 1;
  }
  SmallVector<Coord> columns(together, at(1));
  toInnermost();
  for (int64_t i = 1; i < together; ++i)
    columns[i].v = e.add(columns[0].v, e.cst(i));
  for (Coord &column : columns)
    column.level = e.nest->levels.size() - 1;
  if (failed(fetchAhead(columns)))
    return failure();
  at(0) = Coord();
  at(0).kind = Coord::Lanes;
  Value split = e.unmaskedPart({root}, 1, columns);
  bool rowLoop = openRows();
  toInnermost();
  SmallVector<Value> places, sums;
  for (int64_t r = 0; r < rows; ++r) {
    Value first = rowOf(product.partials, r, n * sumLanes);
    for (const Coord &column : columns)
      places.push_back(column.v ? e.elementPtr(acc, first, column.v, sumLanes)
                                : first);
  }
  loadSums(places, type, sums);
  at(0).level = e.nest->levels.size() - 1;
  auto run = [&](Value from, Value to) {
    return e.carryLoop(at(0), from, to, lanes, sums,
                       [&](SmallVectorImpl<Value> &inner) {
                         return addProducts(columns, inner);
                       });
  };
  e.nest->inMain = split != nullptr;
  LogicalResult r = run(e.cst(0), split ? split : e.cst(k));
  e.nest->inMain = false;
  e.nest->bounded.clear();
  if (split && succeeded(r))
    r = run(split, e.cst(k));
  if (failed(r))
    return failure();
  toInnermost();
  storeSums(places, sums);
  if (rowLoop)
    e.closeLoop({});
  if (loops)
    e.closeLoop({});
  return success();
}

/// A few registers of columns at a time, all k of them.
LogicalResult Emitter::DirectNest::alongN() {
  int64_t perRegister = e.target.vectorBits / acc.getIntOrFloatBitWidth();
  int64_t lanes = std::min(e.directColumns(rows, n) * perRegister, n);
  e.nest->lanes = lanes;
  auto type = VectorType::get({lanes}, acc);
  int level = e.nest->levels.size() - 1;
  Value split;
  for (const Bound &bound : e.findBounded({root}, /*openAxis=*/0)) {
    e.at(level);
    split =
        split ? arith::MinSIOp::create(b, loc, split, bound.main.v).getResult()
              : bound.main.v;
    e.nest->bounded.insert(bound.op);
    e.nest->laneBound[bound.op] = bound.end;
  }
  e.at(level);
  if (split) {
    split = arith::MaxSIOp::create(b, loc, split, e.cst(0));
    split = arith::MinSIOp::create(b, loc, split, e.cst(n));
    split = arith::AndIOp::create(b, loc, split, e.cst(-lanes));
  }
  Value kEnd = product.kEnd ? product.kEnd : e.cst(k);
  if (product.endsAlike)
    e.nest->heldDim[accessOf(root.value.getDefiningOp())] = 0;
  auto run = [&](Value from, Value to) -> LogicalResult {
    auto loop = e.openLoop(from, to, lanes, {});
    Coord &lane = at(1);
    lane.kind = Coord::Lanes;
    lane.v = loop.getInductionVar();
    lane.level = e.nest->levels.size() - 1;
    Coord column = lane;
    bool rowLoop = openRows();
    toInnermost();
    SmallVector<Value> places, sums;
    for (int64_t r = 0; r < rows; ++r)
      places.push_back(e.elementPtr(acc, rowOf(product.sums, r, n), lane.v, 1));
    loadSums(places, type, sums);
    at(0) = Coord();
    if (failed(e.carryLoop(at(0), e.cst(0), kEnd, 1, sums,
                           [&](SmallVectorImpl<Value> &inner) {
                             return addProducts(column, inner);
                           })))
      return failure();
    toInnermost();
    storeSums(places, sums);
    if (rowLoop)
      e.closeLoop({});
    e.closeLoop({});
    return success();
  };
  e.nest->inMain = split != nullptr;
  LogicalResult r = run(e.cst(0), split ? split : e.cst(n));
  e.nest->inMain = false;
  if (split && succeeded(r)) {
    e.at(level);
    r = run(split, e.cst(n));
  }
  e.nest->bounded.clear();
  e.nest->heldDim.clear();
  return r;
}

LogicalResult Emitter::DirectNest::emit() {
  e.nest->coords.assign(2, Coord());
  product.alongK = e.nest->vecDim == 0;
  return product.alongK ? alongK() : alongN();
}

LogicalResult Emitter::multiplyLoops(const Root &root) {
  return DirectNest(*this, root).emit();
}

} // namespace mlir::tts::cpu
