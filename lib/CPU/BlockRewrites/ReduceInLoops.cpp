// Blocks that a loop only accumulates into, and that are only reduced after it
// by the operation that accumulates: reduced in each iteration instead, so that
// the loop carries the reduced value and no block.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "triton-shared/CPU/Analysis/Queries.h"

#include "triton-shared/Lowering/NeutralElement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUREDUCEINLOOPS
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

/// The operation that `op` reduces by, when it may be applied in any order;
/// null otherwise. Narrow floats are left alone: their partial sums per lane
/// keep bits that one sum of all lanes would lose. So are products of floats,
/// which overflow in another order where sums seldom do.
Operation *reorderableCombiner(triton::ReduceOp op, bool reorderSums) {
  Operation *c = soleCombiner(op.getCombineOp());
  if (!c || !isa<arith::AddFOp, arith::AddIOp, arith::MulIOp, arith::MaximumFOp,
                 arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
                 arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
                 arith::AndIOp, arith::OrIOp, arith::XOrIOp>(c))
    return nullptr;
  Type type = c->getResult(0).getType();
  if (isa<arith::AddFOp>(c) &&
      (!reorderSums || type.getIntOrFloatBitWidth() < 32))
    return nullptr;
  return c;
}

/// Whether what `v` starts with only grows by `combiner` until iteration value
/// `index` of `loop` is yielded. Loops inside that carry it count as one step.
bool onlyAccumulated(scf::ForOp loop, unsigned index, StringRef combiner) {
  Value v = loop.getRegionIterArg(index);
  bool any = false;
  while (v.hasOneUse()) {
    OpOperand &use = *v.use_begin();
    Operation *user = use.getOwner();
    if (user->getBlock() != loop.getBody())
      return false;
    if (isa<scf::YieldOp>(user))
      return any && use.getOperandNumber() == index;
    if (auto inner = dyn_cast<scf::ForOp>(user)) {
      unsigned first = inner.getNumControlOperands();
      if (use.getOperandNumber() < first ||
          !onlyAccumulated(inner, use.getOperandNumber() - first, combiner))
        return false;
      v = inner.getResult(use.getOperandNumber() - first);
    } else if (user->getName().getStringRef() == combiner &&
               user->getNumOperands() == 2) {
      v = user->getResult(0);
    } else {
      return false;
    }
    any = true;
  }
  return false;
}

/// `a` combined with `a` is `a`: a splat of it reduces to it.
bool isIdempotent(Operation *combiner, Attribute a) {
  if (isa<arith::AddFOp>(combiner)) {
    auto f = dyn_cast<FloatAttr>(a);
    return f && f.getValue().isZero();
  }
  if (isa<arith::AddIOp, arith::XOrIOp>(combiner)) {
    auto i = dyn_cast<IntegerAttr>(a);
    return i && i.getValue().isZero();
  }
  if (isa<arith::MulIOp>(combiner)) {
    auto i = dyn_cast<IntegerAttr>(a);
    return i && i.getValue().isOne();
  }
  return true;
}

struct Rewriter {
  IRRewriter &b;
  triton::ReduceOp reduce;
  Operation *combiner;
  /// What gives the block another shape before it is reduced, if anything does.
  triton::ReshapeOp reshape;

  Value reduced(Value block, Location loc) {
    IRMapping map;
    if (reshape) {
      map.map(reshape.getSrc(), block);
      b.clone(*reshape, map)->setLoc(loc);
    } else {
      map.map(reduce.getOperand(0), block);
    }
    auto op = cast<triton::ReduceOp>(b.clone(*reduce, map));
    op->setLoc(loc);
    return op->getResult(0);
  }

  Value start(Value block) {
    SplatElementsAttr splat;
    Type type = reduce->getResult(0).getType();
    if (matchPattern(block, m_Constant(&splat)) &&
        isIdempotent(combiner, splat.getSplatValue<Attribute>())) {
      auto value = cast<TypedAttr>(splat.getSplatValue<Attribute>());
      if (auto shaped = dyn_cast<ShapedType>(type))
        value = SplatElementsAttr::get(shaped, Attribute(value));
      return arith::ConstantOp::create(b, block.getLoc(), value);
    }
    return reduced(block, block.getLoc());
  }

  /// `a` combined with `c` as `like` does it, for any shape. That lanes do not
  /// overflow says nothing about what they come to.
  Value combined(Operation *like, Value a, Value c) {
    if (isa<arith::AddIOp>(like))
      return arith::AddIOp::create(b, like->getLoc(), a, c);
    if (isa<arith::MulIOp>(like))
      return arith::MulIOp::create(b, like->getLoc(), a, c);
    OperationState state(like->getLoc(), like->getName(), {a, c}, a.getType(),
                         like->getAttrs());
    return b.create(state)->getResult(0);
  }

