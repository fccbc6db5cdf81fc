// The value of a lazy block at given coordinates of the open nest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

static int levelOf(const Coords &coords) {
  int level = 0;
  for (const Coord &c : coords)
    level = std::max(level, c.level);
  return level;
}

FailureOr<Lane> Emitter::eval(Value v, const Coords &coords) {
  if (nest->run)
    if (auto begin = atRunBegin(nest->run->constant, v, coords))
      return eval(v, *begin);
  int level = levelOf(coords);
  for (int l = level; l >= 0; --l)
    for (auto &[known, lane] : nest->levels[l].memo[v])
      if (known == coords)
        return lane;
  OpBuilder::InsertionGuard guard(b);
  FailureOr<Lane> r = evalOp(v, coords);
  if (failed(r))
    return failure();
  nest->levels[std::max(level, r->level)].memo[v].push_back({coords, *r});
  return r;
}

FailureOr<Lane> Emitter::readBuffer(const Buffer &buf, const Coords &coords) {
  OpBuilder::InsertionGuard guard(b);
  Address a;
  a.ptr = {buf.ptr, 0};
  int64_t stride = 1;
  SmallVector<int64_t> strides(coords.size());
  for (int d = coords.size() - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= buf.shape[d];
  }
  Type storage = storageType(buf.elem);
  Value lanesOff;
  int level = levelOf(coords);
  Terms terms;
  for (auto [d, c] : llvm::enumerate(coords)) {
    if (c.kind != Coord::Vector && c.v) {
      at(c.level);
      terms.add(c.level, mul(c.v, b.getIndexAttr(strides[d])));
    }
    if (c.kind == Coord::Scalar)
      continue;
    if (c.kind == Coord::Lanes && strides[d] == 1) {
      a.contiguous = true;
      continue;
    }
    at(level);
    Value idx = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
    Value k = splat({cst(strides[d]), level});
    at(level);
    lanesOff = add(lanesOff, arith::MulIOp::create(b, loc, idx, k));
  }
  for (auto &[l, t] : terms) {
    at(l);
    a.ptr = {
        LLVM::GEPOp::create(b, loc, ptrType(), storage, a.ptr.v, ValueRange{t}),
        l};
  }
  at(level);
  if (lanesOff && a.contiguous)
    lanesOff = add(lanesOff, iota(b.getI64Type()));
  if (lanesOff)
    a.contiguous = false;
  a.offsets = {lanesOff, level};
  return Lane{loadFrom(buf.elem, a, {}, {}), level};
}

void Emitter::writeBuffer(const Buffer &buf, const Coords &coords, Lane value) {
  OpBuilder::InsertionGuard guard(b);
  int level = nest->levels.size() - 1;
  at(level);
  Type storage = storageType(buf.elem);
  bool lanes = false, strided = false;
  Value ptr = buf.ptr, offs;
  int64_t stride = 1;
  for (int d = coords.size() - 1; d >= 0; --d) {
    const Coord &c = coords[d];
    if (c.v)
      ptr = LLVM::GEPOp::create(b, loc, ptrType(), storage, ptr,
                                ValueRange{mul(c.v, b.getIndexAttr(stride))});
    if (c.kind == Coord::Lanes) {
      lanes = true;
      if (stride != 1) {
        strided = true;
        Value k = splat({cst(stride), level});
        at(level);
        offs = arith::MulIOp::create(b, loc, iota(b.getI64Type()), k);
      }
    }
    stride *= buf.shape[d];
  }
  Address a;
  a.ptr = {ptr, level};
  a.contiguous = lanes && !strided;
  a.offsets = {offs, level};
  Value v = value.v;
  if (lanes)
    v = asVector(value);
  at(level);
  storeTo(v, buf.elem, a, {});
}

