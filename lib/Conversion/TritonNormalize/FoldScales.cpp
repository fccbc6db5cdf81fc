// Positions that are divided by a power of two as floats: int(float(x) * 0.5).
// TorchInductor prints the places that upsampling reads from so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "triton-shared/Analysis/ScalarFacts.h"

#include <optional>

using namespace mlir;
using namespace mlir::tts;

namespace {

/// Quotients by more are too small for some formats' exponents.
constexpr int kMostShifts = 10;

/// What `v` is the quotient of by a power of two, in floats, and of which.
std::optional<std::pair<arith::SIToFPOp, int>> matchScaled(Value v) {
  Operation *op = v.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::DivFOp>(op))
    return std::nullopt;
  bool divides = isa<arith::DivFOp>(op);
  for (unsigned side : {0, 1}) {
    auto position = op->getOperand(side).getDefiningOp<arith::SIToFPOp>();
    APFloat scale(0.0);
    if (!position || (divides && side == 1) ||
        !matchPattern(op->getOperand(1 - side), m_ConstantFloat(&scale)) ||
        scale.isNegative())
      continue;
    int shift = scale.getExactLog2Abs();
    if (shift == INT_MIN)
      continue;
    shift = divides ? shift : -shift;
    if (shift > 0 && shift <= kMostShifts)
      return std::pair(position, shift);
  }
  return std::nullopt;
}

/// The float has the position exactly, and so the quotient; both ways of
/// rounding are towards zero.
struct FoldScale : OpRewritePattern<arith::FPToSIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::FPToSIOp op,
                                PatternRewriter &rewriter) const override {
    auto scaled = matchScaled(op.getIn());
    if (!scaled)
      return rewriter.notifyMatchFailure(op, "no quotient of a position");
    auto [position, shift] = *scaled;
    Value x = position.getIn();
    auto format = cast<FloatType>(getElementTypeOrSelf(op.getIn()));
    std::optional<uint64_t> most = greatestMagnitude(x);
    if (!most || *most >> std::min(format.getFPMantissaWidth(), 63u) != 0)
      return rewriter.notifyMatchFailure(op, "positions may be rounded");
    Type type = x.getType(), element = getElementTypeOrSelf(type);
    unsigned from = element.getIntOrFloatBitWidth();
    if (from < 32)
      return rewriter.notifyMatchFailure(op, "no position");
    TypedAttr by = rewriter.getIntegerAttr(element, int64_t(1) << shift);
    if (auto shaped = dyn_cast<ShapedType>(type))
      by = SplatElementsAttr::get(shaped, by);
    Location loc = op.getLoc();
    Value divisor = arith::ConstantOp::create(rewriter, loc, by);
    Value quotient = arith::DivSIOp::create(rewriter, loc, x, divisor);
    unsigned to = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    if (to > from)
      rewriter.replaceOpWithNewOp<arith::ExtSIOp>(op, op.getType(), quotient);
    else if (to < from)
      rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, op.getType(), quotient);
    else
      rewriter.replaceOp(op, quotient);
    return success();
  }
};

} // namespace

void mlir::tts::populateFoldScalePatterns(RewritePatternSet &patterns) {
  patterns.add<FoldScale>(patterns.getContext());
}
