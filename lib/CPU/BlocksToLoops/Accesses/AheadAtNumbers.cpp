// Rows whose numbers a loop loads are asked for some iterations ahead.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NextSlice.h"

#include "Accesses.h"

#include "../Programs/Programs.h"
#include "../Walk/Walk.h"
#include "triton-shared/CPU/Analysis/GridOrder.h"

namespace mlir::tts::cpu {

/// Rows whose numbers are loaded are asked for so many iterations ahead, from
/// two lines on. Sums of 20 rows of 512 bytes at random places of 512 MiB take
/// three quarters of the time, and as long as before where rows are near.
static constexpr int64_t kNumbersAhead = 6;

static bool writes(Operation *op) {
  return isa<tts::StoreOp, tts::AtomicRMWOp, tts::AtomicCASOp>(op);
}

LogicalResult Accesses::lookAheadAtNumbers() {
  auto loop =
      dyn_cast_or_null<scf::ForOp>(current ? current->getParentOp() : nullptr);
  if (!loop || loop.getUnsignedCmp() || isOrdered(src) || nest->vecDim < 0 ||
      nest->shape[nest->vecDim] != ShapedType::getNumElements(nest->shape))
    return success();
  for (const Reached &r : nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    auto block = load && !buffers.count(r.v) ? accessOf(load) : nullptr;
    if (!block || block.getGather() || block.hasTensorBase() ||
        !block.getWrapDims().empty() ||
        block.getMixedStrides().size() != nest->shape.size() ||
        getConstantIntValue(block.getMixedStrides()[nest->vecDim]) != 1)
      continue;
    Type elem = storageType(
        cast<tts::BlockType>(block.getResult().getType()).getElementType());
    int64_t bytes = nest->shape[nest->vecDim] * bytesOf(elem);
    NextSlice slice(loop, programs().changingAxis(), /*loads=*/true);
    if (bytes < 2 * kLineBytes || bytes > kPieceBytes ||
        !slice.add(block.getBase()) || !slice.add(block.getOffset()) ||
        !slice.changesByLoads() ||
        (slice.believesLoads() && anyInside(loop, writes)))
      continue;
    OpBuilder::InsertionGuard guard(b);
    Value step = toI64(scalars.lookup(loop.getStep()));
    Value next = add(toI64(scalars.lookup(loop.getInductionVar())),
                     mul(step, b.getI64IntegerAttr(kNumbersAhead)));
    Value more =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, next,
                              toI64(scalars.lookup(loop.getUpperBound())));
    auto ifOp = scf::IfOp::create(b, loc, more, false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    OtherScalars others(scalars);
    others.goOn(b, loc, slice, loop, kNumbersAhead);
    for (Operation *op : slice.ops) {
      others.computesAnew(op);
      if (failed(isa<tts::LoadOp>(op) ? walk().emitScalarAccess(op)
                                      : walk().emitScalar(op)))
        return failure();
    }
    Value row = LLVM::GEPOp::create(
        b, loc, ptrType(), elem, scalars.lookup(block.getBase()),
        ValueRange{i64(OpFoldResult(block.getOffset()))});
    for (int64_t byte = 0; byte < bytes; byte += kLineBytes) {
      Value line = LLVM::GEPOp::create(b, loc, ptrType(), b.getI8Type(), row,
                                       ArrayRef<LLVM::GEPArg>{int32_t(byte)});
      LLVM::Prefetch::create(b, loc, line, /*rw=*/0, /*hint=*/3, 1);
    }
  }
  return success();
}

} // namespace mlir::tts::cpu
