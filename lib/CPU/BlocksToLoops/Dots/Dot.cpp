// tt.dot: its operands, and storage to accumulate in.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../Walk/Walk.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

/// Does evaluating `v` read this storage at most element by element?
bool Dots::readsInPlace(Value v, Value storage) {
  Nest probe = nests().reachedBy(v);
  for (const Reached &reached : probe.reached) {
    auto it = buffers.find(reached.v);
    if (it == buffers.end() || it->second.ptr != storage)
      continue;
    if (it->second.shape != ArrayRef<int64_t>(probe.shape))
      return false;
    for (auto [i, d] : llvm::enumerate(reached.dims))
      if (d != static_cast<int>(i) && it->second.shape[i] != 1)
        return false;
  }
  return true;
}

/// May a dot with the accumulator `c` write its result to `storage`, which a
/// loop carries? Nothing that is needed later may be there, nor be read from
/// there.
bool Dots::isFreeAfter(Value c, const Buffer &storage) {
  llvm::SmallDenseSet<Value, 8> through;
  if (buffers.count(c) || plan().neededUntil(c, {}) < 0)
    through.insert(c);
  // Also what has taken the place of the carried block; but the loop's own
  // result is what it holds in the end.
  for (auto &[tenant, place] : buffers) {
    if (place.ptr != storage.ptr ||
        !tenant.getParentBlock()->findAncestorOpInBlock(*current))
      continue;
    Operation *loop = tenant.getDefiningOp();
    if (!(loop && loop->isProperAncestor(current)) &&
        plan().neededUntil(tenant, through) >= 0)
      return false;
  }
  return readsInPlace(c, storage.ptr);
}

/// Storage that holds the accumulator and will hold the result; never one of
/// `operands`, which the kernel still reads when it stores the first results.
FailureOr<Buffer> Dots::dotAccumulator(triton::DotOp op,
                                       ArrayRef<Value> operands, bool &zero) {
  Value c = op.getC(), d = op.getD();
  std::optional<Buffer> hinted;
  if (auto it = plan().destHint.find(d); it != plan().destHint.end())
    if (const Buffer &storage = it->second;
        !llvm::is_contained(operands, storage.ptr) && isFreeAfter(c, storage))
      hinted = storage;
  zero = isZeroBlock(c);
  if (zero)
    return hinted ? *hinted : allocate(d.getType());
  if (std::optional<Buffer> storage = walk().storageLastNeededBy(op, c))
    if (!llvm::is_contained(operands, storage->ptr))
      return *storage;
  Buffer dest = hinted ? *hinted : allocate(d.getType());
  if (failed(nests().materialize(c, &dest)))
    return failure();
  return dest;
}

/// Zeros where a dot that starts from zero leaves something out: what follows
/// computes with all elements, and some bits make that slow.
void Dots::clearLeftOut(const DotShape &shape, const Buffer &result) {
  Value leftOut;
  for (auto [end, all] : {std::pair(shape.rowEnd, shape.m),
                          std::pair(shape.columnEnd, shape.n)}) {
    if (!end)
      continue;
    Value less =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, end, cst(all));
    leftOut = leftOut ? arith::OrIOp::create(b, loc, leftOut, less).getResult()
                      : less;
  }
  if (!leftOut)
    return;
  auto ifOp = scf::IfOp::create(b, loc, leftOut, false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(ifOp.thenBlock()->getTerminator());
  clear(result);
}

void Dots::dotKernel(const DotTask &task) {
  OpBuilder::InsertionGuard guard(b);
  if (task.unit.kind == DotUnit::Tiles)
    amxDot(task);
  else
    vectorDot(task);
}

LogicalResult Dots::emitDot(triton::DotOp op) {
  if (op->hasAttr(kFewRowsAttr))
    return emitDirectDot(op);
  auto at = blockType(op.getA()), dt = blockType(op.getD());
  Type acc = dt.getElementType();
  int rank = dt.getRank();
  int64_t m = dt.getShape()[rank - 2], n = dt.getShape()[rank - 1];
  DotUnit unit = dotUnit(op);
  bool fma = unit.kind == DotUnit::Fma;
  bool narrow = isa<FloatType>(acc) && acc.getIntOrFloatBitWidth() < 32;
  FailureOr<Matrix> a = matrixOf(op.getA(), unit.elem, !fma, false);
  if (failed(a))
    return failure();
  FailureOr<Matrix> bm = columnsOf(unit, op.getB(), m);
  if (failed(bm))
    return failure();
  bool zero = false;
  FailureOr<Buffer> dest;
  if (narrow) {
    Buffer wide = allocate(dt.clone(b.getF32Type()));
    if (failed(nests().materialize(op.getC(), &wide)))
      return failure();
    dest = wide;
  } else {
    dest = dotAccumulator(op, {a->ptr, bm->ptr}, zero);
  }
  if (failed(dest))
    return failure();
  a->kEnd = endOfK(op);
  DotShape shape{rank == 3 ? dt.getShape()[0] : 1, m, n,
                 at.getShape()[rank - 1], Value()};
  shape.rowEnd = nests().endOfNeeded(op.getD(), rank - 2, op);
  shape.columnEnd = nests().endOfNeeded(op.getD(), rank - 1, op);
  if (zero)
    clearLeftOut(shape, *dest);
  auto rows = [&](Value) { return *a; };
  dotKernel({unit, shape, rows, *bm, *dest, zero});
  if (narrow) {
    Buffer rounded = allocate(dt);
    buffers[op.getD()] = *dest;
    if (failed(nests().materialize(op.getD(), &rounded)))
      return failure();
    dest = rounded;
  }
  buffers[op.getD()] = *dest;
  return success();
}

} // namespace mlir::tts::cpu
