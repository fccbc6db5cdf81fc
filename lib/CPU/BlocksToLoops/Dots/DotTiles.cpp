// What multiplies the operands of a dot, and in pieces of which sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dots.h"

namespace mlir::tts::cpu {

/// Is every value of the type a bf16?
static bool fitsBf16(Type t) {
  auto f = dyn_cast<FloatType>(t);
  return f && (f.isBF16() || f.getWidth() == 8);
}

DotUnit Dots::dotUnit(triton::DotOp op) {
  auto at = blockType(op.getA()), dt = blockType(op.getD());
  Type a = at.getElementType(), c = blockType(op.getB()).getElementType();
  Type acc = dt.getElementType();
  int rank = dt.getRank();
  int64_t m = dt.getShape()[rank - 2], n = dt.getShape()[rank - 1];
  int64_t k = at.getShape()[rank - 1];
  // 16-bit accumulators are kept in fp32 and rounded once.
  bool narrow = isa<FloatType>(acc) && acc.getIntOrFloatBitWidth() < 32;
  DotUnit unit;
  unit.elem = narrow ? b.getF32Type() : acc;
  bool bf16 = unit.elem.isF32() && fitsBf16(a) && fitsBf16(c);
  bool int8 = unit.elem.isInteger(32) && a.isInteger(8) && c.isInteger(8);
  bool tiled = m >= 8 && n >= 16 && k >= 16;
  if (tiled && bf16 && target.amxBf16)
    return {DotUnit::Tiles, b.getBF16Type(), 2};
  if (tiled && int8 && target.amxInt8)
    return {DotUnit::Tiles, b.getI8Type(), 4};
  if (n < 4 || k < 2)
    return unit;
  if (bf16 && target.avx512Bf16)
    return {DotUnit::Pairs, b.getBF16Type(), 2};
  if (int8 && target.vpdpbusd && k >= 4)
    return {DotUnit::Quads, b.getI8Type(), 4};
  if (int8 && target.pmaddwd)
    return {DotUnit::Pairs, b.getI16Type(), 2};
  return unit;
}

/// Registers of a tile of accumulators: columns of vectors and rows. Besides
/// these, a row of B and one element of A must fit.
static constexpr int64_t kTileVectors = 4, kTileVectors16 = 2;
static constexpr int64_t kTileRows = 6;

/// The columns that the kernel works on from the first row of k to the last.
int64_t Dots::panelColumns(const DotUnit &unit, int64_t m, int64_t n) {
  if (unit.kind == DotUnit::Tiles)
    return std::min<int64_t>(n, 32);
  // Accumulators have the operands' type, or 32 bits.
  int64_t bits = unit.group > 1 ? 32 : unit.elem.getIntOrFloatBitWidth();
  int64_t lanes = std::min<int64_t>(n, target.vectorBits / bits);
  int64_t vectors = target.vectorBits >= 512 ? kTileVectors : kTileVectors16;
  // Few rows leave registers for more columns.
  if (m < 4)
    vectors = std::min<int64_t>(
        8, llvm::bit_floor<uint64_t>(vectors * kTileRows / m));
  return lanes * std::min(n / lanes, vectors);
}

/// Rows of one tile: tiles of at most six, as even as can be.
int64_t Dots::tileRows(int64_t m) {
  return llvm::divideCeil(m, llvm::divideCeil(m, kTileRows));
}

/// Bytes of k that are packed at once. The columns that one row of tiles works
/// on then come from the second-level cache, which is cheaper than to load and
/// store the accumulators once more. Of very wide blocks less: what is packed
/// at once should fit in what is kept for the next program.
static constexpr int64_t kPackedBytes = 1024, kPackedBytesWide = 512;
static constexpr int64_t kVeryWideColumns = 512;
/// A tile row of AMX is done in less time than it takes to load and store its
/// accumulators. With more than two panels of columns, which all go through the
/// same rows of A, it is those that should stay near.
static constexpr int64_t kPackedTileBytes = 4096, kPackedTileBytesWide = 1024;
static constexpr int64_t kWideColumns = 128;

static int64_t packedBytes(const DotUnit &unit, int64_t columns) {
  if (unit.kind != DotUnit::Tiles)
    return columns < kVeryWideColumns ? kPackedBytes : kPackedBytesWide;
  return columns < kWideColumns ? kPackedTileBytes : kPackedTileBytesWide;
}

/// Steps of a loop over blocks of k columns that are packed before they are
/// multiplied.
int64_t Dots::stepsAtOnce(const DotUnit &unit, int64_t n, int64_t k) {
  return std::max<int64_t>(1, packedBytes(unit, n) / (k * bytesOf(unit.elem)));
}

} // namespace mlir::tts::cpu
