// A loop over k blocks that only accumulates one dot (the matmul of the Triton
// tutorials): several k blocks are packed, then multiplied at once, so that
// accumulators stay in registers for longer than one block of k.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Emitter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// k that is packed at once: the packed columns of B that one row of tiles
/// works on stay in the first-level cache.
static constexpr int64_t kPackedK = 128;

/// The dot of a loop that has no other effect than to accumulate it.
triton::DotOp Emitter::dotOfLoop(scf::ForOp op) {
  triton::DotOp dot;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto d = dyn_cast<triton::DotOp>(inner)) {
      if (dot)
        return {};
      dot = d;
      continue;
    }
    if (auto l = dyn_cast<tts::LoadOp>(inner)) {
      if (!blockType(l.getResult()) || l.getIsVolatile())
        return {};
      continue;
    }
    bool scalar =
        !blockType(inner.getNumResults() ? inner.getResult(0)
                                         : Value(op.getInductionVar()));
    if (inner.getNumRegions() || !inner.getNumResults() ||
        !(isLazy(&inner) || isa<tts::MakeBlockOp>(inner) ||
          (scalar && isPure(&inner))))
      return {};
  }
  if (!dot || blockType(dot.getD()).getRank() != 2 || !dot->hasOneUse())
    return {};
  Type acc = blockType(dot.getD()).getElementType();
  if (acc.getIntOrFloatBitWidth() < 32)
    return {};
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  for (auto [arg, value] :
       llvm::zip(op.getRegionIterArgs(), yield.getOperands())) {
    if (!blockType(arg))
      continue;
    // The accumulator is the only carried block, and the dot its only user.
    if (arg != dot.getC() || value != dot.getD() || !arg.hasOneUse())
      return {};
  }
  auto arg = dyn_cast<BlockArgument>(dot.getC());
  if (!arg || arg.getOwner() != op.getBody())
    return {};
  return dot;
}

LogicalResult Emitter::emitDotLoop(scf::ForOp op, triton::DotOp dot) {
  auto at = blockType(dot.getA()), dt = blockType(dot.getD());
  int64_t m = dt.getShape()[0], n = dt.getShape()[1], k = at.getShape()[1];
  Type compute = dt.getElementType();
  int64_t steps = std::max<int64_t>(1, kPackedK / k);

  // Scalars are carried by both loops; the accumulator has storage.
  SmallVector<Value> inits;
  Buffer acc;
  for (Value v : op.getInitArgs()) {
    if (!blockType(v)) {
      inits.push_back(scalars.lookup(v));
      continue;
    }
    acc = allocate(v.getType());
    if (failed(materialize(v, &acc)))
      return failure();
  }
  // A line of padding keeps the rows of A out of each other's cache sets.
  Buffer packedA =
      allocate(RankedTensorType::get({m, steps * k + 16}, compute));
  Buffer packedB = allocate(RankedTensorType::get({steps * k, n}, compute));

  Value lower = toI64(scalars.lookup(op.getLowerBound()));
  Value upper = toI64(scalars.lookup(op.getUpperBound()));
  Value step = toI64(scalars.lookup(op.getStep()));
  Value span = arith::SubIOp::create(b, loc, upper, lower);
  span = arith::MaxSIOp::create(b, loc, span, cst(0));
  span = add(span, arith::SubIOp::create(b, loc, step, cst(1)));
  Value trips = arith::DivUIOp::create(b, loc, span, step);

  auto outer = scf::ForOp::create(b, loc, cst(0), trips, cst(steps), inits);
  OpBuilder::InsertionGuard guard(b);
  auto enter = [&](scf::ForOp loop) {
    if (inits.empty())
      b.setInsertionPoint(loop.getBody()->getTerminator());
    else
      b.setInsertionPointToEnd(loop.getBody());
  };
  enter(outer);
  Value left = arith::SubIOp::create(b, loc, trips, outer.getInductionVar());
  Value count = arith::MinSIOp::create(b, loc, left, cst(steps));
  auto inner =
      scf::ForOp::create(b, loc, cst(0), count, cst(1),
                         SmallVector<Value>(outer.getRegionIterArgs()));
  {
    OpBuilder::InsertionGuard innerGuard(b);
    enter(inner);
    Value t = add(outer.getInductionVar(), inner.getInductionVar());
    Value iv = add(lower, arith::MulIOp::create(b, loc, t, step));
    Type type = op.getInductionVar().getType();
    if (type.isIndex())
      iv = arith::IndexCastOp::create(b, loc, type, iv);
    else if (type != b.getI64Type())
      iv = arith::TruncIOp::create(b, loc, type, iv);
    scalars.map(op.getInductionVar(), iv);
    size_t s = 0;
    for (Value arg : op.getRegionIterArgs())
      if (!blockType(arg))
        scalars.map(arg, inner.getRegionIterArg(s++));
    numberBlock(*op.getBody());
    int64_t top = arenaTop;
    for (Operation &body : op.getBody()->without_terminator()) {
      current = &body;
      loc = body.getLoc();
      if (&body != dot && failed(emitOp(&body)))
        return failure();
    }
    current = dot;
    loc = dot.getLoc();
    Value offset =
        arith::MulIOp::create(b, loc, inner.getInductionVar(), cst(k));
    auto part = [&](Buffer whole, int64_t stride) {
      Value off = mul(offset, b.getI64IntegerAttr(stride));
      whole.ptr = LLVM::GEPOp::create(b, loc, ptrType(), compute, whole.ptr,
                                      ValueRange{off});
      return whole;
    };
    Buffer partA = part(packedA, 1), partB = part(packedB, n);
    if (failed(materialize(dot.getA(), &partA)) ||
        failed(materialize(dot.getB(), &partB)))
      return failure();
    arenaTop = top;
    SmallVector<Value> out;
    for (Value v : op.getBody()->getTerminator()->getOperands())
      if (!blockType(v))
        out.push_back(scalars.lookup(v));
    if (!out.empty())
      scf::YieldOp::create(b, loc, out);
  }
  Value depth = arith::MulIOp::create(b, loc, count, cst(k));
  dotKernel({1, m, n, depth}, rowMajor(packedA), rowMajor(packedB), acc, false);
  if (!inits.empty())
    scf::YieldOp::create(b, loc, inner.getResults());

  size_t s = 0;
  for (Value r : op.getResults()) {
    if (blockType(r))
      buffers[r] = acc;
    else
      scalars.map(r, outer.getResult(s++));
  }
  return success();
}

} // namespace mlir::tts::cpu
