// Sorting networks on flat blocks. `tl.sort`, `tl.topk` and `tl.flip` see 2^n
// elements as n dims of two, and exchange the halves along one of them at a
// time. As one dim, that is an exchange of elements whose positions differ in
// one bit: of whole registers, or within them (Exchange.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlockRewrites/Passes.h"

#include "Halves.h"
#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/Lowering/EraseDead.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUFLATTENEXCHANGES
#include "triton-shared/CPU/BlockRewrites/Passes.h.inc"

namespace {

using cpu::blockType;
using cpu::Exchange;
using cpu::Moved;
using cpu::movedBy;
using cpu::PositionBit;
using cpu::positionBit;

bool isElementwise(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         (isa<triton::BitcastOp, triton::FpToFpOp>(op) ||
          OpTrait::hasElementwiseMappableTraits(op));
}

/// The blocks of a function as one dim.
class Flattener {
public:
  Flattener(triton::FuncOp function, IRRewriter &b)
      : b(b), entry(function.getBody().front()) {}

  Value move(Location loc, const Moved &moved) {
    Value block = flatten(moved.block, shapeOf(moved.block));
    Value chosen = gather(loc, block, moved.exchange);
    if (!moved.product)
      return chosen;
    Value result = extended(chosen, moved);
    if (!isa<arith::MulFOp>(moved.product))
      return result;
    // Times 0 it is not always 0, which is not always nothing to add.
    Exchange opposite = moved.exchange;
    opposite.kind =
        opposite.kind == Exchange::Set ? Exchange::Clear : Exchange::Set;
    Value other = gather(loc, block, opposite);
    IRMapping operands;
    for (Value operand : moved.product->getOperands())
      operands.map(operand, operand == moved.block ? other : zero(other));
    other = extended(clone(moved.product, operands, other), moved);
    operands.map(moved.sum->getOperand(0), result);
    operands.map(moved.sum->getOperand(1), other);
    return clone(moved.sum, operands, other);
  }

  Value elementwise(Operation *op, ArrayRef<int64_t> shape) {
    // What differs from a bit of the position.
    if (auto compare = dyn_cast<arith::CmpIOp>(op);
        compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
        isBool(compare.getLhs(), shape) && isBool(compare.getRhs(), shape))
      return differ(op->getLoc(), compare.getLhs(), compare.getRhs(), shape);
    if (auto select = dyn_cast<arith::SelectOp>(op))
      if (Value ordered = inOrder(select, shape))
        return ordered;
    if (isa<triton::BitcastOp>(op))
      return bitcast(op->getLoc(), flatten(op->getOperand(0), shape),
                     getElementTypeOrSelf(op->getResult(0).getType()));
    IRMapping operands;
    for (Value operand : op->getOperands())
      if (blockType(operand) && !operands.contains(operand))
        operands.map(operand, flatten(operand, shape));
    Value result = b.clone(*op, operands)->getResult(0);
    result.setType(flatType(shape, getElementTypeOrSelf(result.getType())));
    return result;
  }

private:
  /// The lesser of two integers, or the greater one, by a bit of the position;
  /// null where it is anything else. Of floats LLVM makes no minima then.
  Value inOrder(arith::SelectOp op, ArrayRef<int64_t> shape) {
    Type elem = getElementTypeOrSelf(op.getType());
    if (!elem.isInteger() || elem.isInteger(1) ||
        elem.getIntOrFloatBitWidth() > 32 || !blockType(op.getCondition()))
      return {};
    auto differs =
        flatten(op.getCondition(), shape).getDefiningOp<arith::XOrIOp>();
    auto compare = differs ? differs.getLhs().getDefiningOp<arith::CmpIOp>()
                           : arith::CmpIOp();
    using P = arith::CmpIPredicate;
    if (!compare || !llvm::is_contained({P::sgt, P::slt, P::ugt, P::ult},
                                        compare.getPredicate()))
      return {};
    Value x = flatten(op.getTrueValue(), shape),
          y = flatten(op.getFalseValue(), shape), a = compare.getLhs(),
          c = compare.getRhs();
    if (!(a == x && c == y) && !(a == y && c == x))
      return {};
    Location loc = op.getLoc();
    Value either = arith::SelectOp::create(b, loc, compare, y, x),
          other = arith::SelectOp::create(b, loc, compare, x, y);
    return arith::SelectOp::create(b, loc, differs.getRhs(), either, other);
  }

