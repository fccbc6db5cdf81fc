// The multiplication of packed operands: tiles of accumulators in registers
// over the whole of k.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Steps of k in one iteration of the innermost loop.
static constexpr int64_t kUnroll = 4;

/// A loop from 0 whose body is the insertion point from here on; no loop, and
/// 0, for one iteration. None starts at `end` or after it.
Value Emitter::loopOver(int64_t extent, int64_t step, Value end) {
  if (extent == step && !end)
    return cst(0);
  Value upper = cst(extent);
  if (end)
    upper = arith::MinSIOp::create(b, loc, upper, end);
  auto loop = scf::ForOp::create(b, loc, cst(0), upper, cst(step));
  b.setInsertionPoint(loop.getBody()->getTerminator());
  return loop.getInductionVar();
}

Value Emitter::elementPtr(Type elem, Value ptr, Value index,
                          OpFoldResult stride) {
  std::optional<int64_t> s = getConstantIntValue(stride);
  if (std::optional<int64_t> i = getConstantIntValue(index); i && s) {
    int64_t offset = *i * *s;
    if (offset == 0)
      return ptr;
    if (llvm::isInt<LLVM::kGEPConstantBitWidth>(offset))
      return LLVM::GEPOp::create(b, loc, ptrType(), elem, ptr,
                                 ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  }
  Value offset = index;
  if (s != 1)
    offset =
        arith::MulIOp::create(b, loc, index, s ? cst(*s) : cast<Value>(stride));
  return LLVM::GEPOp::create(b, loc, ptrType(), elem, ptr, ValueRange{offset});
}

/// Registers of a tile of accumulators: columns of vectors and rows. Besides
/// these, a row of B and one element of A must fit.
static constexpr int64_t kTileVectors = 4, kTileVectors16 = 2;
static constexpr int64_t kTileRows = 6;

/// The columns that the kernel works on from the first row of k to the last.
int64_t Emitter::panelColumns(const DotUnit &unit, int64_t m, int64_t n) {
  if (unit.kind == DotUnit::Tiles)
    return std::min<int64_t>(n, 32);
  // Accumulators have the operands' type, or 32 bits.
  int64_t bits = unit.group > 1 ? 32 : unit.elem.getIntOrFloatBitWidth();
  int64_t lanes = std::min<int64_t>(n, target.vectorBits / bits);
  int64_t vectors = target.vectorBits >= 512 ? kTileVectors : kTileVectors16;
  // Few rows leave registers for more columns.
  if (m < 4)
    vectors = std::min<int64_t>(
        8, llvm::bit_floor<uint64_t>(vectors * kTileRows / m));
  return lanes * std::min(n / lanes, vectors);
}

void Emitter::dotKernel(const DotUnit &unit, const DotShape &shape, MatrixAt a,
                        const Matrix &packedB, const Buffer &c, bool zero) {
  OpBuilder::InsertionGuard guard(b);
  if (unit.kind == DotUnit::Tiles)
    tileDot(unit, shape, a, packedB, c, zero);
  else
    vectorDot(unit, shape, a, packedB, c, zero);
}

/// acc + a . b for vectors of lanes: one k in each lane, or two, or four.
static Value multiplyAdd(OpBuilder &b, Location loc, const DotUnit &unit,
                         Value x, Value y, Value acc) {
  Type type = acc.getType();
  if (unit.kind == DotUnit::Fma) {
    if (isa<FloatType>(unit.elem))
      return vector::FMAOp::create(b, loc, x, y, acc);
    return arith::AddIOp::create(b, loc, arith::MulIOp::create(b, loc, x, y),
                                 acc);
  }
  int64_t bits = cast<VectorType>(type).getNumElements() * 32;
  auto call = [&](const Twine &name, ValueRange operands) -> Value {
    return LLVM::CallIntrinsicOp::create(b, loc, type, b.getStringAttr(name),
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

/// Signed bytes as unsigned ones, 128 more each, and bytes of 128.
static constexpr int32_t kBias = static_cast<int32_t>(0x80808080u);

/// C[m, n] += sum_k A[m, k] B[k, n]; a lane of B stands under each column.
/// Where the unit takes A's bytes as unsigned, they are biased by 128, and the
/// sum of 128 B[k, n] comes off in advance; 32 bits may wrap on the way.
void Emitter::vectorDot(const DotUnit &unit, const DotShape &shape, MatrixAt a,
                        const Matrix &bm, const Buffer &c, bool zero) {
  int64_t m = shape.m, n = shape.n, group = unit.group;
  Type elem = unit.elem, laneElem = bm.elem;
  bool batched = shape.batch > 1;
  int64_t perReg = target.vectorBits / c.elem.getIntOrFloatBitWidth();
  int64_t lanes = std::min(n, perReg);
  int64_t cols = panelColumns(unit, m, n) / lanes;
  // Tiles of at most six rows, as even as can be.
  int64_t tiles = llvm::divideCeil(m, kTileRows);
  int64_t rows = llvm::divideCeil(m, tiles);
  auto accType = VectorType::get({lanes}, c.elem);
  auto laneType = VectorType::get({lanes}, laneElem);
  auto pairType = VectorType::get({lanes * group}, elem);
  int64_t align = bytesOf(c.elem);
  auto stride = [&](int64_t s) { return OpFoldResult(b.getI64IntegerAttr(s)); };
  auto last = [&](const Matrix &x, int fromEnd) {
    return x.strides[x.strides.size() - fromEnd];
  };
  auto operand = [&](Value v) -> Value {
    return group == 1 ? v : vector::BitCastOp::create(b, loc, pairType, v);
  };
  Value bias;
  Buffer biasSums;
  if (unit.kind == DotUnit::Quads) {
    bias = arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(laneType, b.getI32IntegerAttr(kBias)));
    biasSums = allocate(RankedTensorType::get({cols * lanes}, c.elem));
  }

  Value batch = batched ? loopOver(shape.batch, 1) : cst(0);
  Value n0 = loopOver(n, lanes * cols, shape.columnEnd);
  Value cPanel = elementPtr(c.elem, c.ptr, batch, stride(m * n));
  cPanel = elementPtr(c.elem, cPanel, n0, stride(1));
  Value bPtr = bm.ptr;
  if (batched)
    bPtr = elementPtr(laneElem, bPtr, batch, bm.strides[0]);
  bPtr = elementPtr(laneElem, bPtr, n0, stride(bm.panel ? shape.k / group : 1));

  // `step(kk, vectors of B, sums)` for all k from B's row `row` on.
  int64_t unroll = std::min<int64_t>(kUnroll, shape.k / group);
  using Step = llvm::function_ref<void(int64_t, ArrayRef<Value>,
                                       SmallVectorImpl<Value> &)>;
  auto overRows = [&](const Matrix &am, Value row, ValueRange in,
                      llvm::function_ref<void(Value)> enter, Step step) {
    Value bRows = elementPtr(laneElem, bPtr, row, stride(n));
    Value end = cst(shape.k);
    if (am.kEnd)
      end = arith::MinSIOp::create(b, loc, end, am.kEnd);
    auto loop =
        scf::ForOp::create(b, loc, cst(0), end, cst(unroll * group), in);
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value kk = loop.getInductionVar(), kRow = kk;
    if (group > 1)
      kRow = arith::DivUIOp::create(b, loc, kk, cst(group));
    Value bRow = elementPtr(laneElem, bRows, kRow, last(bm, 2));
    enter(kk);
    SmallVector<Value> sums(loop.getRegionIterArgs());
    for (int64_t u = 0; u < unroll; ++u) {
      SmallVector<Value> bv;
      Value bAt = elementPtr(laneElem, bRow, cst(u), last(bm, 2));
      for (int64_t j = 0; j < cols; ++j)
        bv.push_back(operand(LLVM::LoadOp::create(
            b, loc, laneType,
            elementPtr(laneElem, bAt, cst(j * lanes), stride(1)),
            bytesOf(laneElem))));
      step(u, bv, sums);
    }
    scf::YieldOp::create(b, loc, sums);
    return SmallVector<Value>(loop.getResults());
  };
  // The same for all steps of k, one after the other.
  using OverK =
      llvm::function_ref<SmallVector<Value>(Value, Value, ValueRange)>;
  auto overSteps = [&](OverK overK, ValueRange in) {
    if (!shape.steps)
      return overK(cst(0), cst(0), in);
    auto steps = scf::ForOp::create(b, loc, cst(0), shape.steps, cst(1), in);
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToEnd(steps.getBody());
    Value step = steps.getInductionVar();
    Value row = arith::MulIOp::create(b, loc, step, cst(shape.k / group));
    scf::YieldOp::create(b, loc, overK(step, row, steps.getRegionIterArgs()));
    return SmallVector<Value>(steps.getResults());
  };
  auto biasSumPtr = [&](int64_t j) {
    return elementPtr(c.elem, biasSums.ptr, cst(j * lanes), stride(1));
  };
  auto sumBias = [&] {
    SmallVector<Value> none(
        cols, arith::ConstantOp::create(b, loc, b.getZeroAttr(accType)));
    auto sums = overSteps(
        [&](Value step, Value row, ValueRange in) {
          return overRows(
              a(step), row, in, [](Value) {},
              [&](int64_t, ArrayRef<Value> bv, SmallVectorImpl<Value> &sums) {
                for (auto [sum, column] : llvm::zip(sums, bv))
                  sum = multiplyAdd(b, loc, unit, operand(bias), column, sum);
              });
        },
        none);
    for (auto [j, sum] : llvm::enumerate(sums))
      LLVM::StoreOp::create(b, loc, sum, biasSumPtr(j), align);
  };

  // One tile: `rows` rows from row `m0` on.
  auto tile = [&](Value m0, int64_t rows) {
    if (shape.touch)
      shape.touch(m0, rows, n0, lanes * cols);
    Value cPtr = elementPtr(c.elem, cPanel, m0, stride(n));
    SmallVector<Value> accs, cPtrs;
    Value zeros =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(accType)).getResult();
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t j = 0; j < cols; ++j) {
        Value p = elementPtr(c.elem, cPtr, cst(r * n + j * lanes), stride(1));
        cPtrs.push_back(p);
        Value old = zeros;
        if (!zero)
          old = LLVM::LoadOp::create(b, loc, accType, p, align);
        if (!zero && shape.fresh)
          old = arith::SelectOp::create(b, loc, shape.fresh, zeros, old);
        if (bias)
          old = arith::SubIOp::create(
              b, loc, old,
              LLVM::LoadOp::create(b, loc, accType, biasSumPtr(j), align));
        accs.push_back(old);
      }

    // All k of one step: from A at `step`, and from B's rows at `row`.
    auto overK = [&](Value step, Value row, ValueRange in) {
      Matrix am = a(step);
      Value aPtr = am.ptr;
      if (batched)
        aPtr = elementPtr(elem, aPtr, batch, am.strides[0]);
      aPtr = elementPtr(elem, aPtr, m0, last(am, 2));
      SmallVector<Value> aRows;
      for (int64_t r = 0; r < rows; ++r)
        aRows.push_back(elementPtr(elem, aPtr, cst(r), last(am, 2)));
      // The rows of the next tile, which lie in memory one after the other.
      SmallVector<Value> nextRows;
      if (am.fetched)
        for (int64_t r = 0; r < rows; ++r)
          nextRows.push_back(
              elementPtr(elem, aPtr, cst(rows + r), last(am, 2)));
      SmallVector<Value> aAt;
      auto enter = [&](Value kk) {
        for (Value row : aRows)
          aAt.push_back(elementPtr(elem, row, kk, last(am, 1)));
        for (Value row : nextRows)
          LLVM::Prefetch::create(b, loc, elementPtr(elem, row, kk, last(am, 1)),
                                 0, 3, 1);
      };
      return overRows(
          am, row, in, enter,
          [&](int64_t u, ArrayRef<Value> bv, SmallVectorImpl<Value> &sums) {
            for (int64_t r = 0; r < rows; ++r) {
              Value p = elementPtr(elem, aAt[r], cst(u * group), last(am, 1));
              Value s =
                  LLVM::LoadOp::create(b, loc, laneElem, p, bytesOf(elem));
              Value v = vector::BroadcastOp::create(b, loc, laneType, s);
              if (bias)
                v = arith::XOrIOp::create(b, loc, v, bias);
              v = operand(v);
              for (int64_t j = 0; j < cols; ++j) {
                Value &sum = sums[r * cols + j];
                sum = multiplyAdd(b, loc, unit, v, bv[j], sum);
              }
            }
          });
    };
    for (auto [v, p] : llvm::zip(overSteps(overK, accs), cPtrs))
      LLVM::StoreOp::create(b, loc, v, p, align);
  };
  auto panel = [&](int64_t vectors) {
    OpBuilder::InsertionGuard guard(b);
    cols = vectors;
    if (bias)
      sumBias();
    int64_t whole = m / rows * rows;
    {
      OpBuilder::InsertionGuard guard(b);
      tile(loopOver(whole, rows, shape.rowEnd), rows);
    }
    if (whole == m)
      return;
    if (shape.rowEnd) {
      auto ifOp = scf::IfOp::create(
          b, loc,
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, cst(whole),
                                shape.rowEnd),
          false);
      b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
    }
    tile(cst(whole), m - whole);
  };
  // Of the last panel of a result perhaps only the first columns count.
  int64_t all = cols;
  if (shape.columnEnd) {
    Value left = arith::SubIOp::create(b, loc, shape.columnEnd, n0);
    for (int64_t few = 1; few < all; few *= 2) {
      Value enough = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                           left, cst(few * lanes));
      auto ifOp = scf::IfOp::create(b, loc, enough, true);
      b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
      panel(few);
      b.setInsertionPoint(ifOp.elseBlock()->getTerminator());
    }
  }
  panel(all);
}

