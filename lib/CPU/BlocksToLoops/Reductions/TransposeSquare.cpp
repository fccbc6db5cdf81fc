// Squares of elements that are transposed in registers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TransposeSquare.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

namespace {

/// x86's registers are made of segments of so many bits, within which elements
/// change places in one instruction; to cross them as well takes two.
constexpr int64_t kSegmentBits = 128;

/// One half of the elements of each segment of `a` and `c`, in turns.
Value interleaveHalf(OpBuilder &b, Location loc, Value a, Value c,
                     int64_t segment, bool high) {
  int64_t n = cast<VectorType>(a.getType()).getNumElements();
  SmallVector<int64_t> order;
  for (int64_t first = high * segment / 2; first < n; first += segment)
    for (int64_t i = first; i < first + segment / 2; ++i)
      order.append({i, n + i});
  return vector::ShuffleOp::create(b, loc, a, c, order);
}

/// Transposes the square in each segment of the rows.
void transposeWithin(OpBuilder &b, Location loc, MutableArrayRef<Value> rows,
                     int64_t segment) {
  size_t n = rows.size();
  for (size_t round = 1; round < n; round *= 2) {
    SmallVector<Value> next;
    for (size_t i = 0; i < n / 2; ++i)
      for (bool high : {false, true})
        next.push_back(
            interleaveHalf(b, loc, rows[i], rows[i + n / 2], segment, high));
    llvm::copy(next, rows.begin());
  }
}

/// Transposes two or four rows of as many segments.
void transposeSegments(OpBuilder &b, Location loc, MutableArrayRef<Value> rows,
                       int64_t segment) {
  int64_t n = rows.size() * segment;
  // The segments of `a` with these numbers, then those of `c`.
  auto take = [&](Value a, Value c, ArrayRef<int64_t> numbers) -> Value {
    SmallVector<int64_t> order;
    for (int64_t from : {int64_t(0), n})
      for (int64_t number : numbers)
        llvm::append_range(order, llvm::seq(from + number * segment,
                                            from + (number + 1) * segment));
    return vector::ShuffleOp::create(b, loc, a, c, order);
  };
  if (rows.size() == 2) {
    Value low = take(rows[0], rows[1], {0}), high = take(rows[0], rows[1], {1});
    rows[0] = low;
    rows[1] = high;
    return;
  }
  SmallVector<Value> halves;
  for (int pair : {0, 2})
    for (int64_t half : {0, 2})
      halves.push_back(take(rows[pair], rows[pair + 1], {half, half + 1}));
  for (int i : {0, 1})
    for (int64_t odd : {0, 1})
      rows[2 * i + odd] = take(halves[i], halves[i + 2], {odd, odd + 2});
}

} // namespace

void transposeSquare(OpBuilder &b, Location loc, SmallVectorImpl<Value> &rows) {
  int64_t n = rows.size();
  unsigned bits = cast<VectorType>(rows.front().getType())
                      .getElementType()
                      .getIntOrFloatBitWidth();
  int64_t segment = std::min<int64_t>(n, kSegmentBits / bits);
  int64_t segments = n / segment;
  if (segments > 4)
    return transposeWithin(b, loc, rows, n);
  for (int64_t group = 0; group < segments; ++group)
    transposeWithin(
        b, loc, MutableArrayRef(rows).slice(group * segment, segment), segment);
  if (segments == 1)
    return;
  SmallVector<Value> result(n);
  for (int64_t i = 0; i < segment; ++i) {
    SmallVector<Value> column;
    for (int64_t group = 0; group < segments; ++group)
      column.push_back(rows[group * segment + i]);
    transposeSegments(b, loc, column, segment);
    for (int64_t s = 0; s < segments; ++s)
      result[s * segment + i] = column[s];
  }
  rows.assign(result.begin(), result.end());
}

} // namespace mlir::tts::cpu