/// Row-major renumbering. Lane chunks are powers of two, so a chunk that is
/// not wider than the innermost dim of the source stays contiguous there.
FailureOr<Lane> Emitter::evalReshape(triton::ReshapeOp op,
                                     const Coords &coords) {
  auto from = blockType(op.getSrc()).getShape();
  auto to = blockType(op.getResult()).getShape();
  SmallVector<int> fromDims, toDims;
  for (auto [d, n] : llvm::enumerate(from))
    if (n != 1)
      fromDims.push_back(d);
  for (auto [d, n] : llvm::enumerate(to))
    if (n != 1)
      toDims.push_back(d);
  Coords src(from.size());
  bool unitOnly = fromDims.size() == toDims.size();
  for (size_t i = 0; unitOnly && i < fromDims.size(); ++i)
    unitOnly = from[fromDims[i]] == to[toDims[i]];
  if (unitOnly) {
    for (auto [f, t] : llvm::zip(fromDims, toDims))
      src[f] = coords[t];
    return eval(op.getSrc(), src);
  }

  // Storage is row-major, whatever the shape.
  if (auto it = buffers.find(op.getSrc()); it != buffers.end()) {
    Buffer renumbered = it->second;
    renumbered.shape.assign(to.begin(), to.end());
    return readBuffer(renumbered, coords);
  }

  int level = levelOf(coords);
  at(level);
  int64_t stride = 1;
  Value uniform, lanes;
  bool unitLanes = false;
  for (int d = to.size() - 1; d >= 0; --d) {
    const Coord &c = coords[d];
    if (c.kind != Coord::Vector && c.v)
      uniform = add(uniform, mul(c.v, b.getIndexAttr(stride)));
    if (c.kind == Coord::Lanes && stride == 1) {
      unitLanes = true;
    } else if (c.kind != Coord::Scalar) {
      Value idx = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
      Value k = splat({cst(stride), level});
      at(level);
      lanes = add(lanes, arith::MulIOp::create(b, loc, idx, k));
    }
    stride *= to[d];
  }
  if (unitLanes && (lanes || from[fromDims.back()] < nest->lanes)) {
    lanes = add(lanes, iota(b.getI64Type()));
    unitLanes = false;
  }
  if (lanes && uniform) {
    Value s = splat({uniform, level});
    at(level);
    lanes = add(lanes, s);
  }
  Value linear = lanes ? lanes : uniform;
  auto constantLike = [&](int64_t k) -> Value {
    if (!lanes)
      return cst(k);
    auto type = cast<VectorType>(vec(b.getI64Type()));
    return arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(type, b.getI64IntegerAttr(k)));
  };
  stride = 1;
  for (int f : llvm::reverse(fromDims)) {
    Coord &c = src[f];
    c.level = level;
    c.kind = lanes ? Coord::Vector : Coord::Scalar;
    if (linear) {
      Value v = linear;
      if (stride != 1)
        v = arith::ShRUIOp::create(b, loc, v,
                                   constantLike(llvm::Log2_64(stride)));
      c.v = arith::AndIOp::create(b, loc, v, constantLike(from[f] - 1));
    }
    if (unitLanes && stride == 1)
      c.kind = Coord::Lanes;
    stride *= from[f];
  }
  return eval(op.getSrc(), src);
}

/// Elements of other positions: in another register, at other lanes, or both.
FailureOr<Lane> Emitter::evalExchange(triton::GatherOp op, Exchange exchange,
                                      const Coords &coords) {
  Coords src(coords);
  Coord &c = src.front();
  at(c.level);
  bool inOrder = nest->exchanges && !nest->shifted; // lanes begin at multiples
  if (c.kind == Coord::Lanes && !inOrder) {
    Value first = splat({c.v ? c.v : cst(0), c.level});
    at(c.level);
    c.v = add(first, iota(b.getI64Type()));
    c.kind = Coord::Vector;
  }
  int64_t lanes = c.kind == Coord::Lanes ? nest->lanes : 1;
  Exchange inLanes = exchange.within(lanes - 1);
  if (Exchange others = exchange.within(-lanes); others.bits)
    c.v = others.apply(b, loc, c.v ? c.v : cst(0));
  if (exchange.bits >= lanes && !buffers.count(op.getSrc()))
    return op->emitError("source of tt.gather has no storage");
  FailureOr<Lane> from = eval(op.getSrc(), src);
  if (failed(from) || !inLanes.bits || !isa<VectorType>(from->v.getType()))
    return from;
  at(from->level);
  auto order = llvm::map_to_vector(
      llvm::seq(lanes), [&](int64_t lane) { return inLanes.apply(lane); });
  return Lane{vector::ShuffleOp::create(b, loc, from->v, from->v, order),
              from->level};
}

