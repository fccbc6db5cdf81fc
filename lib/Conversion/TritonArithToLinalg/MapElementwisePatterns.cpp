// tt.map_elementwise: a scalar region over packs of neighbouring elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Builders.h"

#include "triton-shared/Conversion/TritonArithToLinalg/Passes.h"
#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {
namespace {

/// The region's arguments are `pack` elements of the first source, then of the
/// second, and so on; it yields in the same order. With more than one element
/// a pack, every source splits into `pack` blocks of every pack-th element.
struct MapElementwiseToGeneric : OpRewritePattern<triton::MapElementwiseOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(triton::MapElementwiseOp op,
                                PatternRewriter &rewriter) const override {
    Region &region = op.getScalarOp();
    if (!region.hasOneBlock())
      return op.emitOpError("has a body of several blocks; 'triton-normalize' "
                            "should have lifted them to scf");
    Location loc = op.getLoc();
    int64_t pack = op.getPack();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (pack < 1 || type.getNumElements() % pack != 0)
      return op.emitOpError()
             << "packs of " << pack << " elements do not divide " << type;
    SmallVector<int64_t> shape(type.getShape());
    int64_t groups = type.getNumElements() / pack;
    if (pack > 1)
      shape = {groups};

    SmallVector<Value> operands;
    for (Value source : op.getSrcs())
      for (int64_t lane = 0; lane < pack; ++lane)
        operands.push_back(
            pack == 1 ? source
                      : lanesOf(rewriter, loc, source, groups, pack, lane));
    SmallVector<Type> results;
    for (Value result : op->getResults())
      results.append(pack, RankedTensorType::get(
                               shape, getElementTypeOrSelf(result.getType())));

    auto values = buildElementwise(
        rewriter, loc, operands, results,
        [&](OpBuilder &b, Location,
            ValueRange args) -> FailureOr<SmallVector<Value>> {
          IRMapping map;
          map.map(region.getArguments(), args);
          for (Operation &nested : region.front().without_terminator())
            b.clone(nested, map);
          SmallVector<Value> yielded;
          for (Value value : region.front().getTerminator()->getOperands())
            yielded.push_back(map.lookupOrDefault(value));
          return yielded;
        });
    if (pack > 1)
      values = mergeLanes(rewriter, loc, *values, op->getResultTypes(), groups,
                          pack);
    rewriter.replaceOp(op, *values);
    return success();
  }

private:
  struct Lane {
    SmallVector<OpFoldResult> offsets, sizes, strides;
    Lane(OpBuilder &b, int64_t groups, int64_t lane)
        : offsets{b.getIndexAttr(0), b.getIndexAttr(lane)},
          sizes{b.getIndexAttr(groups), b.getIndexAttr(1)},
          strides{b.getIndexAttr(1), b.getIndexAttr(1)} {}
  };

  static Value lanesOf(OpBuilder &b, Location loc, Value source, int64_t groups,
                       int64_t pack, int64_t index) {
    Value packs = buildReshape(b, loc, source, {groups, pack});
    Lane lane(b, groups, index);
    auto type =
        RankedTensorType::get({groups}, getElementTypeOrSelf(source.getType()));
    return tensor::ExtractSliceOp::create(b, loc, type, packs, lane.offsets,
                                          lane.sizes, lane.strides);
  }

  static SmallVector<Value> mergeLanes(OpBuilder &b, Location loc,
                                       ArrayRef<Value> values, TypeRange types,
                                       int64_t groups, int64_t pack) {
    SmallVector<Value> merged;
    for (auto [i, resultType] : llvm::enumerate(types)) {
      auto type = cast<RankedTensorType>(resultType);
      Value packs = buildEmpty(
          b, loc, RankedTensorType::get({groups, pack}, type.getElementType()));
      for (int64_t index = 0; index < pack; ++index) {
        Lane lane(b, groups, index);
        packs = tensor::InsertSliceOp::create(b, loc, values[i * pack + index],
                                              packs, lane.offsets, lane.sizes,
                                              lane.strides);
      }
      merged.push_back(buildReshape(b, loc, packs, type.getShape()));
    }
    return merged;
  }
};

} // namespace

void populateMapElementwisePatterns(RewritePatternSet &patterns) {
  patterns.add<MapElementwiseToGeneric>(patterns.getContext());
}

} // namespace mlir::tts
