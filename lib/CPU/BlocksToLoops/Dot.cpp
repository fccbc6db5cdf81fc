// tt.dot: the unit that multiplies, operands where they are when they are laid
// out well enough, packed otherwise, and storage to accumulate in.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// Is every value of the type a bf16?
static bool fitsBf16(Type t) {
  auto f = dyn_cast<FloatType>(t);
  return f && (f.isBF16() || f.getWidth() == 8);
}

DotUnit Emitter::dotUnit(triton::DotOp op) {
  auto at = blockType(op.getA()), dt = blockType(op.getD());
  Type a = at.getElementType(), c = blockType(op.getB()).getElementType();
  Type acc = dt.getElementType();
  int rank = dt.getRank();
  int64_t m = dt.getShape()[rank - 2], n = dt.getShape()[rank - 1];
  int64_t k = at.getShape()[rank - 1];
  // 16-bit accumulators are kept in fp32 and rounded once.
  bool narrow = isa<FloatType>(acc) && acc.getIntOrFloatBitWidth() < 32;
  DotUnit unit;
  unit.elem = narrow ? b.getF32Type() : acc;
  bool bf16 = unit.elem.isF32() && fitsBf16(a) && fitsBf16(c);
  bool int8 = unit.elem.isInteger(32) && a.isInteger(8) && c.isInteger(8);
  bool tiled = m >= 8 && n >= 16 && k >= 16;
  if (tiled && bf16 && target.amxBf16)
    return {DotUnit::Tiles, b.getBF16Type(), 2};
  if (tiled && int8 && target.amxInt8)
    return {DotUnit::Tiles, b.getI8Type(), 4};
  if (n < 4 || k < 2)
    return unit;
  if (bf16 && target.avx512Bf16)
    return {DotUnit::Pairs, b.getBF16Type(), 2};
  if (int8 && target.vpdpbusd && k >= 4)
    return {DotUnit::Quads, b.getI8Type(), 4};
  if (int8 && target.pmaddwd)
    return {DotUnit::Pairs, b.getI16Type(), 2};
  return unit;
}

/// Can the kernel read the load's own memory? Its elements are those that are
/// multiplied, dim `unitDim` (if any) is contiguous, and no write comes before
/// the last use.
bool Emitter::canUseInPlace(tts::LoadOp load, Type elem, int unitDim) {
  Value v = load.getResult();
  if (blockType(v).getElementType() != elem || buffers.count(v))
    return false;
  auto op = accessOf(load);
  if (op.getGather() || blockType(op.getBase()) ||
      (op.getMask() && blockType(op.getMask())))
    return false;
  if (unitDim >= 0 && getConstantIntValue(op.getMixedStrides()[unitDim]) != 1)
    return false;
  int64_t until =
      load->getBlock() == current->getBlock() ? neededUntil(v, {}) : -1;
  return until < 0 || !hazardBefore(v, until);
}

