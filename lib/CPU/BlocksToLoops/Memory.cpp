// Addresses, predicates, loads and stores of one element (or one vector of
// elements) of a tts.block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

static std::optional<int64_t> constant(OpFoldResult v) {
  return getConstantIntValue(v);
}

/// (first + lane number) rem modulus. A vector of divisions is slow, and not
/// needed when the lanes wrap at most once.
Value Emitter::wrappedLanes(Value first, Value modulus, int level) {
  at(level);
  Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                     cst(nest->lanes), modulus);
  Value positive =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, first, cst(0));
  Type type = vec(b.getI64Type());
  Value number = iota(b.getI64Type());
  auto once = scf::IfOp::create(
      b, loc, TypeRange{type},
      arith::AndIOp::create(b, loc, fits, positive).getResult(), true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(once.thenBlock());
  auto everyLane = [&](Value v) -> Value {
    return vector::BroadcastOp::create(b, loc, type, v);
  };
  Value m = everyLane(modulus);
  Value i = arith::AddIOp::create(
      b, loc, number,
      everyLane(arith::RemSIOp::create(b, loc, first, modulus)));
  Value below = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, i, m);
  Value wrapped = arith::SubIOp::create(b, loc, i, m);
  scf::YieldOp::create(
      b, loc, arith::SelectOp::create(b, loc, below, i, wrapped).getResult());
  b.setInsertionPointToStart(once.elseBlock());
  Value any = arith::AddIOp::create(b, loc, number, everyLane(first));
  scf::YieldOp::create(
      b, loc,
      arith::RemSIOp::create(b, loc, any, everyLane(modulus)).getResult());
  return once.getResult(0);
}

