// A loop over k blocks that only accumulates a dot of few rows. Where k is
// contiguous in the second operand, several blocks of it are taken at once, a
// few columns at a time: memory reads long pieces sooner than short ones.
//
//     for chunk of iterations
//       for iteration of chunk: what the first operand is
//       for a few columns
//         for iteration of chunk: add their products up
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Bytes of a column that are read at once, and of the rows they meet, which
/// come again with each few columns.
static constexpr int64_t kPiece = 4096, kLeft = 16384;

class Emitter::DirectDotLoop {
public:
  DirectDotLoop(Emitter &e, scf::ForOp op, triton::DotOp dot)
      : e(e), b(e.b), op(op), dot(dot), product(e.directProduct(dot)) {}
  LogicalResult emit();

private:
  LogicalResult takeInits();
  int64_t iterationsAtOnce();
  LogicalResult oneByOne();
  LogicalResult inPieces(int64_t steps);

  scf::ForOp open(Value to, int64_t step, ValueRange carried) {
    auto loop = scf::ForOp::create(b, e.loc, e.cst(0), to, e.cst(step),
                                   SmallVector<Value>(carried));
    e.enterBody(loop);
    return loop;
  }

  Emitter &e;
  OpBuilder &b;
  scf::ForOp op;
  triton::DotOp dot;
  DirectProduct product;
  SmallVector<Value> inits; // of the scalars that the loop carries
  scf::ForOp loop;          // what becomes of it
};

/// The sums have storage.
LogicalResult Emitter::DirectDotLoop::takeInits() {
  for (Value v : op.getInitArgs()) {
    if (!blockType(v)) {
      inits.push_back(e.scalars.lookup(v));
      continue;
    }
    product.sums = e.allocate(v.getType());
    if (failed(e.materialize(v, &product.sums)))
      return failure();
  }
  for (Value r : op.getResults())
    if (blockType(r))
      product.rowEnd = e.endOfDim(e.placeOfResult(r, op), 0);
  return success();
}

/// Iterations whose pieces of a column are read as one; one where columns are
/// not contiguous, or are computed from what would be computed again, or where
/// one piece is long enough.
int64_t Emitter::DirectDotLoop::iterationsAtOnce() {
  auto type = blockType(dot.getB());
  Root root;
  root.kind = Root::Multiply;
  root.value = dot.getB();
  root.product = &product;
  e.current = dot;
  if (e.vectorDimOf(type.getShape(), {root}) != 0)
    return 1;
  int64_t k = type.getShape()[0];
  int64_t rows = blockType(dot.getD()).getShape()[0];
  int64_t fit = std::min(kPiece / (k * bytesOf(type.getElementType())),
                         kLeft / (rows * k * bytesOf(product.sums.elem)));
  return std::max<int64_t>(fit, 1);
}

/// The loop as it is.
LogicalResult Emitter::DirectDotLoop::oneByOne() {
  loop = scf::ForOp::create(b, e.loc, e.scalars.lookup(op.getLowerBound()),
                            e.scalars.lookup(op.getUpperBound()),
                            e.scalars.lookup(op.getStep()), inits);
  OpBuilder::InsertionGuard guard(b);
  RegionScope scope(e);
  e.enterBody(loop);
  e.scalars.map(op.getInductionVar(), loop.getInductionVar());
  e.mapCarriedScalars(op, loop.getRegionIterArgs());
  if (failed(e.emitAllBut(dot)) ||
      failed(e.materialize(dot.getA(), &product.left)) ||
      failed(e.multiplyDirectly(dot, product)))
    return failure();
  e.yieldScalars(op);
  return success();
}

LogicalResult Emitter::DirectDotLoop::inPieces(int64_t steps) {
  auto result = blockType(dot.getD());
  int64_t rows = result.getShape()[0], n = result.getShape()[1];
  int64_t k = blockType(dot.getA()).getShape()[1];
  Type elem = product.pairs ? product.elem : product.left.elem;
  Buffer all = e.allocate(RankedTensorType::get({steps, rows, k}, elem));
  Iterations iterations = e.iterationsOf(op);
  OpBuilder::InsertionGuard guard(b);
  loop = open(iterations.trips, steps, inits);
  Value done = loop.getInductionVar();
  Value count = arith::MinSIOp::create(
      b, e.loc, arith::SubIOp::create(b, e.loc, iterations.trips, done),
      e.cst(steps));
  // Each of the chunk's iterations, once for the rows and for each few columns.
  auto openStep = [&]() {
    scf::ForOp step = open(count, 1, loop.getRegionIterArgs());
    Value at = step.getInductionVar();
    product.left = {e.elementPtr(elem, all.ptr, at, rows * k), elem, {rows, k}};
    e.enterIteration(op, iterations, e.add(done, at), step.getRegionIterArgs());
    return step;
  };
  scf::ForOp first;
  {
    OpBuilder::InsertionGuard inner(b);
    RegionScope scope(e);
    first = openStep();
    if (failed(e.emitAllBut(dot)) ||
        failed(e.materialize(dot.getA(), &product.left)))
      return failure();
    e.yieldScalars(op);
  }
  {
    OpBuilder::InsertionGuard inner(b);
    RegionScope scope(e);
    product.firstColumn =
        open(e.cst(n), e.directColumns(rows, n), {}).getInductionVar();
    openStep();
    if (failed(e.emitAllBut(dot)) || failed(e.multiplyDirectly(dot, product)))
      return failure();
    e.yieldScalars(op);
  }
  if (!inits.empty())
    scf::YieldOp::create(b, e.loc, first.getResults());
  return success();
}

LogicalResult Emitter::DirectDotLoop::emit() {
  if (failed(takeInits()))
    return failure();
  Operation *before = e.cst(0).getDefiningOp();
  int64_t top = e.arenaTop;
  e.numberBlock(*op.getBody());
  int64_t steps = iterationsAtOnce();
  if (failed(steps > 1 ? inPieces(steps) : oneByOne()))
    return failure();
  e.arenaTop = top;
  if (product.alongK) {
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(before);
      e.clear(product.partials);
    }
    e.foldPartials(product);
  }
  e.mapResults(op, product.sums, loop.getResults());
  return success();
}

LogicalResult Emitter::emitDirectDotLoop(scf::ForOp op, triton::DotOp dot) {
  return DirectDotLoop(*this, op, dot).emit();
}

} // namespace mlir::tts::cpu
