// Where one element (or one vector of elements) of a tts.block is.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"
#include "LaneSum.h"

#include "../Nests/Coordinates.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

static std::optional<int64_t> constant(OpFoldResult v) {
  return getConstantIntValue(v);
}

/// Base + offset + sum of the terms of each dim, built level by level so that
/// what is invariant in the inner loops stays outside of them.
class Elements::AddressBuilder : Part {
public:
  AddressBuilder(Emitter &emitter, tts::MakeBlockOp op, const Coords &coords,
                 const Redirect *redirect)
      : Part(emitter), op(op), coords(coords), redirect(redirect),
        elem(storageType(blockOf(op).getElementType())),
        scattered(isa<RankedTensorType>(op.getBase().getType())) {}

  FailureOr<Address> build();

private:
  /// One dim: how far apart its positions are, and how far apart its lanes.
  struct Dim {
    int64_t number;
    const Coord &c;
    OpFoldResult stride, lane;
    bool laneAtRunTime;
    int laneLevel; // where `lane` is known
  };

  static tts::BlockType blockOf(tts::MakeBlockOp op) {
    return cast<tts::BlockType>(op.getResult().getType());
  }
  bool isStraight(int64_t d);
  void findGathered();
  OpFoldResult redirected(OpFoldResult own, int64_t dense, int level);
  Dim dimOf(int64_t number, int64_t dense);
  Value unlessCopied(Value index, Value position);
  Value clip(Value index, Value limit);
  Value scaled(Value lanes, OpFoldResult stride, int level);
  void addLaneTerm(Value v, int level);
  bool addFirstIndex(const Dim &dim);
  void addWrapped(const Dim &dim);
  void addLanes(const Dim &dim);
  void addDim(const Dim &dim);
  void addGatheredLanes(Lane offsets);
  LogicalResult addGathered();
  void addOffset();
  void addBytes(Lane base);
  FailureOr<bool> addPointers();
  void addTerms();

  tts::MakeBlockOp op;
  const Coords &coords;
  const Redirect *redirect;
  Type elem;
  bool scattered; // one pointer an element
  // What the gathered offsets add to the distance of the lanes, if they lie at
  // equal ones; the first lane's offset then stands for them.
  std::optional<OpFoldResult> gathered;
  // How far apart a copy has its lanes, where they are the gather's alone.
  int64_t copiedLanes = 0;
  // Or if they do not, but are known: how far they are from that one.
  std::optional<SmallVector<int64_t>> apart;
  Address out;
  Terms terms; // those of lanes are summed per lane
};

/// Does no index along this dim wrap within a step?
bool Elements::AddressBuilder::isStraight(int64_t d) {
  return coords[d].kind == Coord::Lanes &&
         (nest->unwrapped || elements().knownQuotient(op, coords, d));
}

void Elements::AddressBuilder::findGathered() {
  if (op.getGather() && llvm::none_of(llvm::enumerate(coords), [&](auto c) {
        return c.value().kind == Coord::Lanes && op.isWrapped(c.index()) &&
               !isStraight(c.index());
      }))
    gathered = elements().laneStride(op.getGather(), coords, nullptr);
  if (op.getGather() && !gathered && !redirect && !scattered)
    apart = elements().laneOffsets(op.getGather(), coords);
}

/// Where a copy is read, its strides count, which are known before the nest.
OpFoldResult Elements::AddressBuilder::redirected(OpFoldResult own,
                                                  int64_t dense, int level) {
  if (!redirect || constant(own) == dense)
    return own;
  at(level);
  return arith::SelectOp::create(b, loc, redirect->flag, cst(dense), i64(own))
      .getResult();
}

Elements::AddressBuilder::Dim Elements::AddressBuilder::dimOf(int64_t number,
                                                              int64_t dense) {
  const Coord &c = coords[number];
  OpFoldResult own = op.getMixedStrides()[number];
  OpFoldResult stride = redirected(own, dense, 0), lane = own;
  int laneLevel = 0;
  if (gathered && c.kind == Coord::Lanes) {
    lane = elements().addStrides(own, *gathered, /*build=*/true);
    laneLevel = nest->levels.size() - 1;
  }
  bool atRunTime = !constant(lane);
  // Lanes that are the same element are the same in a copy, too: that of the
  // first lane does for all.
  bool same = constant(lane) == 0;
  bool gathers = op.getGather() && !gathered;
  if (redirect && same && gathers && c.kind == Coord::Lanes &&
      !op.isWrapped(number))
    copiedLanes = dense;
  else if (!redirect || !redirect->alike || !same || gathers)
    lane = redirected(lane, dense, atRunTime ? laneLevel : 0);
  return {number, c, stride, lane, atRunTime, laneLevel};
}

/// A copy has no index that wraps.
Value Elements::AddressBuilder::unlessCopied(Value index, Value position) {
  if (!redirect)
    return index;
  if (!position)
    position =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(index.getType()));
  return arith::SelectOp::create(b, loc, redirect->flag, position, index);
}

