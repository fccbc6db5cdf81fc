// Dots on vectors: one k in each lane, or two, or four.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UnitDot.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Signed bytes as unsigned ones, 128 more each, and bytes of 128.
static constexpr int32_t kBias = static_cast<int32_t>(0x80808080u);

/// C[m, n] += sum_k A[m, k] B[k, n]; a lane of B stands under each column.
/// Where the unit takes A's bytes as unsigned, they are biased by 128, and the
/// sum of 128 B[k, n] comes off in advance; 32 bits may wrap on the way. The
/// rows of a tile are biased in a copy: of each lane of A, the instructions for
/// that would take as long as half of its products.
class Dots::VectorDot : UnitDot {
public:
  VectorDot(Emitter &emitter, const DotTask &task);
  void emit();

private:
  using Values = SmallVector<Value>;
  /// Adds to `sums` what row `u` of those that an iteration goes through gives,
  /// whose vectors are `row`.
  using AddRow =
      llvm::function_ref<void(int64_t u, ArrayRef<Value> row, Values &sums)>;
  /// The sums after all k of one step, of which B's first row is `row`.
  using OverK =
      llvm::function_ref<Values(Value step, Value row, ValueRange sums)>;

  void openPanels();
  void panel(int64_t vectors);
  void tile(Value m0, int64_t rows);
  void sumBias();
  void copyBiased(Value m0, int64_t rows);
  Values accumulators(ArrayRef<Value> cPtrs);
  Matrix rowsOfTile(Value m0, Value step);
  void joinSteps();
  Values overSteps(OverK overK, ValueRange in);
  Values overRows(const Matrix &am, Value row, ValueRange in,
                  llvm::function_ref<void(Value)> enter, AddRow addRow);
  Values multiply(Value m0, int64_t rows, Value step, Value row, ValueRange in);

  Value multiplyAdd(Value x, Value y, Value acc);
  /// A vector of lanes as the elements that stand in them.
  Value inGroups(Value v) {
    return unit.group == 1 ? v
                           : vector::BitCastOp::create(b, loc, groupType, v);
  }
  static OpFoldResult strideOf(const Matrix &x, int dimFromEnd) {
    return x.strides[x.strides.size() - dimFromEnd];
  }
  Value biasSumPtr(int64_t j) {
    return elementPtr(c.elem, biasSums.ptr, cst(j * lanes), 1);
  }
  Value zeros() {
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(accType));
  }

  int64_t lanes, cols; // of a vector; vectors of a panel
  VectorType accType, laneType, groupType;
  int64_t align;
  Value bias;      // null: the unit takes signed elements
  Buffer biasSums; // of each column
  Buffer biased;   // the rows of a tile, all steps of one after the other
  Value allK;      // of all steps; null: A's do not follow one another
  Value batch, n0; // of the current panel
  Value cPanel, bPanel;
};

void Dots::vectorDot(const DotTask &task) { VectorDot(emitter, task).emit(); }

Dots::VectorDot::VectorDot(Emitter &emitter, const DotTask &task)
    : UnitDot(emitter, task), align(bytesOf(task.c.elem)) {
  int64_t perReg = target.vectorBits / c.elem.getIntOrFloatBitWidth();
  lanes = std::min(shape.n, perReg);
  cols = dots().panelColumns(unit, shape.m, shape.n) / lanes;
  accType = VectorType::get({lanes}, c.elem);
  laneType = VectorType::get({lanes}, bm.elem);
  groupType = VectorType::get({lanes * unit.group}, unit.elem);
}

void Dots::VectorDot::emit() {
  if (unit.kind == DotUnit::Quads) {
    bias = arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(laneType, b.getI32IntegerAttr(kBias)));
    biasSums = allocate(RankedTensorType::get({cols * lanes}, c.elem));
    int64_t bytes = shape.maxSteps * shape.k;
    biased = allocate(
        RankedTensorType::get({dots().tileRows(shape.m), bytes}, unit.elem));
    joinSteps();
  }
  openPanels();
  // Of the last panel of a result perhaps only the first columns count.
  int64_t all = cols;
  if (shape.columnEnd) {
    Value left = arith::SubIOp::create(b, loc, shape.columnEnd, n0);
    std::optional<int64_t> rest = getConstantIntValue(shape.columnEnd);
    if (rest)
      *rest %= all * lanes;
    for (int64_t few = 1; few < all; few *= 2) {
      // Where the end is known, one such width at most.
      if (rest && (*rest == 0 || *rest > few * lanes))
        continue;
      Value enough = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                           left, cst(few * lanes));
      auto ifOp = scf::IfOp::create(b, loc, enough, true);
      b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
      panel(few);
      b.setInsertionPoint(ifOp.elseBlock()->getTerminator());
      if (rest)
        break;
    }
  }
  panel(all);
}

