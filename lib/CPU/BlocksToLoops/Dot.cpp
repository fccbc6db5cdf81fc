// tt.dot: a register-tiled kernel that accumulates in place and reads its
// operands where they are, when they are laid out well enough.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// A load as a matrix in its own memory. When some lanes are inactive or the
/// index wraps inside the block, a copy is made at run time and used instead.
FailureOr<Emitter::Matrix> Emitter::inPlace(tts::LoadOp load) {
  auto op = load.getBlock().getDefiningOp<tts::MakeBlockOp>();
  auto type = cast<tts::BlockType>(op.getResult().getType());
  auto strides = op.getMixedStrides();
  Type elem = type.getElementType();
  Value bad;
  auto badIf = [&](Value v) {
    bad = bad ? arith::OrIOp::create(b, loc, bad, v).getResult() : v;
  };
  auto cmp = [&](arith::CmpIPredicate p, Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, p, x, y);
  };
  Value offset = i64(OpFoldResult(op.getOffset()));
  Matrix m;
  m.elem = elem;
  for (auto [d, n] : llvm::enumerate(type.getShape())) {
    OpFoldResult lower = op.getMixedLower()[d], upper = op.getMixedUpper()[d];
    if (auto c = getConstantIntValue(upper); !c || *c < n)
      badIf(cmp(arith::CmpIPredicate::slt, i64(upper), cst(n)));
    if (auto c = getConstantIntValue(lower); !c || *c > 0)
      badIf(cmp(arith::CmpIPredicate::sgt, i64(lower), cst(0)));
    if (op.isWrapped(d)) {
      Value mod = i64(OpFoldResult(op.getWrapModulus(d)));
      Value start = arith::RemSIOp::create(
          b, loc, i64(OpFoldResult(op.getWrapStart(d))), mod);
      badIf(cmp(arith::CmpIPredicate::slt, start, cst(0)));
      badIf(cmp(arith::CmpIPredicate::sgt, add(start, cst(n)), mod));
      if (Value term = mul(start, strides[d]))
        offset = add(offset, term);
    }
    auto c = getConstantIntValue(strides[d]);
    m.strides.push_back(c ? OpFoldResult(b.getI64IntegerAttr(*c))
                          : OpFoldResult(i64(strides[d])));
  }
  if (op.getMask()) {
    Value on = scalars.lookup(op.getMask());
    badIf(arith::XOrIOp::create(
        b, loc, on, arith::ConstantOp::create(b, loc, b.getBoolAttr(true))));
  }
  m.ptr = LLVM::GEPOp::create(b, loc, ptrType(), storageType(elem),
                              scalars.lookup(op.getBase()), ValueRange{offset});
  if (!bad)
    return m;
  Buffer copy = allocate(load.getResult().getType());
  auto ifOp = scf::IfOp::create(b, loc, bad, false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    if (failed(materialize(load.getResult(), &copy)))
      return failure();
  }
  m.ptr = arith::SelectOp::create(b, loc, bad, copy.ptr, m.ptr);
  int64_t rowMajor = 1;
  for (int d = copy.shape.size() - 1; d >= 0; --d) {
    auto c = getConstantIntValue(m.strides[d]);
    if (c != rowMajor) {
      Value s = c ? cst(*c) : cast<Value>(m.strides[d]);
      m.strides[d] =
          arith::SelectOp::create(b, loc, bad, cst(rowMajor), s).getResult();
    }
    rowMajor *= copy.shape[d];
  }
  return m;
}

Emitter::Matrix Emitter::rowMajor(const Buffer &buf) {
  Matrix m;
  m.ptr = buf.ptr;
  m.elem = buf.elem;
  m.strides.resize(buf.shape.size());
  int64_t stride = 1;
  for (int d = buf.shape.size() - 1; d >= 0; --d) {
    m.strides[d] = b.getI64IntegerAttr(stride);
    stride *= buf.shape[d];
  }
  return m;
}

/// An operand with elements of the compute type; with `unitInner` its last dim
/// is contiguous. A `reused` operand is packed: rows that are far apart in
/// memory compete for the same cache sets.
FailureOr<Emitter::Matrix> Emitter::matrixOf(Value v, Type computeElem,
                                             bool unitInner, bool reused) {
  int rank = blockType(v).getRank();
  // See through transpositions.
  auto order = llvm::to_vector(llvm::seq<int>(0, rank));
  Value base = v;
  while (!buffers.count(base)) {
    auto t = base.getDefiningOp<triton::TransOp>();
    if (!t)
      break;
    for (int &o : order)
      o = t.getOrder()[o];
    base = t.getSrc();
  }
  auto permuted = [&](Matrix m) {
    Matrix out = m;
    for (int i = 0; i < rank; ++i)
      out.strides[i] = m.strides[order[i]];
    return out;
  };
  Type elem = blockType(v).getElementType();
  bool unitLast = order.back() == rank - 1;
  if (elem == computeElem && buffers.count(base) && (unitLast || !unitInner))
    return permuted(rowMajor(buffers[base]));
  auto load = base.getDefiningOp<tts::LoadOp>();
  if (elem == computeElem && load && !reused && !buffers.count(base)) {
    auto op = load.getBlock().getDefiningOp<tts::MakeBlockOp>();
    bool affine = !op.getGather() && !blockType(op.getBase()) &&
                  !(op.getMask() && blockType(op.getMask()));
    bool unit = getConstantIntValue(op.getMixedStrides()[order.back()]) == 1;
    int64_t until =
        load->getBlock() == current->getBlock() ? neededUntil(base, {}) : -1;
    bool keep = until >= 0 && hazardBefore(base, until);
    if (affine && !keep && (unit || !unitInner)) {
      FailureOr<Matrix> m = inPlace(load);
      if (failed(m))
        return failure();
      return permuted(*m);
    }
  }
  Buffer buf = allocate(blockType(v).clone(computeElem));
  if (failed(materialize(v, &buf)))
    return failure();
  return rowMajor(buf);
}

