// Small building helpers of all parts: constants, index arithmetic, splats,
// element types, storage.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Part.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

Type Part::valueType(Type elem) {
  if (isa<triton::PointerType>(elem))
    return IntegerType::get(elem.getContext(), 64);
  return elem;
}

Type Part::storageType(Type elem) {
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

int64_t Part::bytesOf(Type elem) {
  return (storageType(elem).getIntOrFloatBitWidth() + 7) / 8;
}

void Part::at(int level) {
  Level &l = nest->levels[level];
  if (l.anchor)
    b.setInsertionPoint(l.anchor);
  else
    b.setInsertionPointToEnd(l.block);
}

Value Part::cst(int64_t v) {
  return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(v));
}

Value Part::toI64(Value v) {
  if (v.getType().isInteger(64))
    return v;
  if (v.getType().isIndex())
    return arith::IndexCastOp::create(b, loc, b.getI64Type(), v);
  if (v.getType().getIntOrFloatBitWidth() < 64)
    return arith::ExtSIOp::create(b, loc, b.getI64Type(), v);
  return v;
}

Value Part::i64(OpFoldResult v) {
  if (auto constant = getConstantIntValue(v))
    return cst(*constant);
  return toI64(scalars.lookupOrDefault(cast<Value>(v)));
}

Value Part::add(Value a, Value c) {
  if (!a)
    return c;
  if (!c)
    return a;
  return arith::AddIOp::create(b, loc, a, c);
}

Value Part::allOf(ArrayRef<Value> conditions) {
  Value all;
  for (Value holds : conditions)
    all = all ? arith::AndIOp::create(b, loc, all, holds).getResult() : holds;
  return all;
}

Value Part::mul(Value a, OpFoldResult s) {
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

Value Part::iota(Type elem) {
  unsigned width = elem.getIntOrFloatBitWidth();
  SmallVector<APInt> values;
  for (int64_t i = 0; i < nest->lanes; ++i)
    values.push_back(APInt(width, i, false, true));
  auto type = cast<VectorType>(vec(elem));
  return arith::ConstantOp::create(b, loc,
                                   DenseIntElementsAttr::get(type, values));
}

Value Part::splat(Lane l) {
  auto &memo = nest->levels[l.level].splats;
  if (Value known = memo.lookup(l.v))
    return known;
  OpBuilder::InsertionGuard guard(b);
  at(l.level);
  Value v = vector::BroadcastOp::create(b, loc, vec(l.v.getType()), l.v);
  nest->levels[l.level].splats[l.v] = v;
  return v;
}

Value Part::castStorage(Value v, Type to) {
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

Lane Part::convert(Lane l, Type elem) {
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

Value Part::allTrue() {
  auto type = cast<VectorType>(vec(b.getI1Type()));
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, true));
}

scf::ForOp Part::openLoop(Value lb, Value ub, int64_t step, ValueRange inits) {
  Level &outer = nest->levels.back();
  at(nest->levels.size() - 1);
  auto loop = scf::ForOp::create(b, loc, lb, ub, cst(step), inits);
  nest->anchors.push_back(outer.anchor);
  outer.anchor = loop;
  Level inner;
  inner.block = loop.getBody();
  inner.anchor = inits.empty() ? loop.getBody()->getTerminator() : nullptr;
  nest->levels.push_back(std::move(inner));
  return loop;
}

void Part::closeLoop(ValueRange yields) {
  if (!yields.empty()) {
    at(nest->levels.size() - 1);
    scf::YieldOp::create(b, loc, yields);
  }
  nest->levels.pop_back();
  nest->levels.back().anchor = nest->anchors.pop_back_val();
  at(nest->levels.size() - 1);
}

LogicalResult Part::carryLoop(Coord &coord, Value from, Value to, int64_t step,
                              SmallVectorImpl<Value> &accs, StepBody body) {
  auto loop = openLoop(from, to, step, accs);
  coord.v = loop.getInductionVar();
  coord.level = nest->levels.size() - 1;
  SmallVector<Value> inner(loop.getRegionIterArgs());
  if (failed(body(inner)))
    return failure();
  closeLoop(inner);
  accs.assign(loop.getResults().begin(), loop.getResults().end());
  return success();
}

void Part::openBase() {
  Level base;
  base.block = b.getInsertionBlock();
  base.anchor = b.getInsertionPoint() == base.block->end()
                    ? nullptr
                    : &*b.getInsertionPoint();
  nest->levels.push_back(std::move(base));
}

Value Part::loopOver(int64_t extent, int64_t step, Value end) {
  if (extent == step && !end)
    return cst(0);
  Value upper = cst(extent);
  if (end)
    upper = arith::MinSIOp::create(b, loc, upper, end);
  auto loop = scf::ForOp::create(b, loc, cst(0), upper, cst(step));
  b.setInsertionPoint(loop.getBody()->getTerminator());
  return loop.getInductionVar();
}

Buffer Part::allocate(Type type) {
  auto t = cast<RankedTensorType>(type);
  int64_t bytes = t.getNumElements() * bytesOf(t.getElementType());
  Buffer buf;
  buf.elem = t.getElementType();
  buf.shape.assign(t.getShape().begin(), t.getShape().end());
  LLVM::GEPArg place = llvm::isInt<LLVM::kGEPConstantBitWidth>(arenaTop)
                           ? LLVM::GEPArg(int32_t(arenaTop))
                           : LLVM::GEPArg(cst(arenaTop));
  buf.ptr = LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), arenaPtr,
                                ArrayRef<LLVM::GEPArg>{place});
  arenaTop += llvm::alignTo(bytes, 64);
  arenaPeak = std::max(arenaPeak, arenaTop);
  return buf;
}

Value Part::elementPtr(Type elem, Value ptr, Value index, OpFoldResult stride) {
  std::optional<int64_t> s = getConstantIntValue(stride);
  if (std::optional<int64_t> i = getConstantIntValue(index); i && s) {
    int64_t offset = *i * *s;
    if (offset == 0)
      return ptr;
    if (llvm::isInt<LLVM::kGEPConstantBitWidth>(offset))
      return LLVM::GEPOp::create(b, loc, ptrType(), elem, ptr,
                                 ArrayRef<LLVM::GEPArg>{int32_t(offset)});
  }
  Value offset = index;
  if (s != 1)
    offset =
        arith::MulIOp::create(b, loc, index, s ? cst(*s) : cast<Value>(stride));
  return LLVM::GEPOp::create(b, loc, ptrType(), elem, ptr, ValueRange{offset});
}

Value Part::elementPtr(Type elem, Value ptr, Value index, int64_t stride) {
  return elementPtr(elem, ptr, index, b.getI64IntegerAttr(stride));
}

Value Part::globalString(Location l, StringRef text) {
  auto module = src->getParentOfType<ModuleOp>();
  return addressOfText(b, l, module, "tts_data_", text);
}

LLVM::CallOp Part::callRuntime(RuntimeFunction function, ValueRange operands) {
  return tts::callRuntime(b, loc, src->getParentOfType<ModuleOp>(), function,
                          operands);
}

} // namespace mlir::tts::cpu
