// Up to which lanes the accesses of a nest are inside their boxes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Accesses/Accesses.h"
#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

namespace {

/// A block along a dim as base + position, in exact arithmetic.
struct Position {
  SmallVector<std::pair<Value, SmallVector<int, 4>>> terms; // uniform blocks
  int64_t start = 0;
  bool summed = false;
};

/// May `v` differ along the dim of the nest?
bool alongDim(Value v, ArrayRef<int> dims, int dim) {
  auto shape = blockType(v).getShape();
  if (v.getDefiningOp<triton::SplatOp>() || matchPattern(v, m_Constant()))
    return false;
  if (auto e = v.getDefiningOp<triton::BroadcastOp>())
    shape = blockType(e.getSrc()).getShape();
  for (auto [d, n] : llvm::zip(dims, shape))
    if (n > 1 && (d == dim || d == kElsewhere))
      return true;
  return false;
}

/// Fills in `out` if `v` grows by 1 along the dim.
bool position(Value v, SmallVector<int, 4> dims, int dim, Position &out) {
  if (auto r = v.getDefiningOp<triton::MakeRangeOp>()) {
    out.start = r.getStart();
    return dims.size() == 1 && dims[0] == dim;
  }
  if (auto e = v.getDefiningOp<triton::ExpandDimsOp>()) {
    dims.erase(dims.begin() + e.getAxis());
    return position(e.getSrc(), dims, dim, out);
  }
  if (auto e = v.getDefiningOp<triton::BroadcastOp>()) {
    for (auto [i, n] : llvm::enumerate(blockType(e.getSrc()).getShape()))
      if (n == 1)
        dims[i] = -1;
    return position(e.getSrc(), dims, dim, out);
  }
  if (auto e = v.getDefiningOp<arith::ExtSIOp>())
    return position(e.getIn(), dims, dim, out) && !out.summed;
  if (auto a = v.getDefiningOp<arith::AddIOp>()) {
    Value lanes = a.getLhs(), uniform = a.getRhs();
    if (alongDim(uniform, dims, dim))
      std::swap(lanes, uniform);
    if (alongDim(uniform, dims, dim) || !position(lanes, dims, dim, out))
      return false;
    out.terms.push_back({uniform, dims});
    return out.summed = true;
  }
  return false;
}

} // namespace

/// How many elements of dim `laneDim` are inside the box and the scalar mask,
/// given the coordinates of the dims that are already fixed.
Lane Nests::laneBoundOf(tts::MakeBlockOp block, ArrayRef<int> dims, int laneDim,
                        int openAxis) {
  auto lower = block.getMixedLower(), upper = block.getMixedUpper();
  auto shape = cast<tts::BlockType>(block.getResult().getType()).getShape();
  Value bound = i64(upper[laneDim]);
  Value zero = cst(0);
  auto require = [&](Value cond) {
    bound = arith::SelectOp::create(b, loc, cond, bound, zero);
  };
  for (auto [d, n] : llvm::enumerate(shape)) {
    if (static_cast<int>(d) == laneDim || (dims[d] >= 0 && dims[d] == openAxis))
      continue;
    Value i = dims[d] >= 0 ? nest->coords[dims[d]].v : Value();
    if (!i)
      i = zero;
    auto up = getConstantIntValue(upper[d]);
    if (!up || *up < n)
      require(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, i,
                                    i64(upper[d])));
    if (getConstantIntValue(lower[d]).value_or(1) > 0)
      require(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, i,
                                    i64(lower[d])));
  }
  if (Value mask = block.getMask(); mask && !blockType(mask))
    require(scalars.lookup(mask));
  return {bound, static_cast<int>(nest->levels.size()) - 1};
}