/// The same with AMX, up to 2 x 2 tiles of accumulators. Tile registers are
/// named here: LLVM's register allocator does not carry tiles around loops.
void Emitter::tileDot(const DotUnit &unit, const DotShape &shape, MatrixAt a,
                      const Matrix &bm, const Buffer &c, bool zero) {
  int64_t bytes = bytesOf(unit.elem);
  int64_t rows = std::min<int64_t>(shape.m, 16);
  int64_t cols = std::min<int64_t>(shape.n, 16);
  int64_t depth = std::min<int64_t>(shape.k, 64 / bytes);
  int64_t mTiles = std::min<int64_t>(shape.m / rows, 2);
  int64_t nTiles = std::min<int64_t>(shape.n / cols, 2);
  bool batched = shape.batch > 1;
  Type i8 = b.getI8Type();
  auto call = [&](StringRef name, ValueRange operands) {
    LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr(name), operands);
  };
  auto tile = [&](int64_t number) -> Value {
    return LLVM::ConstantOp::create(b, loc, i8, b.getI8IntegerAttr(number));
  };
  auto stride = [&](int64_t s) { return OpFoldResult(b.getI64IntegerAttr(s)); };
  auto strideBytes = [&](OpFoldResult s) -> Value {
    if (auto k = getConstantIntValue(s))
      return cst(*k * bytes);
    return arith::MulIOp::create(b, loc, cast<Value>(s), cst(bytes));
  };
  auto last = [&](const Matrix &x, int fromEnd) {
    return x.strides[x.strides.size() - fromEnd];
  };
  // Accumulators 0-3, rows of A 4-5, columns of B 6-7.
  auto accTile = [&](int64_t i, int64_t j) { return tile(i * 2 + j); };

  // Palette 1; bytes a row at 16 (16 bits each), rows at 48.
  std::string config(64, '\0');
  config[0] = 1;
  auto shapeTile = [&](int number, int64_t tileRows, int64_t rowBytes) {
    config[16 + 2 * number] = static_cast<char>(rowBytes);
    config[48 + number] = static_cast<char>(tileRows);
  };
  for (int i = 0; i < 4; ++i)
    shapeTile(i, rows, cols * 4);
  for (int i = 4; i < 6; ++i)
    shapeTile(i, rows, depth * bytes);
  for (int i = 6; i < 8; ++i)
    shapeTile(i, depth / unit.group, cols * 4);
  configureTiles(config);

  {
    OpBuilder::InsertionGuard guard(b);
    Value batch = batched ? loopOver(shape.batch, 1) : cst(0);
    Value n0 = loopOver(shape.n, cols * nTiles, shape.columnEnd);
    Value m0 = loopOver(shape.m, rows * mTiles, shape.rowEnd);
    Value cPtr = elementPtr(c.elem, c.ptr, batch, stride(shape.m * shape.n));
    cPtr = elementPtr(c.elem, cPtr, m0, stride(shape.n));
    cPtr = elementPtr(c.elem, cPtr, n0, stride(1));
    Value bPtr = bm.ptr;
    if (batched)
      bPtr = elementPtr(bm.elem, bPtr, batch, bm.strides[0]);
    bPtr = elementPtr(bm.elem, bPtr, n0, stride(shape.k / unit.group));
    Value cStride = cst(shape.n * 4), bStride = cst(bm.panel * 4);
    auto cTile = [&](int64_t i, int64_t j) {
      return elementPtr(c.elem, cPtr, cst(i * rows * shape.n + j * cols),
                        stride(1));
    };
    auto accumulators = [&](bool fromZero) {
      for (int64_t i = 0; i < mTiles; ++i)
        for (int64_t j = 0; j < nTiles; ++j) {
          if (fromZero)
            call("llvm.x86.tilezero", accTile(i, j));
          else
            call("llvm.x86.tileloadd64", {accTile(i, j), cTile(i, j), cStride});
        }
    };
    if (shape.touch)
      shape.touch(m0, rows * mTiles, n0, cols * nTiles);
    if (shape.fresh) {
      auto ifOp = scf::IfOp::create(b, loc, shape.fresh, true);
      OpBuilder::InsertionGuard inner(b);
      b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
      accumulators(true);
      b.setInsertionPoint(ifOp.elseBlock()->getTerminator());
      accumulators(false);
    } else {
      accumulators(zero);
    }
    {
      OpBuilder::InsertionGuard inner(b);
      Value step = cst(0), row = cst(0);
      if (shape.steps) {
        auto steps = scf::ForOp::create(b, loc, cst(0), shape.steps, cst(1));
        b.setInsertionPoint(steps.getBody()->getTerminator());
        step = steps.getInductionVar();
        row = arith::MulIOp::create(b, loc, step, cst(shape.k / unit.group));
      }
      Matrix am = a(step);
      Value aPtr = am.ptr;
      if (batched)
        aPtr = elementPtr(unit.elem, aPtr, batch, am.strides[0]);
      aPtr = elementPtr(unit.elem, aPtr, m0, last(am, 2));
      Value aStride = strideBytes(last(am, 2));
      Value bRows = elementPtr(bm.elem, bPtr, row, stride(shape.n));
      Value kk = loopOver(shape.k, depth, am.kEnd);
      aPtr = elementPtr(unit.elem, aPtr, kk, stride(1));
      Value bRow = elementPtr(unit.elem, bRows, kk, stride(bm.panel));
      for (int64_t i = 0; i < mTiles; ++i)
        call("llvm.x86.tileloadd64",
             {tile(4 + i),
              elementPtr(unit.elem, aPtr, cst(i * rows), last(am, 2)),
              aStride});
      for (int64_t j = 0; j < nTiles; ++j)
        call("llvm.x86.tileloadd64",
             {tile(6 + j), elementPtr(bm.elem, bRow, cst(j * cols), stride(1)),
              bStride});
      for (int64_t i = 0; i < mTiles; ++i)
        for (int64_t j = 0; j < nTiles; ++j)
          call(unit.elem.isBF16() ? "llvm.x86.tdpbf16ps" : "llvm.x86.tdpbssd",
               {accTile(i, j), tile(4 + i), tile(6 + j)});
    }
    for (int64_t i = 0; i < mTiles; ++i)
      for (int64_t j = 0; j < nTiles; ++j)
        call("llvm.x86.tilestored64", {accTile(i, j), cTile(i, j), cStride});
  }
  releaseTiles();
}

