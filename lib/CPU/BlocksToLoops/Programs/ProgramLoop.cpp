// The loop over the programs of a grid that a thread has been given.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Programs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Opens the loop over what the thread has been given, which may change while
/// a program waits (tts_rt_programs).
void Programs::openGivenPrograms() {
  Type i64 = b.getI64Type();
  auto function =
      byLock ? RuntimeFunction::LockedPrograms : RuntimeFunction::Programs;
  Value given = callRuntime(function, runtime).getResult();
  Value end = LLVM::GEPOp::create(b, loc, ptrType(), i64, given,
                                  ArrayRef<LLVM::GEPArg>{1});
  auto load = [&](Value from) -> Value {
    return LLVM::LoadOp::create(b, loc, i64, from, 8);
  };
  auto loop = scf::WhileOp::create(b, loc, i64, ValueRange{});
  programLoop = loop;
  b.createBlock(&loop.getBefore());
  Value next = load(given);
  Value more =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, next, load(end));
  scf::ConditionOp::create(b, loc, more, next);
  program = b.createBlock(&loop.getAfter(), {}, i64, loc)->getArgument(0);
  LLVM::StoreOp::create(b, loc, add(program, cst(1)), given, 8);
  b.setInsertionPoint(scf::YieldOp::create(b, loc));
}

/// Opens a loop from `begin` on that goes on after all of the programs that it
/// does at once.
void Programs::openJoinedPrograms(Value begin) {
  auto loop = scf::WhileOp::create(b, loc, b.getI64Type(), begin);
  programLoop = loop;
  Value next =
      b.createBlock(&loop.getBefore(), {}, b.getI64Type(), loc)->getArgument(0);
  Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, next,
                                     programsEnd);
  scf::ConditionOp::create(b, loc, more, next);
  program =
      b.createBlock(&loop.getAfter(), {}, b.getI64Type(), loc)->getArgument(0);
}

/// Counts the programs that are done at once from number `number` on, along an
/// axis with `inRow` of them: no more than the version takes, the thread has
/// been given, and lie side by side. The loop goes on after those.
void Programs::countJoined(Value number, Value inRow) {
  Value left = arith::SubIOp::create(b, loc, programsEnd, program);
  left = arith::MinSIOp::create(b, loc, left, cst(joined->most));
  auto endAt = [&](Value own, Value end) {
    left = arith::MinSIOp::create(b, loc, left,
                                  arith::SubIOp::create(b, loc, end, own));
  };
  endAt(number, inRow);
  if (joined->period) {
    Value own = arith::RemUIOp::create(b, loc, number, joined->period);
    endAt(own, joined->period);
  }
  joined->count = left;
  scalars.map(src.getArguments().back(),
              arith::IndexCastOp::create(b, loc, b.getIndexType(), left));
  auto after = scf::YieldOp::create(b, loc, add(program, left));
  b.setInsertionPoint(after);
}

LogicalResult Programs::beginPrograms(Value grid, Value begin, Value end) {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value wide[3];
  for (int d = 0; d < 3; ++d) {
    Value slot = LLVM::GEPOp::create(b, loc, ptrType(), i32, grid,
                                     ArrayRef<LLVM::GEPArg>{d});
    numPrograms[d] = LLVM::LoadOp::create(b, loc, i32, slot, 4);
    wide[d] = arith::ExtUIOp::create(b, loc, i64, numPrograms[d]);
  }
  if (failed(orderPrograms(wide[0])))
    return failure();
  waits = programsMayWait();
  if (joined) {
    programsEnd = end;
    openJoinedPrograms(begin);
  } else if (waits) {
    // The next one comes all the same, be it given with another chunk.
    Value inPlane = arith::MulIOp::create(b, loc, wide[0], wide[1]);
    programsEnd = arith::MulIOp::create(b, loc, inPlane, wide[2]);
    openGivenPrograms();
  } else {
    if (failed(fillTables(begin, end)))
      return failure();
    auto loop = scf::ForOp::create(b, loc, begin, end, cst(1));
    programLoop = loop;
    program = loop.getInductionVar();
    programsEnd = end;
    b.setInsertionPoint(loop.getBody()->getTerminator());
  }
  Value id = program;
  for (int i = 0; i < 3; ++i) {
    int d = i <= fastAxis ? fastAxis - i : i;
    Value own = id;
    if (i < 2) {
      own = arith::RemUIOp::create(b, loc, id, wide[d]);
      id = arith::DivUIOp::create(b, loc, id, wide[d]);
    }
    if (d == 0 && columns)
      own = programInColumns(own);
    if (joined && d == fastAxis)
      countJoined(own, wide[d]);
    programId[d] = arith::TruncIOp::create(b, loc, i32, own);
  }
  return success();
}

Value Programs::nextNumber() {
  return add(program, joined ? joined->count : cst(1));
}

Value Programs::nextId() {
  Value step = columns ? columns->step : joined ? joined->count : cst(1);
  step = arith::TruncIOp::create(b, loc, b.getI32Type(), step);
  return arith::AddIOp::create(b, loc, programId[fastAxis], step);
}

} // namespace mlir::tts::cpu