Value Elements::AddressBuilder::clip(Value index, Value limit) {
  Value below =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, index, limit);
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(index.getType()));
  return arith::SelectOp::create(b, loc, below, index, zero);
}

Value Elements::AddressBuilder::scaled(Value lanes, OpFoldResult stride,
                                       int level) {
  at(level);
  if (constant(stride) == 1)
    return lanes;
  Value k = splat({i64(stride), level});
  at(level);
  return arith::MulIOp::create(b, loc, lanes, k);
}

void Elements::AddressBuilder::addLaneTerm(Value v, int level) {
  out.laneStride = {};
  out.knownStride = 0;
  at(std::max(level, out.offsets.level));
  out.offsets.v = out.offsets.v ? add(out.offsets.v, v) : v;
  out.offsets.level = std::max(level, out.offsets.level);
}

/// An index that wraps around, ((start + i) rem modulus) * stride, where the
/// first lane's does for all of them: adds that one, and says yes.
bool Elements::AddressBuilder::addFirstIndex(const Dim &dim) {
  const Coord &c = dim.c;
  if (nest->unwrapped) {
    at(0);
    Value start = unlessCopied(elements().unwrappedStart(op, dim.number), {});
    terms.add(0, mul(start, dim.stride));
    return true;
  }
  if (!isStraight(dim.number))
    return false;
  at(c.level);
  Value first = add(i64(OpFoldResult(op.getWrapStart(dim.number))), c.v);
  if (!op.isClipped(dim.number))
    first = arith::RemSIOp::create(
        b, loc, first, i64(OpFoldResult(op.getWrapModulus(dim.number))));
  terms.add(c.level, mul(unlessCopied(first, c.v), dim.stride));
  return true;
}