/// Where the rows of a tile are copied, their steps follow one another, as
/// those of a panel do: one loop over k. What it goes through past the end of a
/// step is zeros in B.
void Dots::VectorDot::joinSteps() {
  if (!shape.steps)
    return;
  Value last = arith::SubIOp::create(b, loc, shape.steps, cst(1));
  Value end = task.a(last).kEnd;
  allK = add(arith::MulIOp::create(b, loc, last, cst(shape.k)),
             end ? end : cst(shape.k));
}

/// Opens the loops over batches and panels of columns.
void Dots::VectorDot::openPanels() {
  bool batched = shape.batch > 1;
  batch = batched ? loopOver(shape.batch, 1) : cst(0);
  n0 = loopOver(shape.n, lanes * cols, shape.columnEnd);
  cPanel = elementPtr(c.elem, c.ptr, batch, shape.m * shape.n);
  cPanel = elementPtr(c.elem, cPanel, n0, 1);
  bPanel = bm.ptr;
  if (batched)
    bPanel = elementPtr(bm.elem, bPanel, batch, bm.strides[0]);
  bPanel = elementPtr(bm.elem, bPanel, n0, bm.panel ? bm.depth : 1);
}

/// The first `vectors` of a panel, all rows.
void Dots::VectorDot::panel(int64_t vectors) {
  OpBuilder::InsertionGuard guard(b);
  cols = vectors;
  if (bias)
    sumBias();
  int64_t rows = tileRows(shape.m);
  int64_t whole = shape.m / rows * rows;
  {
    OpBuilder::InsertionGuard guard(b);
    tile(loopOver(whole, rows, shape.rowEnd), rows);
  }
  if (whole == shape.m)
    return;
  if (shape.rowEnd) {
    auto ifOp = scf::IfOp::create(
        b, loc,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, cst(whole),
                              shape.rowEnd),
        false);
    b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  }
  tile(cst(whole), shape.m - whole);
}

/// `rows` rows from row `m0` on.
void Dots::VectorDot::tile(Value m0, int64_t rows) {
  if (shape.touch)
    shape.touch(m0, rows, n0, lanes * cols);
  if (bias)
    copyBiased(m0, rows);
  Value cPtr = elementPtr(c.elem, cPanel, m0, shape.n);
  Values cPtrs;
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t j = 0; j < cols; ++j)
      cPtrs.push_back(
          elementPtr(c.elem, cPtr, cst(r * shape.n + j * lanes), 1));
  Values accs = accumulators(cPtrs);
  if (bias)
    for (auto [i, acc] : llvm::enumerate(accs))
      acc = arith::SubIOp::create(
          b, loc, acc,
          LLVM::LoadOp::create(b, loc, accType, biasSumPtr(i % cols), align));
  Values sums = overSteps(
      [&](Value step, Value row, ValueRange in) {
        return multiply(m0, rows, step, row, in);
      },
      accs);
  for (auto [v, p] : llvm::zip(sums, cPtrs))
    LLVM::StoreOp::create(b, loc, v, p, align);
}

