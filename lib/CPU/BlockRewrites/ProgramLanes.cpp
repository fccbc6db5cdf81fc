// Programs that lie side by side, each as a lane of one program: values and
// operations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramLanes.h"

#include "triton-shared/CPU/Analysis/Queries.h"
#include "triton-shared/CPU/Analysis/SharedDim.h"
#include "triton-shared/Dialect/TritonStructured/IR/DiscardableAttributes.h"
#include "triton-shared/Lowering/EraseDead.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tts::cpu {

/// The shape of a block, and one more dim.
static SmallVector<int64_t> withLast(ArrayRef<int64_t> shape, int64_t size) {
  auto all = llvm::to_vector(shape);
  all.push_back(size);
  return all;
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
  if (differences.varies(v))
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
  operand = differences.varies(operand) || blockType(operand)
                ? lanesOf(operand, shape)
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
  auto differs = [&](Value v) { return v && differences.varies(v); };
  std::optional<int64_t> next = differences.step(block.getOffset());
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
  if (made && !differences.varies(block) && !lanes.contains(block)) {
    // Where it is made, as it is kept for all that comes after that.
    OpBuilder::InsertionGuard here(b);
    b.setInsertionPointAfterValue(firsts.lookup(block));
    if (!convert(made))
      return Value();
  }
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
  return block && differences.step(block.getOffset()).value_or(0) != 0
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

bool ProgramLanes::convert(Operation *op) {
  if (differences.startsAfresh(op)) {
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
  if (differences.variesInside(op))
    return false;
  if (number.isRow(op) || llvm::none_of(op->getOperands(), [&](Value v) {
        return differences.varies(v);
      })) {
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

triton::FuncOp ProgramLanes::build() {
  Block &from = function.getBody().front();
  if (!function.getBody().hasOneBlock() ||
      !isa<triton::ReturnOp>(from.getTerminator()))
    return nullptr;
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
