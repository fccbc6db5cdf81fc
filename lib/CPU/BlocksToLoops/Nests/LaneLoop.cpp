// The loop over the lanes of a nest: while all accesses are inside their boxes,
// without masks; then with them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Coordinates.h"
#include "Nests.h"
#include "OtherLanes.h"

#include "../Accesses/Accesses.h"
#include "../Atomics/Atomics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

namespace mlir::tts::cpu {

/// The steps without masks, streamed as far as that pays. What comes before and
/// after whole lines then is left to steps that store some of their lanes.
/// Returns from where on masks have to follow.
FailureOr<Value> Nests::unmaskedSteps(ArrayRef<Root> roots, Value limit,
                                      bool plain, Steps run, bool masksFollow) {
  int level = nest->levels.size() - 1;
  int64_t lanes = nest->lanes;
  Value from = cst(0), to = limit;
  if (masksFollow)
    to = arith::AndIOp::create(b, loc, limit, cst(-lanes));
  bool onlyStored =
      llvm::all_of(roots, [](const Root &r) { return r.kind == Root::Store; });
  std::optional<Accesses::Streamed> part;
  if (!plain)
    part = accesses().streamedPart(roots, limit, masksFollow && onlyStored);
  Lane rest;
  if (part) {
    auto choose = [&](Value position, Value yes, Value no) -> Value {
      at(level);
      auto some = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt,
                                        position, cst(0));
      return arith::SelectOp::create(b, loc, some, yes, no);
    };
    if (part->shifted) {
      nest->storedTo = {part->first, level};
      LogicalResult r = run(cst(0), choose(part->first, cst(lanes), cst(0)));
      nest->storedTo = {};
      if (failed(r))
        return failure();
    }
    nest->streamed = true;
    nest->shifted = part->shifted;
    LogicalResult r = run(part->first, part->end);
    nest->streamed = nest->shifted = false;
    if (failed(r))
      return failure();
    from = part->end;
    if (part->shifted) {
      from = choose(part->end, to, cst(0));
      rest = {choose(part->end, part->end, to), level};
    }
  }
  at(level);
  if (failed(run(from, to)))
    return failure();
  nest->storedFrom = rest;
  return rest.v ? rest.v : to;
}

/// One step of the lanes, in one way where the condition holds and in another
/// where it does not.
LogicalResult Nests::eitherWay(
    Value condition, SmallVectorImpl<Value> &accs,
    llvm::function_ref<LogicalResult(bool, SmallVectorImpl<Value> &)> body) {
  at(nest->levels.size() - 1);
  auto branch = scf::IfOp::create(b, loc, ValueRange(accs).getTypes(),
                                  condition, /*withElseRegion=*/true);
  nest->anchors.push_back(nest->levels.back().anchor);
  nest->levels.back().anchor = branch;
  Coord &coord = nest->coords[nest->vecDim];
  Coord outside = coord;
  for (bool holds : {true, false}) {
    Level level;
    level.block = holds ? branch.thenBlock() : branch.elseBlock();
    level.anchor = accs.empty() ? level.block->getTerminator() : nullptr;
    nest->levels.push_back(std::move(level));
    coord.level = nest->levels.size() - 1;
    SmallVector<Value> values(accs.begin(), accs.end());
    if (failed(body(holds, values)))
      return failure();
    if (!accs.empty()) {
      at(nest->levels.size() - 1);
      scf::YieldOp::create(b, loc, values);
    }
    nest->levels.pop_back();
  }
  coord = outside;
  nest->levels.back().anchor = nest->anchors.pop_back_val();
  at(nest->levels.size() - 1);
  accs.assign(branch.getResults().begin(), branch.getResults().end());
  return success();
}