  static SmallVector<int64_t> shapeOf(Value v) {
    return llvm::to_vector(blockType(v).getShape());
  }

  static RankedTensorType flatType(ArrayRef<int64_t> shape, Type elem) {
    return RankedTensorType::get({ShapedType::getNumElements(shape)}, elem);
  }

  Value gather(Location loc, Value block, Exchange exchange) {
    Type elem = blockType(block).getElementType();
    // Storage is that of what was computed.
    if (auto cast = block.getDefiningOp<triton::BitcastOp>())
      block = cast.getSrc();
    // Of what has changed places before: `tl.flip`.
    if (auto before = cpu::exchangeOf(block.getDefiningOp());
        before && before->kind == Exchange::Flip &&
        exchange.kind == Exchange::Flip) {
      exchange.bits ^= before->bits;
      block = block.getDefiningOp<triton::GatherOp>().getSrc();
    }
    if (exchange.bits == 0)
      return bitcast(loc, block, elem);
    Value gathered = triton::GatherOp::create(
        b, loc, block, places(blockType(block).getDimSize(0), exchange),
        /*axis=*/0);
    return bitcast(loc, gathered, elem);
  }

  /// `op` on flat operands, one of which is `like`.
  Value clone(Operation *op, IRMapping operands, Value like) {
    Value result = b.clone(*op, operands)->getResult(0);
    result.setType(
        blockType(like).clone(getElementTypeOrSelf(result.getType())));
    return result;
  }

  Value extended(Value v, const Moved &moved) {
    if (!moved.extension)
      return v;
    IRMapping operands;
    operands.map(moved.extension->getOperand(0), v);
    return clone(moved.extension, operands, v);
  }

  Value zero(Value like) {
    RankedTensorType type = blockType(like);
    return arith::ConstantOp::create(
        b, like.getLoc(),
        DenseElementsAttr::get(type, b.getZeroAttr(type.getElementType())));
  }

  Value bitcast(Location loc, Value flat, Type elem) {
    if (auto before = flat.getDefiningOp<triton::BitcastOp>())
      flat = before.getSrc();
    RankedTensorType type = blockType(flat);
    return type.getElementType() == elem
               ? flat
               : triton::BitcastOp::create(b, loc, type.clone(elem), flat)
                     .getResult();
  }

  /// `v`, which is or can be broadcast to blocks of `shape`.
  Value flatten(Value v, ArrayRef<int64_t> shape) {
    RankedTensorType type = blockType(v),
                     flat = flatType(shape, type.getElementType());
    Location loc = v.getLoc();
    if (type == flat)
      return v;
    Operation *op = v.getDefiningOp();
    if (auto broadcast = dyn_cast_or_null<triton::BroadcastOp>(op))
      return flatten(broadcast.getSrc(), shape);
    if (auto splat = dyn_cast_or_null<triton::SplatOp>(op))
      return triton::SplatOp::create(b, loc, flat, splat.getSrc());
    DenseElementsAttr constant;
    if (matchPattern(v, m_Constant(&constant)) && constant.isSplat())
      return arith::ConstantOp::create(b, loc, constant.resizeSplat(flat));
    if (std::optional<PositionBit> bit = positionBit(v, shape)) {
      Value set = isSet(loc, *bit, shape);
      return isa<FloatType>(flat.getElementType())
                 ? arith::UIToFPOp::create(b, loc, flat, set).getResult()
                 : arith::ExtUIOp::create(b, loc, flat, set).getResult();
    }
    if (isa_and_nonnull<triton::BitcastOp>(op) ||
        (op && type.getShape() != shape && isElementwise(op)))
      return elementwise(op, shape);
    auto whole = RankedTensorType::get(shape, type.getElementType());
    if (type != whole)
      v = triton::BroadcastOp::create(b, loc, whole, v);
    else if (auto reshape = dyn_cast_or_null<triton::ReshapeOp>(op);
             reshape && !reshape.getAllowReorder())
      v = reshape.getSrc();
    return v.getType() == flat ? v
                               : triton::ReshapeOp::create(
                                     b, loc, flat, v, /*allow_reorder=*/false)
                                     .getResult();
  }

