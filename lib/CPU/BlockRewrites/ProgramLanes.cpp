// Programs that lie side by side, each as a lane of one program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramLanes.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/CPU/Analysis/SharedDim.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"
#include "triton-shared/Lowering/EraseDead.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tts::cpu {

/// How many elements a program has of it.
static int64_t sizeOf(Value v) {
  return ShapedType::getNumElements(blockShape(v));
}

/// The shape of a block, and one more dim.
static SmallVector<int64_t> withLast(ArrayRef<int64_t> shape, int64_t size) {
  auto all = llvm::to_vector(shape);
  all.push_back(size);
  return all;
}

ProgramLanes::ProgramLanes(triton::FuncOp function, ProgramNumber number)
    : function(function), number(number), b(function.getContext()) {
  findVarying();
}

// --- What differs between programs

/// Does it give a program its number?
bool ProgramLanes::startsAfresh(Operation *op) const {
  auto id = dyn_cast<triton::GetProgramIdOp>(op);
  return op == number.remainder ||
         (id && static_cast<int>(id.getAxis()) == number.axis);
}

void ProgramLanes::findVarying() {
  bool changed = true;
  auto mark = [&](Value v) { changed |= varying.insert(v).second; };
  auto visit = [&](Operation *op) {
    if (number.isRow(op))
      return;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      auto carried = llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                               loop.getYieldedValues(), loop.getResults());
      for (auto [init, argument, next, result] : carried)
        if (varies(init) || varies(next)) {
          mark(argument);
          mark(result);
        }
      return;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Value result : branch.getResults()) {
        unsigned i = cast<OpResult>(result).getResultNumber();
        if (varies(branch.getCondition()) ||
            varies(branch.thenYield().getOperand(i)) ||
            varies(branch.elseYield().getOperand(i)))
          mark(result);
      }
      return;
    }
    if (startsAfresh(op) || llvm::any_of(op->getOperands(), [&](Value operand) {
          return varies(operand);
        }))
      llvm::for_each(op->getResults(), mark);
  };
  while (changed) {
    changed = false;
    function.walk<WalkOrder::PreOrder>(visit);
  }
}

/// By how much a scalar grows from one program to the next, if that is a
/// constant. Scalars are taken not to wrap around.
std::optional<int64_t> ProgramLanes::step(Value v) {
  if (!varies(v))
    return 0;
  if (auto it = steps.find(v); it != steps.end())
    return it->second;
  std::optional<int64_t> own = stepOf(v);
  steps[v] = own;
  return own;
}

std::optional<int64_t> ProgramLanes::stepOf(Value v) {
  if (!v.getType().isIntOrIndex())
    return std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    // Whether it grows so in the loop, too, convert() sees.
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop ? step(loop.getTiedLoopInit(argument)->get()) : std::nullopt;
  }
  Operation *op = v.getDefiningOp();
  unsigned i = cast<OpResult>(v).getResultNumber();
  if (startsAfresh(op))
    return 1;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return step(loop.getRegionIterArg(i));
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (varies(branch.getCondition()))
      return std::nullopt;
    auto yes = step(branch.thenYield().getOperand(i));
    return yes == step(branch.elseYield().getOperand(i)) ? yes : std::nullopt;
  }
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(op))
    return step(op->getOperand(0));
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto lhs = step(op->getOperand(0)), rhs = step(op->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  int64_t all;
  if (isa<arith::AddIOp>(op))
    return llvm::AddOverflow(*lhs, *rhs, all) ? std::nullopt
                                              : std::optional(all);
  if (isa<arith::SubIOp>(op))
    return llvm::SubOverflow(*lhs, *rhs, all) ? std::nullopt
                                              : std::optional(all);
  for (unsigned i : {0, 1})
    if (auto factor = getConstantIntValue(op->getOperand(i)))
      return llvm::MulOverflow(i ? *lhs : *rhs, *factor, all)
                 ? std::nullopt
                 : std::optional(all);
  return std::nullopt;
}