/// All lanes in one step: without masks where all boxes hold.
LogicalResult Nests::oneStep(ArrayRef<Root> roots, SmallVectorImpl<Value> &accs,
                             int openAxis, bool plain, StepBody step) {
  Coord &coord = nest->coords[nest->vecDim];
  coord.v = {};
  coord.level = nest->levels.size() - 1;
  // With AVX512 masks cost next to nothing, but where many rows have the same.
  if (plain || (target.vectorBits >= 512 && openAxis < 0))
    return step(accs);
  Pieces pieces;
  SmallVector<Bound> bounded = takeBounds(roots, openAxis, pieces);
  if (bounded.empty())
    return step(accs);
  if (pieces == Pieces::Exclusive) {
    LogicalResult r = wholeStep(roots, accs, step);
    dropBounds();
    return r;
  }
  int64_t n = nest->lanes;
  Value limit = limitOf(bounded, n);
  Value end = endOfStores(roots, bounded, n);
  int64_t narrow = nest->pieces.empty() && end ? narrowLanes(roots) : 0;
  Value full =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, limit, cst(n));
  auto either = [&](bool holds, SmallVectorImpl<Value> &values) {
    if (!holds && narrow > 0) {
      auto run = [&](Value from, Value to) {
        return carryLoop(coord, from, to, nest->lanes, values, step);
      };
      at(nest->levels.size() - 1);
      return narrowSteps(cst(0), limit, end, narrow, run);
    }
    if (!holds)
      return wholeStep(roots, values, step);
    nest->inMain = true;
    LogicalResult r = step(values);
    nest->inMain = false;
    return r;
  };
  LogicalResult r = eitherWay(full, accs, either);
  dropBounds();
  return r;
}

int64_t Nests::registerLanes() {
  int64_t lanes = std::max<int64_t>(target.vectorBits / 32, nest->lanes / 4);
  return std::min(lanes, nest->lanes);
}

/// Without AVX512 a masked store takes as long as some twenty others, and those
/// of 8 and 16 bits are done lane by lane. So where all that a nest does is to
/// store, it is a register.
int64_t Nests::narrowLanes(ArrayRef<Root> roots) {
  int64_t lanes = registerLanes();
  if (target.vectorBits >= 512 || lanes >= nest->lanes ||
      !llvm::isPowerOf2_64(nest->lanes) || !nest->sideStores.empty() ||
      !llvm::all_of(roots, [&](const Root &r) {
        return r.kind == Root::Store || atomics().locksRows(r);
      }))
    return 0;
  return lanes;
}

LogicalResult Nests::narrowSteps(Value begin, Value limit, Value end,
                                 int64_t narrow, Steps run) {
  OtherLanes fewer(*nest, narrow);
  Value left = arith::SubIOp::create(b, loc, limit, begin);
  Value whole = arith::AndIOp::create(b, loc, left, cst(-narrow));
  Value from = arith::AddIOp::create(b, loc, begin, whole);
  nest->inMain = true;
  LogicalResult r = run(begin, from);
  nest->inMain = false;
  return succeeded(r) ? run(from, end) : r;
}

/// Have all accesses the same bounds?
static bool areAlike(ArrayRef<Bound> bounded) {
  tts::MakeBlockOp first;
  for (const Bound &bound : bounded) {
    auto block = dyn_cast<tts::MakeBlockOp>(bound.op);
    if (!first)
      first = block;
    if (!block || !haveSameBox(block, first))
      return false;
  }
  return true;
}

LogicalResult Nests::mainThenMasked(ArrayRef<Root> roots,
                                    ArrayRef<Bound> bounded, Value limit,
                                    Value end, bool plain, Steps run) {
  at(nest->levels.size() - 1);
  nest->inMain = true;
  FailureOr<Value> done =
      unmaskedSteps(roots, limit, plain, run, /*masksFollow=*/true);
  if (failed(done))
    return failure();
  at(nest->levels.size() - 1);
  LogicalResult r = success();
  bool alike = nest->pieces.empty() && areAlike(bounded);
  if (int64_t narrow = alike ? narrowLanes(roots) : 0) {
    // Streamed steps, if there are any, end between multiples of the lanes.
    nest->shifted = static_cast<bool>(nest->storedFrom.v);
    nest->storedFrom = {};
    r = narrowSteps(*done, limit, end, narrow, run);
  } else {
    nest->inMain = false;
    r = run(arith::AndIOp::create(b, loc, *done, cst(-nest->lanes)), end);
  }
  nest->shifted = false;
  nest->storedFrom = {};
  return r;
}

