// Indices that wrap around: `(start + i) rem modulus`, in a step of lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

Value Elements::unwrappedStart(tts::MakeBlockOp op, int64_t dim) {
  Value start = i64(OpFoldResult(op.getWrapStart(dim)));
  if (op.isClipped(dim))
    return start;
  return arith::RemSIOp::create(b, loc, start,
                                i64(OpFoldResult(op.getWrapModulus(dim))));
}

Value Elements::fitsUnwrapped(tts::MakeBlockOp op, int64_t dim, int64_t size) {
  Value start = unwrappedStart(op, dim);
  Value fits = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                     add(start, cst(size)),
                                     i64(OpFoldResult(op.getWrapModulus(dim))));
  if (op.isClipped(dim))
    return fits;
  // Of a negative start remainders grow, too, but up to 0 and no further.
  Value positive =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                            i64(OpFoldResult(op.getWrapStart(dim))), cst(0));
  return arith::AndIOp::create(b, loc, fits, positive);
}

Value Elements::everyLane(Value v) {
  return vector::BroadcastOp::create(b, loc, vec(v.getType()), v);
}

/// (rest + lane number) rem modulus, of a rest below the modulus and lanes that
/// wrap at most once.
Value Elements::wrappedOnce(Value rest, Value modulus) {
  Value m = everyLane(modulus);
  Value i =
      arith::AddIOp::create(b, loc, iota(b.getI64Type()), everyLane(rest));
  Value below = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, i, m);
  Value wrapped = arith::SubIOp::create(b, loc, i, m);
  return arith::SelectOp::create(b, loc, below, i, wrapped);
}

/// The same for a modulus below the number of lanes. Quotients are those of
/// fp32, which are exact: (i + 1/2) / m is 1 / 2m from an integer or further,
/// and is off by 2^-22 of itself at most, with i below twice the lanes.
Value Elements::wrappedOften(Value rest, Value modulus) {
  Type i32 = b.getI32Type(), f32 = b.getF32Type();
  Value m = arith::TruncIOp::create(b, loc, i32, modulus);
  Value one = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1.0f));
  Value half = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.5f));
  Value reciprocal = arith::DivFOp::create(
      b, loc, one, arith::SIToFPOp::create(b, loc, f32, m));
  Value i = arith::AddIOp::create(
      b, loc, iota(i32), everyLane(arith::TruncIOp::create(b, loc, i32, rest)));
  Value middle = arith::AddFOp::create(
      b, loc, arith::SIToFPOp::create(b, loc, vec(f32), i), everyLane(half));
  Value quotient = arith::FPToSIOp::create(
      b, loc, vec(i32),
      arith::MulFOp::create(b, loc, middle, everyLane(reciprocal)));
  Value whole = arith::MulIOp::create(b, loc, quotient, everyLane(m));
  return arith::ExtUIOp::create(b, loc, vec(b.getI64Type()),
                                arith::SubIOp::create(b, loc, i, whole));
}

/// (first + lane number) rem modulus. LLVM divides vectors lane by lane, which
/// is needed, in a loop, for positions below zero alone.
Value Elements::wrappedLanes(Value first, Value modulus, int level) {
  at(level);
  auto isAtLeast = [&](Value v, Value least) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, v, least);
  };
  Type type = vec(b.getI64Type());
  auto positive =
      scf::IfOp::create(b, loc, TypeRange{type},
                        arith::AndIOp::create(b, loc, isAtLeast(first, cst(0)),
                                              isAtLeast(modulus, cst(1)))
                            .getResult(),
                        true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(positive.thenBlock());
  Value rest = arith::RemSIOp::create(b, loc, first, modulus);
  auto once = scf::IfOp::create(b, loc, TypeRange{type},
                                isAtLeast(modulus, cst(nest->lanes)), true);
  scf::YieldOp::create(b, loc, once.getResult(0));
  b.setInsertionPointToStart(once.thenBlock());
  scf::YieldOp::create(b, loc, wrappedOnce(rest, modulus));
  b.setInsertionPointToStart(once.elseBlock());
  scf::YieldOp::create(b, loc, wrappedOften(rest, modulus));
  b.setInsertionPointToStart(positive.elseBlock());
  Value none = LLVM::PoisonOp::create(b, loc, type);
  auto lanes = scf::ForOp::create(
      b, loc, cst(0), cst(nest->lanes), cst(1), none,
      [&](OpBuilder &, Location, Value lane, ValueRange sofar) {
        Value own = arith::RemSIOp::create(b, loc, add(first, lane), modulus);
        Value position =
            arith::IndexCastOp::create(b, loc, b.getIndexType(), lane);
        Value more = vector::InsertOp::create(b, loc, own, sofar[0], position);
        scf::YieldOp::create(b, loc, more);
      });
  scf::YieldOp::create(b, loc, lanes.getResult(0));
  return positive.getResult(0);
}

} // namespace mlir::tts::cpu