/// Base + offset + sum of the terms of each dim, built level by level so that
/// what is invariant in the inner loops stays outside of them.
FailureOr<Address> Emitter::address(tts::MakeBlockOp op, const Coords &coords,
                                    const Redirect *redirect) {
  OpBuilder::InsertionGuard guard(b);
  auto block = cast<tts::BlockType>(op.getResult().getType());
  Type elem = storageType(block.getElementType());
  auto strides = op.getMixedStrides();
  bool scattered = isa<RankedTensorType>(op.getBase().getType());

  Address out;
  // Scalar terms in order of their level; lane terms summed per lane.
  SmallVector<std::pair<int, Value>> terms;
  auto addLaneTerm = [&](Value v, int level) {
    at(std::max(level, out.offsets.level));
    out.offsets.v = out.offsets.v ? add(out.offsets.v, v) : v;
    out.offsets.level = std::max(level, out.offsets.level);
  };
  auto scaled = [&](Value lanesIdx, OpFoldResult stride, int level) -> Value {
    at(level);
    if (constant(stride) == 1)
      return lanesIdx;
    Value k = splat({i64(stride), level});
    at(level);
    return arith::MulIOp::create(b, loc, lanesIdx, k);
  };
  int64_t rowMajor = 1;
  SmallVector<int64_t> copyStrides(coords.size());
  for (int d = coords.size() - 1; d >= 0; --d) {
    copyStrides[d] = rowMajor;
    rowMajor *= block.getShape()[d];
  }
  for (auto [d, c] : llvm::enumerate(coords)) {
    OpFoldResult stride = strides[d];
    if (redirect && constant(stride) != copyStrides[d]) {
      at(0);
      stride = arith::SelectOp::create(b, loc, redirect->flag,
                                       cst(copyStrides[d]), i64(stride))
                   .getResult();
    }
    if (constant(stride) == 0)
      continue;
    if (op.isWrapped(d) && nest->unwrapped) {
      at(0);
      Value start =
          arith::RemSIOp::create(b, loc, i64(OpFoldResult(op.getWrapStart(d))),
                                 i64(OpFoldResult(op.getWrapModulus(d))));
      terms.push_back({0, mul(start, stride)});
    } else if (op.isWrapped(d)) {
      // ((start + i) rem modulus) * stride
      at(c.level);
      Value start = i64(OpFoldResult(op.getWrapStart(d)));
      Value mod = i64(OpFoldResult(op.getWrapModulus(d)));
      Value scalarIdx = c.kind == Coord::Vector ? start : add(start, c.v);
      if (c.kind == Coord::Scalar) {
        Value r = arith::RemSIOp::create(b, loc, scalarIdx, mod);
        terms.push_back({c.level, mul(r, stride)});
        continue;
      }
      Value r = c.kind == Coord::Vector
                    ? Value(arith::RemSIOp::create(
                          b, loc, add(c.v, splat({scalarIdx, c.level})),
                          splat({mod, c.level})))
                    : wrappedLanes(scalarIdx, mod, c.level);
      at(c.level);
      addLaneTerm(scaled(r, stride, c.level), c.level);
      continue;
    }
    if (c.kind != Coord::Vector && c.v) {
      at(c.level);
      terms.push_back({c.level, mul(c.v, stride)});
    }
    if (c.kind == Coord::Scalar)
      continue;
    if (c.kind == Coord::Lanes && constant(stride) == 1 && !out.contiguous &&
        !out.offsets.v) {
      out.contiguous = true;
      continue;
    }
    at(c.level);
    Value lanesIdx = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
    addLaneTerm(scaled(lanesIdx, stride, c.level), c.level);
  }
  if (op.getGather()) {
    FailureOr<Lane> g = eval(op.getGather(), coords);
    if (failed(g))
      return failure();
    if (redirect) {
      // The copy is dense.
      at(g->level);
      Value none =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(g->v.getType()));
      g->v = arith::SelectOp::create(b, loc, redirect->flag, none, g->v);
    }
    if (isa<VectorType>(g->v.getType()))
      addLaneTerm(g->v, g->level);
    else
      terms.push_back({g->level, g->v});
  }
  if (out.contiguous && out.offsets.v) {
    at(out.offsets.level);
    addLaneTerm(iota(b.getI64Type()), out.offsets.level);
    out.contiguous = false;
  }

  llvm::stable_sort(terms, llvm::less_first());
  if (scattered) {
    FailureOr<Lane> base = eval(op.getBase(), coords);
    if (failed(base))
      return failure();
    at(0);
    terms.insert(terms.begin(), {0, i64(OpFoldResult(op.getOffset()))});
    if (isa<VectorType>(base->v.getType())) {
      // Offsets in bytes from null.
      at(std::max(base->level, out.offsets.level));
      int level = std::max(base->level, out.offsets.level);
      for (auto &[l, t] : terms)
        level = std::max(level, l);
      at(level);
      Value bytes = cst(bytesOf(elem));
      Value sum = base->v;
      if (out.offsets.v)
        sum = add(sum, arith::MulIOp::create(b, loc, out.offsets.v,
                                             splat({bytes, level})));
      if (out.contiguous)
        sum = add(sum, arith::MulIOp::create(b, loc, iota(b.getI64Type()),
                                             splat({bytes, level})));
      at(level);
      for (auto &[l, t] : terms)
        if (t) {
          Value scaled = arith::MulIOp::create(b, loc, t, bytes);
          sum = add(sum, splat({scaled, level}));
          at(level);
        }
      out.contiguous = false;
      out.inBytes = true;
      out.ptr = {LLVM::ZeroOp::create(b, loc, ptrType()), level};
      out.offsets = {sum, level};
      return out;
    }
    at(base->level);
    out.ptr = {LLVM::IntToPtrOp::create(b, loc, ptrType(), base->v),
               base->level};
  } else {
    at(0);
    Value base = scalars.lookup(op.getBase());
    Value offset = i64(OpFoldResult(op.getOffset()));
    if (redirect) {
      base = arith::SelectOp::create(b, loc, redirect->flag, redirect->copy.ptr,
                                     base);
      offset = arith::SelectOp::create(b, loc, redirect->flag, cst(0), offset);
    }
    if (getConstantIntValue(OpFoldResult(op.getOffset())) != 0)
      base = LLVM::GEPOp::create(b, loc, ptrType(), elem, base,
                                 ValueRange{offset});
    out.ptr = {base, 0};
  }
  for (auto &[level, term] : terms) {
    if (!term)
      continue;
    out.ptr.level = std::max(out.ptr.level, level);
    at(out.ptr.level);
    out.ptr.v = LLVM::GEPOp::create(b, loc, ptrType(), elem, out.ptr.v,
                                    ValueRange{term});
  }
  return out;
}

