// Elements that change places by a bit of their position.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/Analysis/Exchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::tts::cpu {

/// What a pass of a sorting network reads and writes at a time: more would save
/// passes over the block, but does not stay in registers.
static constexpr int64_t kRegisters = 8, kBits = 8 * 256;
/// The same where both elements of a pair are wanted on either side, which is
/// how TorchInductor sorts pairs of a key and a position.
static constexpr int64_t kPairRegisters = 4;

int64_t Exchange::apply(int64_t position) const {
  switch (kind) {
  case Flip:
    return position ^ bits;
  case Set:
    return position | bits;
  case Clear:
    return position & ~bits;
  }
  llvm_unreachable("unknown kind of exchange");
}

Value Exchange::apply(OpBuilder &b, Location loc, Value position) const {
  auto constant = arith::ConstantOp::create(
      b, loc,
      b.getIntegerAttr(getElementTypeOrSelf(position.getType()),
                       kind == Clear ? ~bits : bits));
  Value operand = constant;
  if (auto lanes = dyn_cast<VectorType>(position.getType()))
    operand = vector::BroadcastOp::create(b, loc, lanes, operand);
  switch (kind) {
  case Flip:
    return arith::XOrIOp::create(b, loc, position, operand);
  case Set:
    return arith::OrIOp::create(b, loc, position, operand);
  case Clear:
    return arith::AndIOp::create(b, loc, position, operand);
  }
  llvm_unreachable("unknown kind of exchange");
}

/// The constant that is one operand of `op` where the other is the positions of
/// its block, of which there is a power of two.
static std::optional<APInt> withPositions(Operation *op) {
  for (auto [positions, bits] :
       {std::pair(op->getOperand(0), op->getOperand(1)),
        std::pair(op->getOperand(1), op->getOperand(0))}) {
    auto range = positions.getDefiningOp<triton::MakeRangeOp>();
    APInt constant;
    if (range && range.getStart() == 0 && llvm::isPowerOf2_64(range.getEnd()) &&
        matchPattern(bits, m_ConstantInt(&constant)))
      return constant;
  }
  return std::nullopt;
}

std::optional<Exchange> exchangeOf(Operation *op) {
  auto gather = dyn_cast_or_null<triton::GatherOp>(op);
  Operation *index = gather ? gather.getIndices().getDefiningOp() : nullptr;
  if (!isa_and_nonnull<arith::XOrIOp, arith::OrIOp, arith::AndIOp>(index))
    return std::nullopt;
  auto source = cast<RankedTensorType>(gather.getSrc().getType());
  if (source.getRank() != 1 ||
      source.getShape() != gather.getIndices().getType().getShape())
    return std::nullopt;
  std::optional<APInt> constant = withPositions(index);
  if (!constant)
    return std::nullopt;
  bool clears = isa<arith::AndIOp>(index);
  APInt bits = clears ? ~*constant : *constant;
  if (bits.uge(source.getNumElements()))
    return std::nullopt;
  return Exchange{clears                     ? Exchange::Clear
                  : isa<arith::OrIOp>(index) ? Exchange::Set
                                             : Exchange::Flip,
                  static_cast<int64_t>(bits.getZExtValue())};
}

std::optional<int64_t> testedBit(Operation *op) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ne ||
      !matchPattern(compare.getRhs(), m_Zero()))
    return std::nullopt;
  auto masked = compare.getLhs().getDefiningOp<arith::AndIOp>();
  std::optional<APInt> bit = masked ? withPositions(masked) : std::nullopt;
  if (!bit || !bit->isPowerOf2())
    return std::nullopt;
  return bit->getZExtValue();
}

int64_t exchangedLanes(triton::GatherOp op, int64_t vectorBits) {
  auto source = cast<RankedTensorType>(op.getSrc().getType());
  Type elem = source.getElementType();
  bool isWide = !elem.isIntOrFloat() || elem.getIntOrFloatBitWidth() > 32;
  int64_t all = std::min(kRegisters * vectorBits, kBits);
  std::optional<Exchange> exchange = exchangeOf(op);
  if (exchange && exchange->kind != Exchange::Flip)
    all = all / kRegisters * kPairRegisters;
  return std::min(source.getNumElements(), all / (isWide ? 64 : 32));
}

bool staysInLanes(triton::GatherOp op, int64_t vectorBits) {
  std::optional<Exchange> exchange = exchangeOf(op);
  return exchange && exchange->bits < exchangedLanes(op, vectorBits);
}

} // namespace mlir::tts::cpu
