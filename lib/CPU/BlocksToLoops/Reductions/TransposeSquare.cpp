// Squares of elements that are transposed in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TransposeSquare.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

/// One half of the elements of `a` and `c` in turns.
static Value interleaveHalf(OpBuilder &b, Location loc, Value a, Value c,
                            bool high) {
  int64_t n = cast<VectorType>(a.getType()).getNumElements();
  SmallVector<int64_t> order;
  for (int64_t i = 0; i < n / 2; ++i)
    order.append({i + high * n / 2, n + i + high * n / 2});
  return vector::ShuffleOp::create(b, loc, a, c, order);
}

void transposeSquare(OpBuilder &b, Location loc, SmallVectorImpl<Value> &rows) {
  size_t n = rows.size();
  for (size_t round = 1; round < n; round *= 2) {
    SmallVector<Value> next;
    for (size_t i = 0; i < n / 2; ++i)
      for (bool high : {false, true})
        next.push_back(interleaveHalf(b, loc, rows[i], rows[i + n / 2], high));
    rows.assign(next.begin(), next.end());
  }
}

} // namespace mlir::tts::cpu