/// The box and the mask of a block at these coordinates.
FailureOr<Pred> Emitter::predicate(tts::MakeBlockOp op, const Coords &coords) {
  OpBuilder::InsertionGuard guard(b);
  auto block = cast<tts::BlockType>(op.getResult().getType());
  auto lower = op.getMixedLower(), upper = op.getMixedUpper();
  Pred out;
  auto both = [&](Lane &into, Value v, int level) {
    into.level = std::max(into.level, level);
    at(into.level);
    into.v = into.v ? arith::AndIOp::create(b, loc, into.v, v).getResult() : v;
  };
  bool bounded = nest && nest->bounded.contains(op);
  int vecLevel = 0;
  for (const Coord &c : coords)
    if (c.kind == Coord::Lanes)
      vecLevel = c.level;

  for (size_t d = 0; d < coords.size(); ++d) {
    const Coord &c = coords[d];
    bool needLower = constant(lower[d]).value_or(1) > 0;
    auto up = constant(upper[d]);
    bool needUpper = !up || *up < block.getShape()[d];
    // What the main loop, or the lane bound of the tail, stands for.
    bool covered = bounded && (c.kind == Coord::Lanes || c.level < vecLevel);
    if (covered && (c.kind == Coord::Scalar || nest->inMain))
      continue;
    auto test = [&](OpFoldResult bound, arith::CmpIPredicate pred) {
      at(c.level);
      Value limit = covered ? nest->laneBound.lookup(op).v : i64(bound);
      if (c.kind == Coord::Scalar) {
        Value i = c.v ? c.v : cst(0);
        both(out.scalar, arith::CmpIOp::create(b, loc, pred, i, limit),
             c.level);
        return;
      }
      Value i = c.v;
      if (c.kind == Coord::Lanes) {
        // Compare lane numbers in 32 bits against the clamped rest.
        if (c.v)
          limit = arith::SubIOp::create(b, loc, limit, c.v);
        limit = arith::MaxSIOp::create(b, loc, limit, cst(0));
        limit = arith::MinSIOp::create(b, loc, limit, cst(nest->lanes));
        limit = arith::TruncIOp::create(b, loc, b.getI32Type(), limit);
        i = iota(b.getI32Type());
      }
      limit = splat({limit, c.level});
      at(c.level);
      both(out.lanes, arith::CmpIOp::create(b, loc, pred, i, limit), c.level);
    };
    if (needUpper || covered)
      test(upper[d], arith::CmpIPredicate::slt);
    if (needLower && !covered)
      test(lower[d], arith::CmpIPredicate::sge);
  }
  if (Value mask = op.getMask()) {
    Lane m;
    if (isa<RankedTensorType>(mask.getType())) {
      FailureOr<Lane> e = eval(mask, coords);
      if (failed(e))
        return failure();
      m = *e;
    } else if (!(bounded && vecLevel > 0)) {
      m = {scalars.lookup(mask), 0};
    }
    if (m.v)
      both(isa<VectorType>(m.v.getType()) ? out.lanes : out.scalar, m.v,
           m.level);
  }
  return out;
}

/// One pointer a lane.
Value Emitter::lanePointers(Type storage, const Address &a) {
  Value offs = a.offsets.v;
  if (!offs)
    offs =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(vec(b.getI64Type())));
  Type ptrs = VectorType::get({nest->lanes}, ptrType());
  return LLVM::GEPOp::create(b, loc, ptrs, a.inBytes ? b.getI8Type() : storage,
                             a.ptr.v, ValueRange{offs});
}

/// Lanes `from`... of a mask. The operations that made it are repeated on these
/// lanes, so that a part known to be off folds to a constant.
static Value maskPart(OpBuilder &b, Location loc, Value mask, int64_t from,
                      int64_t lanes) {
  auto part = [&](Value v) { return maskPart(b, loc, v, from, lanes); };
  if (auto a = mask.getDefiningOp<arith::AndIOp>())
    return arith::AndIOp::create(b, loc, part(a.getLhs()), part(a.getRhs()));
  if (auto c = mask.getDefiningOp<arith::CmpIOp>())
    return arith::CmpIOp::create(b, loc, c.getPredicate(), part(c.getLhs()),
                                 part(c.getRhs()));
  return vector::ExtractStridedSliceOp::create(
      b, loc, mask, ArrayRef<int64_t>{from}, ArrayRef<int64_t>{lanes},
      ArrayRef<int64_t>{1});
}

