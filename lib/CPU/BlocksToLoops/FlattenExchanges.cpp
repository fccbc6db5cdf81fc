// Sorting networks on flat blocks. `tl.sort`, `tl.topk` and `tl.flip` see 2^n
// elements as n dims of two, and exchange the halves along one of them at a
// time. As one dim, that is an exchange of elements whose positions differ in
// one bit: of whole registers, or within them (Exchange.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/CPU/BlocksToLoops/Passes.h"

#include "Exchange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tts {

#define GEN_PASS_DEF_CPUFLATTENEXCHANGES
#include "triton-shared/CPU/BlocksToLoops/Passes.h.inc"

namespace {

RankedTensorType tensorType(Value v) {
  return dyn_cast<RankedTensorType>(v.getType());
}

bool isElementwise(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         (isa<triton::BitcastOp, triton::FpToFpOp>(op) ||
          OpTrait::hasElementwiseMappableTraits(op));
}

/// A reduction of one block by exclusive or.
bool isXor(triton::ReduceOp op) {
  Block &body = op.getCombineOp().front();
  if (op.getNumOperands() != 1 || !llvm::hasNItems(body, 2))
    return false;
  auto combined = dyn_cast<arith::XOrIOp>(body.front());
  return combined && combined.getLhs() != combined.getRhs() &&
         combined.getLhs().getParentBlock() == &body &&
         combined.getRhs().getParentBlock() == &body &&
         body.getTerminator()->getOperand(0) == combined.getResult();
}

struct Exchange {
  Value block;
  int64_t bit; // positions differ in it
};

/// x ^ (the exclusive or of both elements along a dim) is the other one.
std::optional<Exchange> exchangeOf(Operation *op) {
  auto either = dyn_cast<arith::XOrIOp>(op);
  RankedTensorType type =
      either ? tensorType(either.getResult()) : RankedTensorType();
  if (!type || !llvm::all_of(type.getShape(), llvm::isPowerOf2_64))
    return std::nullopt;
  for (auto [own, other] : {std::pair(either.getLhs(), either.getRhs()),
                            std::pair(either.getRhs(), either.getLhs())}) {
    auto broadcast = other.getDefiningOp<triton::BroadcastOp>();
    auto expand = broadcast
                      ? broadcast.getSrc().getDefiningOp<triton::ExpandDimsOp>()
                      : triton::ExpandDimsOp();
    auto reduce = expand ? expand.getSrc().getDefiningOp<triton::ReduceOp>()
                         : triton::ReduceOp();
    if (reduce && reduce.getAxis() == expand.getAxis() && isXor(reduce) &&
        reduce.getOperand(0) == own && type.getDimSize(reduce.getAxis()) == 2)
      return Exchange{
          own, ShapedType::getNumElements(
                   type.getShape().drop_front(reduce.getAxis() + 1))};
  }
  return std::nullopt;
}

/// The blocks of a function as one dim.
class Flattener {
public:
  Flattener(triton::FuncOp function, IRRewriter &b)
      : b(b), entry(function.getBody().front()) {}

  Value exchange(Location loc, Exchange exchange) {
    Value block = flatten(exchange.block, shapeOf(exchange.block));
    int64_t bits = exchange.bit;
    Type elem = tensorType(block).getElementType();
    // Storage is that of what was computed.
    if (auto cast = block.getDefiningOp<triton::BitcastOp>())
      block = cast.getSrc();
    // Of what trades places again: `tl.flip`.
    if (Operation *before = block.getDefiningOp())
      if (std::optional<int64_t> flipped = tts::cpu::flippedBits(before)) {
        block = cast<triton::GatherOp>(before).getSrc();
        bits ^= *flipped;
      }
    Value gathered = triton::GatherOp::create(
        b, loc, block,
        positionsWith<arith::XOrIOp>(tensorType(block).getDimSize(0), bits),
        /*axis=*/0);
    return bitcast(loc, gathered, elem);
  }

  Value elementwise(Operation *op, ArrayRef<int64_t> shape) {
    // What differs from a bit of the position.
    if (auto compare = dyn_cast<arith::CmpIOp>(op);
        compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
        isBool(compare.getLhs()) && isBool(compare.getRhs()))
      return arith::XOrIOp::create(b, op->getLoc(),
                                   asBool(compare.getLhs(), shape),
                                   asBool(compare.getRhs(), shape));
    if (isa<triton::BitcastOp>(op))
      return bitcast(op->getLoc(), flatten(op->getOperand(0), shape),
                     getElementTypeOrSelf(op->getResult(0).getType()));
    IRMapping operands;
    for (Value operand : op->getOperands())
      if (tensorType(operand) && !operands.contains(operand))
        operands.map(operand, flatten(operand, shape));
    Operation *flat = b.clone(*op, operands);
    Value result = flat->getResult(0);
    result.setType(flatType(shape, getElementTypeOrSelf(result.getType())));
    return result;
  }

private:
  static SmallVector<int64_t> shapeOf(Value v) {
    return llvm::to_vector(tensorType(v).getShape());
  }

  static RankedTensorType flatType(ArrayRef<int64_t> shape, Type elem) {
    return RankedTensorType::get({ShapedType::getNumElements(shape)}, elem);
  }

  Value bitcast(Location loc, Value flat, Type elem) {
    if (auto before = flat.getDefiningOp<triton::BitcastOp>())
      flat = before.getSrc();
    RankedTensorType type = tensorType(flat);
    return type.getElementType() == elem
               ? flat
               : triton::BitcastOp::create(b, loc, type.clone(elem), flat)
                     .getResult();
  }