  /// Makes `loop` carry `init`, of the reduced type, as value `index`.
  scf::ForOp carry(scf::ForOp loop, unsigned index, Value init) {
    b.setInsertionPoint(loop);
    SmallVector<Value> inits(loop.getInitArgs());
    inits[index] = init;
    auto fresh = scf::ForOp::create(b, loop.getLoc(), loop.getLowerBound(),
                                    loop.getUpperBound(), loop.getStep(), inits,
                                    nullptr, loop.getUnsignedCmp());
    fresh->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    if (!fresh.getBody()->empty())
      b.eraseOp(fresh.getBody()->getTerminator());
    b.inlineBlockBefore(loop.getBody(), fresh.getBody(), fresh.getBody()->end(),
                        fresh.getBody()->getArguments());
    for (auto [i, result] : llvm::enumerate(loop.getResults()))
      if (i != index)
        b.replaceAllUsesWith(result, fresh.getResult(i));
    // Follow the value to the yield; every step now takes a reduced one.
    Value v = fresh.getRegionIterArg(index);
    while (true) {
      OpOperand &use = *v.use_begin();
      Operation *user = use.getOwner();
      if (isa<scf::YieldOp>(user)) {
        use.set(v);
        break;
      }
      Value next, value;
      if (auto inner = dyn_cast<scf::ForOp>(user)) {
        unsigned i = use.getOperandNumber() - inner.getNumControlOperands();
        // The old result stays as a key to its use until that is rewritten.
        next = inner.getResult(i);
        value = carry(inner, i, v).getResult(i);
      } else {
        b.setInsertionPoint(user);
        next = user->getResult(0);
        value = combined(user, v,
                         reduced(user->getOperand(1 - use.getOperandNumber()),
                                 user->getLoc()));
      }
      OpOperand &nextUse = *next.use_begin();
      nextUse.set(value);
      b.eraseOp(next.getDefiningOp());
      v = value;
    }
    return fresh;
  }
};

/// Makes `acc` combined with `x` where a mask holds, and `acc` elsewhere, `acc`
/// combined with what is `x` there and changes nothing elsewhere.
void combineMasked(arith::SelectOp select) {
  Operation *step = select.getTrueValue().getDefiningOp();
  auto acc = dyn_cast<BlockArgument>(select.getFalseValue());
  if (!step || !acc || !isa<RankedTensorType>(acc.getType()) ||
      !isa<scf::ForOp>(acc.getOwner()->getParentOp()) || !step->hasOneUse() ||
      step->getNumOperands() != 2 || step->getNumRegions() != 0)
    return;
  TypedAttr neutral = neutralElement(step);
  unsigned other = step->getOperand(0) == acc ? 1 : 0;
  if (!neutral || step->getOperand(1 - other) != acc ||
      step->getOperand(other) == acc)
    return;
  step->moveBefore(select);
  IRRewriter b(step);
  Location loc = select.getLoc();
  Value rest = arith::ConstantOp::create(
      b, loc,
      SplatElementsAttr::get(cast<ShapedType>(acc.getType()),
                             Attribute(neutral)));
  Value masked = arith::SelectOp::create(b, loc, select.getCondition(),
                                         step->getOperand(other), rest);
  step->setOperand(other, masked);
  b.replaceOp(select, step->getResult(0));
}

struct CPUReduceInLoops : impl::CPUReduceInLoopsBase<CPUReduceInLoops> {
  using CPUReduceInLoopsBase::CPUReduceInLoopsBase;

  void runOnOperation() override {
    SmallVector<triton::ReduceOp> reductions;
    SmallVector<arith::SelectOp> selects;
    getOperation().walk([&](triton::ReduceOp op) { reductions.push_back(op); });
    getOperation().walk([&](arith::SelectOp op) { selects.push_back(op); });
    for (arith::SelectOp select : selects)
      combineMasked(select);
    IRRewriter b(&getContext());
    for (triton::ReduceOp op : reductions) {
      Operation *combiner = reorderableCombiner(op, reorderSums);
      if (!combiner || !op.getOperand(0).hasOneUse())
        continue;
      auto reshape = op.getOperand(0).getDefiningOp<triton::ReshapeOp>();
      Value block = reshape ? reshape.getSrc() : op.getOperand(0);
      auto source = dyn_cast<OpResult>(block);
      if (!source || !source.hasOneUse())
        continue;
      auto loop = dyn_cast<scf::ForOp>(source.getOwner());
      unsigned index = source.getResultNumber();
      if (!loop ||
          !onlyAccumulated(loop, index, combiner->getName().getStringRef()))
        continue;
      Rewriter rewriter{b, op, combiner, reshape};
      b.setInsertionPoint(loop);
      Value init = rewriter.start(loop.getInitArgs()[index]);
      scf::ForOp fresh = rewriter.carry(loop, index, init);
      b.replaceOp(op, fresh.getResult(index));
      if (reshape)
        b.eraseOp(reshape);
      b.eraseOp(loop);
    }
  }
};

} // namespace
} // namespace mlir::tts