/// Does evaluating `v` read this storage at most element by element?
bool Emitter::readsInPlace(Value v, Value storage) {
  Nest probe;
  Nest *saved = std::exchange(nest, &probe);
  auto shape = blockType(v).getShape();
  probe.shape.assign(shape.begin(), shape.end());
  Root r;
  r.kind = Root::Materialize;
  r.value = v;
  reachRoot(r);
  nest = saved;
  for (const Reached &reached : probe.reached) {
    auto it = buffers.find(reached.v);
    if (it == buffers.end() || it->second.ptr != storage)
      continue;
    if (it->second.shape != ArrayRef<int64_t>(probe.shape))
      return false;
    for (auto [i, d] : llvm::enumerate(reached.dims))
      if (d != static_cast<int>(i) && it->second.shape[i] != 1)
        return false;
  }
  return true;
}

/// Storage that holds the accumulator and will hold the result.
FailureOr<Buffer> Emitter::dotAccumulator(triton::DotOp op, bool &zero) {
  Value c = op.getC(), d = op.getD();
  std::optional<Buffer> hinted;
  if (auto it = destHint.find(d); it != destHint.end()) {
    auto &[storage, carried] = it->second;
    llvm::SmallDenseSet<Value, 8> through{c};
    if (neededUntil(carried, through) < 0 && readsInPlace(c, storage.ptr))
      hinted = storage;
  }
  zero = matchPattern(c, m_AnyZeroFloat()) || matchPattern(c, m_Zero());
  if (auto cc = c.getDefiningOp<arith::ConstantOp>())
    if (auto dense = dyn_cast<DenseElementsAttr>(cc.getValue());
        dense && dense.isSplat()) {
      Attribute s = dense.getSplatValue<Attribute>();
      if (auto f = dyn_cast<FloatAttr>(s))
        zero = f.getValue().isZero();
      if (auto i = dyn_cast<IntegerAttr>(s))
        zero = i.getValue().isZero();
    }
  if (zero)
    return hinted ? *hinted : allocate(d.getType());
  if (auto it = buffers.find(c); it != buffers.end()) {
    bool here = c.getParentBlock() == op->getBlock();
    if (here && neededUntil(c, {}) < 0)
      return it->second;
  }
  Buffer dest = hinted ? *hinted : allocate(d.getType());
  if (failed(materialize(c, &dest)))
    return failure();
  return dest;
}