  /// `v`, which is or can be broadcast to blocks of `shape`.
  Value flatten(Value v, ArrayRef<int64_t> shape) {
    RankedTensorType type = tensorType(v),
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
    if (std::optional<int64_t> dim = dimOfPair(v))
      return arith::ExtUIOp::create(b, loc, flat, bitAlong(*dim, shape));
    if (op && type.getShape() != shape && isElementwise(op))
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

  /// The dim along which `v` is 0, 1, if it is that.
  static std::optional<int64_t> dimOfPair(Value v) {
    auto reshape = v.getDefiningOp<triton::ReshapeOp>();
    auto range = reshape ? reshape.getSrc().getDefiningOp<triton::MakeRangeOp>()
                         : triton::MakeRangeOp();
    if (!range || range.getStart() != 0 || range.getEnd() != 2)
      return std::nullopt;
    ArrayRef<int64_t> shape = tensorType(v).getShape();
    return llvm::find(shape, 2) - shape.begin();
  }

  /// Is each element of `v` known to be 0 or 1?
  static bool isBool(Value v) {
    Operation *op = v.getDefiningOp();
    if (isa_and_nonnull<arith::XOrIOp, triton::BroadcastOp, triton::ReshapeOp>(
            op) &&
        llvm::all_of(op->getOperands(), isBool))
      return true;
    if (auto extend = dyn_cast_or_null<arith::ExtUIOp>(op))
      return getElementTypeOrSelf(extend.getIn().getType()).isInteger(1);
    return matchPattern(v, m_Zero()) || matchPattern(v, m_One()) ||
           dimOfPair(v);
  }

  Value asBool(Value v, ArrayRef<int64_t> shape) {
    Operation *op = v.getDefiningOp();
    if (auto either = dyn_cast<arith::XOrIOp>(op))
      return arith::XOrIOp::create(b, v.getLoc(),
                                   asBool(either.getLhs(), shape),
                                   asBool(either.getRhs(), shape));
    if (auto broadcast = dyn_cast<triton::BroadcastOp>(op))
      return asBool(broadcast.getSrc(), shape);
    if (auto extend = dyn_cast<arith::ExtUIOp>(op))
      return flatten(extend.getIn(), shape);
    if (std::optional<int64_t> dim = dimOfPair(v))
      return bitAlong(*dim, shape);
    if (auto reshape = dyn_cast<triton::ReshapeOp>(op))
      return asBool(reshape.getSrc(), shape);
    return constant(flatType(shape, b.getI1Type()), matchPattern(v, m_One()));
  }

  Value constant(RankedTensorType type, int64_t value) {
    return arith::ConstantOp::create(
        b, entry.front().getLoc(),
        DenseElementsAttr::get(
            type, b.getIntegerAttr(type.getElementType(), value)));
  }

  /// The positions in a block of `size`, and one operation on them; at the
  /// beginning of the function.
  template <typename Op> Value positionsWith(int64_t size, int64_t bits) {
    Value &known = withBits[{OperationName(Op::getOperationName(),
                                           b.getContext())
                                 .getAsOpaquePointer(),
                             {size, bits}}];
    if (known)
      return known;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&entry);
    Location loc = entry.getParentOp()->getLoc();
    Value &range = ranges[size];
    if (!range)
      range = triton::MakeRangeOp::create(
          b, loc, RankedTensorType::get({size}, b.getI32Type()), 0, size);
    b.setInsertionPointAfterValue(range);
    return known =
               Op::create(b, loc, range, constant(tensorType(range), bits));
  }

  /// Is this the second element along a dim?
  Value bitAlong(int64_t dim, ArrayRef<int64_t> shape) {
    int64_t size = ShapedType::getNumElements(shape),
            bit = ShapedType::getNumElements(shape.drop_front(dim + 1));
    Value &known = bits[{size, bit}];
    if (known)
      return known;
    Value masked = positionsWith<arith::AndIOp>(size, bit);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(masked);
    return known = arith::CmpIOp::create(b, masked.getLoc(),
                                         arith::CmpIPredicate::ne, masked,
                                         constant(tensorType(masked), 0));
  }

  IRRewriter &b;
  Block &entry;
  DenseMap<int64_t, Value> ranges; // by size
  DenseMap<std::pair<const void *, std::pair<int64_t, int64_t>>, Value>
      withBits;
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
    llvm::SmallDenseSet<Type> shapes;
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (exchangeOf(op))
        shapes.insert(shapeOf(op->getResult(0)));
      else if (!isElementwise(op) || op->getNumOperands() == 0)
        return;
      if (RankedTensorType type = tensorType(op->getResult(0));
          type && type.getRank() > 1)
        ops.push_back(op);
    });
    if (shapes.empty())
      return;
    IRRewriter b(&getContext());
    Flattener flattener(function, b);
    for (Operation *op : ops) {
      auto exchange = exchangeOf(op);
      Value result = op->getResult(0);
      if (!shapes.contains(shapeOf(result)))
        continue;
      b.setInsertionPoint(op);
      Value flat =
          exchange
              ? flattener.exchange(op->getLoc(), *exchange)
              : flattener.elementwise(op, tensorType(result).getShape());
      replaceBy(b, op, flat);
    }
    eraseDead(function);
    reduceHalves(function, b);
    eraseDead(function);
  }

  /// The type of a block but for its elements.
  static Type shapeOf(Value block) {
    RankedTensorType type = tensorType(block);
    return type.clone(IntegerType::get(type.getContext(), 1));
  }

  static void eraseDead(triton::FuncOp function) {
    function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
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
            reshape && tensorType(reshape.getSrc()).getRank() == 1)
          flat.push_back(reshape.getSrc());
      if (op.getNumResults() != 1 || flat.size() != 1 ||
          !tensorType(op.getResult().front()))
        continue;
      RankedTensorType type = tensorType(op.getSrcs().front());
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
