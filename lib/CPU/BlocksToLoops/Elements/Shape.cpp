// Blocks that move elements, or number them: which element of what they are
// made of is asked for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "../Nests/Coordinates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

FailureOr<Lane> Elements::evalConstant(arith::ConstantOp op) {
  auto dense = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!dense || !dense.isSplat())
    return op->emitError("constant block that is not a splat");
  at(0);
  auto attr = cast<TypedAttr>(dense.getSplatValue<Attribute>());
  return Lane{arith::ConstantOp::create(b, loc, attr), 0};
}

/// Is `mask` that of an access whose bound is known to hold?
static bool maskHolds(const Nest &nest, Value mask) {
  return nest.inMain && llvm::any_of(nest.bounded, [&](Operation *op) {
           auto block = dyn_cast<tts::MakeBlockOp>(op);
           return block && block.getMask() == mask;
         });
}

FailureOr<Lane> Elements::evalSplat(triton::SplatOp op, const Coords &coords) {
  bool hasLanes = llvm::any_of(
      coords, [](const Coord &c) { return c.kind == Coord::Lanes; });
  if (hasLanes && maskHolds(*nest, op.getSrc()))
    return evalTrue(coords);
  return eval(op.getSrc(), {});
}

/// What is known in some steps is not known outside of them.
Lane Elements::evalTrue(const Coords &coords) {
  int level = levelOf(coords);
  at(level);
  return {arith::ConstantOp::create(b, loc, b.getBoolAttr(true)), level};
}

FailureOr<Lane> Elements::evalRange(triton::MakeRangeOp op, const Coord &c) {
  at(c.level);
  Type elem = blockType(op.getResult()).getElementType();
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
    if (op.getStart()) {
      Value s = splat({arith::ConstantOp::create(
                           b, loc, b.getIntegerAttr(elem, op.getStart())),
                       c.level});
      at(c.level);
      x = arith::AddIOp::create(b, loc, x, s);
    }
    return Lane{x, c.level};
  }
  Value base = c.v ? narrow(c.v) : Value();
  if (op.getStart() || !base) {
    Value start = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(elem, op.getStart()));
    base =
        base ? arith::AddIOp::create(b, loc, base, start).getResult() : start;
  }
  if (c.kind == Coord::Scalar)
    return Lane{base, c.level};
  Value s = splat({base, c.level});
  at(c.level);
  return Lane{arith::AddIOp::create(b, loc, s, iota(elem)), c.level};
}

/// Row-major renumbering. Lane chunks are powers of two, so a chunk that is
/// not wider than the innermost dim of the source stays contiguous there.
FailureOr<Lane> Elements::evalReshape(triton::ReshapeOp op,
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
  if (auto join = op.getSrc().getDefiningOp<triton::JoinOp>())
    if (std::optional<Coords> halves = halvesOf(join, to, coords))
      return evalInterleaved(join, *halves);

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
  if (unitLanes &&
      (lanes || nest->shifted || from[fromDims.back()] < nest->lanes)) {
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
FailureOr<Lane> Elements::evalExchange(triton::GatherOp op, Exchange exchange,
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
FailureOr<Lane> Elements::evalTestedBit(int64_t bit, const Coord &lanes) {
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

/// One half: the first or the second element along a last dim of two.
FailureOr<Lane> Elements::evalSplit(OpResult half, const Coords &coords) {
  auto op = cast<triton::SplitOp>(half.getOwner());
  if (std::optional<Coords> pairs = pairsOf(op, coords))
    return evalHalf(half, coords, *pairs);
  Coords src(coords);
  Coord last;
  if (half.getResultNumber() == 1) {
    at(0);
    // One constant a nest, so that coordinates compare equal.
    Value &one = nest->one;
    if (!one)
      one = cst(1);
    last.v = one;
  }
  src.push_back(last);
  return eval(op.getSrc(), src);
}

FailureOr<Lane> Elements::evalJoin(triton::JoinOp op, const Coords &coords) {
  Coords src(coords.begin(), coords.end() - 1);
  const Coord &c = coords.back();
  FailureOr<Lane> l = eval(op.getLhs(), src), r = eval(op.getRhs(), src);
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

FailureOr<Lane> Elements::evalGather(triton::GatherOp op,
                                     const Coords &coords) {
  std::optional<Exchange> exchange = exchangeOf(op);
  if (exchange && coords.front().kind != Coord::Past)
    return evalExchange(op, *exchange, coords);
  auto it = buffers.find(op.getSrc());
  if (it == buffers.end())
    return op->emitError("source of tt.gather has no storage");
  FailureOr<Lane> idx = eval(op.getIndices(), coords);
  if (failed(idx))
    return failure();
  Coords src(coords);
  Coord &c = src[op.getAxis()];
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

} // namespace mlir::tts::cpu