/// Is this bit of the positions set? The lanes begin at a multiple of them.
FailureOr<Lane> Emitter::evalTestedBit(int64_t bit, const Coord &lanes) {
  if (bit < nest->lanes) {
    auto set = llvm::map_to_vector(llvm::seq(nest->lanes), [&](int64_t lane) {
      return (lane & bit) != 0;
    });
    at(0);
    auto type = cast<VectorType>(vec(b.getI1Type()));
    return Lane{
        arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, set)),
        0};
  }
  at(lanes.level);
  Value position = lanes.v ? lanes.v : cst(0);
  Value masked = arith::AndIOp::create(b, loc, position, cst(bit));
  return Lane{
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, masked, cst(0)),
      lanes.level};
}

FailureOr<Lane> Emitter::evalOp(Value v, const Coords &coords) {
  if (auto it = buffers.find(v); it != buffers.end())
    return readBuffer(it->second, coords);
  if (const Table *table = tableFor(v, coords))
    return readTable(*table, coords);
  if (!blockType(v)) {
    Value s = scalars.lookup(v);
    at(0);
    if (isa<LLVM::LLVMPointerType>(s.getType()))
      s = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), s);
    return Lane{s, 0};
  }
  Operation *op = v.getDefiningOp();
  if (!op)
    return emitError(v.getLoc(), "block argument without storage");
  auto outer = loc;
  loc = op->getLoc();
  llvm::scope_exit restore([&] { loc = outer; });

  if (auto c = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(c.getValue());
    if (!dense || !dense.isSplat())
      return op->emitError("constant block that is not a splat");
    at(0);
    auto attr = cast<TypedAttr>(dense.getSplatValue<Attribute>());
    return Lane{arith::ConstantOp::create(b, loc, attr), 0};
  }
  if (auto s = dyn_cast<triton::SplatOp>(op))
    return eval(s.getSrc(), {});
  if (auto r = dyn_cast<triton::MakeRangeOp>(op)) {
    const Coord &c = coords[0];
    at(c.level);
    Type elem = blockType(v).getElementType();
    auto narrow = [&](Value x) -> Value {
      if (getElementTypeOrSelf(x.getType()) == elem)
        return x;
      Type to = elem;
      if (auto vt = dyn_cast<VectorType>(x.getType()))
        to = vt.clone(elem);
      return arith::TruncIOp::create(b, loc, to, x);
    };
    if (c.kind == Coord::Vector) {
      Value x = narrow(c.v);
      if (r.getStart()) {
        Value s = splat({arith::ConstantOp::create(
                             b, loc, b.getIntegerAttr(elem, r.getStart())),
                         c.level});
        at(c.level);
        x = arith::AddIOp::create(b, loc, x, s);
      }
      return Lane{x, c.level};
    }
    Value base = c.v ? narrow(c.v) : Value();
    if (r.getStart() || !base) {
      Value start = arith::ConstantOp::create(
          b, loc, b.getIntegerAttr(elem, r.getStart()));
      base =
          base ? arith::AddIOp::create(b, loc, base, start).getResult() : start;
    }
    if (c.kind == Coord::Scalar)
      return Lane{base, c.level};
    Value s = splat({base, c.level});
    at(c.level);
    return Lane{arith::AddIOp::create(b, loc, s, iota(elem)), c.level};
  }
  if (isa<triton::ExpandDimsOp, triton::BroadcastOp, triton::TransOp>(op))
    return eval(op->getOperand(0), sourceCoords(op, coords));
  if (auto r = dyn_cast<triton::ReshapeOp>(op))
    return evalReshape(r, coords);
  if (auto s = dyn_cast<triton::SplitOp>(op)) {
    Coords src(coords);
    Coord last;
    if (cast<OpResult>(v).getResultNumber() == 1) {
      at(0);
      // One constant a nest, so that coordinates compare equal.
      Value &one = nest->one;
      if (!one)
        one = cst(1);
      last.v = one;
    }
    src.push_back(last);
    return eval(s.getSrc(), src);
  }
  if (auto j = dyn_cast<triton::JoinOp>(op)) {
    Coords src(coords.begin(), coords.end() - 1);
    const Coord &c = coords.back();
    FailureOr<Lane> l = eval(j.getLhs(), src), r = eval(j.getRhs(), src);
    if (failed(l) || failed(r))
      return failure();
    int level = std::max({l->level, r->level, c.level});
    at(c.level); // where splat() puts the vector made of it
    Value which = c.v ? c.v : cst(0);
    at(level);
    if (c.kind == Coord::Lanes) {
      Value s = splat({which, c.level});
      at(level);
      which = arith::AddIOp::create(b, loc, s, iota(b.getI64Type()));
    }
    Value zero =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(which.getType()));
    Value first =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, which, zero);
    Value a = l->v, d = r->v;
    if (isa<VectorType>(which.getType()) || isa<VectorType>(a.getType()) ||
        isa<VectorType>(d.getType())) {
      a = asVector(*l);
      d = asVector(*r);
    }
    at(level);
    return Lane{arith::SelectOp::create(b, loc, first, a, d), level};
  }
  if (std::optional<Exchange> exchange = exchangeOf(op);
      exchange && coords.front().kind != Coord::Past)
    return evalExchange(cast<triton::GatherOp>(op), *exchange, coords);
  if (auto g = dyn_cast<triton::GatherOp>(op)) {
    auto it = buffers.find(g.getSrc());
    if (it == buffers.end())
      return op->emitError("source of tt.gather has no storage");
    FailureOr<Lane> idx = eval(g.getIndices(), coords);
    if (failed(idx))
      return failure();
    Coords src(coords);
    Coord &c = src[g.getAxis()];
    at(idx->level);
    bool lanes = isa<VectorType>(idx->v.getType());
    Type wide = lanesOf(b.getI64Type(), lanes ? nest->lanes : 0);
    c.kind = lanes ? Coord::Vector : Coord::Scalar;
    c.level = idx->level;
    unsigned width =
        getElementTypeOrSelf(idx->v.getType()).getIntOrFloatBitWidth();
    if (width == 64)
      c.v = idx->v;
    else if (width == 32)
      c.v = arith::ExtSIOp::create(b, loc, wide, idx->v);
    else // no index is negative, and all bits of a narrow one may be needed
      c.v = arith::ExtUIOp::create(b, loc, wide, idx->v);
    return readBuffer(it->second, src);
  }
  if (auto l = dyn_cast<tts::LoadOp>(op))
    return load(l, coords);
  if (nest->inMain && nest->bounded.contains(op)) {
    at(0);
    return Lane{arith::ConstantOp::create(b, loc, b.getBoolAttr(true)), 0};
  }
  if (!isElementwise(op))
    return op->emitOpError("cannot be evaluated by the CPU backend");
  if (nest->run)
    if (auto begin = atRunBegin(nest->run->growing, v, coords,
                                /*firstLaneOnly=*/true))
      return evalGrowing(v, *begin);
  if (const Quotient *q = knownQuotient(op, coords))
    return evalStraight(*q);
  if (std::optional<int64_t> bit = testedBit(op);
      bit && coords.front().kind == Coord::Lanes && nest->exchanges &&
      !nest->shifted)
    return evalTestedBit(*bit, coords.front());

  SmallVector<Lane> lanes;
  bool anyVector = false;
  int level = 0;
  for (Value operand : op->getOperands()) {
    FailureOr<Lane> e =
        blockType(operand) ? eval(operand, coords) : eval(operand, {});
    if (failed(e))
      return failure();
    lanes.push_back(*e);
    anyVector |= isa<VectorType>(e->v.getType());
    level = std::max(level, e->level);
  }
  SmallVector<Value> operands;
  for (auto [i, l] : llvm::enumerate(lanes)) {
    bool keepScalar =
        isa<arith::SelectOp>(op) && i == 0 && !isa<VectorType>(l.v.getType());
    operands.push_back(anyVector && !keepScalar ? asVector(l) : l.v);
  }
  at(level);
  FailureOr<Value> r =
      elementwise(op, operands, anyVector ? nest->lanes : 0, true);
  if (failed(r))
    return failure();
  return Lane{*r, level};
}

} // namespace mlir::tts::cpu
