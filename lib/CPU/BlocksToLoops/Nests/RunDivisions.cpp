// Quotients from run to run: what is left until one changes, and the quotient,
// are known of the run before. Only the first run of a nest divides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Nests.h"

#include "Coordinates.h"

#include "../Elements/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Does what is divided grow by one from lane to lane all through the nest, and
/// stay what it is divided by? Else a quotient inside of them changes from run
/// to run.
bool Nests::dividesThroughout(const Quotient &q) {
  return llvm::all_of(q.op->getOperands(), [&](Value v) {
    SmallVector<Quotient> found;
    return !isa<RankedTensorType>(v.getType()) ||
           (elements().laneStride(v, q.coords, &found, /*isTested=*/true) &&
            found.empty());
  });
}

/// Of what runs end by, all that is known from one run to the next, at the
/// lanes' first position.
FailureOr<SmallVector<RunDivision>>
Nests::divisionsOfRuns(ArrayRef<Quotient> quotients) {
  SmallVector<RunDivision> divisions;
  for (auto [i, q] : llvm::enumerate(quotients)) {
    if (!dividesThroughout(q))
      continue;
    auto *same = llvm::find_if(divisions, [&, &q = q](const RunDivision &d) {
      return divideAlike(quotients[d.ops.front()], q);
    });
    if (same != divisions.end()) {
      same->ops.push_back(i);
      continue;
    }
    FailureOr<std::pair<Value, Value>> division = divisionOf(q);
    if (failed(division))
      return failure();
    at(nest->levels.size() - 1);
    auto [x, n] = *division;
    RunDivision d;
    d.ops.push_back(i);
    d.divisor = toI64(n);
    d.quotient = arith::DivSIOp::create(b, loc, x, n);
    Value rest = arith::RemSIOp::create(b, loc, x, n);
    d.left = arith::SubIOp::create(b, loc, d.divisor, toI64(rest));
    divisions.push_back(d);
  }
  return divisions;
}

/// Notes the values of the quotients and remainders at the lanes' first
/// position, where none is negative.
void Nests::noteDivisions(ArrayRef<Quotient> quotients,
                          ArrayRef<RunDivision> divisions) {
  int level = nest->levels.size() - 1;
  at(level);
  for (const RunDivision &d : divisions) {
    Value rest = arith::SubIOp::create(b, loc, d.divisor, d.left);
    Type type = d.quotient.getType();
    if (rest.getType() != type)
      rest = arith::TruncIOp::create(b, loc, type, rest);
    for (unsigned i : d.ops) {
      const Quotient &q = quotients[i];
      Value v = isRemainder(q.op) ? rest : d.quotient;
      nest->levels[level].memo[q.op->getResult(0)].push_back(
          {atFirstLane(q.coords), {v, level}});
    }
  }
}

/// What holds after a run of that length.
void Nests::nextDivisions(MutableArrayRef<RunDivision> divisions,
                          Value length) {
  for (RunDivision &d : divisions) {
    Value left = arith::SubIOp::create(b, loc, d.left, length);
    Value ends =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, left, cst(0));
    d.left = arith::SelectOp::create(b, loc, ends, d.divisor, left);
    Value one = arith::ExtUIOp::create(b, loc, d.quotient.getType(), ends);
    d.quotient = arith::AddIOp::create(b, loc, d.quotient, one);
  }
}

} // namespace mlir::tts::cpu
