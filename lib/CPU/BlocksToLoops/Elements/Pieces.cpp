// Arrays that are put together from pieces (padding, concatenation): in most
// steps lanes that are chosen turn out to be neighbours, and masks to be all on
// or all off, which a test at run time shows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

bool Elements::isChosen(Value v) {
  bool chosen = false;
  llvm::SetVector<Value> work;
  work.insert(v);
  for (size_t i = 0; i < work.size(); ++i) {
    Value next = work[i];
    if (!blockType(next))
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || buffers.count(next) ||
        isa<FloatType>(blockType(next).getElementType()))
      return false;
    chosen |= isa<arith::CmpIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
                  arith::MaxUIOp, math::AbsIOp>(op);
    if (isa<arith::ConstantOp, triton::SplatOp, triton::MakeRangeOp>(op))
      continue;
    if (!isElementwise(op) && !movesDims(op))
      return false;
    work.insert(op->operand_begin(), op->operand_end());
  }
  return chosen;
}

Value Elements::areNeighbours(const Address &a, Value mask) {
  Value first = vector::ExtractOp::create(b, loc, a.offsets.v, 0);
  Value along =
      vector::BroadcastOp::create(b, loc, a.offsets.v.getType(), first);
  along = arith::AddIOp::create(b, loc, along, iota(b.getI64Type()));
  Value next = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                     a.offsets.v, along);
  if (mask)
    next = arith::OrIOp::create(b, loc, next,
                                arith::XOrIOp::create(b, loc, mask, allTrue()));
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::AND, next);
}

Address Elements::besideFirst(Type elem, const Address &a) {
  Value first = vector::ExtractOp::create(b, loc, a.offsets.v, 0);
  Address beside = a;
  beside.chosen = false;
  beside.offsets = {};
  beside.laneStride = {};
  beside.knownStride = 0;
  beside.contiguous = true;
  beside.ptr.v = LLVM::GEPOp::create(b, loc, ptrType(), storageType(elem),
                                     a.ptr.v, ValueRange{first});
  return beside;
}

/// What `access` gives for neighbours where all lanes that the mask lets
/// through are, and for any lanes where they are not.
Value Elements::ifNeighbours(
    Type elem, const Address &a, Value mask,
    llvm::function_ref<Value(const Address &)> access) {
  auto branch = scf::IfOp::create(b, loc, TypeRange(vec(valueType(elem))),
                                  areNeighbours(a, mask), true);
  OpBuilder::InsertionGuard guard(b);
  Address any = a;
  any.chosen = false;
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, loc, access(besideFirst(elem, a)));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loc, access(any));
  return branch.getResult(0);
}

/// What `load` gives without a mask where that is all on, and with it where
/// only some lanes are; `passthru` where none is. In a straight step masks are
/// mostly those of pieces that it lies in, or does not. On Zen 5 a masked load
/// from beyond the second-level cache takes twice the time of one without.
Value Elements::ifWhole(Value mask, Value passthru,
                        llvm::function_ref<Value(Value)> load) {
  auto reduce = [&](vector::CombiningKind kind) {
    return vector::ReductionOp::create(b, loc, kind, mask);
  };
  SmallVector<Type, 1> type{passthru.getType()};
  auto whole =
      scf::IfOp::create(b, loc, type, reduce(vector::CombiningKind::AND), true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(whole.thenBlock());
  scf::YieldOp::create(b, loc, load(Value()));
  b.setInsertionPointToStart(whole.elseBlock());
  Value some = ifAny(reduce(vector::CombiningKind::OR), passthru,
                     [&] { return load(mask); });
  scf::YieldOp::create(b, loc, some);
  return whole.getResult(0);
}

/// What `load` gives under a condition, else `passthru`.
Value Elements::ifAny(Value condition, Value passthru,
                      llvm::function_ref<Value()> load) {
  auto branch = scf::IfOp::create(b, loc, passthru.getType(), condition, true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, loc, load());
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loc, passthru);
  return branch.getResult(0);
}

} // namespace mlir::tts::cpu
