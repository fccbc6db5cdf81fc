// What a nest does past its bounds: where every access is masked off and every
// position compared is outside, one value stands for all remaining elements, so
// that the loop over the lanes may stop at the bounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"
#include "../Reductions/Reductions.h"

#include "triton-shared/Lowering/NeutralElement.h"

#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

namespace {

/// A block along the lanes as base + position, in exact arithmetic.
struct Position {
  SmallVector<std::pair<Value, SmallVector<int, 4>>> terms; // uniform blocks
  int64_t start = 0;
  bool summed = false;
};

/// May `v` differ from lane to lane?
bool alongLanes(Value v, ArrayRef<int> dims, int vecDim) {
  auto shape = blockType(v).getShape();
  if (v.getDefiningOp<triton::SplatOp>() || matchPattern(v, m_Constant()))
    return false;
  if (auto e = v.getDefiningOp<triton::BroadcastOp>())
    shape = blockType(e.getSrc()).getShape();
  for (auto [d, n] : llvm::zip(dims, shape))
    if (n > 1 && (d == vecDim || d == kElsewhere))
      return true;
  return false;
}

/// Fills in `out` if `v` grows by 1 along the lanes.
bool position(Value v, SmallVector<int, 4> dims, int vecDim, Position &out) {
  if (auto r = v.getDefiningOp<triton::MakeRangeOp>()) {
    out.start = r.getStart();
    return dims.size() == 1 && dims[0] == vecDim;
  }
  if (auto e = v.getDefiningOp<triton::ExpandDimsOp>()) {
    dims.erase(dims.begin() + e.getAxis());
    return position(e.getSrc(), dims, vecDim, out);
  }
  if (auto e = v.getDefiningOp<triton::BroadcastOp>()) {
    for (auto [i, n] : llvm::enumerate(blockType(e.getSrc()).getShape()))
      if (n == 1)
        dims[i] = -1;
    return position(e.getSrc(), dims, vecDim, out);
  }
  if (auto e = v.getDefiningOp<arith::ExtSIOp>())
    return position(e.getIn(), dims, vecDim, out) && !out.summed;
  if (auto a = v.getDefiningOp<arith::AddIOp>()) {
    Value lanes = a.getLhs(), uniform = a.getRhs();
    if (alongLanes(uniform, dims, vecDim))
      std::swap(lanes, uniform);
    if (alongLanes(uniform, dims, vecDim) ||
        !position(lanes, dims, vecDim, out))
      return false;
    out.terms.push_back({uniform, dims});
    return out.summed = true;
  }
  return false;
}

/// More of the same value changes nothing after the first.
bool idempotent(triton::ReduceOp op) {
  return isa<arith::MaxNumFOp, arith::MinNumFOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::AndIOp, arith::OrIOp, arith::MaxSIOp,
             arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
      op.getCombineOp().front().front());
}

} // namespace

