// The steps of a run whose length only the run tells. Its last lanes are fewer
// than a step as a rule. Where masked stores are slow and nothing is done but
// to write, a step of a register ends where the run does, and lanes that it has
// in common with the steps before it are written twice. They are computed
// first, from what is in memory before any of the run is written, and written
// last.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"
#include "OtherLanes.h"

#include "../Plan/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Does the nest do nothing but to write values?
bool Nests::onlyWrites(ArrayRef<Root> roots) {
  return llvm::all_of(roots, [](const Root &r) {
    return r.kind == Root::Store || r.kind == Root::Materialize;
  });
}

/// May lanes be done twice, and does that pay? Nobody asks how often that is
/// loaded.
bool Nests::mayWriteTwice(ArrayRef<Root> roots) {
  return target.vectorBits < 512 && nest->pieces.empty() && onlyWrites(roots) &&
         llvm::none_of(
             nest->reached,
             [&](const Reached &r) {
               auto load = r.v.getDefiningOp<tts::LoadOp>();
               return load && load.getIsVolatile() && !buffers.count(r.v);
             });
}

/// Do steps carry what has as many lanes as they have?
bool Nests::carriesLanes(ArrayRef<Value> accs) {
  return llvm::any_of(accs,
                      [](Value acc) { return isa<VectorType>(acc.getType()); });
}

/// Steps of all lanes, as many as there are; gives where they end.
FailureOr<Value> Nests::fullSteps(Value from, Value end,
                                  SmallVectorImpl<Value> &accs, StepBody step) {
  at(nest->levels.size() - 1);
  Value length = arith::SubIOp::create(b, loc, end, from);
  length = arith::AndIOp::create(b, loc, length, cst(-nest->lanes));
  Value last = add(from, length);
  Coord &coord = nest->coords[nest->vecDim];
  if (failed(carryLoop(coord, from, last, nest->lanes, accs, step)))
    return failure();
  return last;
}

/// One step for the lanes from one position to the other, if there are any.
LogicalResult Nests::stepInPart(Value from, Value end,
                                SmallVectorImpl<Value> &accs, StepBody step) {
  int level = nest->levels.size() - 1;
  at(level);
  nest->run->lanesLeft = {arith::SubIOp::create(b, loc, end, from), level};
  LogicalResult r =
      carryLoop(nest->coords[nest->vecDim], from, end, nest->lanes, accs, step);
  nest->run->lanesLeft = {};
  return r;
}

/// All steps of a run of at least `narrow` elements: the last one, of so many
/// lanes, ends where the run does.
LogicalResult Nests::lastStepFirst(Value begin, Value end, int64_t narrow,
                                   StepBody step) {
  int level = nest->levels.size() - 1;
  SmallVector<Value> accs;
  SmallVector<std::function<void()>> writes;
  at(level);
  Value last = arith::SubIOp::create(b, loc, end, cst(narrow));
  {
    OtherLanes fewer(*nest, narrow);
    nest->coords[nest->vecDim] = {Coord::Lanes, last, level};
    nest->run->later = &writes;
    LogicalResult r = step(accs);
    nest->run->later = nullptr;
    if (failed(r))
      return failure();
  }
  at(level);
  Value before = arith::SubIOp::create(b, loc, end, cst(1));
  FailureOr<Value> from = fullSteps(begin, before, accs, step);
  OtherLanes fewer(*nest, narrow);
  if (succeeded(from) && narrow < fewer.before())
    from = fullSteps(*from, before, accs, step);
  if (failed(from))
    return failure();
  nest->coords[nest->vecDim] = {Coord::Lanes, last, level};
  for (auto &write : writes)
    write();
  return success();
}

/// The steps of a run from one position to another.
LogicalResult Nests::stepsOfRun(ArrayRef<Root> roots, Value begin, Value end,
                                SmallVectorImpl<Value> &accs, StepBody step) {
  int64_t narrow = registerLanes();
  bool mayNarrow = !carriesLanes(accs) && target.vectorBits < 512;
  if (mayNarrow && narrow < nest->lanes) {
    // What stays as it is within fewer lanes alone does not end the run.
    size_t ofAllLanes = quotientsOfRuns(roots).size();
    OtherLanes fewer(*nest, narrow);
    mayNarrow = quotientsOfRuns(roots).size() == ofAllLanes;
  }
  if (mayNarrow && accs.empty() && mayWriteTwice(roots)) {
    at(nest->levels.size() - 1);
    Value length = arith::SubIOp::create(b, loc, end, begin);
    Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                       length, cst(narrow));
    return eitherWay(fits, accs, [&](bool holds, SmallVectorImpl<Value> &none) {
      if (holds)
        return lastStepFirst(begin, end, narrow, step);
      OtherLanes fewer(*nest, narrow);
      return stepInPart(begin, end, none, step);
    });
  }
  FailureOr<Value> from = fullSteps(begin, end, accs, step);
  if (failed(from))
    return failure();
  if (!mayNarrow || narrow == nest->lanes)
    return stepInPart(*from, end, accs, step);
  OtherLanes fewer(*nest, narrow); // a masked store takes as long as twenty
  from = fullSteps(*from, end, accs, step);
  return succeeded(from) ? stepInPart(*from, end, accs, step) : failure();
}

} // namespace mlir::tts::cpu