  /// Is each element of `v` known to be 0 or 1?
  static bool isBool(Value v, ArrayRef<int64_t> shape) {
    if (matchPattern(v, m_Zero()) || matchPattern(v, m_One()) ||
        positionBit(v, shape))
      return true;
    Operation *op = v.getDefiningOp();
    if (auto extend = dyn_cast_or_null<arith::ExtUIOp>(op))
      return getElementTypeOrSelf(extend.getIn().getType()).isInteger(1);
    if (auto reshape = dyn_cast_or_null<triton::ReshapeOp>(op)) // flat by now
      return blockType(reshape.getSrc()).getRank() == 1 &&
             isBool(reshape.getSrc(), blockType(reshape.getSrc()).getShape());
    return isa_and_nonnull<arith::XOrIOp, triton::BroadcastOp>(op) &&
           llvm::all_of(op->getOperands(),
                        [&](Value operand) { return isBool(operand, shape); });
  }

  Value asBool(Value v, ArrayRef<int64_t> shape) {
    if (std::optional<PositionBit> bit = positionBit(v, shape))
      return isSet(v.getLoc(), *bit, shape);
    Operation *op = v.getDefiningOp();
    if (auto either = dyn_cast<arith::XOrIOp>(op))
      return differ(v.getLoc(), either.getLhs(), either.getRhs(), shape);
    if (isa<triton::BroadcastOp, triton::ReshapeOp>(op))
      return asBool(op->getOperand(0), shape);
    if (auto extend = dyn_cast<arith::ExtUIOp>(op))
      return flatten(extend.getIn(), shape);
    return constant(flatType(shape, b.getI1Type()), matchPattern(v, m_One()));
  }

  Value differ(Location loc, Value x, Value y, ArrayRef<int64_t> shape) {
    if (matchPattern(x, m_Zero()))
      return asBool(y, shape);
    if (matchPattern(y, m_Zero()))
      return asBool(x, shape);
    return arith::XOrIOp::create(b, loc, asBool(x, shape), asBool(y, shape));
  }

  Value constant(RankedTensorType type, int64_t value) {
    return arith::ConstantOp::create(
        b, entry.front().getLoc(),
        DenseElementsAttr::get(type,
                               b.getIntegerAttr(type.getElementType(), value)));
  }

  /// The positions in a block of `size`, at the beginning of the function.
  Value positions(int64_t size) {
    Value &known = ranges[size];
    if (known)
      return known;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&entry);
    return known = triton::MakeRangeOp::create(
               b, entry.getParentOp()->getLoc(),
               RankedTensorType::get({size}, b.getI32Type()), 0, size);
  }

  Value places(int64_t size, Exchange exchange) {
    Value &known = moved[{exchange.kind, {size, exchange.bits}}];
    if (known)
      return known;
    Value range = positions(size);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(range);
    Location loc = range.getLoc();
    bool clears = exchange.kind == Exchange::Clear;
    Value bits =
        constant(blockType(range), clears ? ~exchange.bits : exchange.bits);
    if (clears)
      return known = arith::AndIOp::create(b, loc, range, bits);
    if (exchange.kind == Exchange::Set)
      return known = arith::OrIOp::create(b, loc, range, bits);
    return known = arith::XOrIOp::create(b, loc, range, bits);
  }

  /// Is this bit of each position set, or its opposite?
  Value isSet(Location loc, PositionBit bit, ArrayRef<int64_t> shape) {
    int64_t size = ShapedType::getNumElements(shape);
    Value &known = bits[{size, bit.bit}];
    if (!known) {
      Value range = positions(size);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointAfterValue(range);
      RankedTensorType type = blockType(range);
      Value masked = arith::AndIOp::create(b, range.getLoc(), range,
                                           constant(type, bit.bit));
      known = arith::CmpIOp::create(b, range.getLoc(), arith::CmpIPredicate::ne,
                                    masked, constant(type, 0));
    }
    if (!bit.isOpposite)
      return known;
    return arith::XOrIOp::create(b, loc, known, constant(blockType(known), 1));
  }

  IRRewriter &b;
  Block &entry;
  DenseMap<int64_t, Value> ranges; // by size
  DenseMap<std::pair<int, std::pair<int64_t, int64_t>>, Value> moved;
  DenseMap<std::pair<int64_t, int64_t>, Value> bits; // by size and bit
};

