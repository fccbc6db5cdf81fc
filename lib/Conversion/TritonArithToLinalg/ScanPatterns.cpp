// tt.scan to a loop along the axis, for any combiner and both directions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

/// Slice i of the result is slice i-1 of the result combined with slice i of
/// the source; a reverse scan starts at the last slice and walks down. The
/// slices of a block of rank 1 are scalars.
struct ScanToLoop : OpRewritePattern<triton::ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(triton::ScanOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t axis = op.getAxis();
    unsigned count = op.getSrcs().size();
    auto type = cast<RankedTensorType>(op.getSrcs().front().getType());
    int64_t size = type.getDimSize(axis);
    Value zero = buildIndex(rewriter, loc, 0);
    Value one = buildIndex(rewriter, loc, 1);
    Value last = buildIndex(rewriter, loc, size - 1);
    Value start = op.getReverse() ? last : zero;

    SmallVector<Value> carried, firsts;
    for (Value source : op.getSrcs()) {
      firsts.push_back(extractAlong(rewriter, loc, source, axis, start));
      Value empty =
          buildEmpty(rewriter, loc, cast<RankedTensorType>(source.getType()));
      carried.push_back(
          insertAlong(rewriter, loc, firsts.back(), empty, axis, start));
    }
    carried.append(firsts);

    auto loop = scf::ForOp::create(
        rewriter, loc, one, buildIndex(rewriter, loc, size), one, carried,
        [&](OpBuilder &b, Location l, Value i, ValueRange args) {
          Value at =
              op.getReverse() ? Value(arith::SubIOp::create(b, l, last, i)) : i;
          SmallVector<Value> elements;
          for (Value source : op.getSrcs())
            elements.push_back(extractAlong(b, l, source, axis, at));
          SmallVector<Value> next =
              combine(b, l, op, args.drop_front(count), elements);
          SmallVector<Value> results;
          for (auto [slice, result] : llvm::zip(next, args.take_front(count)))
            results.push_back(insertAlong(b, l, slice, result, axis, at));
          results.append(next);
          scf::YieldOp::create(b, l, results);
        });
    rewriter.replaceOp(op, loop.getResults().take_front(count));
    return success();
  }

private:
  static SmallVector<Value> combine(OpBuilder &b, Location loc,
                                    triton::ScanOp op, ValueRange accumulators,
                                    ValueRange elements) {
    if (!isa<RankedTensorType>(elements.front().getType()))
      return inlineCombiner(b, op.getCombineOp(), accumulators, elements);
    SmallVector<Value> operands(accumulators);
    llvm::append_range(operands, elements);
    auto results = buildElementwise(
        b, loc, operands, accumulators.getTypes(),
        [&](OpBuilder &nested, Location,
            ValueRange args) -> FailureOr<SmallVector<Value>> {
          return inlineCombiner(nested, op.getCombineOp(),
                                args.take_front(accumulators.size()),
                                args.drop_front(accumulators.size()));
        });
    return *results;
  }
};

} // namespace

void populateScanPatterns(RewritePatternSet &patterns) {
  patterns.add<ScanToLoop>(patterns.getContext());
}

} // namespace mlir::tts
