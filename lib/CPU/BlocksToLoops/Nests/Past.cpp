// What a nest does past its bounds: where every access is masked off and every
// position compared is outside, one value stands for all remaining elements, so
// that the loop over the lanes may stop at the bounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "../Elements/Elements.h"
#include "../Reductions/Reductions.h"

#include "triton-shared/CPU/Analysis/SharedDim.h"
#include "triton-shared/Lowering/NeutralElement.h"

#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

namespace {

/// More of the same value changes nothing after the first.
bool idempotent(triton::ReduceOp op) {
  return isa<arith::MaxNumFOp, arith::MinNumFOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::AndIOp, arith::OrIOp, arith::MaxSIOp,
             arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
      op.getCombineOp().front().front());
}

/// Where `op` gives the greatest value of its elements, or the least one, and
/// the first place that has it: the value with which elements change nothing
/// that come after others. Null for other reductions.
TypedAttr changesNothingLater(triton::ReduceOp op) {
  if (op.getNumOperands() != 2)
    return {};
  return isRange(op.getSrcs()[1]) ? leastOfExtreme(op.getCombineOp())
                                  : TypedAttr();
}

} // namespace

FailureOr<Nests::Rest> Nests::pastBounds(ArrayRef<Root> roots,
                                         ArrayRef<Bound> bounded) {
  at(nest->levels.size() - 1);
  Value end;
  for (const Bound &bound : bounded)
    end = end ? arith::MaxSIOp::create(b, loc, end, bound.end.v).getResult()
              : bound.end.v;
  return restPast(roots, nest->vecDim, nest->bounded, end);
}

FailureOr<Nests::Rest> Nests::restPast(ArrayRef<Root> roots, int dim,
                                       const OperationSet &bounded, Value end) {
  bool any = false;
  for (const Root &r : roots) {
    if (r.kind == Root::Store && bounded.contains(accessOf(r.op)))
      continue;
    if (r.kind != Root::Reduce &&
        (r.kind != Root::Materialize || dim != nest->vecDim))
      return failure();
    any = true;
  }
  if (!any)
    return failure(); // stores alone stop at their own bounds
  int level = nest->levels.size() - 1;
  int64_t n = nest->shape[dim];
  at(level);
  bool bare = true, needsFirst = false;
  for (const Reached &r : nest->reached)
    if (std::optional<Constant> fact = elements().constantPart(r.v)) {
      end = end ? arith::MaxSIOp::create(b, loc, end, fact->from).getResult()
                : fact->from;
      bare = false;
    }
  if (!end)
    return failure();
  end = arith::MaxSIOp::create(b, loc, end, cst(0));
  end = arith::MinSIOp::create(b, loc, end, cst(n));

  Coords coords(nest->coords);
  coords[dim] = Coord();
  coords[dim].kind = Coord::Past;
  Rest rest;
  Value skip; // at run time: may the accumulators go without the rest?
  SmallVector<std::pair<TypedAttr, Value>> sources;
  for (const Root &r : roots) {
    if (r.kind == Root::Store)
      continue;
    Value source = r.kind == Root::Materialize ? r.value : r.op->getOperand(0);
    auto reduce = dyn_cast_or_null<triton::ReduceOp>(r.op);
    TypedAttr neutral, least;
    if (reduce) {
      neutral = neutralElement(reduce.getCombineOp());
      if (!neutral)
        least = changesNothingLater(reduce);
      if (!neutral && !least)
        return failure();
    }
    FailureOr<Lane> e = elements().evalPast(source, coords, bounded);
    if (failed(e) || isa<VectorType>(e->v.getType()) || e->level > level)
      return failure();
    at(level);
    if (r.kind == Root::Materialize) {
      rest.fill.push_back(convert(*e, r.dest.elem).v);
      continue;
    }
    if (least) {
      Attribute known;
      if (!matchPattern(e->v, m_Constant(&known)) || known != least)
        return failure();
      needsFirst = true;
      sources.push_back({});
      continue;
    }
    sources.push_back({neutral, e->v});
    if (idempotent(reduce))
      continue;
    Value zero = arith::ConstantOp::create(b, loc, neutral);
    Value same = isa<FloatType>(e->v.getType())
                     ? b.createOrFold<arith::CmpFOp>(
                           loc, arith::CmpFPredicate::OEQ, e->v, zero)
                     : b.createOrFold<arith::CmpIOp>(
                           loc, arith::CmpIPredicate::eq, e->v, zero);
    skip = skip ? b.createOrFold<arith::AndIOp>(loc, skip, same) : same;
  }
  at(level);
  // There is no value to begin with but that of the first elements.
  if (needsFirst)
    end = arith::MaxSIOp::create(b, loc, end, cst(1));
  rest.end =
      skip ? b.createOrFold<arith::SelectOp>(loc, skip, end, cst(n)) : end;
  if (bare && !needsFirst)
    rest.ofBounds = end;
  Value left = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                     rest.end, cst(n));
  for (auto &[neutral, e] : sources) {
    if (!e) {
      rest.remaining.emplace_back();
      continue;
    }
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
  auto remaining = rest.remaining.begin();
  for (const Root &r : roots) {
    if (r.kind != Root::Reduce)
      continue;
    auto op = cast<triton::ReduceOp>(r.op);
    Value once = *remaining++;
    if (!once) {
      acc += op.getNumOperands();
      continue;
    }
    Value e = splat({once, level});
    at(level);
    SmallVector<Value> out;
    if (failed(reductions().combine(op.getCombineOp(), accs[acc], e, out)))
      return failure();
    accs[acc++] = out.front();
  }
  return success();
}

} // namespace mlir::tts::cpu
