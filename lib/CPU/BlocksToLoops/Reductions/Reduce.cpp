// Reductions: accumulators on lanes, any combiner region, any axis.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Reductions.h"

#include "../Elements/Elements.h"
#include "../Nests/Nests.h"
#include "../Plan/Plan.h"
#include "../Walk/Walk.h"

#include "triton-shared/Lowering/NeutralElement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::tts::cpu {

LogicalResult Reductions::reduceInit(triton::ReduceOp op,
                                     SmallVectorImpl<Value> &accs) {
  TypedAttr neutral = neutralElement(op.getCombineOp());
  for (Value src : op.getSrcs()) {
    Type elem = valueType(blockType(src).getElementType());
    Type type = nest->vecDim >= 0 ? vec(elem) : elem;
    TypedAttr attr = neutral ? neutral : cast<TypedAttr>(b.getZeroAttr(elem));
    if (auto vt = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vt, ArrayRef<Attribute>(attr));
    accs.push_back(arith::ConstantOp::create(b, loc, attr));
  }
  return success();
}

static bool mayContract(arith::ArithFastMathInterface op) {
  return arith::bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::contract);
}

/// `element + sum` with one rounding if the element is a product, or chosen
/// from one, for which that is wanted (cpu-fuse-products); null elsewhere.
static Value fusedSum(OpBuilder &b, Location loc, Value element, Value sum) {
  if (auto product = element.getDefiningOp<arith::MulFOp>();
      product && mayContract(product))
    return math::FmaOp::create(b, loc, product.getLhs(), product.getRhs(), sum);
  auto select = element.getDefiningOp<arith::SelectOp>();
  if (!select)
    return {};
  Value yes = fusedSum(b, loc, select.getTrueValue(), sum);
  Value no = fusedSum(b, loc, select.getFalseValue(), sum);
  if (!yes && !no)
    return {};
  auto orApart = [&](Value fused, Value v) -> Value {
    return fused ? fused : arith::AddFOp::create(b, loc, v, sum);
  };
  return arith::SelectOp::create(b, loc, select.getCondition(),
                                 orApart(yes, select.getTrueValue()),
                                 orApart(no, select.getFalseValue()));
}

/// The same for an operation of a combiner, of whatever operand is a product.
static Value fusedSum(OpBuilder &b, Location loc, Operation *op,
                      ArrayRef<Value> operands) {
  auto add = dyn_cast<arith::AddFOp>(op);
  if (!add || !mayContract(add))
    return {};
  Value fused = fusedSum(b, loc, operands[1], operands[0]);
  return fused ? fused : fusedSum(b, loc, operands[0], operands[1]);
}

LogicalResult Reductions::combine(Region &region, ValueRange lhs,
                                  ValueRange rhs, SmallVectorImpl<Value> &out) {
  if (!region.hasOneBlock())
    return region.getParentOp()->emitError(
        "combiner with unstructured control flow");
  Block &block = region.front();
  IRMapping map;
  SmallVector<Value> args(lhs.begin(), lhs.end());
  llvm::append_range(args, rhs);
  int64_t lanes = 0;
  for (Value v : args)
    if (auto vt = dyn_cast<VectorType>(v.getType()))
      lanes = vt.getNumElements();
  map.map(block.getArguments(), args);
  if (lanes == 0)
    return inlineScalars(block, args, out);
  for (Operation &op : block.without_terminator()) {
    if (auto c = dyn_cast<arith::ConstantOp>(op)) {
      map.map(c.getResult(), arith::ConstantOp::create(b, loc, c.getValue()));
      continue;
    }
    SmallVector<Value> operands;
    bool anyVector = false;
    for (Value v : op.getOperands()) {
      Value m = map.lookupOrNull(v);
      if (!m)
        m = scalars.lookup(v);
      operands.push_back(m);
      anyVector |= isa<VectorType>(m.getType());
    }
    if (anyVector)
      for (Value &v : operands)
        if (!isa<VectorType>(v.getType()))
          v = vector::BroadcastOp::create(
              b, loc, VectorType::get({lanes}, v.getType()), v);
    if (Value fused = fusedSum(b, loc, &op, operands)) {
      map.map(op.getResult(0), fused);
      continue;
    }
    FailureOr<Value> r =
        elements().elementwise(&op, operands, anyVector ? lanes : 0, true);
    if (failed(r))
      return failure();
    map.map(op.getResult(0), *r);
  }
  for (Value v : block.getTerminator()->getOperands()) {
    Value m = map.lookupOrNull(v);
    out.push_back(m ? m : scalars.lookup(v));
  }
  return success();
}

/// Inlines a block of scalar operations, control flow included.
LogicalResult Reductions::inlineScalars(Block &block, ValueRange args,
                                        SmallVectorImpl<Value> &out) {
  Operation *savedCurrent = current;
  Location savedLoc = loc;
  scalars.map(block.getArguments(), args);
  LogicalResult r = walk().emitBlock(block);
  for (Value v : block.getTerminator()->getOperands())
    if (succeeded(r))
      out.push_back(scalars.lookup(v));
  current = savedCurrent;
  loc = savedLoc;
  return r;
}

