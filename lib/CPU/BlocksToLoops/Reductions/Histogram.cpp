// Histograms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reductions.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../OwnNest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tts::cpu {

LogicalResult Reductions::emitHistogram(triton::HistogramOp op) {
  Buffer bins = allocate(op.getResult().getType());
  int64_t n = bins.shape[0];
  Type binType = bins.elem;
  if (failed(nests().materialize(op.getSrc())) ||
      (op.getMask() && failed(nests().materialize(op.getMask()))))
    return failure();
  OwnNest own(emitter);
  LLVM::MemsetOp::create(
      b, loc, bins.ptr,
      arith::ConstantOp::create(b, loc, b.getI8IntegerAttr(0)),
      cst(n * bytesOf(binType)), false);
  int64_t count = blockType(op.getSrc()).getNumElements();
  auto loop = openLoop(cst(0), cst(count), 1, {});
  Coord c;
  c.v = loop.getInductionVar();
  c.level = 1;
  FailureOr<Lane> v = elements().eval(op.getSrc(), {c});
  FailureOr<Lane> mask = Lane{};
  if (op.getMask())
    mask = elements().eval(op.getMask(), {c});
  if (failed(v) || failed(mask))
    return failure();
  at(1);
  Value bin = v->v;
  if (bin.getType().getIntOrFloatBitWidth() < 64)
    bin = arith::ExtUIOp::create(b, loc, b.getI64Type(), bin);
  Value in =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, bin, cst(n));
  if (mask->v)
    in = arith::AndIOp::create(b, loc, in, mask->v);
  auto ifOp = scf::IfOp::create(b, loc, in, false);
  b.setInsertionPointToStart(ifOp.thenBlock());
  Value p = LLVM::GEPOp::create(b, loc, ptrType(), binType, bins.ptr,
                                ValueRange{bin});
  Value old = LLVM::LoadOp::create(b, loc, binType, p);
  Value one = arith::ConstantOp::create(b, loc, b.getIntegerAttr(binType, 1));
  LLVM::StoreOp::create(b, loc, arith::AddIOp::create(b, loc, old, one), p);
  closeLoop({});
  buffers[op.getResult()] = bins;
  return success();
}

} // namespace mlir::tts::cpu
