// Products and the sums that they go into, as operations of one rounding.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUFUSEPRODUCTS
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// The product that `user` rounds together with what else it does: its only
/// use, where it is computed as often.
arith::MulFOp productFor(Operation *user, Value v) {
  auto product = v.getDefiningOp<arith::MulFOp>();
  Type element = getElementTypeOrSelf(v.getType());
  bool hasInstruction = element.isF32() || element.isF64();
  return product && hasInstruction && product->hasOneUse() &&
                 product->getBlock() == user->getBlock()
             ? product
             : arith::MulFOp();
}

/// x * y + z, x * y - z or z - x * y.
void fuse(Operation *sum) {
  arith::MulFOp product = productFor(sum, sum->getOperand(0));
  bool isFirst = static_cast<bool>(product);
  if (!product)
    product = productFor(sum, sum->getOperand(1));
  if (!product)
    return;
  OpBuilder b(sum);
  Location loc = sum->getLoc();
  auto negated = [&](Value v) -> Value {
    return arith::NegFOp::create(b, loc, v);
  };
  Value x = product.getLhs(), rest = sum->getOperand(isFirst ? 1 : 0);
  if (isa<arith::SubFOp>(sum))
    (isFirst ? rest : x) = negated(isFirst ? rest : x);
  sum->getResult(0).replaceAllUsesWith(
      math::FmaOp::create(b, loc, x, product.getRhs(), rest).getResult());
  sum->erase();
  product->erase();
}

void allowContraction(Operation *op) {
  auto fast = cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlags flags =
      fast.getFastMathFlagsAttr().getValue() | arith::FastMathFlags::contract;
  op->setAttr(fast.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

/// The product that is added up, or that a choice gives which is.
arith::MulFOp summedProduct(triton::ReduceOp reduce, Value source) {
  auto select = source.getDefiningOp<arith::SelectOp>();
  if (!select)
    return productFor(reduce, source);
  if (!select->hasOneUse())
    return {};
  arith::MulFOp product = productFor(select, select.getTrueValue());
  return product ? product : productFor(select, select.getFalseValue());
}

/// Marks products that are added up, and the additions.
void markSummed(triton::ReduceOp reduce) {
  Block &combiner = reduce.getCombineOp().front();
  unsigned count = reduce.getSrcs().size();
  for (auto [i, source] : llvm::enumerate(reduce.getSrcs())) {
    arith::MulFOp product = summedProduct(reduce, source);
    Value sum = combiner.getArgument(i),
          element = combiner.getArgument(count + i);
    if (!product || !element.hasOneUse())
      continue;
    auto add = dyn_cast<arith::AddFOp>(*element.user_begin());
    if (!add || !llvm::is_contained(add->getOperands(), sum))
      continue;
    allowContraction(product);
    allowContraction(add);
  }
}

struct CPUFuseProducts : impl::CPUFuseProductsBase<CPUFuseProducts> {
  void runOnOperation() override {
    SmallVector<Operation *> sums;
    getOperation().walk([&](Operation *op) {
      if (isa<arith::AddFOp, arith::SubFOp>(op))
        sums.push_back(op);
    });
    for (Operation *sum : sums)
      fuse(sum);
    getOperation().walk([](triton::ReduceOp reduce) { markSummed(reduce); });
  }
};

} // namespace
} // namespace mlir::tts
