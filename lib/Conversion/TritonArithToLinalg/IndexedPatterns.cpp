// tt.gather and tt.histogram: elements addressed by other elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

struct GatherToGeneric : OpRewritePattern<triton::GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::GatherOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getResult().getType());
    auto values = buildElementwise(
        rewriter, op.getLoc(), op.getIndices(), type,
        [&](OpBuilder &b, Location loc,
            ValueRange args) -> FailureOr<SmallVector<Value>> {
          // No index is negative, and all bits of a narrow one may be needed.
          bool narrow = args[0].getType().getIntOrFloatBitWidth() < 32;
          Type index = b.getIndexType();
          Value place =
              narrow ? arith::IndexCastUIOp::create(b, loc, index, args[0])
                           .getResult()
                     : arith::IndexCastOp::create(b, loc, index, args[0])
                           .getResult();
          SmallVector<Value> at;
          for (int64_t d = 0; d < type.getRank(); ++d)
            at.push_back(d == op.getAxis()
                             ? place
                             : Value(linalg::IndexOp::create(b, loc, d)));
          return SmallVector<Value>{
              tensor::ExtractOp::create(b, loc, op.getSrc(), at)};
        });
    rewriter.replaceOp(op, *values);
    return success();
  }
};

/// A loop over the source; values outside the bins and masked ones count
/// nowhere.
struct HistogramToLoop : OpRewritePattern<triton::HistogramOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::HistogramOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getResult().getType());
    auto source = cast<RankedTensorType>(op.getSrc().getType());
    Type element = type.getElementType();
    Type sourceElement = source.getElementType();
    Value bins =
        buildFill(rewriter, loc, type, buildInt(rewriter, loc, element, 0));
    Value zero = buildIndex(rewriter, loc, 0);
    Value one = buildIndex(rewriter, loc, 1);
    Value size = buildIndex(rewriter, loc, source.getNumElements());
    auto loop = scf::ForOp::create(
        rewriter, loc, zero, size, one, bins,
        [&](OpBuilder &b, Location l, Value i, ValueRange carried) {
          Value value = tensor::ExtractOp::create(b, l, op.getSrc(), i);
          // Bins start at 0, so elements count as unsigned.
          Value wide = value;
          if (sourceElement.getIntOrFloatBitWidth() < 64)
            wide = arith::ExtUIOp::create(b, l, b.getI64Type(), value);
          Value counts = arith::CmpIOp::create(
              b, l, arith::CmpIPredicate::ult, wide,
              buildInt(b, l, b.getI64Type(), type.getNumElements()));
          if (op.getMask())
            counts = arith::AndIOp::create(
                b, l, counts, tensor::ExtractOp::create(b, l, op.getMask(), i));
          Value bin = arith::IndexCastOp::create(b, l, b.getIndexType(), wide);
          auto branch = scf::IfOp::create(
              b, l, counts,
              [&](OpBuilder &then, Location tl) {
                Value old =
                    tensor::ExtractOp::create(then, tl, carried[0], bin);
                Value next = arith::AddIOp::create(
                    then, tl, old, buildInt(then, tl, element, 1));
                Value updated =
                    tensor::InsertOp::create(then, tl, next, carried[0], bin);
                scf::YieldOp::create(then, tl, updated);
              },
              [&](OpBuilder &otherwise, Location ol) {
                scf::YieldOp::create(otherwise, ol, carried[0]);
              });
          scf::YieldOp::create(b, l, branch.getResults());
        });
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

} // namespace

void populateIndexedPatterns(RewritePatternSet &patterns) {
  patterns.add<GatherToGeneric, HistogramToLoop>(patterns.getContext());
}

} // namespace mlir::tts
