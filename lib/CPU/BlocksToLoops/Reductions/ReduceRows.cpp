// Reductions along the lanes, of many rows: each row leaves one register of
// partial results, and as many rows as that has lanes are then folded at once.
// A row alone takes a chain of shuffles that fills a register for one element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// Room for the partial results, if there are rows enough.
void Reductions::allocateRows(triton::ReduceOp op) {
  auto type = blockType(op.getResults().front());
  int64_t width = target.vectorBits / 32;
  if (bandDim(op.getResults().front()) >= 0)
    width = std::min(width, emitter.band->rows);
  if (!type || type.getNumElements() < width)
    return;
  Rows rows;
  for (Value r : op.getResults())
    rows.partials.push_back(allocate(RankedTensorType::get(
        {type.getNumElements(), width}, blockType(r).getElementType())));
  rowPartials[op] = std::move(rows);
}

/// Stores what one row has come to, as a register of partial results.
LogicalResult Reductions::keepRow(triton::ReduceOp op, Rows &rows,
                                  SmallVectorImpl<Value> &accs) {
  auto shape = blockType(op.getResults().front()).getShape();
  rows.width = std::min(nest->lanes, rows.partials.front().shape[1]);
  if (failed(horizontal(op.getCombineOp(), accs, rows.width)))
    return failure();
  Coords coords(nest->coords);
  coords.erase(coords.begin() + op.getAxis());
  Value row;
  int64_t stride = 1;
  for (int d = shape.size() - 1; d >= 0; --d) {
    row = add(row, mul(coords[d].v, b.getI64IntegerAttr(stride)));
    stride *= shape[d];
  }
  for (auto [acc, buf] : llvm::zip(accs, rows.partials)) {
    Type storage = storageType(buf.elem);
    Value ptr = buf.ptr;
    if (row)
      ptr = elementPtr(storage, ptr, row, b.getI64IntegerAttr(rows.width));
    LLVM::StoreOp::create(b, loc, castStorage(acc, storage), ptr,
                          bytesOf(buf.elem));
  }
  return success();
}

LogicalResult Reductions::foldSquare(MutableArrayRef<SmallVector<Value>> lines,
                                     Combine combine) {
  int64_t width = lines.size();
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < width / 2; ++i) {
    low.append({i, width + i});
    high.append({width / 2 + i, width + width / 2 + i});
  }
  for (int64_t half = width / 2; half >= 1; half /= 2) {
    for (int64_t i = 0; i < half; ++i) {
      SmallVector<Value> lo, hi, out;
      for (auto [x, y] : llvm::zip(lines[i], lines[i + half])) {
        lo.push_back(vector::ShuffleOp::create(b, loc, x, y, low));
        hi.push_back(vector::ShuffleOp::create(b, loc, x, y, high));
      }
      if (failed(combine(lo, hi, out)))
        return failure();
      lines[i] = std::move(out);
    }
  }
  return success();
}

/// Folds squares of partial results.
LogicalResult Reductions::foldRows(triton::ReduceOp op) {
  auto it = rowPartials.find(op);
  if (it == rowPartials.end() || !it->second.width)
    return success();
  const Rows &rows = it->second;
  int64_t width = rows.width;
  int64_t count = blockType(op.getResults().front()).getNumElements();
  bool inBand = bandDim(op.getResults().front()) >= 0;
  OpBuilder::InsertionGuard guard(b);
  Value first = loopOver(inBand ? emitter.band->rows : count, width);
  if (inBand) // rows are all that there is
    first = add(emitter.band->first, first);
  SmallVector<SmallVector<Value>> lines(width);
  for (const Buffer &buf : rows.partials) {
    Type storage = storageType(buf.elem);
    auto type = VectorType::get({width}, storage);
    Value ptr = elementPtr(storage, buf.ptr, first, b.getI64IntegerAttr(width));
    for (int64_t i = 0; i < width; ++i) {
      Value p = elementPtr(storage, ptr, cst(i), b.getI64IntegerAttr(width));
      Value v = LLVM::LoadOp::create(b, loc, type, p, bytesOf(buf.elem));
      lines[i].push_back(castStorage(v, valueType(buf.elem)));
    }
  }
  if (failed(foldSquare(
          lines, [&](ValueRange x, ValueRange y, SmallVectorImpl<Value> &out) {
            return combine(op.getCombineOp(), x, y, out);
          })))
    return failure();
  for (auto [result, v] : llvm::zip(op.getResults(), lines.front())) {
    const Buffer &buf = buffers.find(result)->second;
    Type storage = storageType(buf.elem);
    Value p = elementPtr(storage, buf.ptr, first, b.getI64IntegerAttr(1));
    LLVM::StoreOp::create(b, loc, castStorage(v, storage), p,
                          bytesOf(buf.elem));
  }
  rowPartials.erase(it);
  return success();
}

} // namespace mlir::tts::cpu