/// What the accumulators of a tile hold before it.
Dots::VectorDot::Values Dots::VectorDot::accumulators(ArrayRef<Value> cPtrs) {
  Values none(cPtrs.size(), zeros());
  if (task.zero)
    return none;
  auto load = [&] {
    Values old;
    for (Value p : cPtrs)
      old.push_back(LLVM::LoadOp::create(b, loc, accType, p, align));
    return old;
  };
  if (!shape.fresh)
    return load();
  auto ifOp =
      scf::IfOp::create(b, loc, TypeRange(ValueRange(none)), shape.fresh, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(ifOp.thenBlock());
  scf::YieldOp::create(b, loc, none);
  b.setInsertionPointToEnd(ifOp.elseBlock());
  scf::YieldOp::create(b, loc, load());
  return Values(ifOp.getResults());
}

/// A in one step, from the tile's first row on.
Matrix Dots::VectorDot::rowsOfTile(Value m0, Value step) {
  Matrix am = task.a(step);
  if (shape.batch > 1)
    am.ptr = elementPtr(unit.elem, am.ptr, batch, am.strides[0]);
  am.ptr = elementPtr(unit.elem, am.ptr, m0, strideOf(am, 2));
  return am;
}

/// Copies the rows of a tile to `biased`.
void Dots::VectorDot::copyBiased(Value m0, int64_t rows) {
  OpBuilder::InsertionGuard guard(b);
  Value step = cst(0);
  if (shape.steps) {
    auto steps = scf::ForOp::create(b, loc, cst(0), shape.steps, cst(1));
    b.setInsertionPoint(steps.getBody()->getTerminator());
    step = steps.getInductionVar();
  }
  Matrix from = rowsOfTile(m0, step);
  Value to = elementPtr(unit.elem, biased.ptr, step, shape.k);
  int64_t width = std::min<int64_t>(shape.k, target.vectorBits / 8);
  Value k = loopOver(shape.k, width);
  auto type = VectorType::get({width / unit.group}, bm.elem);
  Value mask = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, b.getI32IntegerAttr(kBias)));
  for (int64_t r = 0; r < rows; ++r) {
    auto at = [&](Value first, OpFoldResult stride) {
      return elementPtr(unit.elem, elementPtr(unit.elem, first, cst(r), stride),
                        k, 1);
    };
    Value v =
        LLVM::LoadOp::create(b, loc, type, at(from.ptr, strideOf(from, 2)), 1);
    LLVM::StoreOp::create(b, loc, arith::XOrIOp::create(b, loc, v, mask),
                          at(to, b.getI64IntegerAttr(biased.shape.back())), 1);
  }
}

/// Keeps what the bias of A adds to each column.
void Dots::VectorDot::sumBias() {
  Values sums = overSteps(
      [&](Value step, Value row, ValueRange in) {
        return overRows(
            task.a(step), row, in, [](Value) {},
            [&](int64_t, ArrayRef<Value> columns, Values &sums) {
              for (auto [sum, column] : llvm::zip(sums, columns))
                sum = multiplyAdd(inGroups(bias), column, sum);
            });
      },
      Values(cols, zeros()));
  for (auto [j, sum] : llvm::enumerate(sums))
    LLVM::StoreOp::create(b, loc, sum, biasSumPtr(j), align);
}

/// All steps of k, one after the other.
Dots::VectorDot::Values Dots::VectorDot::overSteps(OverK overK, ValueRange in) {
  if (!shape.steps || allK)
    return overK(cst(0), cst(0), in);
  auto steps = scf::ForOp::create(b, loc, cst(0), shape.steps, cst(1), in);
  OpBuilder::InsertionGuard inner(b);
  b.setInsertionPointToEnd(steps.getBody());
  Value step = steps.getInductionVar();
  Value row = arith::MulIOp::create(b, loc, step, cst(shape.k / unit.group));
  scf::YieldOp::create(b, loc, overK(step, row, steps.getRegionIterArgs()));
  return Values(steps.getResults());
}