LogicalResult Reductions::reduceStep(triton::ReduceOp op, const Coords &coords,
                                     int axis, MutableArrayRef<Value> accs) {
  SmallVector<Value> elems;
  for (Value src : op.getSrcs()) {
    FailureOr<Lane> e = elements().eval(src, coords);
    if (failed(e))
      return failure();
    elems.push_back(nest->vecDim >= 0 ? asVector(*e) : e->v);
  }
  at(nest->levels.size() - 1);
  bool known = static_cast<bool>(neutralElement(op.getCombineOp()));
  int dim = axis < 0 ? nest->vecDim : axis;
  Value i = dim >= 0 ? nest->coords[dim].v : Value();
  if (!known && !i) {
    llvm::copy(elems, accs.begin());
    return success();
  }
  SmallVector<Value> next;
  if (failed(combine(op.getCombineOp(), accs, elems, next)))
    return failure();
  Value first;
  if (!known)
    first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, i, cst(0));
  for (auto [acc, n, e] : llvm::zip(accs, next, elems))
    acc = known ? n : arith::SelectOp::create(b, loc, first, e, n).getResult();
  return success();
}

/// Folds vector accumulators to `width` lanes, halving; one lane is a scalar.
LogicalResult Reductions::horizontal(Region &region,
                                     SmallVectorImpl<Value> &accs,
                                     int64_t width) {
  int64_t n = cast<VectorType>(accs.front().getType()).getNumElements();
  while (n > width) {
    n /= 2;
    SmallVector<Value> lo, hi, out;
    for (Value v : accs) {
      lo.push_back(vector::ExtractStridedSliceOp::create(
          b, loc, v, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{n},
          ArrayRef<int64_t>{1}));
      hi.push_back(vector::ExtractStridedSliceOp::create(
          b, loc, v, ArrayRef<int64_t>{n}, ArrayRef<int64_t>{n},
          ArrayRef<int64_t>{1}));
    }
    if (failed(combine(region, lo, hi, out)))
      return failure();
    accs = std::move(out);
  }
  if (width == 1)
    for (Value &v : accs)
      v = vector::ExtractOp::create(b, loc, v, 0);
  return success();
}

LogicalResult Reductions::finishReduce(triton::ReduceOp op, ArrayRef<Value> in,
                                       int axis) {
  at(nest->levels.size() - 1);
  SmallVector<Value> accs(in);
  bool overLanes = nest->vecDim >= 0 && (axis < 0 || axis == nest->vecDim);
  if (overLanes) {
    if (auto rows = rowPartials.find(op); rows != rowPartials.end())
      return keepRow(op, rows->second, accs);
    if (failed(horizontal(op.getCombineOp(), accs, 1)))
      return failure();
  }
  for (auto [result, acc] : llvm::zip(op.getResults(), accs)) {
    if (!blockType(result)) {
      scalars.map(result, acc);
      continue;
    }
    Coords coords(nest->coords);
    coords.erase(coords.begin() + op.getAxis());
    elements().writeBuffer(buffers.lookup(result), coords,
                           {acc, static_cast<int>(nest->levels.size()) - 1});
  }
  return success();
}

/// Reductions after `op` that can go through the same elements with it: what
/// they reduce is there already. As many as have registers for accumulators.
SmallVector<triton::ReduceOp> Reductions::reducedTogether(triton::ReduceOp op) {
  constexpr size_t kMaxAccumulators = 4;
  SmallVector<triton::ReduceOp> ops{op};
  size_t accumulators = op.getNumOperands();
  auto type = blockType(op.getSrcs().front());
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    auto other = dyn_cast<triton::ReduceOp>(next);
    if (!other || plan().isDoneAlong(other) || Walk::pickedElement(other) ||
        other.getAxis() != op.getAxis() ||
        blockType(other.getSrcs().front()).getShape() != type.getShape() ||
        bandDim(other.getSrcs().front()) != bandDim(op.getSrcs().front()) ||
        accumulators + other.getNumOperands() > kMaxAccumulators)
      continue;
    // Both source and what its combiner uses from outside must be known.
    auto known = [&](Value v) {
      Operation *def = v.getDefiningOp();
      return !def || def->getBlock() != op->getBlock() ||
             def->isBeforeInBlock(op);
    };
    bool ready = llvm::all_of(other.getOperands(), known);
    other.getCombineOp().walk([&](Operation *inner) {
      ready &= llvm::all_of(inner->getOperands(), [&](Value v) {
        return other.getCombineOp().isAncestor(v.getParentRegion()) || known(v);
      });
    });
    if (!ready)
      continue;
    accumulators += other.getNumOperands();
    ops.push_back(other);
  }
  return ops;
}

LogicalResult Reductions::emitReduce(triton::ReduceOp op) {
  if (plan().isDoneAlong(op))
    return success();
  SmallVector<triton::ReduceOp> ops = reducedTogether(op);
  SmallVector<Root> roots;
  for (triton::ReduceOp each : ops) {
    for (Value r : each.getResults())
      if (blockType(r))
        buffers[r] = allocate(r.getType());
    allocateRows(each);
    plan().doAlong(each);
    Root root;
    root.kind = Root::Reduce;
    root.op = each;
    roots.push_back(root);
  }
  // The buffers of the results are written, not read, by this nest.
  if (failed(nests().emitNest(blockType(op.getSrcs().front()).getShape(), roots,
                              op, op.getAxis())))
    return failure();
  for (triton::ReduceOp each : ops)
    if (failed(foldRows(each)))
      return failure();
  return success();
}

} // namespace mlir::tts::cpu