struct CPUFlattenExchanges
    : impl::CPUFlattenExchangesBase<CPUFlattenExchanges> {
  void runOnOperation() override {
    getOperation().walk([&](triton::FuncOp function) {
      if (!function.isExternal())
        flattenIn(function);
    });
  }

private:
  void flattenIn(triton::FuncOp function) {
    // What chooses an element of each pair goes with it.
    llvm::SmallPtrSet<Operation *, 8> moves, choices;
    function.walk([&](Operation *op) {
      std::optional<Moved> moved = movedBy(op);
      if (!moved)
        return;
      moves.insert(op);
      choices.insert(moved->extension);
      choices.insert(moved->product);
    });
    if (moves.empty())
      return;
    // All that is computed of what has been moved.
    SmallVector<Operation *> ops;
    DenseSet<Value> follow;
    function.walk([&](Operation *op) {
      bool follows = (isElementwise(op) || isa<triton::ReshapeOp>(op)) &&
                     !choices.contains(op) &&
                     llvm::any_of(op->getOperands(),
                                  [&](Value v) { return follow.contains(v); });
      if (!moves.contains(op) && !follows)
        return;
      Value result = op->getResult(0);
      follow.insert(result);
      if (!isa<triton::ReshapeOp>(op) && blockType(result).getRank() > 1)
        ops.push_back(op);
    });
    IRRewriter b(&getContext());
    Flattener flattener(function, b);
    for (Operation *op : ops) {
      b.setInsertionPoint(op);
      std::optional<Moved> moved = movedBy(op);
      if (!moved && !isElementwise(op))
        continue;
      replaceBy(b, op,
                moved ? flattener.move(op->getLoc(), *moved)
                      : flattener.elementwise(
                            op, blockType(op->getResult(0)).getShape()));
    }
    eraseDead(function.getBody().front());
    reduceHalves(function, b);
    eraseDead(function.getBody().front());
  }

  /// Other shapes of what `op` computes are made of `flat` at once.
  static void replaceBy(IRRewriter &b, Operation *op, Value flat) {
    Value result = op->getResult(0);
    for (Operation *user : llvm::make_early_inc_range(result.getUsers())) {
      auto reshape = dyn_cast<triton::ReshapeOp>(user);
      if (!reshape || reshape.getAllowReorder())
        continue;
      if (reshape.getType() == flat.getType())
        b.replaceOp(reshape, flat);
      else
        reshape.getSrcMutable().assign(flat);
    }
    auto shaped = triton::ReshapeOp::create(b, op->getLoc(), result.getType(),
                                            flat, /*allow_reorder=*/false);
    result.replaceAllUsesWith(shaped);
    op->erase();
  }

  /// Reductions along one dim of flat blocks, which have three dims then.
  static void reduceHalves(triton::FuncOp function, IRRewriter &b) {
    SmallVector<triton::ReduceOp> reductions;
    function.walk([&](triton::ReduceOp op) { reductions.push_back(op); });
    for (triton::ReduceOp op : reductions) {
      SmallVector<Value> flat;
      for (Value v : op.getSrcs())
        if (auto reshape = v.getDefiningOp<triton::ReshapeOp>();
            reshape && blockType(reshape.getSrc()).getRank() == 1)
          flat.push_back(reshape.getSrc());
      if (op.getNumResults() != 1 || flat.size() != 1 ||
          !blockType(op.getResult().front()))
        continue;
      RankedTensorType type = blockType(op.getSrcs().front());
      int axis = op.getAxis();
      ArrayRef<int64_t> outer = type.getShape().take_front(axis),
                        inner = type.getShape().drop_front(axis + 1);
      if (outer.size() + inner.size() < 3)
        continue;
      b.setInsertionPoint(op);
      auto halves = triton::ReshapeOp::create(
          b, op.getLoc(),
          RankedTensorType::get({ShapedType::getNumElements(outer),
                                 type.getDimSize(axis),
                                 ShapedType::getNumElements(inner)},
                                type.getElementType()),
          flat.front(), /*allow_reorder=*/false);
      auto reduced =
          triton::ReduceOp::create(b, op.getLoc(), ValueRange(halves), 1);
      b.inlineRegionBefore(op.getCombineOp(), reduced.getCombineOp(),
                           reduced.getCombineOp().end());
      replaceBy(b, op, reduced.getResult().front());
    }
  }
};

} // namespace
} // namespace mlir::tts
