// Small building helpers of the block emitter: constants, index arithmetic,
// splats, element types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

Type Emitter::valueType(Type elem) {
  if (isa<triton::PointerType>(elem))
    return IntegerType::get(elem.getContext(), 64);
  return elem;
}

Type Emitter::storageType(Type elem) {
  MLIRContext *ctx = elem.getContext();
  if (elem.isInteger(1))
    return IntegerType::get(ctx, 8);
  if (auto f = dyn_cast<FloatType>(elem); f && f.getWidth() == 8)
    return IntegerType::get(ctx, 8);
  // LLVM takes shuffles of bf16 vectors apart, element by element.
  if (elem.isBF16())
    return IntegerType::get(ctx, 16);
  return valueType(elem);
}

int64_t Emitter::bytesOf(Type elem) {
  return (storageType(elem).getIntOrFloatBitWidth() + 7) / 8;
}

/// Moves the insertion point to loop level `level` of the open nest.
void Emitter::at(int level) {
  Level &l = nest->levels[level];
  if (l.anchor)
    b.setInsertionPoint(l.anchor);
  else
    b.setInsertionPointToEnd(l.block);
}

Value Emitter::cst(int64_t v) {
  return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(v));
}

Value Emitter::toI64(Value v) {
  if (v.getType().isInteger(64))
    return v;
  if (v.getType().isIndex())
    return arith::IndexCastOp::create(b, loc, b.getI64Type(), v);
  if (v.getType().getIntOrFloatBitWidth() < 64)
    return arith::ExtSIOp::create(b, loc, b.getI64Type(), v);
  return v;
}

/// A scalar of the source (or a constant) as i64, at the insertion point.
Value Emitter::i64(OpFoldResult v) {
  if (auto attr = dyn_cast<Attribute>(v))
    return cst(cast<IntegerAttr>(attr).getInt());
  return toI64(scalars.lookupOrDefault(cast<Value>(v)));
}

Value Emitter::add(Value a, Value c) {
  if (!a)
    return c;
  if (!c)
    return a;
  return arith::AddIOp::create(b, loc, a, c);
}

Value Emitter::mul(Value a, OpFoldResult s) {
  if (!a)
    return a;
  if (auto attr = dyn_cast<Attribute>(s)) {
    int64_t k = cast<IntegerAttr>(attr).getInt();
    if (k == 1)
      return a;
    if (k == 0)
      return {};
  }
  return arith::MulIOp::create(b, loc, a, i64(s));
}

/// <0, 1, ..., lanes-1> of an integer type.
Value Emitter::iota(Type elem) {
  unsigned width = elem.getIntOrFloatBitWidth();
  SmallVector<APInt> values;
  for (int64_t i = 0; i < nest->lanes; ++i)
    values.push_back(APInt(width, i, false, true));
  auto type = cast<VectorType>(vec(elem));
  return arith::ConstantOp::create(b, loc,
                                   DenseIntElementsAttr::get(type, values));
}

/// The uniform value on every lane, built where the scalar lives.
Value Emitter::splat(Lane l) {
  auto &memo = nest->levels[l.level].splats;
  if (Value known = memo.lookup(l.v))
    return known;
  OpBuilder::InsertionGuard guard(b);
  at(l.level);
  Value v = vector::BroadcastOp::create(b, loc, vec(l.v.getType()), l.v);
  nest->levels[l.level].splats[l.v] = v;
  return v;
}

/// Registers <-> memory representation (i1 as a byte, fp8 and bf16 as their
/// bits).
Value Emitter::castStorage(Value v, Type to) {
  Type from = getElementTypeOrSelf(v.getType());
  if (from == to)
    return v;
  Type target = to;
  if (auto vt = dyn_cast<VectorType>(v.getType()))
    target = vt.clone(to);
  if (from.isInteger(1))
    return arith::ExtUIOp::create(b, loc, target, v);
  if (to.isInteger(1)) {
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(v.getType()));
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, v, zero);
  }
  return arith::BitcastOp::create(b, loc, target, v);
}

/// To a wider (or narrower) type of the same kind, as values.
Lane Emitter::convert(Lane l, Type elem) {
  Type from = getElementTypeOrSelf(l.v.getType());
  Type to = valueType(elem);
  if (from == to)
    return l;
  at(nest->levels.size() - 1);
  Type type = to;
  if (auto vt = dyn_cast<VectorType>(l.v.getType()))
    type = vt.clone(to);
  unsigned a = from.getIntOrFloatBitWidth(), c = to.getIntOrFloatBitWidth();
  l.level = nest->levels.size() - 1;
  if (isa<IntegerType>(from))
    l.v = arith::ExtSIOp::create(b, loc, type, l.v);
  else if (a == 8 || c == 8 || a == c)
    l.v =
        tts::FpConvertOp::create(b, loc, type, l.v, triton::RoundingModeAttr());
  else if (a < c)
    l.v = arith::ExtFOp::create(b, loc, type, l.v);
  else
    l.v = arith::TruncFOp::create(b, loc, type, l.v);
  return l;
}

Value Emitter::allTrue() {
  auto type = cast<VectorType>(vec(b.getI1Type()));
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, true));
}

} // namespace mlir::tts::cpu