/// The loop over the vector dim: while all boxes hold, unmasked; then masked.
LogicalResult Nests::vectorLoop(ArrayRef<Root> roots,
                                SmallVectorImpl<Value> &accs, int openAxis,
                                bool plain, StepBody body) {
  int64_t n = nest->shape[nest->vecDim], lanes = nest->lanes;
  Coord &coord = nest->coords[nest->vecDim];
  coord.kind = Coord::Lanes;
  auto step = [&](SmallVectorImpl<Value> &a) -> LogicalResult {
    return nest->mayBeStraight ? stepBody(roots, a, body) : body(a);
  };
  auto anyStep = [&](SmallVectorImpl<Value> &a) -> LogicalResult {
    return nest->inMain ? step(a) : wholeStep(roots, a, step);
  };
  if (nest->vecDim == nest->bandDim) {
    auto [from, to] = extentOf(nest->vecDim);
    return carryLoop(coord, from, to, lanes, accs, step);
  }
  if (n == lanes)
    return oneStep(roots, accs, openAxis, plain, step);
  auto run = [&](Value from, Value to) -> LogicalResult {
    if (nest->lanes == lanes && mayHaveRuns(roots))
      return overRunsAtRunTime(roots, from, to, accs, step);
    if (auto quotients = findRun(roots); !quotients.empty())
      return overRuns(quotients, from, to, accs, step);
    return carryLoop(coord, from, to, nest->lanes, accs, anyStep);
  };
  SmallVector<Bound> bounded;
  Pieces pieces = Pieces::None;
  if (!plain)
    bounded = takeBounds(roots, openAxis, pieces);
  // The lanes of an open axis are results: none may be left out.
  FailureOr<Rest> rest = failure();
  if (!plain && openAxis < 0 && !nest->merged)
    rest = pastBounds(roots, bounded);
  at(nest->levels.size() - 1);
  bool isShort = static_cast<bool>(nest->endOf(nest->vecDim));
  Value last = succeeded(rest) ? rest->end : endOfLanes();
  if (isShort && succeeded(rest))
    last = arith::MinSIOp::create(b, loc, last, endOfLanes());
  if (bounded.empty()) {
    if (failed(unmaskedSteps(roots, last, plain, run)))
      return failure();
    return succeeded(rest) ? finishPast(*rest, roots, accs) : success();
  }

  Value limit = limitOf(bounded, n);
  Value end = endOfStores(roots, bounded, n);
  if (!end) {
    end = last;
    if (isShort)
      limit = arith::MinSIOp::create(b, loc, limit, last);
  }
  LogicalResult r = success();
  if (pieces == Pieces::Edges) {
    // What follows the last step fills whole ones.
    if (succeeded(rest) && !rest->fill.empty())
      end =
          arith::AndIOp::create(b, loc, add(end, cst(lanes - 1)), cst(-lanes));
    r = betweenEdges(bounded, end, run, accs, step);
  } else if (pieces == Pieces::Some && mayHaveEdges(roots)) {
    Value isShort = edgesAreShort(roots, bounded, end);
    r = eitherWay(isShort, accs, [&](bool holds, SmallVectorImpl<Value> &) {
      if (!holds)
        return mainThenMasked(roots, bounded, limit, end, plain, run);
      llvm::SaveAndRestore overlap(nest->pieces, {});
      return betweenEdges(bounded, end, run, accs, step);
    });
  } else if (pieces == Pieces::Exclusive) {
    r = run(cst(0), end);
  } else {
    r = mainThenMasked(roots, bounded, limit, end, plain, run);
  }
  dropBounds();
  if (succeeded(r) && succeeded(rest))
    r = finishPast(*rest, roots, accs);
  return r;
}

} // namespace mlir::tts::cpu