/// A load, seen as `view` with its dims in `order`, as a matrix in its own
/// memory. When some lanes are inactive or the index wraps inside the block,
/// the view is copied at run time (to `given`, if any) and the copy used
/// instead, whose last dim is contiguous. With `kept`, rows that are in more
/// cache lines than they fill are copied as well, once for programs that share
/// them.
FailureOr<Emitter::Matrix> Emitter::inPlace(tts::LoadOp load, Value view,
                                            ArrayRef<int> order,
                                            const Buffer *given,
                                            const KeptRows *kept) {
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
  m.fetched = true;
  for (auto [d, n] : llvm::enumerate(type.getShape())) {
    OpFoldResult lower = op.getMixedLower()[d], upper = op.getMixedUpper()[d];
    if (auto c = getConstantIntValue(upper); !c || *c < n)
      badIf(cmp(arith::CmpIPredicate::slt, i64(upper), cst(n)));
    if (auto c = getConstantIntValue(lower); !c || *c > 0)
      badIf(cmp(arith::CmpIPredicate::sgt, i64(lower), cst(0)));
    if (op.isWrapped(d)) {
      badIf(arith::XOrIOp::create(
          b, loc, fitsUnwrapped(op, d, n),
          arith::ConstantOp::create(b, loc, b.getBoolAttr(true))));
      if (Value term = mul(unwrappedStart(op, d), strides[d]))
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
  auto own = m.strides;
  for (auto [d, from] : llvm::enumerate(order))
    m.strides[d] = own[from];
  if (kept) {
    Value lines = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), m.ptr);
    Value row = mul(i64(m.strides.front()), b.getI64IntegerAttr(bytesOf(elem)));
    lines = arith::OrIOp::create(b, loc, lines, row);
    int64_t width =
        std::min<int64_t>(64, type.getShape().back() * bytesOf(elem));
    badIf(cmp(arith::CmpIPredicate::ne,
              arith::AndIOp::create(b, loc, lines, cst(width - 1)), cst(0)));
  }
  if (!bad)
    return m;
  Buffer copy = given ? *given : allocate(view.getType());
  auto ifOp = scf::IfOp::create(b, loc, ptrType(), bad, true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(ifOp.thenBlock());
    RegionScope scope(*this);
    FailureOr<Value> there = copy.ptr;
    if (kept)
      there = copyKept(*kept, view, copy);
    else if (failed(materialize(view, &copy)))
      return failure();
    if (failed(there))
      return failure();
    scf::YieldOp::create(b, loc, *there);
    b.setInsertionPointToEnd(ifOp.elseBlock());
    scf::YieldOp::create(b, loc, m.ptr);
  }
  m.ptr = ifOp.getResult(0);
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

/// A matrix with elements of type `elem`; with `unitInner` its last dim is
/// contiguous. One that is `reused` is not read in the kernel's arguments,
/// where rows far apart compete for the same cache sets, but is left to the
/// caller.
FailureOr<Emitter::Matrix> Emitter::matrixOf(Value v, Type elem, bool unitInner,
                                             bool reused) {
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
  Type own = blockType(v).getElementType();
  bool unitLast = order.back() == rank - 1;
  if (own == elem && buffers.count(base) && (unitLast || !unitInner))
    return permuted(rowMajor(buffers[base]));
  auto load = base.getDefiningOp<tts::LoadOp>();
  if (load && !reused &&
      canUseInPlace(load, elem, unitInner ? order.back() : -1))
    return inPlace(load, v, order);
  if (reused)
    return Matrix();
  Buffer buf = allocate(blockType(v).clone(elem));
  if (failed(materialize(v, &buf)))
    return failure();
  return rowMajor(buf);
}

/// What `pack` fills, with lanes as elements.
Emitter::Matrix Emitter::packedMatrix(const DotUnit &unit, Buffer packed,
                                      int64_t panel) {
  packed.shape[packed.shape.size() - 2] /= unit.group;
  if (unit.group > 1)
    packed.elem = b.getI32Type();
  Matrix m = rowMajor(packed);
  m.strides[m.strides.size() - 2] = b.getI64IntegerAttr(panel);
  m.panel = panel;
  return m;
}

/// The second operand of a dot with `m` rows.
FailureOr<Emitter::Matrix> Emitter::columnsOf(const DotUnit &unit, Value v,
                                              int64_t m) {
  auto type = blockType(v);
  if (unit.group == 1) {
    FailureOr<Matrix> found = matrixOf(v, unit.elem, true, m > 8);
    if (failed(found) || found->ptr)
      return found;
  }
  int64_t panel = panelColumns(unit, m, type.getShape().back());
  auto packed = type.clone(unit.elem);
  // Iterations are counted as signed numbers.
  auto loop = dyn_cast<scf::ForOp>(current->getParentOp());
  bool counted = loop && !loop.getUnsignedCmp();
  auto [buf, changed, guarded] = counted
                                     ? slotOfIteration(loop, v, packed)
                                     : Slot{allocate(packed), Value(), false};
  OpBuilder::InsertionGuard guard(b);
  std::optional<RegionScope> scope;
  if (changed) {
    auto ifOp = scf::IfOp::create(b, loc, changed, false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    scope.emplace(*this);
    if (guarded)
      noteRead(v);
  }
  if (failed(pack(v, buf, unit.group, panel)))
    return failure();
  return packedMatrix(unit, buf, panel);
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

/// A block of zeros.
bool isZeroBlock(Value v) {
  SplatElementsAttr splat;
  if (!matchPattern(v, m_Constant(&splat)))
    return false;
  Attribute s = splat.getSplatValue<Attribute>();
  if (auto f = dyn_cast<FloatAttr>(s))
    return f.getValue().isPosZero();
  auto i = dyn_cast<IntegerAttr>(s);
  return i && i.getValue().isZero();
}

/// Storage that holds the accumulator and will hold the result; never one of
/// `operands`, which the kernel still reads when it stores the first results.
FailureOr<Buffer> Emitter::dotAccumulator(triton::DotOp op,
                                          ArrayRef<Value> operands,
                                          bool &zero) {
  Value c = op.getC(), d = op.getD();
  std::optional<Buffer> hinted;
  if (auto it = destHint.find(d); it != destHint.end()) {
    auto &[storage, carried] = it->second;
    llvm::SmallDenseSet<Value, 8> through{c};
    if (!llvm::is_contained(operands, storage.ptr) &&
        neededUntil(carried, through) < 0 && readsInPlace(c, storage.ptr))
      hinted = storage;
  }
  zero = isZeroBlock(c);
  if (zero)
    return hinted ? *hinted : allocate(d.getType());
  if (auto it = buffers.find(c); it != buffers.end()) {
    // The storage of a constant is read-only.
    bool here = c.getParentBlock() == op->getBlock() &&
                !c.getDefiningOp<arith::ConstantOp>();
    if (here && !llvm::is_contained(operands, it->second.ptr) &&
        neededUntil(c, {}) < 0)
      return it->second;
  }
  Buffer dest = hinted ? *hinted : allocate(d.getType());
  if (failed(materialize(c, &dest)))
    return failure();
  return dest;
}

LogicalResult Emitter::emitDot(triton::DotOp op) {
  auto at = blockType(op.getA()), dt = blockType(op.getD());
  Type acc = dt.getElementType();
  int rank = dt.getRank();
  int64_t m = dt.getShape()[rank - 2], n = dt.getShape()[rank - 1];
  DotUnit unit = dotUnit(op);
  bool fma = unit.kind == DotUnit::Fma;
  bool narrow = isa<FloatType>(acc) && acc.getIntOrFloatBitWidth() < 32;
  FailureOr<Matrix> a = matrixOf(op.getA(), unit.elem, !fma, false);
  if (failed(a))
    return failure();
  FailureOr<Matrix> bm = columnsOf(unit, op.getB(), m);
  if (failed(bm))
    return failure();
  bool zero = false;
  FailureOr<Buffer> dest;
  if (narrow) {
    Buffer wide = allocate(dt.clone(b.getF32Type()));
    if (failed(materialize(op.getC(), &wide)))
      return failure();
    dest = wide;
  } else {
    dest = dotAccumulator(op, {a->ptr, bm->ptr}, zero);
  }
  if (failed(dest))
    return failure();
  DotShape shape{rank == 3 ? dt.getShape()[0] : 1, m, n,
                 at.getShape()[rank - 1], Value()};
  dotKernel(unit, shape, [&](Value) { return *a; }, *bm, *dest, zero);
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
