// Where one element (or one vector of elements) of a tts.block is, and whether
// it may be accessed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

static std::optional<int64_t> constant(OpFoldResult v) {
  return getConstantIntValue(v);
}

/// The index of the first element of a wrapped dim.
Value Emitter::unwrappedStart(tts::MakeBlockOp op, int64_t dim) {
  Value start = i64(OpFoldResult(op.getWrapStart(dim)));
  if (op.isClipped(dim))
    return start;
  return arith::RemSIOp::create(b, loc, start,
                                i64(OpFoldResult(op.getWrapModulus(dim))));
}

/// Whether `size` elements along a wrapped dim follow each other.
Value Emitter::fitsUnwrapped(tts::MakeBlockOp op, int64_t dim, int64_t size) {
  Value start = unwrappedStart(op, dim);
  Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                     add(start, cst(size)),
                                     i64(OpFoldResult(op.getWrapModulus(dim))));
  if (op.isClipped(dim))
    return fits;
  Value positive =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, start, cst(0));
  return arith::AndIOp::create(b, loc, fits, positive);
}

/// (first + lane number) rem modulus. Divisions of vectors are done lane by
/// lane and not needed where the lanes wrap at most once; where they may wrap
/// more often, a loop does the same in a tenth of the code.
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
  Value none = LLVM::PoisonOp::create(b, loc, type);
  auto lanes = scf::ForOp::create(
      b, loc, cst(0), cst(nest->lanes), cst(1), none,
      [&](OpBuilder &, Location, Value lane, ValueRange sofar) {
        Value rest = arith::RemSIOp::create(b, loc, add(first, lane), modulus);
        Value position =
            arith::IndexCastOp::create(b, loc, b.getIndexType(), lane);
        Value more = vector::InsertOp::create(b, loc, rest, sofar[0], position);
        scf::YieldOp::create(b, loc, more);
      });
  scf::YieldOp::create(b, loc, lanes.getResult(0));
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

  // Does no index along this dim wrap within a step?
  auto isStraight = [&](int64_t d) {
    return coords[d].kind == Coord::Lanes &&
           (nest->unwrapped || knownQuotient(op, coords, d));
  };
  // What the gathered offsets add to the distance of the lanes, if they lie at
  // equal ones; the first lane's offset then stands for them.
  std::optional<OpFoldResult> gathered;
  if (op.getGather() && !nest->quotients.empty() &&
      llvm::none_of(llvm::enumerate(coords), [&](auto c) {
        return c.value().kind == Coord::Lanes && op.isWrapped(c.index()) &&
               !isStraight(c.index());
      }))
    gathered = laneStride(op.getGather(), coords, nullptr);

  Address out;
  Terms terms; // those of lanes are summed per lane
  auto addLaneTerm = [&](Value v, int level) {
    out.laneStride = {};
    out.knownStride = 0;
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
    // Where a copy is read, its strides count, which are known before the nest.
    auto redirected = [&, dense = copyStrides[d]](OpFoldResult own,
                                                  int level) -> OpFoldResult {
      if (!redirect || constant(own) == dense)
        return own;
      at(level);
      return arith::SelectOp::create(b, loc, redirect->flag, cst(dense),
                                     i64(own))
          .getResult();
    };
    OpFoldResult stride = redirected(strides[d], 0), lane = strides[d];
    int laneLevel = 0;
    if (gathered && c.kind == Coord::Lanes) {
      lane = addStrides(strides[d], *gathered, /*build=*/true);
      laneLevel = nest->levels.size() - 1;
    }
    bool runTime = !constant(lane);
    // Lanes that are the same element are the same in a copy, too: that of the
    // first lane does for all.
    bool same = constant(lane) == 0 && (gathered || !op.getGather());
    if (!redirect || !redirect->alike || !same)
      lane = redirected(lane, laneLevel);
    if (constant(stride) == 0 && constant(lane) == 0)
      continue;
    auto clip = [&](Value index, Value limit) -> Value {
      Value below = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                          index, limit);
      Value zero =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(index.getType()));
      return arith::SelectOp::create(b, loc, below, index, zero);
    };
    bool wraps = op.isWrapped(d) && !nest->unwrapped;
    // A copy has no index that wraps.
    auto unlessCopied = [&](Value index, Value position) -> Value {
      if (!redirect)
        return index;
      if (!position)
        position =
            arith::ConstantOp::create(b, loc, b.getZeroAttr(index.getType()));
      return arith::SelectOp::create(b, loc, redirect->flag, position, index);
    };
    if (op.isWrapped(d) && nest->unwrapped) {
      at(0);
      terms.add(0, mul(unlessCopied(unwrappedStart(op, d), {}), stride));
    } else if (wraps && isStraight(d)) {
      at(c.level);
      Value first = add(i64(OpFoldResult(op.getWrapStart(d))), c.v);
      if (!op.isClipped(d))
        first = arith::RemSIOp::create(b, loc, first,
                                       i64(OpFoldResult(op.getWrapModulus(d))));
      terms.add(c.level, mul(unlessCopied(first, c.v), stride));
    } else if (wraps) {
      // ((start + i) rem modulus) * stride
      at(c.level);
      Value start = i64(OpFoldResult(op.getWrapStart(d)));
      Value mod = i64(OpFoldResult(op.getWrapModulus(d)));
      Value scalarIdx = c.kind == Coord::Vector ? start : add(start, c.v);
      bool clipped = op.isClipped(d);
      if (c.kind == Coord::Scalar) {
        Value r = clipped
                      ? clip(scalarIdx, mod)
                      : Value(arith::RemSIOp::create(b, loc, scalarIdx, mod));
        terms.add(c.level, mul(unlessCopied(r, c.v), stride));
        continue;
      }
      Value r;
      if (c.kind == Coord::Lanes && !clipped) {
        r = wrappedLanes(scalarIdx, mod, c.level);
      } else {
        Value lanes = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
        Value index = add(lanes, splat({scalarIdx, c.level}));
        Value limit = splat({mod, c.level});
        at(c.level);
        r = clipped ? clip(index, limit)
                    : Value(arith::RemSIOp::create(b, loc, index, limit));
      }
      if (redirect) {
        Value position = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
        if (c.kind == Coord::Lanes && c.v)
          position = add(position, splat({c.v, c.level}));
        at(c.level);
        r = unlessCopied(r, position);
      }
      at(c.level);
      addLaneTerm(scaled(r, stride, c.level), c.level);
      continue;
    }
    if (c.kind != Coord::Vector && c.v && constant(stride) != 0 && !wraps) {
      at(c.level);
      terms.add(c.level, mul(c.v, stride));
    }
    if (c.kind == Coord::Scalar || constant(lane) == 0)
      continue;
    if (c.kind == Coord::Lanes && constant(lane) == 1 && !out.contiguous &&
        !out.offsets.v) {
      out.contiguous = true;
      continue;
    }
    at(c.level);
    Value lanesIdx = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
    bool first = !out.contiguous && !out.offsets.v;
    addLaneTerm(scaled(lanesIdx, lane, c.level), c.level);
    if (!first || c.kind != Coord::Lanes)
      continue;
    if (runTime)
      out.laneStride = i64(lane);
    else
      out.knownStride = constant(lane).value_or(0);
  }
  if (op.getGather()) {
    FailureOr<Lane> g =
        eval(op.getGather(), gathered ? atFirstLane(coords) : coords);
    if (failed(g))
      return failure();
    if (redirect) {
      // The copy is dense.
      at(g->level);
      Value none =
          arith::ConstantOp::create(b, loc, b.getZeroAttr(g->v.getType()));
      g->v = arith::SelectOp::create(b, loc, redirect->flag, none, g->v);
    }
    if (isa<VectorType>(g->v.getType())) {
      addLaneTerm(g->v, g->level);
      out.chosen = !scattered && !nest->crooked && isChosen(op.getGather());
    } else
      terms.add(g->level, g->v);
  }
  if (out.contiguous && out.offsets.v) {
    at(out.offsets.level);
    addLaneTerm(iota(b.getI64Type()), out.offsets.level);
    out.contiguous = false;
  }
  if (out.contiguous)
    out.knownStride = 0;

  if (scattered) {
    out.laneStride = {};
    out.knownStride = 0;
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
  std::optional<unsigned> held;
  if (nest && nest->heldDim.contains(op))
    held = nest->heldDim.lookup(op);
  int vecLevel = 0;
  for (const Coord &c : coords)
    if (c.kind == Coord::Lanes)
      vecLevel = c.level;

  for (size_t d = 0; d < coords.size(); ++d) {
    const Coord &c = coords[d];
    bool needLower = constant(lower[d]).value_or(1) > 0;
    auto up = constant(upper[d]);
    bool needUpper = held != d && (!up || *up < block.getShape()[d]);
    // What the main loop, or the lane bound of the tail, stands for.
    bool covered = bounded && (c.kind == Coord::Lanes || c.level < vecLevel);
    if (covered && (c.kind == Coord::Scalar || nest->inMain))
      continue;
    auto test = [&](Value limit, arith::CmpIPredicate pred) {
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
    at(c.level);
    if (needUpper || covered)
      test(covered ? nest->laneBound.lookup(op).v : i64(upper[d]),
           arith::CmpIPredicate::slt);
    at(c.level);
    if (needLower)
      test(i64(lower[d]), arith::CmpIPredicate::sge);
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

} // namespace mlir::tts::cpu
