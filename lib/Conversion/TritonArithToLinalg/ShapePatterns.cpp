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

/// A part of a tensor: all of it but for `size` positions along `axis`, from
/// `offset` on.
struct Part {
  Part(Builder &b, ArrayRef<int64_t> shape, int64_t axis, int64_t offset,
       int64_t size)
      : offsets(shape.size(), b.getIndexAttr(0)),
        sizes(getAsIndexOpFoldResult(b.getContext(), shape)),
        strides(shape.size(), b.getIndexAttr(1)) {
    offsets[axis] = b.getIndexAttr(offset);
    sizes[axis] = b.getIndexAttr(size);
  }
  SmallVector<OpFoldResult> offsets, sizes, strides;
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
    Value halves[] = {op.getLhs(), op.getRhs()};
    for (auto [i, half] : llvm::enumerate(halves)) {
      Part part(rewriter, type.getShape(), axis, i, 1);
      result = tensor::InsertSliceOp::create(
          rewriter, loc, half, result, part.offsets, part.sizes, part.strides);
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
    SmallVector<Value> halves;
    for (int64_t i : {0, 1}) {
      Part part(rewriter, type.getShape(), axis, i, 1);
      halves.push_back(tensor::ExtractSliceOp::create(
          rewriter, loc, half, op.getSrc(), part.offsets, part.sizes,
          part.strides));
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
    int64_t at = 0;
    for (Value block : {op.getLhs(), op.getRhs()}) {
      int64_t size = tensorType(block).getDimSize(0);
      Part part(rewriter, type.getShape(), 0, at, size);
      at += size;
      result = tensor::InsertSliceOp::create(
          rewriter, loc, block, result, part.offsets, part.sizes, part.strides);
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