/// Up to which lane an access is inside its box; none if it always is, or if
/// that is known not to hold for the lanes that come before, unless the box may
/// have `anyBegin`.
std::optional<Bound> Nests::boundOf(tts::MakeBlockOp block,
                                    ArrayRef<Place> places, int openAxis,
                                    bool anyBegin) {
  auto isAlong = [&](const Place &p) { return p.dim == nest->vecDim; };
  auto isWhole = [&](const Place &p) {
    return p.dim != kElsewhere && (!p.paired || (isAlong(p) && openAxis < 0));
  };
  if (llvm::count_if(places, isAlong) != 1 || !llvm::all_of(places, isWhole))
    return {};
  int laneDim = llvm::find_if(places, isAlong) - places.begin();
  OpFoldResult lower = block.getMixedLower()[laneDim];
  auto least = getConstantIntValue(lower);
  if (least && *least > 0 && !anyBegin)
    return {};
  auto dims = llvm::map_to_vector<4>(places, [](auto &p) { return p.dim; });
  bool trivial = !(block.getMask() && !blockType(block.getMask()));
  for (auto [d, n] : llvm::enumerate(block.getType().getShape())) {
    if (dims[d] >= 0 && dims[d] == openAxis)
      continue;
    auto up = getConstantIntValue(block.getMixedUpper()[d]);
    auto lo = getConstantIntValue(block.getMixedLower()[d]);
    trivial &= up && *up >= n && lo && *lo <= 0;
  }
  if (trivial)
    return {};
  Lane end = laneBoundOf(block, dims, laneDim, openAxis), main = end;
  // Most boxes begin before the block, as far as is known at run time.
  if (!least) {
    Value all = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                      i64(lower), cst(0));
    main.v = arith::SelectOp::create(b, loc, all, end.v, cst(0));
  } else if (*least > 0) {
    main.v = cst(0);
  }
  Bound bound{block, main, end, {}, {}};
  if (anyBegin && !(least && *least <= 0))
    bound.begin = {i64(lower), end.level};
  const Place &place = places[laneDim];
  if (!place.paired)
    return bound;
  // From elements to lanes: in the first ones all of a lane's elements are
  // inside, from the last one on none. A bound may be any number.
  bound.element = end;
  Value row = cst(block.getType().getShape()[laneDim]);
  for (Lane *lane : {&main, &end}) {
    lane->v = arith::MinSIOp::create(b, loc, lane->v, row);
    lane->v = arith::MaxSIOp::create(b, loc, lane->v, cst(0));
  }
  int64_t less = (int64_t(1) << place.grain) - 1;
  auto ceiled = [&](Value v, int64_t less) {
    return arith::AndIOp::create(b, loc, add(v, cst(less)), cst(~less));
  };
  main.v = arith::AndIOp::create(b, loc, main.v, cst(~less));
  end.v = ceiled(end.v, less);
  if (place.shift > 0)
    end.v = ceiled(end.v, (int64_t(1) << place.shift) - 1);
  for (Lane *lane : {&main, &end}) {
    Value by = cst(std::abs(place.shift));
    lane->v = place.shift < 0
                  ? arith::ShLIOp::create(b, loc, lane->v, by).getResult()
                  : arith::ShRSIOp::create(b, loc, lane->v, by).getResult();
  }
  bound.main = main;
  bound.end = end;
  return bound;
}

std::optional<Bound> Nests::boundOfCompare(arith::CmpIOp op, ArrayRef<int> dims,
                                           int dim) {
  SmallVector<int, 4> at4(dims);
  arith::CmpIPredicate p = op.getPredicate();
  Value lanes = op.getLhs(), limit = op.getRhs();
  if (alongDim(limit, at4, dim)) {
    std::swap(lanes, limit);
    p = p == arith::CmpIPredicate::sgt   ? arith::CmpIPredicate::slt
        : p == arith::CmpIPredicate::sge ? arith::CmpIPredicate::sle
                                         : arith::CmpIPredicate::eq;
  }
  unsigned width = blockType(lanes).getElementTypeBitWidth();
  Position pos;
  if ((p != arith::CmpIPredicate::slt && p != arith::CmpIPredicate::sle) ||
      alongDim(limit, at4, dim) || (width != 32 && width != 64) ||
      !position(lanes, at4, dim, pos))
    return {};
  int level = nest->levels.size() - 1;
  auto uniform = [&](Value v, ArrayRef<int> d) -> Value {
    Coords coords;
    for (int own : d)
      coords.push_back(own >= 0 && own != dim ? nest->coords[own] : Coord());
    FailureOr<Lane> e = elements().eval(v, coords);
    at(level);
    return failed(e) ? Value() : toI64(e->v);
  };
  at(level);
  Value base = cst(pos.start);
  for (auto &[v, d] : pos.terms) {
    Value term = uniform(v, d);
    if (!term)
      return {};
    base = add(base, term);
  }
  Value to = uniform(limit, at4);
  if (!to)
    return {};
  int64_t n = nest->shape[dim];
  auto cmp = [&](arith::CmpIPredicate pred, Value a, int64_t c) -> Value {
    return arith::CmpIOp::create(b, loc, pred, a, cst(c));
  };
  using P = arith::CmpIPredicate;
  int64_t most = width == 32 ? INT32_MAX - n : INT64_MAX / 4;
  Value exact = arith::AndIOp::create(
      b, loc, cmp(P::sge, base, width == 32 ? INT32_MIN : -most),
      cmp(P::sle, base, most));
  if (width == 64) {
    exact = arith::AndIOp::create(b, loc, exact, cmp(P::sge, to, -most));
    exact = arith::AndIOp::create(b, loc, exact, cmp(P::sle, to, most));
  }
  Value bound = arith::SubIOp::create(b, loc, to, base);
  if (p == P::sle)
    bound = add(bound, cst(1));
  Value main = arith::SelectOp::create(b, loc, exact, bound, cst(0));
  Value end = arith::SelectOp::create(b, loc, exact, bound, cst(n));
  return Bound{op, {main, level}, {end, level}, {}, {}};
}

