// Dots on AMX, up to 2 x 2 tiles of accumulators at a time. Tile registers are
// named here: LLVM's register allocator does not carry tiles around loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Programs/Programs.h"
#include "UnitDot.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// The first register of each kind: accumulators, rows of A, columns of B.
static constexpr int64_t kFirstAcc = 0, kFirstA = 4, kFirstB = 6;
static constexpr int64_t kRegisters = 8;

/// C[m, n] += sum_k A[m, k] B[k, n].
class Dots::AmxDot : UnitDot {
public:
  AmxDot(Emitter &emitter, const DotTask &task);
  void emit();

private:
  std::string config() const;
  void openTiles();
  void startAccumulators();
  void loadAccumulators(bool fromZero);
  void multiply();
  void storeAccumulators();

  void call(StringRef name, ValueRange operands) {
    LLVM::CallIntrinsicOp::create(b, loc, b.getStringAttr(name), operands);
  }
  Value reg(int64_t number) {
    Type i8 = b.getI8Type();
    return LLVM::ConstantOp::create(b, loc, i8, b.getI8IntegerAttr(number));
  }
  Value accumulator(int64_t i, int64_t j) { return reg(kFirstAcc + i * 2 + j); }
  Value accumulatorPtr(int64_t i, int64_t j) {
    return elementPtr(c.elem, cPtr, cst(i * rows * shape.n + j * cols), 1);
  }
  Value inBytes(OpFoldResult stride) {
    int64_t bytes = bytesOf(unit.elem);
    if (auto k = getConstantIntValue(stride))
      return cst(*k * bytes);
    return arith::MulIOp::create(b, loc, cast<Value>(stride), cst(bytes));
  }
  void eachAccumulator(llvm::function_ref<void(int64_t i, int64_t j)> visit) {
    for (int64_t i = 0; i < mTiles; ++i)
      for (int64_t j = 0; j < nTiles; ++j)
        visit(i, j);
  }

  int64_t rows, cols, depth; // of a tile; k of one instruction
  int64_t mTiles, nTiles;    // at a time
  Value batch, n0, m0;       // where the current tiles are
  Value cPtr, bPtr;
  Value cStride, bStride; // bytes
};

void Dots::amxDot(const DotTask &task) { AmxDot(emitter, task).emit(); }

Dots::AmxDot::AmxDot(Emitter &emitter, const DotTask &task)
    : UnitDot(emitter, task), rows(std::min<int64_t>(shape.m, 16)),
      cols(std::min<int64_t>(shape.n, 16)),
      depth(std::min<int64_t>(shape.k, 64 / bytesOf(unit.elem))),
      mTiles(std::min<int64_t>(shape.m / rows, 2)),
      nTiles(std::min<int64_t>(shape.n / cols, 2)) {}

void Dots::AmxDot::emit() {
  dots().configureTiles(config());
  {
    OpBuilder::InsertionGuard guard(b);
    openTiles();
    if (shape.touch)
      shape.touch(m0, rows * mTiles, n0, cols * nTiles);
    startAccumulators();
    multiply();
    storeAccumulators();
  }
  dots().releaseTiles();
}

/// Shapes of the registers, as LDTILECFG reads them: palette 1; bytes of a row
/// at 16, 16 bits each; rows at 48.
std::string Dots::AmxDot::config() const {
  std::string config(64, '\0');
  config[0] = 1;
  for (int64_t number = 0; number < kRegisters; ++number) {
    bool isA = number >= kFirstA && number < kFirstB;
    int64_t tileRows = number >= kFirstB ? depth / unit.group : rows;
    int64_t rowBytes = isA ? depth * bytesOf(unit.elem) : cols * 4;
    config[16 + 2 * number] = static_cast<char>(rowBytes);
    config[48 + number] = static_cast<char>(tileRows);
  }
  return config;
}

/// Opens the loops over batches, columns and rows.
void Dots::AmxDot::openTiles() {
  bool batched = shape.batch > 1;
  batch = batched ? loopOver(shape.batch, 1) : cst(0);
  n0 = loopOver(shape.n, cols * nTiles, shape.columnEnd);
  m0 = loopOver(shape.m, rows * mTiles, shape.rowEnd);
  cPtr = elementPtr(c.elem, c.ptr, batch, shape.m * shape.n);
  cPtr = elementPtr(c.elem, cPtr, m0, shape.n);
  cPtr = elementPtr(c.elem, cPtr, n0, 1);
  bPtr = bm.ptr;
  if (batched)
    bPtr = elementPtr(bm.elem, bPtr, batch, bm.strides[0]);
  bPtr = elementPtr(bm.elem, bPtr, n0, bm.depth);
  cStride = cst(shape.n * 4);
  bStride = cst(bm.panel * 4);
}