/// C[m, n] += sum_k A[m, k] B[k, n], rows x vectors of accumulators in
/// registers over the whole of k.
void Emitter::dotKernel(const DotShape &shape, const Matrix &a,
                        const Matrix &bm, const Buffer &c, bool zero) {
  int64_t batch = shape.batch, m = shape.m, n = shape.n;
  Type elem = c.elem;
  bool fp = isa<FloatType>(elem);
  int64_t perReg = target.vectorBits / elem.getIntOrFloatBitWidth();
  int64_t lanes = std::min(n, perReg);
  // Accumulators: 16 of 32 registers, or 8 of 16; wide tiles load less.
  int64_t registers = target.vectorBits >= 512 ? 16 : 8;
  int64_t cols = std::min<int64_t>(n / lanes, m < 4 ? 8 : 4);
  int64_t rows = std::min(m, registers / cols);
  auto vt = VectorType::get({lanes}, elem);
  unsigned align = bytesOf(elem);
  bool batched = a.strides.size() == 3;
  auto strideOf = [&](const Matrix &x, int d) {
    return x.strides[batched ? d + 1 : d];
  };
  auto offsetPtr = [&](Value p, Value index, OpFoldResult stride) -> Value {
    Value off = index;
    if (getConstantIntValue(stride) != 1)
      off = arith::MulIOp::create(b, loc, index,
                                  isa<Value>(stride)
                                      ? cast<Value>(stride)
                                      : cst(*getConstantIntValue(stride)));
    return LLVM::GEPOp::create(b, loc, ptrType(), elem, p, ValueRange{off});
  };
  auto stepPtr = [&](Value p, int64_t i, OpFoldResult stride) -> Value {
    if (i == 0)
      return p;
    if (auto s = getConstantIntValue(stride))
      return LLVM::GEPOp::create(b, loc, ptrType(), elem, p,
                                 ArrayRef<LLVM::GEPArg>{int32_t(i * *s)});
    return offsetPtr(p, cst(i), stride);
  };
  OpBuilder::InsertionGuard guard(b);
  auto loopOver = [&](int64_t extent, int64_t step) -> Value {
    if (extent == step)
      return cst(0);
    auto loop = scf::ForOp::create(b, loc, cst(0), cst(extent), cst(step));
    b.setInsertionPoint(loop.getBody()->getTerminator());
    return loop.getInductionVar();
  };
  Value aPtr = a.ptr, bPtr = bm.ptr, cPtr = c.ptr;
  auto constI64 = [&](int64_t v) {
    return OpFoldResult(b.getI64IntegerAttr(v));
  };
  if (batched) {
    Value i = loopOver(batch, 1);
    aPtr = offsetPtr(aPtr, i, a.strides[0]);
    bPtr = offsetPtr(bPtr, i, bm.strides[0]);
    cPtr = offsetPtr(cPtr, i, constI64(m * n));
  }
  Value n0 = loopOver(n, lanes * cols);
  bPtr = offsetPtr(bPtr, n0, constI64(1));
  cPtr = offsetPtr(cPtr, n0, constI64(1));
  Value m0 = loopOver(m, rows);
  aPtr = offsetPtr(aPtr, m0, strideOf(a, 0));
  cPtr = offsetPtr(cPtr, m0, constI64(n));

  SmallVector<Value> accs, cPtrs, aRows;
  for (int64_t r = 0; r < rows; ++r) {
    aRows.push_back(stepPtr(aPtr, r, strideOf(a, 0)));
    for (int64_t j = 0; j < cols; ++j) {
      Value p = stepPtr(cPtr, r * n + j * lanes, constI64(1));
      cPtrs.push_back(p);
      if (zero)
        accs.push_back(arith::ConstantOp::create(b, loc, b.getZeroAttr(vt)));
      else
        accs.push_back(LLVM::LoadOp::create(b, loc, vt, p, align));
    }
  }
  auto loop = scf::ForOp::create(b, loc, cst(0), shape.k, cst(1), accs);
  {
    OpBuilder::InsertionGuard inner(b);
    b.setInsertionPointToEnd(loop.getBody());
    Value kk = loop.getInductionVar();
    Value bRow = offsetPtr(bPtr, kk, strideOf(bm, 0));
    SmallVector<Value> bv, next;
    for (int64_t j = 0; j < cols; ++j)
      bv.push_back(LLVM::LoadOp::create(
          b, loc, vt, stepPtr(bRow, j * lanes, constI64(1)), align));
    for (int64_t r = 0; r < rows; ++r) {
      Value p = offsetPtr(aRows[r], kk, strideOf(a, 1));
      Value s = LLVM::LoadOp::create(b, loc, elem, p, align);
      Value v = vector::BroadcastOp::create(b, loc, vt, s);
      for (int64_t j = 0; j < cols; ++j) {
        Value acc = loop.getRegionIterArg(r * cols + j);
        if (fp)
          next.push_back(vector::FMAOp::create(b, loc, v, bv[j], acc));
        else
          next.push_back(arith::AddIOp::create(
              b, loc, arith::MulIOp::create(b, loc, v, bv[j]), acc));
      }
    }
    scf::YieldOp::create(b, loc, next);
  }
  for (auto [v, p] : llvm::zip(loop.getResults(), cPtrs))
    LLVM::StoreOp::create(b, loc, v, p, align);
}

LogicalResult Emitter::emitDot(triton::DotOp op) {
  auto at = blockType(op.getA()), dt = blockType(op.getD());
  Type acc = dt.getElementType();
  int rank = dt.getRank();
  int64_t m = dt.getShape()[rank - 2], n = dt.getShape()[rank - 1];
  // 16-bit accumulators are kept in fp32 and rounded once.
  bool narrow = isa<FloatType>(acc) && acc.getIntOrFloatBitWidth() < 32;
  Type compute = narrow ? b.getF32Type() : acc;
  FailureOr<Matrix> a = matrixOf(op.getA(), compute, false, n > 64);
  if (failed(a))
    return failure();
  FailureOr<Matrix> bm = matrixOf(op.getB(), compute, true, m > 8);
  if (failed(bm))
    return failure();
  bool zero = false;
  FailureOr<Buffer> dest;
  if (narrow) {
    Buffer wide = allocate(dt.clone(compute));
    if (failed(materialize(op.getC(), &wide)))
      return failure();
    dest = wide;
  } else {
    dest = dotAccumulator(op, zero);
  }
  if (failed(dest))
    return failure();
  int64_t batch = rank == 3 ? dt.getShape()[0] : 1;
  dotKernel({batch, m, n, cst(at.getShape()[rank - 1])}, *a, *bm, *dest, zero);
  if (narrow) {
    Buffer rounded = allocate(dt);
    buffers[op.getD()] = *dest;
    if (failed(materialize(op.getD(), &rounded)))
      return failure();
    dest = rounded;
  }
  buffers[op.getD()] = *dest;
  return success();
}

} // namespace mlir::tts::cpu