/// Shapes of the tile registers, in the form that LDTILECFG reads.
void Emitter::configureTiles(const std::string &config) {
  Value place = globalString(loc, config);
  tileConfigs.push_back(
      {config,
       LLVM::CallIntrinsicOp::create(
           b, loc, b.getStringAttr("llvm.x86.ldtilecfg"), ValueRange{place})});
}

/// The tiles' state is large: no context switch should save it for nothing.
void Emitter::releaseTiles() {
  tileReleases.push_back(LLVM::CallIntrinsicOp::create(
      b, loc, b.getStringAttr("llvm.x86.tilerelease"), ValueRange{}));
}

/// Where all dots of a kernel shape the tiles alike, once for all programs is
/// enough: around each dot it is a twentieth of the time of attention. Not
/// where a program may wait: another one runs then, and releases the tiles.
void Emitter::shareTileConfig() {
  if (tileConfigs.empty() || waits ||
      !llvm::all_equal(llvm::make_first_range(tileConfigs)))
    return;
  std::string config = tileConfigs.front().first;
  for (auto &[same, op] : tileConfigs)
    op->erase();
  for (Operation *op : tileReleases)
    op->erase();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(programs);
  configureTiles(config);
  b.setInsertionPointAfter(programs);
  releaseTiles();
}

} // namespace mlir::tts::cpu