/// A masked load, in registers of the target where it has no lane masks: LLVM
/// 22, when it takes a wider one apart itself, loads a part whose lanes are all
/// known to be off without a mask.
Value Emitter::maskedLoad(VectorType type, Value ptr, Value mask,
                          Value passthru, int64_t align) {
  int64_t n = type.getNumElements();
  int64_t part = target.vectorBits / type.getElementTypeBitWidth();
  if (target.vectorBits >= 512 || n <= part)
    return LLVM::MaskedLoadOp::create(b, loc, type, ptr, mask, passthru, align);
  auto partType = VectorType::get({part}, type.getElementType());
  Value result = passthru;
  for (int64_t i = 0; i < n; i += part) {
    auto slice = [&](Value v) -> Value {
      return vector::ExtractStridedSliceOp::create(
          b, loc, v, ArrayRef<int64_t>{i}, ArrayRef<int64_t>{part},
          ArrayRef<int64_t>{1});
    };
    Value p =
        elementPtr(type.getElementType(), ptr, cst(i), b.getI64IntegerAttr(1));
    Value loaded = LLVM::MaskedLoadOp::create(b, loc, partType, p,
                                              maskPart(b, loc, mask, i, part),
                                              slice(passthru), align);
    result = vector::InsertStridedSliceOp::create(
        b, loc, loaded, result, ArrayRef<int64_t>{i}, ArrayRef<int64_t>{1});
  }
  return result;
}

/// Unmasked or masked, contiguous or gathered, scalar or vector load.
Value Emitter::loadFrom(Type elem, const Address &a, Value mask, Value passthru,
                        bool isVolatile) {
  Type storage = storageType(elem);
  int64_t align = bytesOf(elem);
  bool vector = a.contiguous || a.offsets.v || mask;
  if (!vector)
    return castStorage(
        LLVM::LoadOp::create(b, loc, storage, a.ptr.v, align, isVolatile),
        valueType(elem));
  auto type = cast<VectorType>(vec(storage));
  Value v;
  if (passthru)
    passthru = castStorage(passthru, storage);
  if (a.offsets.v || !a.contiguous) {
    Value p = lanePointers(storage, a);
    if (!mask)
      mask = allTrue();
    v = LLVM::masked_gather::create(
        b, loc, type, p, mask, passthru ? ValueRange{passthru} : ValueRange{},
        align);
  } else if (mask) {
    v = maskedLoad(type, a.ptr.v, mask, passthru, align);
  } else {
    v = LLVM::LoadOp::create(b, loc, type, a.ptr.v, align, isVolatile);
  }
  return castStorage(v, valueType(elem));
}

void Emitter::storeTo(Value value, Type elem, const Address &a, Value mask,
                      bool streamed) {
  Type storage = storageType(elem);
  int64_t align = bytesOf(elem);
  value = castStorage(value, storage);
  if (!isa<VectorType>(value.getType())) {
    LLVM::StoreOp::create(b, loc, value, a.ptr.v, align);
    return;
  }
  if (a.offsets.v || !a.contiguous) {
    Value p = lanePointers(storage, a);
    LLVM::masked_scatter::create(b, loc, value, p, mask ? mask : allTrue(),
                                 align);
  } else if (mask) {
    LLVM::MaskedStoreOp::create(b, loc, value, a.ptr.v, mask, align);
  } else {
    LLVM::StoreOp::create(b, loc, value, a.ptr.v, streamed ? 64 : align,
                          /*isVolatile=*/false, streamed);
  }
}

static int maxLevel(const Address &a, const Pred &p, int extra) {
  return std::max({a.ptr.level, a.offsets.v ? a.offsets.level : 0,
                   p.scalar.v ? p.scalar.level : 0,
                   p.lanes.v ? p.lanes.level : 0, extra});
}