/// The same where lanes may wrap, or where there is one index.
void Elements::AddressBuilder::addWrapped(const Dim &dim) {
  const Coord &c = dim.c;
  at(c.level);
  Value start = i64(OpFoldResult(op.getWrapStart(dim.number)));
  Value mod = i64(OpFoldResult(op.getWrapModulus(dim.number)));
  Value scalarIdx = c.kind == Coord::Vector ? start : add(start, c.v);
  bool clipped = op.isClipped(dim.number);
  if (c.kind == Coord::Scalar) {
    Value r = clipped ? clip(scalarIdx, mod)
                      : Value(arith::RemSIOp::create(b, loc, scalarIdx, mod));
    terms.add(c.level, mul(unlessCopied(r, c.v), dim.stride));
    return;
  }
  Value r;
  if (c.kind == Coord::Lanes && !clipped) {
    r = elements().wrappedLanes(scalarIdx, mod, c.level);
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
  addLaneTerm(scaled(r, dim.stride, c.level), c.level);
}

/// What the lanes add to the first one's place.
void Elements::AddressBuilder::addLanes(const Dim &dim) {
  const Coord &c = dim.c;
  if (c.kind == Coord::Scalar || constant(dim.lane) == 0)
    return;
  if (apart && c.kind == Coord::Lanes && constant(dim.lane)) {
    for (auto [lane, offset] : llvm::enumerate(*apart))
      offset += static_cast<int64_t>(lane) * *constant(dim.lane);
    return;
  }
  if (c.kind == Coord::Lanes && constant(dim.lane) == 1 && !out.contiguous &&
      !out.offsets.v) {
    out.contiguous = true;
    return;
  }
  // A gather's stride at run time may change in loops inside of the lanes'.
  int level = dim.laneAtRunTime ? std::max(c.level, dim.laneLevel) : c.level;
  at(level);
  Value lanes = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
  bool first = !out.contiguous && !out.offsets.v;
  addLaneTerm(scaled(lanes, dim.lane, level), level);
  if (!first || c.kind != Coord::Lanes)
    return;
  if (dim.laneAtRunTime)
    out.laneStride = i64(dim.lane);
  else
    out.knownStride = constant(dim.lane).value_or(0);
}

void Elements::AddressBuilder::addDim(const Dim &dim) {
  const Coord &c = dim.c;
  if (constant(dim.stride) == 0 && constant(dim.lane) == 0)
    return;
  bool wraps = op.isWrapped(dim.number);
  if (wraps && !addFirstIndex(dim)) {
    addWrapped(dim);
    return;
  }
  if (c.kind != Coord::Vector && c.v && constant(dim.stride) != 0 &&
      (!wraps || nest->unwrapped)) {
    at(c.level);
    terms.add(c.level, mul(c.v, dim.stride));
  }
  addLanes(dim);
}

/// Offsets of lanes from the first one of the gather's. What they have in
/// common goes into the pointer, so that several gathers may share the rest.
void Elements::AddressBuilder::addGatheredLanes(Lane offsets) {
  at(offsets.level);
  LaneSum sum{Value(), offsets.v};
  if (!scattered)
    sum = takeCommon(b, loc, offsets.v);
  if (!sum.own)
    sum = {Value(), offsets.v};
  if (sum.common)
    terms.add(offsets.level, unlessCopied(sum.common, {}));
  Value inCopy;
  if (copiedLanes)
    inCopy = scaled(iota(b.getI64Type()), b.getIndexAttr(copiedLanes), 0);
  at(offsets.level);
  addLaneTerm(unlessCopied(sum.own, inCopy), offsets.level);
}

LogicalResult Elements::AddressBuilder::addGathered() {
  if (!op.getGather())
    return success();
  FailureOr<Lane> g = elements().eval(
      op.getGather(), gathered || apart ? atFirstLane(coords) : coords);
  if (failed(g))
    return failure();
  if (copiedLanes)
    g->v = asVector(*g);
  at(g->level);
  if (isa<VectorType>(g->v.getType())) {
    addGatheredLanes(*g);
    out.chosen =
        !scattered && !nest->crooked && elements().isChosen(op.getGather());
  } else {
    terms.add(g->level, unlessCopied(g->v, {}));
  }
  if (apart) {
    at(0);
    addLaneTerm(arith::ConstantOp::create(b, loc, b.getI64VectorAttr(*apart)),
                0);
  }
  return success();
}

Value Elements::startOf(tts::MakeBlockOp op) {
  assert(!op.hasTensorBase() && "each element has a base of its own");
  Value base = scalars.lookup(op.getBase());
  if (getConstantIntValue(OpFoldResult(op.getOffset())) == 0)
    return base;
  Value offset = i64(OpFoldResult(op.getOffset()));
  Type elem = storageType(op.getType().getElementType());
  return LLVM::GEPOp::create(b, loc, ptrType(), elem, base, ValueRange{offset});
}

/// The base is one pointer.
void Elements::AddressBuilder::addOffset() {
  at(0);
  out.ptr = {redirect ? redirect->start : elements().startOf(op), 0};
}

/// The base is one pointer a lane: offsets in bytes from null.
void Elements::AddressBuilder::addBytes(Lane base) {
  int level = std::max(base.level, out.offsets.level);
  at(level);
  for (auto &[l, t] : terms)
    level = std::max(level, l);
  at(level);
  Value bytes = cst(bytesOf(elem));
  Value sum = base.v;
  auto addElements = [&](Value elements) {
    sum = add(sum,
              arith::MulIOp::create(b, loc, elements, splat({bytes, level})));
  };
  if (out.offsets.v)
    addElements(out.offsets.v);
  if (out.contiguous)
    addElements(iota(b.getI64Type()));
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
}

/// The base is one pointer an element. Are these lanes' different ones? Then
/// all terms are in their offsets.
FailureOr<bool> Elements::AddressBuilder::addPointers() {
  out.laneStride = {};
  out.knownStride = 0;
  FailureOr<Lane> base = elements().eval(op.getBase(), coords);
  if (failed(base))
    return failure();
  at(0);
  terms.insert(terms.begin(), {0, i64(OpFoldResult(op.getOffset()))});
  if (isa<VectorType>(base->v.getType())) {
    addBytes(*base);
    return true;
  }
  at(base->level);
  out.ptr = {LLVM::IntToPtrOp::create(b, loc, ptrType(), base->v), base->level};
  return false;
}

void Elements::AddressBuilder::addTerms() {
  for (auto &[level, term] : terms) {
    if (!term)
      continue;
    out.ptr.level = std::max(out.ptr.level, level);
    at(out.ptr.level);
    out.ptr.v = LLVM::GEPOp::create(b, loc, ptrType(), elem, out.ptr.v,
                                    ValueRange{term});
  }
}

FailureOr<Address> Elements::AddressBuilder::build() {
  findGathered();
  ArrayRef<int64_t> shape = blockOf(op).getShape();
  SmallVector<int64_t> copyStrides(coords.size());
  int64_t rowMajor = 1;
  for (int d = coords.size() - 1; d >= 0; --d) {
    copyStrides[d] = rowMajor;
    rowMajor *= shape[d];
  }
  for (auto [d, dense] : llvm::enumerate(copyStrides))
    addDim(dimOf(d, dense));
  if (failed(addGathered()))
    return failure();
  if (out.contiguous && out.offsets.v) {
    at(out.offsets.level);
    addLaneTerm(iota(b.getI64Type()), out.offsets.level);
    out.contiguous = false;
  }
  if (out.contiguous)
    out.knownStride = 0;
  if (scattered) {
    FailureOr<bool> complete = addPointers();
    if (failed(complete))
      return failure();
    if (*complete)
      return out;
  } else {
    addOffset();
  }
  addTerms();
  return out;
}

FailureOr<Address> Elements::address(tts::MakeBlockOp op, const Coords &coords,
                                     const Redirect *redirect) {
  OpBuilder::InsertionGuard guard(b);
  return AddressBuilder(emitter, op, coords, redirect).build();
}

} // namespace mlir::tts::cpu