Nests::Uses Nests::boundedUses(ArrayRef<Root> roots) {
  Uses uses;
  auto use = [&](Operation *op, const Places &places) {
    auto &list = uses[op];
    if (!llvm::is_contained(list, places))
      list.push_back(places);
  };
  for (const Reached &r : nest->reached) {
    if (buffers.count(r.v))
      continue;
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (load || r.v.getDefiningOp<arith::CmpIOp>())
      for (const Places &places : nest->places[r.v])
        use(load ? accessOf(load) : r.v.getDefiningOp(), places);
  }
  auto own = llvm::map_to_vector<4>(llvm::seq<int>(0, nest->shape.size()),
                                    [](int dim) { return Place{dim}; });
  for (const Root &r : roots)
    if (r.kind == Root::Store || r.kind == Root::Atomic)
      use(accessOf(r.op), own);
  return uses;
}

SmallVector<Bound> Nests::findBounded(ArrayRef<Root> roots, int openAxis) {
  return findBounded(boundedUses(roots), openAxis, /*anyBegin=*/false);
}

SmallVector<Bound> Nests::findBounded(const Uses &uses, int openAxis,
                                      bool anyBegin) {
  SmallVector<Bound> out;
  for (auto &[op, all] : uses) {
    if (all.size() != 1)
      continue;
    const Places &places = all.front();
    std::optional<Bound> bound;
    if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      auto dims = dimsOf(places);
      if (llvm::count(dims, nest->vecDim) == 1 &&
          !llvm::is_contained(dims, kElsewhere) &&
          (openAxis < 0 || !llvm::is_contained(dims, openAxis)))
        bound = boundOfCompare(compare, dims, nest->vecDim);
    } else if (!nest->inside) {
      bound = boundOf(cast<tts::MakeBlockOp>(op), places, openAxis, anyBegin);
    }
    if (bound)
      out.push_back(*bound);
  }
  return out;
}

/// Finds the bounds of the accesses, for the main steps to take for granted.
SmallVector<Bound> Nests::takeBounds(ArrayRef<Root> roots, int openAxis,
                                     Pieces &pieces) {
  at(nest->levels.size() - 1);
  Uses uses = boundedUses(roots);
  pieces = piecesOf(roots, uses);
  SmallVector<Bound> bounded =
      findBounded(uses, openAxis, /*anyBegin=*/pieces != Pieces::None);
  bool apart = pieces == Pieces::Some || pieces == Pieces::Exclusive;
  for (const Bound &bound : bounded) {
    nest->bounded.insert(bound.op);
    if (bound.begin.v && apart)
      nest->laneBegin[bound.op] = bound.begin;
    if (apart && isa<tts::MakeBlockOp>(bound.op))
      nest->pieces.push_back(bound.op);
    nest->laneBound[bound.op] = bound.element.v ? bound.element : bound.end;
    if (bound.element.v)
      nest->boundedPairs.insert(bound.op);
  }
  return bounded;
}

void Nests::dropBounds() {
  nest->bounded.clear();
  nest->laneBegin.clear();
  nest->pieces.clear();
}

/// Up to which of `n` lanes no access needs a mask.
Value Nests::limitOf(ArrayRef<Bound> bounded, int64_t n) {
  Value limit = cst(n);
  for (const Bound &bound : bounded)
    limit = arith::MinSIOp::create(b, loc, limit, bound.main.v);
  return arith::MaxSIOp::create(b, loc, limit, cst(0));
}

/// From which of `n` lanes on nothing is stored; none where that is not known.
Value Nests::endOfStores(ArrayRef<Root> roots, ArrayRef<Bound> bounded,
                         int64_t n) {
  Value end;
  for (const Root &r : roots) {
    auto it = llvm::find_if(bounded, [&](const Bound &bound) {
      return (r.kind == Root::Store || r.kind == Root::Atomic) &&
             bound.op == accessOf(r.op);
    });
    if (it == bounded.end())
      return {};
    end = end ? arith::MaxSIOp::create(b, loc, end, it->end.v).getResult()
              : it->end.v;
  }
  return arith::MinSIOp::create(b, loc, cst(n), end);
}

} // namespace mlir::tts::cpu
