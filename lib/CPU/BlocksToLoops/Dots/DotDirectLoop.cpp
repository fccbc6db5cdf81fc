// A loop over k blocks that only accumulates a dot of few rows. Where k is
// contiguous in the second operand, several blocks of it are taken at once, a
// few columns at a time: memory reads long pieces sooner than short ones.
//
//     for chunk of iterations
//       for iteration of chunk: what the first operand is
//       for a few columns
//         for iteration of chunk: add their products up
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../RegionScope.h"
#include "../Walk/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Bytes of a column that are read at once, and of the rows they meet, which
/// come again with each few columns.
static constexpr int64_t kPiece = 4096, kLeft = 16384;

class Dots::DirectDotLoop : Part {
public:
  DirectDotLoop(Emitter &emitter, scf::ForOp op, triton::DotOp dot)
      : Part(emitter), op(op), dot(dot), product(dots().directProduct(dot)) {}
  LogicalResult emit();

private:
  LogicalResult takeInits();
  int64_t iterationsAtOnce();
  LogicalResult oneByOne();
  LogicalResult inPieces(int64_t steps);

  scf::ForOp open(Value to, int64_t step, ValueRange carried) {
    auto loop = scf::ForOp::create(b, loc, cst(0), to, cst(step),
                                   SmallVector<Value>(carried));
    walk().enterBody(loop);
    return loop;
  }

  scf::ForOp op;
  triton::DotOp dot;
  DirectProduct product;
  SmallVector<Value> inits; // of the scalars that the loop carries
  scf::ForOp loop;          // what becomes of it
};

/// The sums have storage.
LogicalResult Dots::DirectDotLoop::takeInits() {
  for (Value v : op.getInitArgs()) {
    if (!blockType(v)) {
      inits.push_back(scalars.lookup(v));
      continue;
    }
    product.sums = allocate(v.getType());
    if (failed(nests().materialize(v, &product.sums)))
      return failure();
  }
  for (Value r : op.getResults())
    if (blockType(r))
      product.rowEnd = nests().endOfNeeded(r, 0, op);
  return success();
}

/// Iterations whose pieces of a column are read as one; one where columns are
/// not contiguous, or are computed from what would be computed again, or where
/// one piece is long enough.
int64_t Dots::DirectDotLoop::iterationsAtOnce() {
  auto type = blockType(dot.getB());
  Root root;
  root.kind = Root::Multiply;
  root.value = dot.getB();
  root.product = &product;
  current = dot;
  if (nests().vectorDimOf(type.getShape(), {root}) != 0)
    return 1;
  int64_t k = type.getShape()[0];
  int64_t rows = blockType(dot.getD()).getShape()[0];
  int64_t fit = std::min(kPiece / (k * bytesOf(type.getElementType())),
                         kLeft / (rows * k * bytesOf(product.sums.elem)));
  return std::max<int64_t>(fit, 1);
}

/// The loop as it is.
LogicalResult Dots::DirectDotLoop::oneByOne() {
  loop = scf::ForOp::create(b, loc, scalars.lookup(op.getLowerBound()),
                            scalars.lookup(op.getUpperBound()),
                            scalars.lookup(op.getStep()), inits);
  OpBuilder::InsertionGuard guard(b);
  RegionScope scope(emitter);
  walk().enterBody(loop);
  scalars.map(op.getInductionVar(), loop.getInductionVar());
  walk().mapCarriedScalars(op, loop.getRegionIterArgs());
  if (failed(dots().emitAllBut(dot)) ||
      failed(nests().materialize(dot.getA(), &product.left)) ||
      failed(dots().multiplyDirectly(dot, product)))
    return failure();
  walk().yieldScalars(op);
  return success();
}

LogicalResult Dots::DirectDotLoop::inPieces(int64_t steps) {
  auto result = blockType(dot.getD());
  int64_t rows = result.getShape()[0], n = result.getShape()[1];
  int64_t k = blockType(dot.getA()).getShape()[1];
  Type elem = product.pairs ? product.elem : product.left.elem;
  Buffer all = allocate(RankedTensorType::get({steps, rows, k}, elem));
  Iterations iterations = dots().iterationsOf(op);
  OpBuilder::InsertionGuard guard(b);
  loop = open(iterations.trips, steps, inits);
  Value done = loop.getInductionVar();
  Value count = arith::MinSIOp::create(
      b, loc, arith::SubIOp::create(b, loc, iterations.trips, done),
      cst(steps));
  // Each of the chunk's iterations, once for the rows and for each few columns.
  auto openStep = [&]() {
    scf::ForOp step = open(count, 1, loop.getRegionIterArgs());
    Value at = step.getInductionVar();
    product.left = {elementPtr(elem, all.ptr, at, rows * k), elem, {rows, k}};
    dots().enterIteration(op, iterations, add(done, at),
                          step.getRegionIterArgs());
    return step;
  };
  scf::ForOp first;
  {
    OpBuilder::InsertionGuard inner(b);
    RegionScope scope(emitter);
    first = openStep();
    if (failed(dots().emitAllBut(dot)) ||
        failed(nests().materialize(dot.getA(), &product.left)))
      return failure();
    walk().yieldScalars(op);
  }
  {
    OpBuilder::InsertionGuard inner(b);
    RegionScope scope(emitter);
    product.firstColumn =
        open(cst(n), dots().directColumns(rows, n), {}).getInductionVar();
    openStep();
    if (failed(dots().emitAllBut(dot)) ||
        failed(dots().multiplyDirectly(dot, product)))
      return failure();
    walk().yieldScalars(op);
  }
  if (!inits.empty())
    scf::YieldOp::create(b, loc, first.getResults());
  return success();
}

LogicalResult Dots::DirectDotLoop::emit() {
  if (failed(takeInits()))
    return failure();
  Operation *before = cst(0).getDefiningOp();
  int64_t top = arenaTop;
  plan().numberBlock(*op.getBody());
  int64_t steps = iterationsAtOnce();
  if (failed(steps > 1 ? inPieces(steps) : oneByOne()))
    return failure();
  arenaTop = top;
  if (product.alongK) {
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(before);
      dots().clear(product.partials);
    }
    dots().foldPartials(product);
  }
  walk().mapResults(op, product.sums, loop.getResults());
  return success();
}

LogicalResult Dots::emitDirectDotLoop(scf::ForOp op, triton::DotOp dot) {
  return DirectDotLoop(emitter, op, dot).emit();
}

} // namespace mlir::tts::cpu
