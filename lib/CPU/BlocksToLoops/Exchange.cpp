// Elements whose positions differ in some bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Exchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// What a pass of a sorting network reads and writes at a time: more would save
/// passes over the block, but does not stay in registers.
static constexpr int64_t kRegisters = 8, kBits = 8 * 256;

/// The constant that is one operand of `op` where the other is the positions of
/// its block.
template <typename Op> static std::optional<int64_t> withPositions(Op op) {
  for (auto [positions, bits] : {std::pair(op.getLhs(), op.getRhs()),
                                 std::pair(op.getRhs(), op.getLhs())}) {
    auto range = positions.template getDefiningOp<triton::MakeRangeOp>();
    APInt constant;
    if (range && range.getStart() == 0 &&
        matchPattern(bits, m_ConstantInt(&constant)) &&
        constant.ult(range.getEnd()))
      return constant.getZExtValue();
  }
  return std::nullopt;
}

std::optional<int64_t> flippedBits(Operation *op) {
  auto gather = dyn_cast_or_null<triton::GatherOp>(op);
  if (!gather)
    return std::nullopt;
  auto flipped = gather.getIndices().getDefiningOp<arith::XOrIOp>();
  auto source = cast<RankedTensorType>(gather.getSrc().getType());
  if (!flipped || source.getRank() != 1 ||
      source.getShape() != gather.getIndices().getType().getShape() ||
      !llvm::isPowerOf2_64(source.getNumElements()))
    return std::nullopt;
  return withPositions(flipped);
}

std::optional<int64_t> testedBit(Operation *op) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ne ||
      !matchPattern(compare.getRhs(), m_Zero()))
    return std::nullopt;
  auto masked = compare.getLhs().getDefiningOp<arith::AndIOp>();
  std::optional<int64_t> bit = masked ? withPositions(masked) : std::nullopt;
  return bit && llvm::isPowerOf2_64(*bit) ? bit : std::nullopt;
}

int64_t exchangedLanes(triton::GatherOp op, int64_t vectorBits) {
  auto source = cast<RankedTensorType>(op.getSrc().getType());
  int64_t bits = source.getElementType().getIntOrFloatBitWidth() > 32 ? 64 : 32;
  return std::min(source.getNumElements(),
                  std::min(kRegisters * vectorBits, kBits) / bits);
}

bool staysInLanes(triton::GatherOp op, int64_t vectorBits) {
  std::optional<int64_t> bits = flippedBits(op);
  return bits && *bits < exchangedLanes(op, vectorBits);
}

} // namespace mlir::tts::cpu