bool ProgramLanes::haveColumns() {
  bool accesses = false;
  WalkResult walked = function.walk([&](MakeBlockOp block) {
    if (!varies(block.getResult()))
      return WalkResult::advance();
    accesses = true;
    Type elem = block.getType().getElementType();
    std::optional<int64_t> next = step(block.getOffset());
    if (!next || !isDense(*next, elem))
      return WalkResult::interrupt();
    auto shape = block.getType().getShape();
    for (auto [size, stride] : llvm::zip(shape, block.getMixedStrides())) {
      auto apart = getConstantIntValue(stride);
      if (size > 1 && apart && isDense(std::abs(*apart), elem))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return accesses && !walked.wasInterrupted();
}

int64_t ProgramLanes::largest() const {
  int64_t size = 1;
  for (Value v : varying)
    size = std::max(size, sizeOf(v));
  return size;
}

int64_t ProgramLanes::kept() const {
  int64_t size = 0;
  for (Value v : varying)
    if (!v.getType().isIntOrIndex() && isa<BlockArgument>(v))
      size += sizeOf(v);
  return size;
}

// --- Values with a dim for the programs

/// The type of what each of the programs has one of; null if there is none.
Type ProgramLanes::laneType(Type type) const {
  if (auto block = dyn_cast<BlockType>(type))
    return BlockType::get(withLast(block.getShape(), count),
                          block.getElementType());
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type elem = tensor ? tensor.getElementType() : type;
  if (!elem.isIntOrFloat())
    return Type();
  return RankedTensorType::get(
      withLast(tensor ? tensor.getShape() : ArrayRef<int64_t>(), count), elem);
}

/// A scalar of each program, in all elements of a block of the program's.
Value ProgramLanes::stretched(Value own, ArrayRef<int64_t> shape) {
  Location loc = own.getLoc();
  while (blockShape(own).size() < shape.size())
    own = triton::ExpandDimsOp::create(b, loc, own, 0);
  if (blockShape(own) == shape)
    return own;
  return triton::BroadcastOp::create(b, loc, blockType(own).clone(shape), own);
}

/// `v` of each of the programs; null if it cannot be had.
Value ProgramLanes::lanesOf(Value v) {
  if (varies(v))
    return lanes.lookup(v);
  Value same = firsts.lookupOrNull(v);
  auto type = dyn_cast_or_null<RankedTensorType>(laneType(v.getType()));
  if (!same || !type)
    return Value();
  Location loc = v.getLoc();
  if (!blockType(v))
    return triton::SplatOp::create(b, loc, type, same);
  if (auto constant = v.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return arith::ConstantOp::create(b, loc, splat.resizeSplat(type));
  Value column =
      triton::ExpandDimsOp::create(b, loc, same, blockType(v).getRank());
  return triton::BroadcastOp::create(b, loc, type, column);
}

Value ProgramLanes::lanesOf(Value v, ArrayRef<int64_t> shape) {
  Value own = lanesOf(v);
  return own ? stretched(own, shape) : own;
}

/// An operand that may be left out, or be a scalar where it does not differ.
/// False if it cannot be had.
bool ProgramLanes::expand(Value &operand, ArrayRef<int64_t> shape) {
  if (!operand)
    return true;
  operand = varies(operand) || blockType(operand) ? lanesOf(operand, shape)
                                                  : firsts.lookup(operand);
  return static_cast<bool>(operand);
}

/// The numbers of the programs, from that of the first one on.
Value ProgramLanes::numbers(Value first) {
  auto type = dyn_cast<IntegerType>(first.getType());
  if (!type || type.getWidth() < 32)
    return Value();
  Location loc = first.getLoc();
  auto own = cast<RankedTensorType>(laneType(type));
  Value lane = triton::MakeRangeOp::create(b, loc, own.clone(b.getI32Type()), 0,
                                           static_cast<int32_t>(count));
  if (type.getWidth() > 32)
    lane = arith::ExtSIOp::create(b, loc, own, lane);
  Value all = triton::SplatOp::create(b, loc, own, first);
  return arith::AddIOp::create(b, loc, all, lane);
}

// --- Operations on them

bool ProgramLanes::convert(MakeBlockOp block) {
  auto differs = [&](Value v) { return v && varies(v); };
  std::optional<int64_t> next = step(block.getOffset());
  if (!next || block.hasTensorBase() || differs(block.getBase()) ||
      differs(block.getGather()) || llvm::any_of(block.getStrides(), differs) ||
      llvm::any_of(block.getLower(), differs) ||
      llvm::any_of(block.getUpper(), differs) ||
      llvm::any_of(block.getWrapStarts(), differs) ||
      llvm::any_of(block.getWrapModuli(), differs))
    return false;
  Value offset = firsts.lookupOrNull(block.getOffset());
  if (!offset)
    return false;
  auto own = [&](SmallVector<OpFoldResult> list, OpFoldResult last) {
    for (OpFoldResult &each : list)
      if (auto v = dyn_cast<Value>(each))
        each = firsts.lookup(v);
    list.push_back(last);
    return list;
  };
  auto same = [&](ValueRange values) {
    return llvm::map_to_vector(values,
                               [&](Value v) { return firsts.lookup(v); });
  };
  auto type = cast<BlockType>(laneType(block.getType()));
  Value gather = block.getGather(), mask = block.getMask();
  if (!expand(gather, type.getShape()) || !expand(mask, type.getShape()))
    return false;
  lanes[block.getResult()] = MakeBlockOp::create(
      b, block.getLoc(), type, firsts.lookup(block.getBase()), offset,
      own(block.getMixedStrides(), b.getIndexAttr(*next)),
      own(block.getMixedLower(), b.getIndexAttr(0)),
      own(block.getMixedUpper(), programs), block.getWrapDims(),
      same(block.getWrapStarts()), same(block.getWrapModuli()),
      block.getClipDims(), gather, mask);
  return true;
}

/// What the programs that get there access of a block; null if that is not
/// known.
Value ProgramLanes::accessTo(Value block) {
  // One that is the same for all may have another value where it is masked.
  auto made = block.getDefiningOp<MakeBlockOp>();
  if (made && !varies(block) && !lanes.contains(block) && !convert(made))
    return Value();
  Value own = lanes.lookup(block);
  auto all = own ? own.getDefiningOp<MakeBlockOp>() : MakeBlockOp();
  if (!guard || !all)
    return all;
  Location loc = all.getLoc();
  Value mask = stretched(guard, blockShape(own));
  if (Value given = all.getMask()) {
    if (!blockType(given))
      given = triton::SplatOp::create(b, loc, mask.getType(), given);
    mask = arith::AndIOp::create(b, loc, mask, given);
  }
  return MakeBlockOp::create(
      b, loc, all.getType(), all.getBase(), all.getOffset(),
      all.getMixedStrides(), all.getMixedLower(), all.getMixedUpper(),
      all.getWrapDims(), all.getWrapStarts(), all.getWrapModuli(),
      all.getClipDims(), all.getGather(), mask);
}

bool ProgramLanes::convert(LoadOp load) {
  auto type = dyn_cast_or_null<RankedTensorType>(laneType(load.getType()));
  Value other = load.getOther();
  if (!type || load.getIsVolatile() || !expand(other, type.getShape()))
    return false;
  Value access = accessTo(load.getBlock());
  if (!access)
    return false;
  auto own = cast<LoadOp>(b.clone(*load));
  own.getBlockMutable().assign(access);
  if (other)
    own.getOtherMutable().assign(other);
  own.getResult().setType(type);
  lanes[load.getResult()] = own.getResult();
  return true;
}

/// A block in which each of the programs has a place of its own. Without one
/// all would write to the same, in their order.
Value ProgramLanes::placeOf(Operation *op) {
  MakeBlockOp block = accessOf(op);
  return block && step(block.getOffset()).value_or(0) != 0
             ? accessTo(block.getResult())
             : Value();
}

bool ProgramLanes::convert(StoreOp store) {
  Value access = placeOf(store);
  if (!access)
    return false;
  Value value = lanesOf(store.getValue(), blockShape(access));
  if (!value)
    return false;
  auto own = cast<StoreOp>(b.clone(*store));
  own.getValueMutable().assign(value);
  own.getBlockMutable().assign(access);
  return true;
}

bool ProgramLanes::convert(AtomicRMWOp atomic) {
  Value access = placeOf(atomic);
  if (!access || !atomic.getResult().use_empty())
    return false;
  Value value = lanesOf(atomic.getValue(), blockShape(access));
  if (!value)
    return false;
  auto own = cast<AtomicRMWOp>(b.clone(*atomic));
  own.getBlockMutable().assign(access);
  own.getValueMutable().assign(value);
  own.getResult().setType(value.getType());
  return true;
}

/// As it is done by the first program, for what only that needs: offsets.
bool ProgramLanes::convertScalar(Operation *op) {
  bool known = llvm::all_of(op->getOperands(),
                            [&](Value v) { return firsts.contains(v); }) &&
               llvm::all_of(op->getResultTypes(),
                            [](Type type) { return type.isIntOrIndex(); });
  if (known)
    b.clone(*op, firsts);
  return known;
}

bool ProgramLanes::convertPure(Operation *op) {
  if (!isMemoryEffectFree(op))
    return false;
  bool elementwise =
      op->hasTrait<OpTrait::Elementwise>() && op->getNumRegions() == 0;
  bool scalar = elementwise && convertScalar(op);
  if (!elementwise &&
      !isa<triton::SplatOp, triton::ExpandDimsOp, triton::BroadcastOp,
           triton::TransOp, triton::ReshapeOp, triton::ReduceOp,
           triton::ScanOp>(op))
    return false;
  SmallVector<Type> types;
  for (Type type : op->getResultTypes()) {
    types.push_back(laneType(type));
    if (!types.back())
      return scalar;
  }
  auto shape = cast<RankedTensorType>(types.front()).getShape();
  bool stretches = elementwise || isa<triton::SplatOp>(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(stretches ? lanesOf(operand, shape) : lanesOf(operand));
    if (!operands.back())
      return scalar;
  }
  if (isa<triton::SplatOp>(op)) {
    lanes[op->getResult(0)] = operands.front();
    return true;
  }
  Operation *own = b.cloneWithoutRegions(*op);
  for (auto [from, to] : llvm::zip(op->getRegions(), own->getRegions()))
    from.cloneInto(&to, firsts);
  own->setOperands(operands);
  for (auto [from, to, type] :
       llvm::zip(op->getResults(), own->getResults(), types)) {
    to.setType(type);
    lanes[from] = to;
  }
  if (auto trans = dyn_cast<triton::TransOp>(own)) {
    auto order = llvm::to_vector(trans.getOrder());
    order.push_back(order.size());
    trans.setOrder(order);
  } else if (auto reshape = dyn_cast<triton::ReshapeOp>(own)) {
    reshape.setAllowReorder(false);
  }
  return true;
}

/// Notes what `v` is: the first program's scalar, or one for each program.
void ProgramLanes::define(Value v, Value own, bool first) {
  if (first)
    firsts.map(v, own);
  else
    lanes[v] = own;
}

/// What a region yields, as the first program's or for each of them.
bool ProgramLanes::yield(scf::YieldOp from, ArrayRef<bool> first) {
  SmallVector<Value> own;
  for (auto [v, isFirst] : llvm::zip(from.getOperands(), first)) {
    own.push_back(isFirst ? firsts.lookupOrNull(v) : lanesOf(v));
    if (!own.back())
      return false;
  }
  scf::YieldOp::create(b, from.getLoc(), own);
  return true;
}

bool ProgramLanes::convert(scf::ForOp loop) {
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (varies(bound))
      return false;
  SmallVector<bool> first;
  SmallVector<Value> inits;
  for (auto [init, argument, next] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(),
                 loop.getYieldedValues())) {
    std::optional<int64_t> apart = step(argument);
    first.push_back(apart && apart == step(next));
    inits.push_back(first.back() ? firsts.lookupOrNull(init) : lanesOf(init));
    if (!inits.back())
      return false;
  }
  auto own = scf::ForOp::create(
      b, loop.getLoc(), firsts.lookup(loop.getLowerBound()),
      firsts.lookup(loop.getUpperBound()), firsts.lookup(loop.getStep()), inits,
      /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  own->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [i, isFirst] : llvm::enumerate(first)) {
    define(loop.getRegionIterArg(i), own.getRegionIterArg(i), isFirst);
    define(loop.getResult(i), own.getResult(i), isFirst);
  }
  firsts.map(loop.getInductionVar(), own.getInductionVar());
  OpBuilder::InsertionGuard guard(b);
  own.getBody()->clear();
  b.setInsertionPointToEnd(own.getBody());
  return convert(*loop.getBody()) &&
         yield(cast<scf::YieldOp>(loop.getBody()->getTerminator()), first);
}

/// Does any of the programs that there are get there?
Value ProgramLanes::anyOf(Value guard) {
  Location loc = guard.getLoc();
  auto type = cast<RankedTensorType>(guard.getType());
  auto numbered = type.clone(b.getI32Type());
  Value lane = triton::MakeRangeOp::create(b, loc, numbered, 0,
                                           static_cast<int32_t>(count));
  Value end = arith::IndexCastOp::create(b, loc, b.getI32Type(), programs);
  Value ends = triton::SplatOp::create(b, loc, numbered, end);
  Value isOne =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, lane, ends);
  Value gets = arith::AndIOp::create(b, loc, guard, isOne);
  auto any = triton::ReduceOp::create(b, loc, TypeRange{b.getI1Type()},
                                      ValueRange{gets}, /*axis=*/0);
  OpBuilder::InsertionGuard restore(b);
  Type i1 = b.getI1Type();
  Block *body = b.createBlock(&any.getCombineOp(), {}, {i1, i1}, {loc, loc});
  Value either =
      arith::OrIOp::create(b, loc, body->getArgument(0), body->getArgument(1));
  triton::ReduceReturnOp::create(b, loc, either);
  return any.getResult()[0];
}

/// What one side of a branch gives, which those lanes take that `condition`
/// holds for; zeros if none does.
FailureOr<SmallVector<Value>>
ProgramLanes::sideOf(scf::IfOp branch, Block &side, Value condition) {
  Location loc = branch.getLoc();
  auto given = [&]() -> FailureOr<SmallVector<Value>> {
    auto values = llvm::map_to_vector(side.getTerminator()->getOperands(),
                                      [&](Value v) { return lanesOf(v); });
    if (llvm::is_contained(values, Value()))
      return failure();
    return values;
  };
  if (side.without_terminator().empty())
    return given();
  auto types = llvm::map_to_vector(branch.getResultTypes(),
                                   [&](Type type) { return laneType(type); });
  if (llvm::is_contained(types, Type()))
    return failure();
  Value outer = guard;
  guard = outer ? arith::AndIOp::create(b, loc, outer, condition).getResult()
                : condition;
  // What all programs have in common is there only for those that get there.
  auto own = scf::IfOp::create(b, loc, types, anyOf(guard),
                               /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard restore(b);
  own.thenBlock()->clear();
  own.elseBlock()->clear();
  b.setInsertionPointToEnd(own.thenBlock());
  bool converted = convert(side);
  guard = outer;
  FailureOr<SmallVector<Value>> values = given();
  if (!converted || failed(values))
    return failure();
  scf::YieldOp::create(b, loc, *values);
  b.setInsertionPointToEnd(own.elseBlock());
  auto zeros = llvm::map_to_vector(types, [&](Type type) -> Value {
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  });
  scf::YieldOp::create(b, loc, zeros);
  return llvm::to_vector_of<Value>(own.getResults());
}

/// A branch that some of the programs take: each side is gone through if any of
/// them does, and accesses what is theirs.
bool ProgramLanes::convertGuarded(scf::IfOp branch) {
  Location loc = branch.getLoc();
  Value taken = lanesOf(branch.getCondition());
  if (!taken)
    return false;
  Value all = arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(cast<ShapedType>(taken.getType()), true));
  Value other = arith::XOrIOp::create(b, loc, taken, all);
  auto yes = sideOf(branch, *branch.thenBlock(), taken);
  if (failed(yes))
    return false;
  if (!branch.elseBlock())
    return true;
  auto no = sideOf(branch, *branch.elseBlock(), other);
  if (failed(no))
    return false;
  for (auto [result, a, c] : llvm::zip(branch.getResults(), *yes, *no))
    lanes[result] =
        arith::SelectOp::create(b, loc, stretched(taken, blockShape(a)), a, c);
  return true;
}

bool ProgramLanes::convert(scf::IfOp branch) {
  if (varies(branch.getCondition()))
    return convertGuarded(branch);
  SmallVector<bool> first;
  SmallVector<Type> types;
  for (Value result : branch.getResults()) {
    first.push_back(step(result).has_value());
    types.push_back(first.back() ? result.getType()
                                 : laneType(result.getType()));
    if (!types.back())
      return false;
  }
  bool hasElse = branch.elseBlock() != nullptr;
  auto own = scf::IfOp::create(b, branch.getLoc(), types,
                               firsts.lookup(branch.getCondition()),
                               /*addThenBlock=*/true, hasElse);
  for (auto [i, isFirst] : llvm::enumerate(first))
    define(branch.getResult(i), own.getResult(i), isFirst);
  OpBuilder::InsertionGuard guard(b);
  auto fill = [&](Block &from, Block &to) {
    to.clear();
    b.setInsertionPointToEnd(&to);
    return convert(from) &&
           yield(cast<scf::YieldOp>(from.getTerminator()), first);
  };
  return fill(*branch.thenBlock(), *own.thenBlock()) &&
         (!hasElse || fill(*branch.elseBlock(), *own.elseBlock()));
}

/// Do the regions of `op` use what differs between programs?
bool ProgramLanes::variesInside(Operation *op) const {
  llvm::SetVector<Value> above;
  for (Region &region : op->getRegions())
    getUsedValuesDefinedAbove(region, above);
  return llvm::any_of(above, [&](Value v) { return varies(v); });
}

bool ProgramLanes::convert(Operation *op) {
  if (startsAfresh(op)) {
    Operation *own = b.clone(*op, firsts);
    if (op == number.remainder)
      own->setAttr(kJoinedNumberAttr, b.getUnitAttr());
    Value first = firsts.lookup(op->getResult(0));
    if (Value all = numbers(first))
      lanes[op->getResult(0)] = all;
    return first.getType().isIndex() || lanes.contains(op->getResult(0));
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return convert(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return convert(branch);
  if (variesInside(op))
    return false;
  if (number.isRow(op) ||
      llvm::none_of(op->getOperands(), [&](Value v) { return varies(v); })) {
    // A store or an atomic, of which each of the programs has one, is none.
    auto load = dyn_cast<LoadOp>(op);
    if (load ? load.getIsVolatile() : !isMemoryEffectFree(op))
      return false;
    b.clone(*op, firsts);
    return true;
  }
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<MakeBlockOp, LoadOp, StoreOp, AtomicRMWOp>(
          [&](auto own) { return convert(own); })
      .Default([&](Operation *) { return convertPure(op); });
}

bool ProgramLanes::convert(Block &from) {
  return llvm::all_of(from.without_terminator(),
                      [&](Operation &op) { return convert(&op); });
}

triton::FuncOp ProgramLanes::build(int64_t many) {
  Block &from = function.getBody().front();
  if (!function.getBody().hasOneBlock() ||
      !isa<triton::ReturnOp>(from.getTerminator()))
    return nullptr;
  count = many;
  guard = Value();
  firsts.clear();
  lanes.clear();
  b.setInsertionPoint(function);
  auto version = cast<triton::FuncOp>(b.cloneWithoutRegions(*function));
  Block *entry = version.addEntryBlock();
  firsts.map(function.getArguments(), entry->getArguments());
  programs = addProgramCount(version);
  b.setInsertionPointToEnd(entry);
  bool converted = convert(from);
  if (converted) {
    b.clone(*from.getTerminator(), firsts);
    eraseDead(*entry);
    // Rows end where the remainder begins again, so something must ask for it.
    converted = !number.remainder || anyInside(version, [](Operation *op) {
      return op->hasAttr(kJoinedNumberAttr);
    });
  }
  if (converted)
    return version;
  version.erase();
  return nullptr;
}

} // namespace mlir::tts::cpu