std::optional<Bound> Nests::boundOfCompare(arith::CmpIOp op,
                                           ArrayRef<int> dims) {
  SmallVector<int, 4> at4(dims);
  int vecDim = nest->vecDim;
  arith::CmpIPredicate p = op.getPredicate();
  Value lanes = op.getLhs(), limit = op.getRhs();
  if (alongLanes(limit, at4, vecDim)) {
    std::swap(lanes, limit);
    p = p == arith::CmpIPredicate::sgt   ? arith::CmpIPredicate::slt
        : p == arith::CmpIPredicate::sge ? arith::CmpIPredicate::sle
                                         : arith::CmpIPredicate::eq;
  }
  unsigned width = blockType(lanes).getElementTypeBitWidth();
  Position pos;
  if ((p != arith::CmpIPredicate::slt && p != arith::CmpIPredicate::sle) ||
      alongLanes(limit, at4, vecDim) || (width != 32 && width != 64) ||
      !position(lanes, at4, vecDim, pos))
    return {};
  int level = nest->levels.size() - 1;
  auto uniform = [&](Value v, ArrayRef<int> d) -> Value {
    Coords coords;
    for (int dim : d)
      coords.push_back(dim >= 0 && dim != vecDim ? nest->coords[dim] : Coord());
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
  int64_t n = nest->shape[vecDim];
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

FailureOr<Nests::Rest> Nests::pastBounds(ArrayRef<Root> roots,
                                         ArrayRef<Bound> bounded) {
  bool any = false;
  for (const Root &r : roots) {
    if (r.kind == Root::Store && nest->bounded.contains(accessOf(r.op)))
      continue;
    if (r.kind != Root::Materialize && r.kind != Root::Reduce)
      return failure();
    any = true;
  }
  if (!any)
    return failure(); // stores alone stop at their own bounds
  int level = nest->levels.size() - 1;
  int64_t n = nest->shape[nest->vecDim];
  at(level);
  Value end;
  auto reaches = [&](Value bound) {
    at(level);
    end = end ? arith::MaxSIOp::create(b, loc, end, bound).getResult() : bound;
  };
  for (const Bound &bound : bounded)
    reaches(bound.end.v);
  for (const Reached &r : nest->reached)
    if (std::optional<Constant> fact = elements().constantPart(r.v))
      reaches(fact->from);
  if (!end)
    return failure();
  end = arith::MaxSIOp::create(b, loc, end, cst(0));
  end = arith::MinSIOp::create(b, loc, end, cst(n));

  Coords coords(nest->coords);
  coords[nest->vecDim] = Coord();
  coords[nest->vecDim].kind = Coord::Past;
  Rest rest;
  Value skip; // at run time: may the accumulators go without the rest?
  SmallVector<std::pair<TypedAttr, Value>> sources;
  for (const Root &r : roots) {
    if (r.kind == Root::Store)
      continue;
    Value source = r.kind == Root::Materialize ? r.value : r.op->getOperand(0);
    auto reduce = dyn_cast_or_null<triton::ReduceOp>(r.op);
    TypedAttr neutral;
    if (reduce) {
      neutral = neutralElement(reduce.getCombineOp());
      if (!neutral)
        return failure();
    }
    FailureOr<Lane> e = elements().evalPast(source, coords);
    if (failed(e) || isa<VectorType>(e->v.getType()) || e->level > level)
      return failure();
    at(level);
    if (r.kind == Root::Materialize) {
      rest.fill.push_back(convert(*e, r.dest.elem).v);
      continue;
    }
    sources.push_back({neutral, e->v});
    if (idempotent(reduce))
      continue;
    Value zero = arith::ConstantOp::create(b, loc, neutral);
    Value same = isa<FloatType>(e->v.getType())
                     ? arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                             e->v, zero)
                           .getResult()
                     : arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             e->v, zero)
                           .getResult();
    skip = skip ? arith::AndIOp::create(b, loc, skip, same).getResult() : same;
  }
  at(level);
  rest.end =
      skip ? arith::SelectOp::create(b, loc, skip, end, cst(n)).getResult()
           : end;
  Value left = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                     rest.end, cst(n));
  for (auto &[neutral, e] : sources) {
    Value none = arith::ConstantOp::create(b, loc, neutral);
    rest.remaining.push_back(arith::SelectOp::create(b, loc, left, e, none));
  }
  return rest;
}

LogicalResult Nests::finishPast(const Rest &rest, ArrayRef<Root> roots,
                                SmallVectorImpl<Value> &accs) {
  int64_t lanes = nest->lanes;
  int level = nest->levels.size() - 1;
  at(level);
  if (!rest.fill.empty()) {
    Value from = add(rest.end, cst(lanes - 1));
    from = arith::AndIOp::create(b, loc, from, cst(-lanes));
    Coord saved = nest->coords[nest->vecDim];
    auto loop = openLoop(from, endOfLanes(), lanes, {});
    Coord &coord = nest->coords[nest->vecDim];
    coord.kind = Coord::Lanes;
    coord.v = loop.getInductionVar();
    coord.level = level + 1;
    size_t next = 0;
    for (const Root &r : roots)
      if (r.kind == Root::Materialize)
        elements().writeBuffer(r.dest, nest->coords,
                               {rest.fill[next++], level});
    closeLoop({});
    nest->coords[nest->vecDim] = saved;
    // A fact for the nests that read it, in the value's own type: a copy may
    // have another.
    bool flat = llvm::all_of(llvm::enumerate(nest->shape), [&](auto d) {
      return d.value() == 1 || static_cast<int>(d.index()) == nest->vecDim;
    });
    next = 0;
    if (flat && level == 0 && !nest->versioned)
      for (const Root &r : roots) {
        if (r.kind != Root::Materialize)
          continue;
        Value fill = rest.fill[next++];
        if (fill.getType() == valueType(blockType(r.value).getElementType()))
          nest->constantFrom.push_back({r.value, {rest.end, fill}});
      }
  }
  size_t acc = 0;
  for (const Root &r : roots) {
    if (r.kind != Root::Reduce)
      continue;
    Value e = splat({rest.remaining[acc], level});
    at(level);
    SmallVector<Value> out;
    auto op = cast<triton::ReduceOp>(r.op);
    if (failed(reductions().combine(op.getCombineOp(), accs[acc], e, out)))
      return failure();
    accs[acc++] = out.front();
  }
  return success();
}

} // namespace mlir::tts::cpu
