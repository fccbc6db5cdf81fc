// Ops that make blocks or change their shape, to tensor and linalg.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

struct SplatToFill : OpRewritePattern<triton::SplatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::SplatOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, buildFill(rewriter, op.getLoc(),
                                     tensorType(op.getResult()), op.getSrc()));
    return success();
  }
};

/// A splat constant of a block would become a global of the block's size.
struct SplatConstantToFill : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!splat || !type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "not a splat of a static tensor");
    Value scalar = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        cast<TypedAttr>(splat.getSplatValue<Attribute>()));
    rewriter.replaceOp(op, buildFill(rewriter, op.getLoc(), type, scalar));
    return success();
  }
};

/// Values that cannot be reached (lifting of control flow leaves them) need a
/// tensor that bufferizes.
struct PoisonToEmpty : OpRewritePattern<ub::PoisonOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a tensor");
    rewriter.replaceOp(op, buildEmpty(rewriter, op.getLoc(), type));
    return success();
  }
};

struct UnsplatToExtract : OpRewritePattern<triton::UnsplatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::UnsplatOp op,
                                PatternRewriter &rewriter) const override {
    Value zero = buildIndex(rewriter, op.getLoc(), 0);
    SmallVector<Value> indices(tensorType(op.getSrc()).getRank(), zero);
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, op.getSrc(), indices);
    return success();
  }
};

struct MakeRangeToGeneric : OpRewritePattern<triton::MakeRangeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::MakeRangeOp op,
                                PatternRewriter &rewriter) const override {
    auto type = tensorType(op.getResult());
    int64_t start = op.getStartAttr().getInt();
    auto result = buildElementwise(
        rewriter, op.getLoc(), {}, type,
        [&](OpBuilder &b, Location loc,
            ValueRange) -> FailureOr<SmallVector<Value>> {
          Value i = linalg::IndexOp::create(b, loc, 0);
          Value value =
              arith::IndexCastOp::create(b, loc, type.getElementType(), i);
          if (start != 0)
            value = arith::AddIOp::create(
                b, loc, value, buildInt(b, loc, type.getElementType(), start));
          return SmallVector<Value>{value};
        });
    rewriter.replaceOp(op, *result);
    return success();
  }
};

/// tt.expand_dims and tt.reshape; `allow_reorder` keeps the order.
template <typename Op> struct ReshapeLike : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, buildReshape(rewriter, op.getLoc(), op.getSrc(),
                                        tensorType(op.getResult()).getShape()));
    return success();
  }
};

/// Drops the dimensions that grow, then linalg.broadcast adds them again.
struct BroadcastToLinalg : OpRewritePattern<triton::BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::BroadcastOp op,
                                PatternRewriter &rewriter) const override {
    auto from = tensorType(op.getSrc());
    auto to = tensorType(op.getResult());
    SmallVector<int64_t> kept, grown;
    for (int64_t d = 0; d < to.getRank(); ++d)
      if (from.getDimSize(d) == to.getDimSize(d))
        kept.push_back(from.getDimSize(d));
      else
        grown.push_back(d);
    if (grown.empty()) {
      rewriter.replaceOp(op, op.getSrc());
      return success();
    }
    Value source = buildReshape(rewriter, op.getLoc(), op.getSrc(), kept);
    Value empty = buildEmpty(rewriter, op.getLoc(), to);
    rewriter.replaceOpWithNewOp<linalg::BroadcastOp>(op, source, empty, grown);
    return success();
  }
};

struct TransToTranspose : OpRewritePattern<triton::TransOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::TransOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> order(op.getOrder().begin(), op.getOrder().end());
    Value empty = buildEmpty(rewriter, op.getLoc(), tensorType(op.getResult()));
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(op, op.getSrc(), empty,
                                                     order);
    return success();
  }
};

/// join: the two halves of a new minor dimension.
struct JoinToInsert : OpRewritePattern<triton::JoinOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::JoinOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = tensorType(op.getResult());
    int64_t axis = type.getRank() - 1;
    Value result = buildEmpty(rewriter, loc, type);
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
    sizes[axis] = rewriter.getIndexAttr(1);
    Value halves[] = {op.getLhs(), op.getRhs()};
    for (auto [i, half] : llvm::enumerate(halves)) {
      offsets[axis] = rewriter.getIndexAttr(i);
      result = tensor::InsertSliceOp::create(rewriter, loc, half, result,
                                             offsets, sizes, strides);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct SplitToExtract : OpRewritePattern<triton::SplitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::SplitOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = tensorType(op.getSrc());
    auto half = tensorType(op.getOutLHS());
    int64_t axis = type.getRank() - 1;
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
    sizes[axis] = rewriter.getIndexAttr(1);
    SmallVector<Value> halves;
    for (int64_t i : {0, 1}) {
      offsets[axis] = rewriter.getIndexAttr(i);
      halves.push_back(tensor::ExtractSliceOp::create(
          rewriter, loc, half, op.getSrc(), offsets, sizes, strides));
    }
    rewriter.replaceOp(op, halves);
    return success();
  }
};

/// cat: concatenation along dimension 0.
struct CatToInsert : OpRewritePattern<triton::CatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::CatOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = tensorType(op.getResult());
    Value result = buildEmpty(rewriter, loc, type);
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
    int64_t at = 0;
    for (Value part : {op.getLhs(), op.getRhs()}) {
      auto partType = tensorType(part);
      offsets[0] = rewriter.getIndexAttr(at);
      at += partType.getDimSize(0);
      result = tensor::InsertSliceOp::create(
          rewriter, loc, part, result, offsets,
          getAsIndexOpFoldResult(rewriter.getContext(), partType.getShape()),
          strides);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void populateShapePatterns(RewritePatternSet &patterns) {
  patterns
      .add<SplatToFill, SplatConstantToFill, PoisonToEmpty, UnsplatToExtract,
           MakeRangeToGeneric, ReshapeLike<triton::ExpandDimsOp>,
           ReshapeLike<triton::ReshapeOp>, BroadcastToLinalg, TransToTranspose,
           JoinToInsert, SplitToExtract, CatToInsert>(patterns.getContext());
}

} // namespace mlir::tts
