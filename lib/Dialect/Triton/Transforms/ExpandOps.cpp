// The pass triton-expand-ops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::triton {
#define GEN_PASS_DEF_TRITONEXPANDOPS
#include "triton-shared/Dialect/Triton/Transforms/Passes.h.inc"
} // namespace mlir::triton

using namespace mlir;
using namespace mlir::triton;

/// The type with its scalars, if blocks, exchanged.
static Type withElementType(Type type, Type element) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(element);
  return element;
}

/// Integers that have the bits of the type's floats or pointers.
static Type integersLike(Type type) {
  Type element = getElementTypeOrSelf(type);
  unsigned width =
      isa<PointerType>(element) ? 64 : element.getIntOrFloatBitWidth();
  return withElementType(type, IntegerType::get(type.getContext(), width));
}

/// The same addresses, as those of integers.
static Value integerAddresses(OpBuilder &builder, Location loc, Value ptr,
                              Type integers) {
  auto pointer = cast<PointerType>(getElementTypeOrSelf(ptr));
  Type pointee = getElementTypeOrSelf(integers);
  if (pointer.getPointeeType() == pointee)
    return ptr;
  Type type = withElementType(
      ptr.getType(), getPointerType(pointee, pointer.getAddressSpace()));
  return BitcastOp::create(builder, loc, type, ptr);
}

/// The bits of integers, floats or pointers as one of the others.
static Value castBits(OpBuilder &builder, Location loc, Value value,
                      Type type) {
  if (value.getType() == type)
    return value;
  if (isa<PointerType>(getElementTypeOrSelf(type)))
    return IntToPtrOp::create(builder, loc, type, value);
  if (isa<PointerType>(getElementTypeOrSelf(value)))
    return PtrToIntOp::create(builder, loc, type, value);
  return BitcastOp::create(builder, loc, type, value);
}

static Value constant(OpBuilder &builder, Location loc, Type type,
                      int64_t value) {
  auto scalar = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(tensor, scalar));
  return arith::ConstantOp::create(builder, loc, scalar);
}

namespace {

struct ExpandApproxDivF : OpRewritePattern<ApproxDivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ApproxDivFOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, op.getX(), op.getY());
    return success();
  }
};

/// An atomic read-modify-write that leaves memory as it is.
struct ExpandAtomicLoad : OpRewritePattern<AtomicLoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AtomicLoadOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type integers = integersLike(op.getType());
    Value zero = constant(rewriter, loc, integers, 0);
    Value ptr = integerAddresses(rewriter, loc, op.getPtr(), integers);
    Value bits =
        AtomicRMWOp::create(rewriter, loc, integers, RMWOp::OR, ptr, zero,
                            op.getMask(), op.getSem(), op.getScope());
    rewriter.replaceOp(op, castBits(rewriter, loc, bits, op.getType()));
    return success();
  }
};

struct ExpandAtomicStore : OpRewritePattern<AtomicStoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AtomicStoreOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type integers = integersLike(op.getValue().getType());
    Value ptr = integerAddresses(rewriter, loc, op.getPtr(), integers);
    Value bits = castBits(rewriter, loc, op.getValue(), integers);
    AtomicRMWOp::create(rewriter, loc, integers, RMWOp::XCHG, ptr, bits,
                        op.getMask(), op.getSem(), op.getScope());
    rewriter.eraseOp(op);
    return success();
  }
};

