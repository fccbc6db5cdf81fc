// The value of a lazy block at given coordinates of the open nest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Elements.h"

#include "../Nests/Coordinates.h"
#include "../Programs/Programs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/ScopeExit.h"

namespace mlir::tts::cpu {

FailureOr<Lane> Elements::eval(Value v, const Coords &coords) {
  if (nest->run)
    if (auto begin = atRunBegin(nest->run->constant, v, coords))
      return eval(v, *begin);
  int level = levelOf(coords);
  for (int l = level; l >= 0; --l)
    for (auto &[known, lane] : nest->levels[l].memo[v])
      if (known == coords)
        return lane;
  OpBuilder::InsertionGuard guard(b);
  FailureOr<Lane> r = evalOp(v, coords);
  if (failed(r))
    return failure();
  nest->levels[std::max(level, r->level)].memo[v].push_back({coords, *r});
  return r;
}

FailureOr<Lane> Elements::readBuffer(const Buffer &buf, const Coords &coords) {
  OpBuilder::InsertionGuard guard(b);
  Address a;
  a.ptr = {buf.ptr, 0};
  int64_t stride = 1;
  SmallVector<int64_t> strides(coords.size());
  for (int d = coords.size() - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= buf.shape[d];
  }
  Type storage = storageType(buf.elem);
  Value lanesOff;
  int level = levelOf(coords);
  Terms terms;
  for (auto [d, c] : llvm::enumerate(coords)) {
    if (c.kind != Coord::Vector && c.v) {
      at(c.level);
      terms.add(c.level, mul(c.v, b.getIndexAttr(strides[d])));
    }
    if (c.kind == Coord::Scalar)
      continue;
    if (c.kind == Coord::Lanes && strides[d] == 1) {
      a.contiguous = true;
      continue;
    }
    at(level);
    Value idx = c.kind == Coord::Vector ? c.v : iota(b.getI64Type());
    Value k = splat({cst(strides[d]), level});
    at(level);
    lanesOff = add(lanesOff, arith::MulIOp::create(b, loc, idx, k));
  }
  for (auto &[l, t] : terms) {
    at(l);
    a.ptr = {
        LLVM::GEPOp::create(b, loc, ptrType(), storage, a.ptr.v, ValueRange{t}),
        l};
  }
  at(level);
  if (lanesOff && a.contiguous)
    lanesOff = add(lanesOff, iota(b.getI64Type()));
  if (lanesOff)
    a.contiguous = false;
  a.offsets = {lanesOff, level};
  return Lane{loadFrom(buf.elem, a, {}, {}), level};
}

void Elements::writeBuffer(const Buffer &buf, const Coords &coords,
                           Lane value) {
  OpBuilder::InsertionGuard guard(b);
  int level = nest->levels.size() - 1;
  at(level);
  Type storage = storageType(buf.elem);
  bool lanes = false, strided = false;
  Value ptr = buf.ptr, offs;
  int64_t stride = 1;
  for (int d = coords.size() - 1; d >= 0; --d) {
    const Coord &c = coords[d];
    if (c.v)
      ptr = LLVM::GEPOp::create(b, loc, ptrType(), storage, ptr,
                                ValueRange{mul(c.v, b.getIndexAttr(stride))});
    if (c.kind == Coord::Lanes) {
      lanes = true;
      if (stride != 1) {
        strided = true;
        Value k = splat({cst(stride), level});
        at(level);
        offs = arith::MulIOp::create(b, loc, iota(b.getI64Type()), k);
      }
    }
    stride *= buf.shape[d];
  }
  Address a;
  a.ptr = {ptr, level};
  a.contiguous = lanes && !strided;
  a.offsets = {offs, level};
  Value v = value.v;
  if (lanes)
    v = asVector(value);
  Value mask = lanes ? lanesOfRun().v : Value();
  inTurn([this, v, elem = buf.elem, a, mask, level] {
    OpBuilder::InsertionGuard guard(b);
    at(level);
    storeTo(v, elem, a, mask);
  });
}

/// An operation on elements, once its operands are evaluated.
FailureOr<Lane> Elements::evalElementwise(Operation *op, const Coords &coords) {
  SmallVector<Lane> lanes;
  bool anyVector = false;
  int level = 0;
  for (Value operand : op->getOperands()) {
    FailureOr<Lane> e =
        blockType(operand) ? eval(operand, coords) : eval(operand, {});
    if (failed(e))
      return failure();
    lanes.push_back(*e);
    anyVector |= isa<VectorType>(e->v.getType());
    level = std::max(level, e->level);
  }
  SmallVector<Value> operands;
  // A condition, too: LLVM makes a branch of a choice between vectors by one.
  for (const Lane &l : lanes)
    operands.push_back(anyVector ? asVector(l) : l.v);
  at(level);
  FailureOr<Value> r =
      elementwise(op, operands, anyVector ? nest->lanes : 0, true);
  if (failed(r))
    return failure();
  return Lane{*r, level};
}

FailureOr<Lane> Elements::evalOp(Value v, const Coords &coords) {
  if (auto it = buffers.find(v); it != buffers.end())
    return readBuffer(it->second, coords);
  if (const Table *table = programs().tableFor(v, coords))
    return programs().readTable(*table, coords);
  if (!blockType(v)) {
    Value s = scalars.lookup(v);
    at(0);
    if (isa<LLVM::LLVMPointerType>(s.getType()))
      s = LLVM::PtrToIntOp::create(b, loc, b.getI64Type(), s);
    return Lane{s, 0};
  }
  Operation *op = v.getDefiningOp();
  if (!op)
    return emitError(v.getLoc(), "block argument without storage");
  auto outer = loc;
  loc = op->getLoc();
  llvm::scope_exit restore([&] { loc = outer; });

  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return evalConstant(constant);
  if (auto splat = dyn_cast<triton::SplatOp>(op))
    return evalSplat(splat, coords);
  if (auto range = dyn_cast<triton::MakeRangeOp>(op))
    return evalRange(range, coords.front());
  if (movesDims(op))
    return eval(op->getOperand(0), sourceCoords(op, coords));
  if (auto r = dyn_cast<triton::ReshapeOp>(op))
    return evalReshape(r, coords);
  if (isa<triton::SplitOp>(op))
    return evalSplit(cast<OpResult>(v), coords);
  if (auto join = dyn_cast<triton::JoinOp>(op))
    return evalJoin(join, coords);
  if (auto gather = dyn_cast<triton::GatherOp>(op))
    return evalGather(gather, coords);
  if (auto l = dyn_cast<tts::LoadOp>(op))
    return load(l, coords);
  if (nest->holds(op))
    return evalTrue(coords);
  if (!isElementwise(op))
    return op->emitOpError("cannot be evaluated by the CPU backend");
  if (nest->run)
    if (auto begin = atRunBegin(nest->run->growing, v, coords,
                                /*firstLaneOnly=*/true))
      return evalGrowing(v, *begin);
  if (const Quotient *q = knownQuotient(op, coords))
    return evalStraight(*q);
  if (std::optional<int64_t> bit = testedBit(op);
      bit && coords.front().kind == Coord::Lanes && nest->exchanges &&
      !nest->shifted)
    return evalTestedBit(*bit, coords.front());
  return evalElementwise(op, coords);
}

} // namespace mlir::tts::cpu
