// Programs that lie side by side, each as a lane of one program: loops and
// branches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramLanes.h"

#include "triton-shared/CPU/Analysis/SharedDim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Notes what `v` is: the first program's scalar, or one for each program.
void ProgramLanes::define(Value v, Value own, bool first) {
  if (first)
    firsts.map(v, own);
  else
    lanes[v] = own;
}

/// What a region yields, as the first program's or for each of them.
bool ProgramLanes::yield(scf::YieldOp from, ArrayRef<bool> first) {
  SmallVector<Value> own;
  for (auto [v, isFirst] : llvm::zip(from.getOperands(), first)) {
    own.push_back(isFirst ? firsts.lookupOrNull(v) : lanesOf(v));
    if (!own.back())
      return false;
  }
  scf::YieldOp::create(b, from.getLoc(), own);
  return true;
}

bool ProgramLanes::convert(scf::ForOp loop) {
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (differences.varies(bound))
      return false;
  SmallVector<bool> first;
  SmallVector<Value> inits;
  for (auto [init, argument, next] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                 loop.getYieldedValues())) {
    std::optional<int64_t> apart = differences.step(argument);
    first.push_back(apart && apart == differences.step(next));
    inits.push_back(first.back() ? firsts.lookupOrNull(init) : lanesOf(init));
    if (!inits.back())
      return false;
  }
  auto own = scf::ForOp::create(
      b, loop.getLoc(), firsts.lookup(loop.getLowerBound()),
      firsts.lookup(loop.getUpperBound()), firsts.lookup(loop.getStep()), inits,
      /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  own->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [i, isFirst] : llvm::enumerate(first)) {
    define(loop.getRegionIterArg(i), own.getRegionIterArg(i), isFirst);
    define(loop.getResult(i), own.getResult(i), isFirst);
  }
  firsts.map(loop.getInductionVar(), own.getInductionVar());
  OpBuilder::InsertionGuard guard(b);
  own.getBody()->clear();
  b.setInsertionPointToEnd(own.getBody());
  return convert(*loop.getBody()) &&
         yield(cast<scf::YieldOp>(loop.getBody()->getTerminator()), first);
}

/// Does any of the programs that there are get there?
Value ProgramLanes::anyOf(Value guard) {
  Location loc = guard.getLoc();
  auto type = cast<RankedTensorType>(guard.getType());
  auto numbered = type.clone(b.getI32Type());
  Value lane = triton::MakeRangeOp::create(b, loc, numbered, 0,
                                           static_cast<int32_t>(count));
  Value end = arith::IndexCastOp::create(b, loc, b.getI32Type(), programs);
  Value ends = triton::SplatOp::create(b, loc, numbered, end);
  Value isOne =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, lane, ends);
  Value gets = arith::AndIOp::create(b, loc, guard, isOne);
  auto any = triton::ReduceOp::create(b, loc, TypeRange{b.getI1Type()},
                                      ValueRange{gets}, /*axis=*/0);
  OpBuilder::InsertionGuard restore(b);
  Type i1 = b.getI1Type();
  Block *body = b.createBlock(&any.getCombineOp(), {}, {i1, i1}, {loc, loc});
  Value either =
      arith::OrIOp::create(b, loc, body->getArgument(0), body->getArgument(1));
  triton::ReduceReturnOp::create(b, loc, either);
  return any.getResult()[0];
}

/// What one side of a branch gives, which those lanes take that `condition`
/// holds for; zeros if none does.
FailureOr<SmallVector<Value>>
ProgramLanes::sideOf(scf::IfOp branch, Block &side, Value condition) {
  Location loc = branch.getLoc();
  auto given = [&]() -> FailureOr<SmallVector<Value>> {
    auto values = llvm::map_to_vector(side.getTerminator()->getOperands(),
                                      [&](Value v) { return lanesOf(v); });
    if (llvm::is_contained(values, Value()))
      return failure();
    return values;
  };
  if (side.without_terminator().empty())
    return given();
  auto types = llvm::map_to_vector(branch.getResultTypes(),
                                   [&](Type type) { return laneType(type); });
  if (llvm::is_contained(types, Type()))
    return failure();
  Value outer = guard;
  guard = outer ? arith::AndIOp::create(b, loc, outer, condition).getResult()
                : condition;
  // What all programs have in common is there only for those that get there.
  auto own = scf::IfOp::create(b, loc, types, anyOf(guard),
                               /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard restore(b);
  own.thenBlock()->clear();
  own.elseBlock()->clear();
  b.setInsertionPointToEnd(own.thenBlock());
  bool converted = convert(side);
  guard = outer;
  FailureOr<SmallVector<Value>> values = given();
  if (!converted || failed(values))
    return failure();
  scf::YieldOp::create(b, loc, *values);
  b.setInsertionPointToEnd(own.elseBlock());
  auto zeros = llvm::map_to_vector(types, [&](Type type) -> Value {
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  });
  scf::YieldOp::create(b, loc, zeros);
  return llvm::to_vector_of<Value>(own.getResults());
}

/// A branch that some of the programs take: each side is gone through if any of
/// them does, and accesses what is theirs.
bool ProgramLanes::convertGuarded(scf::IfOp branch) {
  Location loc = branch.getLoc();
  Value taken = lanesOf(branch.getCondition());
  if (!taken)
    return false;
  Value all = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(cast<ShapedType>(taken.getType()), true));
  Value other = arith::XOrIOp::create(b, loc, taken, all);
  auto yes = sideOf(branch, *branch.thenBlock(), taken);
  if (failed(yes))
    return false;
  if (!branch.elseBlock())
    return true;
  auto no = sideOf(branch, *branch.elseBlock(), other);
  if (failed(no))
    return false;
  for (auto [result, a, c] : llvm::zip(branch.getResults(), *yes, *no))
    lanes[result] =
        arith::SelectOp::create(b, loc, stretched(taken, blockShape(a)), a, c);
  return true;
}

bool ProgramLanes::convert(scf::IfOp branch) {
  if (differences.varies(branch.getCondition()))
    return convertGuarded(branch);
  SmallVector<bool> first;
  SmallVector<Type> types;
  for (Value result : branch.getResults()) {
    first.push_back(differences.step(result).has_value());
    types.push_back(first.back() ? result.getType()
                                 : laneType(result.getType()));
    if (!types.back())
      return false;
  }
  bool hasElse = branch.elseBlock() != nullptr;
  auto own = scf::IfOp::create(b, branch.getLoc(), types,
                               firsts.lookup(branch.getCondition()),
                               /*addThenBlock=*/true, hasElse);
  for (auto [i, isFirst] : llvm::enumerate(first))
    define(branch.getResult(i), own.getResult(i), isFirst);
  OpBuilder::InsertionGuard guard(b);
  auto fill = [&](Block &from, Block &to) {
    to.clear();
    b.setInsertionPointToEnd(&to);
    return convert(from) &&
           yield(cast<scf::YieldOp>(from.getTerminator()), first);
  };
  return fill(*branch.thenBlock(), *own.thenBlock()) &&
         (!hasElse || fill(*branch.elseBlock(), *own.elseBlock()));
}

} // namespace mlir::tts::cpu