/// seen = 0, attempts = 0
/// do { seen |= (load where not seen) == expected; attempts += 1 }
/// while (not all of seen, and attempts < timeout)
struct ExpandAtomicPoll : OpRewritePattern<AtomicPollOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AtomicPollOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type flags = op.getType(), counter = rewriter.getI64Type();
    Value none = constant(rewriter, loc, flags, 0);
    Value all = constant(rewriter, loc, flags, 1);
    Value zero = constant(rewriter, loc, op.getExpected().getType(), 0);
    Value start = constant(rewriter, loc, counter, 0);
    Value one = constant(rewriter, loc, counter, 1);
    Value yes = constant(rewriter, loc, rewriter.getI1Type(), 1);

    auto attempt = [&](OpBuilder &builder, Location, ValueRange state) {
      Value unseen = arith::XOrIOp::create(builder, loc, state[0], all);
      Value loaded = AtomicRMWOp::create(
          builder, loc, op.getExpected().getType(), RMWOp::OR, op.getPtr(),
          zero, unseen, op.getSem(), op.getScope());
      Value now = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        loaded, op.getExpected());
      Value seen = arith::OrIOp::create(builder, loc, state[0], now);
      Value attempts = arith::AddIOp::create(builder, loc, state[1], one);
      Value more = arith::XOrIOp::create(builder, loc,
                                         conjunction(builder, loc, seen), yes);
      if (Value timeout = op.getTimeout()) {
        Value inTime = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ult, attempts, timeout);
        more = arith::AndIOp::create(builder, loc, more, inTime);
      }
      scf::ConditionOp::create(builder, loc, more, ValueRange{seen, attempts});
    };
    auto again = [&](OpBuilder &builder, Location, ValueRange state) {
      scf::YieldOp::create(builder, loc, state);
    };
    auto loop = scf::WhileOp::create(rewriter, loc, TypeRange{flags, counter},
                                     ValueRange{none, start}, attempt, again);
    rewriter.replaceOp(op, loop.getResult(0));
    return success();
  }

  /// Whether all lanes are true.
  static Value conjunction(OpBuilder &builder, Location loc, Value lanes) {
    auto type = dyn_cast<RankedTensorType>(lanes.getType());
    if (!type)
      return lanes;
    if (type.getRank() != 1) {
      auto flat =
          RankedTensorType::get({type.getNumElements()}, type.getElementType());
      lanes = ReshapeOp::create(builder, loc, flat, lanes,
                                /*allow_reorder=*/false,
                                /*efficient_layout=*/false);
    }
    Type i1 = type.getElementType();
    auto reduce = ReduceOp::create(builder, loc, TypeRange{i1},
                                   ValueRange{lanes}, /*axis=*/0);
    OpBuilder::InsertionGuard guard(builder);
    Block *block =
        builder.createBlock(&reduce.getCombineOp(), {}, {i1, i1}, {loc, loc});
    Value both = arith::AndIOp::create(builder, loc, block->getArgument(0),
                                       block->getArgument(1));
    ReduceReturnOp::create(builder, loc, both);
    return reduce.getResult().front();
  }
};

template <typename Op> struct EraseHint : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    rewriter.eraseOp(op);
    return success();
  }
};

/// Up to 3.8, dependencies between launches are PTX with a dummy result.
struct EraseGridDependencyAsm : OpRewritePattern<ElementwiseInlineAsmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseInlineAsmOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAsmString().starts_with("griddepcontrol."))
      return rewriter.notifyMatchFailure(op, "is no dependency of launches");
    if (op->getNumResults() != 1 || !op->getResult(0).getType().isInteger(32))
      return rewriter.notifyMatchFailure(op, "has no single i32 result");
    rewriter.replaceOp(
        op, constant(rewriter, op.getLoc(), rewriter.getI32Type(), 0));
    return success();
  }
};

struct TritonExpandOpsPass
    : triton::impl::TritonExpandOpsBase<TritonExpandOpsPass> {
  void runOnOperation() override { expandOps(getOperation()); }
};

} // namespace

void triton::expandOps(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  patterns
      .add<ExpandApproxDivF, ExpandAtomicLoad, ExpandAtomicStore,
           ExpandAtomicPoll, EraseHint<GridDependencyWaitOp>,
           EraseHint<GridDependencyLaunchDependentsOp>, EraseGridDependencyAsm>(
          op->getContext());
  walkAndApplyPatterns(op, std::move(patterns));
}