void Dots::AmxDot::startAccumulators() {
  if (!shape.fresh)
    return loadAccumulators(task.zero);
  auto ifOp = scf::IfOp::create(b, loc, shape.fresh, true);
  OpBuilder::InsertionGuard inner(b);
  b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  loadAccumulators(true);
  b.setInsertionPoint(ifOp.elseBlock()->getTerminator());
  loadAccumulators(false);
}

void Dots::AmxDot::loadAccumulators(bool fromZero) {
  eachAccumulator([&](int64_t i, int64_t j) {
    if (fromZero)
      call("llvm.x86.tilezero", accumulator(i, j));
    else
      call("llvm.x86.tileloadd64",
           {accumulator(i, j), accumulatorPtr(i, j), cStride});
  });
}

/// All k of all steps.
void Dots::AmxDot::multiply() {
  OpBuilder::InsertionGuard inner(b);
  Value step = cst(0), row = cst(0);
  if (shape.steps) {
    auto steps = scf::ForOp::create(b, loc, cst(0), shape.steps, cst(1));
    b.setInsertionPoint(steps.getBody()->getTerminator());
    step = steps.getInductionVar();
    row = arith::MulIOp::create(b, loc, step, cst(shape.k / unit.group));
  }
  Matrix am = task.a(step);
  OpFoldResult rowStride = am.strides[am.strides.size() - 2];
  Value aPtr = am.ptr;
  if (shape.batch > 1)
    aPtr = elementPtr(unit.elem, aPtr, batch, am.strides[0]);
  aPtr = elementPtr(unit.elem, aPtr, m0, rowStride);
  Value aStride = inBytes(rowStride);
  Value bRows = elementPtr(bm.elem, bPtr, row, bm.panel);
  Value kk = loopOver(shape.k, depth, am.kEnd);
  aPtr = elementPtr(unit.elem, aPtr, kk, 1);
  Value bRow = elementPtr(unit.elem, bRows, kk, bm.panel);
  for (int64_t i = 0; i < mTiles; ++i)
    call("llvm.x86.tileloadd64",
         {reg(kFirstA + i),
          elementPtr(unit.elem, aPtr, cst(i * rows), rowStride), aStride});
  for (int64_t j = 0; j < nTiles; ++j)
    call("llvm.x86.tileloadd64",
         {reg(kFirstB + j), elementPtr(bm.elem, bRow, cst(j * cols), 1),
          bStride});
  eachAccumulator([&](int64_t i, int64_t j) {
    call(unit.elem.isBF16() ? "llvm.x86.tdpbf16ps" : "llvm.x86.tdpbssd",
         {accumulator(i, j), reg(kFirstA + i), reg(kFirstB + j)});
  });
}

void Dots::AmxDot::storeAccumulators() {
  eachAccumulator([&](int64_t i, int64_t j) {
    call("llvm.x86.tilestored64",
         {accumulator(i, j), accumulatorPtr(i, j), cStride});
  });
}

/// Shapes of the tile registers, in the form that LDTILECFG reads.
void Dots::configureTiles(const std::string &config) {
  Value place = globalString(loc, config);
  tileConfigs.push_back(
      {config,
       LLVM::CallIntrinsicOp::create(
           b, loc, b.getStringAttr("llvm.x86.ldtilecfg"), ValueRange{place})});
}

/// The tiles' state is large: no context switch should save it for nothing.
void Dots::releaseTiles() {
  tileReleases.push_back(LLVM::CallIntrinsicOp::create(
      b, loc, b.getStringAttr("llvm.x86.tilerelease"), ValueRange{}));
}

void Dots::shareTileConfig() {
  if (tileConfigs.empty() || programs().mayWait() ||
      !llvm::all_equal(llvm::make_first_range(tileConfigs)))
    return;
  std::string config = tileConfigs.front().first;
  for (auto &[same, op] : tileConfigs)
    op->erase();
  for (Operation *op : tileReleases)
    op->erase();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(programs().loop());
  configureTiles(config);
  b.setInsertionPointAfter(programs().loop());
  releaseTiles();
}

} // namespace mlir::tts::cpu