/// All k of one step, from B's row `row` on: `addRow` for each, after `enter`
/// with the first k of an iteration.
Dots::VectorDot::Values
Dots::VectorDot::overRows(const Matrix &am, Value row, ValueRange in,
                          llvm::function_ref<void(Value)> enter,
                          AddRow addRow) {
  // LLVM would add up products of integers before it adds them to the sums, for
  // which there are not enough registers.
  bool splits = unit.elem.isInteger() && unit.kind != DotUnit::Quads;
  int64_t unroll =
      std::min<int64_t>(splits ? 1 : kUnroll, shape.k / unit.group);
  Value bRows = elementPtr(bm.elem, bPanel, row, strideOf(bm, 2));
  Value end = allK ? allK : am.kEnd ? am.kEnd : cst(shape.k);
  auto loop =
      scf::ForOp::create(b, loc, cst(0), end, cst(unroll * unit.group), in);
  OpBuilder::InsertionGuard inner(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value kk = loop.getInductionVar(), kRow = kk;
  if (unit.group > 1)
    kRow = arith::DivUIOp::create(b, loc, kk, cst(unit.group));
  Value bRow = elementPtr(bm.elem, bRows, kRow, strideOf(bm, 2));
  enter(kk);
  Values sums(loop.getRegionIterArgs());
  for (int64_t u = 0; u < unroll; ++u) {
    Values columns;
    Value bAt = elementPtr(bm.elem, bRow, cst(u), strideOf(bm, 2));
    for (int64_t j = 0; j < cols; ++j)
      columns.push_back(inGroups(LLVM::LoadOp::create(
          b, loc, laneType, elementPtr(bm.elem, bAt, cst(j * lanes), 1),
          bytesOf(bm.elem))));
    addRow(u, columns, sums);
  }
  scf::YieldOp::create(b, loc, sums);
  return Values(loop.getResults());
}

/// The products of a tile for all k of one step: from A at `step`, and from B's
/// rows at `row`.
Dots::VectorDot::Values Dots::VectorDot::multiply(Value m0, int64_t rows,
                                                  Value step, Value row,
                                                  ValueRange in) {
  Matrix am = rowsOfTile(m0, step), next = am;
  Type elem = unit.elem;
  if (bias) {
    am.ptr = elementPtr(elem, biased.ptr, step, shape.k);
    am.strides[am.strides.size() - 2] =
        b.getI64IntegerAttr(biased.shape.back());
    am.strides.back() = b.getI64IntegerAttr(1);
  }
  auto rowsFrom = [&](const Matrix &of, int64_t first) {
    Values found;
    for (int64_t r = 0; r < rows; ++r)
      found.push_back(
          elementPtr(elem, of.ptr, cst(first + r), strideOf(of, 2)));
    return found;
  };
  Values aRows = rowsFrom(am, 0), nextRows, aAt;
  // The rows of the next tile, which lie in memory one after the other; so do
  // the steps of one, most of the time. Without AVX512 a line of a row is used
  // up so soon that those of two tiles, 4 KiB apart, do not stay in their set.
  if (next.fetched && target.vectorBits >= 512)
    nextRows = rowsFrom(next, rows);
  auto enter = [&](Value kk) {
    for (Value aRow : aRows)
      aAt.push_back(elementPtr(elem, aRow, kk, strideOf(am, 1)));
    for (Value nextRow : nextRows)
      LLVM::Prefetch::create(
          b, loc, elementPtr(elem, nextRow, kk, strideOf(next, 1)), 0, 3, 1);
  };
  auto addRow = [&](int64_t u, ArrayRef<Value> columns, Values &sums) {
    for (int64_t r = 0; r < rows; ++r) {
      Value p = elementPtr(elem, aAt[r], cst(u * unit.group), strideOf(am, 1));
      Value s = LLVM::LoadOp::create(b, loc, bm.elem, p, bytesOf(elem));
      Value v = inGroups(vector::BroadcastOp::create(b, loc, laneType, s));
      for (int64_t j = 0; j < cols; ++j) {
        Value &sum = sums[r * cols + j];
        sum = multiplyAdd(v, columns[j], sum);
      }
    }
  };
  return overRows(am, row, in, enter, addRow);
}

/// acc + x y, on the elements of all lanes.
Value Dots::VectorDot::multiplyAdd(Value x, Value y, Value acc) {
  if (unit.kind == DotUnit::Fma) {
    if (isa<FloatType>(unit.elem))
      return vector::FMAOp::create(b, loc, x, y, acc);
    return arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, x, y),
                                 acc);
  }
  int64_t bits = lanes * 32;
  auto call = [&](const Twine &name, ValueRange operands) -> Value {
    return LLVM::CallIntrinsicOp::create(b, loc, accType, b.getStringAttr(name),
                                         operands)
        .getResult(0);
  };
  if (unit.elem.isBF16())
    return call("llvm.x86.avx512bf16.dpbf16ps." + Twine(bits), {acc, x, y});
  if (unit.kind == DotUnit::Quads)
    return call("llvm.x86.avx512.vpdpbusd." + Twine(bits), {acc, x, y});
  StringRef name = bits == 512   ? "llvm.x86.avx512.pmaddw.d.512"
                   : bits == 256 ? "llvm.x86.avx2.pmadd.wd"
                                 : "llvm.x86.sse2.pmadd.wd";
  return arith::AddIOp::create(b, loc, call(name, {x, y}), acc);
}

} // namespace mlir::tts::cpu