FailureOr<Lane> Emitter::load(tts::LoadOp op, const Coords &coords) {
  auto block = op.getBlock().getDefiningOp<tts::MakeBlockOp>();
  Type elem = cast<tts::BlockType>(op.getBlock().getType()).getElementType();
  const Redirect *redirect = nullptr;
  if (auto it = nest->redirects.find(op); it != nest->redirects.end())
    redirect = &it->second;
  FailureOr<Address> a = address(block, coords, redirect);
  FailureOr<Pred> p = predicate(block, coords);
  if (failed(a) || failed(p))
    return failure();
  Lane other;
  if (Value o = op.getOther()) {
    if (isa<RankedTensorType>(o.getType())) {
      FailureOr<Lane> e = eval(o, coords);
      if (failed(e))
        return failure();
      other = *e;
    } else {
      other = {scalars.lookup(o), 0};
      if (isa<LLVM::LLVMPointerType>(other.v.getType())) {
        OpBuilder::InsertionGuard guard(b);
        at(0);
        other.v = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), other.v);
      }
    }
  }
  int level = maxLevel(*a, *p, other.v ? other.level : 0);
  // A lane-dependent position below the level of the lanes.
  for (const Coord &c : coords)
    if (a->contiguous && c.kind == Coord::Lanes)
      level = std::max(level, c.level);
  OpBuilder::InsertionGuard guard(b);
  at(level);
  bool lanes = a->contiguous || a->offsets.v;
  if (!lanes && !p->lanes.v &&
      !(other.v && isa<VectorType>(other.v.getType()))) {
    // Uniform.
    if (!p->scalar.v)
      return Lane{loadFrom(elem, *a, {}, {}, op.getIsVolatile()), level};
    if (!other.v)
      other.v =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(valueType(elem)));
    auto ifOp = scf::IfOp::create(b, loc, TypeRange{valueType(elem)},
                                  p->scalar.v, true);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value v = loadFrom(elem, *a, {}, {}, op.getIsVolatile());
    scf::YieldOp::create(b, loc, v);
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, loc, other.v);
    return Lane{ifOp.getResult(0), level};
  }
  Value mask;
  if (p->scalar.v)
    mask = splat(p->scalar);
  at(level);
  if (p->lanes.v)
    mask = mask ? arith::AndIOp::create(b, loc, mask, p->lanes.v).getResult()
                : p->lanes.v;
  Value passthru;
  if (mask) {
    if (other.v)
      passthru = asVector(other);
    else
      passthru = arith::ConstantOp::create(b, loc,
                                           b.getZeroAttr(vec(valueType(elem))));
    at(level);
    if (!other.v)
      passthru = arith::ConstantOp::create(b, loc,
                                           b.getZeroAttr(vec(valueType(elem))));
  }
  return Lane{loadFrom(elem, *a, mask, passthru, op.getIsVolatile()), level};
}

LogicalResult Emitter::store(tts::StoreOp op, const Coords &coords) {
  auto block = op.getBlock().getDefiningOp<tts::MakeBlockOp>();
  Type elem = cast<tts::BlockType>(op.getBlock().getType()).getElementType();
  FailureOr<Lane> value = eval(op.getValue(), coords);
  FailureOr<Address> a = address(block, coords);
  FailureOr<Pred> p = predicate(block, coords);
  if (failed(value) || failed(a) || failed(p))
    return failure();
  int level = nest->levels.size() - 1;
  OpBuilder::InsertionGuard guard(b);
  at(level);
  bool lanes = a->contiguous || a->offsets.v || p->lanes.v ||
               isa<VectorType>(value->v.getType());
  if (!lanes || nest->lanes == 1) {
    if (isa<VectorType>(value->v.getType()))
      value->v = vector::ExtractOp::create(b, loc, value->v, 0);
    if (p->scalar.v) {
      auto ifOp = scf::IfOp::create(b, loc, p->scalar.v, false);
      b.setInsertionPointToStart(ifOp.thenBlock());
    }
    storeTo(value->v, elem, *a, {});
    return success();
  }
  Value v = asVector(*value);
  at(level);
  Value mask = p->lanes.v;
  if (p->scalar.v) {
    Value s = splat(p->scalar);
    at(level);
    mask = mask ? arith::AndIOp::create(b, loc, mask, s).getResult() : s;
  }
  storeTo(v, elem, *a, mask, nest->streamed);
  return success();
}

} // namespace mlir::tts::cpu
