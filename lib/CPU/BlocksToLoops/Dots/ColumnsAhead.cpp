// Columns of a second operand that are contiguous along k, in the next
// iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ColumnsAhead.h"

#include "../Accesses/Accesses.h"
#include "../Elements/Elements.h"
#include "../Nests/Nests.h"

namespace mlir::tts::cpu {

void ColumnsAhead::find() {
  auto loop = current->getParentOfType<scf::ForOp>();
  if (!loop)
    return;
  at(nest->levels.size() - 1);
  for (const Reached &r : nest->reached) {
    auto load = r.v.getDefiningOp<tts::LoadOp>();
    if (!load || buffers.count(r.v))
      continue;
    auto block = accessOf(load);
    auto along = llvm::find(r.dims, kDim());
    if (block.getGather() || blockType(block.getBase()) ||
        along == r.dims.end() || block.isWrapped(along - r.dims.begin()) ||
        getConstantIntValue(block.getMixedStrides()[along - r.dims.begin()]) !=
            1)
      continue;
    if (Value bytes = accesses().bytesToNext(block, loop))
      ahead.push_back({&r, bytes});
  }
}

LogicalResult ColumnsAhead::fetch(ArrayRef<Coord> columns) {
  if (ahead.empty())
    return success();
  Coord &k = nest->coords[kDim()], &column = nest->coords[kDim() + 1];
  Coord ownK = k, ownColumn = column;
  k = Coord();
  for (auto [r, bytes] : ahead) {
    auto block = accessOf(r->v.getDefiningOp());
    Type elem =
        cast<tts::BlockType>(block.getResult().getType()).getElementType();
    for (const Coord &each : columns) {
      column = each;
      FailureOr<Address> a = elements().address(block, nests().coordsOf(*r));
      if (failed(a))
        return failure();
      at(nest->levels.size() - 1);
      auto inBytes = [&](Value first, Value offset) {
        return elementPtr(b.getI8Type(), first, offset, b.getI64IntegerAttr(1));
      };
      Value first = inBytes(a->ptr.v, bytes);
      int64_t end = nest->shape[kDim()] * bytesOf(elem);
      for (int64_t i = 0; i < end; i += kLineBytes)
        LLVM::Prefetch::create(b, loc, inBytes(first, cst(i)), /*rw=*/0,
                               /*hint=*/3, /*cache=*/1);
    }
  }
  k = ownK;
  column = ownColumn;
  return success();
}

} // namespace mlir::tts::cpu
