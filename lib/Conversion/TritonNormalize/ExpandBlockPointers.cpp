// Tensor pointers and descriptors become their parts, through control flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::tts;

/// The block type of a tensor pointer, or null.
static RankedTensorType getPointerBlock(Type type) {
  auto pointer = dyn_cast<triton::PointerType>(type);
  return pointer ? dyn_cast<RankedTensorType>(pointer.getPointeeType())
                 : RankedTensorType();
}

static bool isBlockPointer(Type type) {
  return isa<triton::TensorDescType>(type) || getPointerBlock(type);
}

/// i32 for si32 and ui32: memory has no signs.
static Type toSignless(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

/// The types of the parts, in the order in which Triton's launchers pass those
/// of a descriptor.
static SmallVector<Type> getPartTypes(Type type) {
  MLIRContext *context = type.getContext();
  Type i64 = IntegerType::get(context, 64);
  if (RankedTensorType block = getPointerBlock(type)) {
    int space = cast<triton::PointerType>(type).getAddressSpace();
    SmallVector<Type> parts{
        triton::PointerType::get(block.getElementType(), space)};
    parts.append(2 * block.getRank(), i64);
    parts.append(block.getRank(), IntegerType::get(context, 32));
    return parts;
  }
  RankedTensorType block = cast<triton::TensorDescType>(type).getBlockType();
  SmallVector<Type> parts{
      triton::PointerType::get(toSignless(block.getElementType()), 1)};
  parts.append(2 * block.getRank(), i64);
  parts.append(2, IntegerType::get(context, 1));
  return parts;
}

/// Whether rebuild() knows how the operation passes values on.
static bool isPassing(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::YieldOp, scf::ConditionOp>(op);
}

namespace {

using Parts = SmallVector<Value, 8>;

class BlockPointerExpander {
public:
  LogicalResult run(triton::FuncOp function, unsigned descriptorArgFlags);

private:
  LogicalResult expandArguments(triton::FuncOp function, unsigned flags);
  LogicalResult expandBlock(Block &block);
  LogicalResult expandOp(Operation *op);
  /// Rebuilds an operation that passes values through: its operands, results
  /// and block arguments.
  LogicalResult rebuild(Operation *op);
  BlockPointer getPointer(Value value);

  llvm::DenseMap<Value, Parts> parts;
  SmallVector<Operation *> replaced;
  SmallVector<BlockArgument> replacedArguments;
};

} // namespace

BlockPointer BlockPointerExpander::getPointer(Value value) {
  ArrayRef<Value> list = parts[value];
  RankedTensorType block = getPointerBlock(value.getType());
  BlockPointer pointer;
  size_t rank = block ? block.getRank()
                      : cast<triton::TensorDescType>(value.getType())
                            .getBlockType()
                            .getRank();
  pointer.base = list[0];
  llvm::append_range(pointer.shape, list.slice(1, rank));
  llvm::append_range(pointer.strides, list.slice(1 + rank, rank));
  if (block) {
    llvm::append_range(pointer.offsets, list.slice(1 + 2 * rank, rank));
  } else {
    pointer.padNaN = list[1 + 2 * rank];
    pointer.roundToTF32 = list[2 + 2 * rank];
  }
  return pointer;
}

LogicalResult BlockPointerExpander::expandArguments(triton::FuncOp function,
                                                    unsigned flags) {
  if (llvm::none_of(function.getArgumentTypes(), isBlockPointer))
    return success();
  Block &entry = function.getBody().front();
  OpBuilder builder(&entry, entry.begin());
  SmallVector<Type> types;
  SmallVector<Attribute> attributes;
  DictionaryAttr none = builder.getDictionaryAttr({});
  SmallVector<BlockArgument> arguments(entry.getArguments());
  for (auto [position, argument] : llvm::enumerate(arguments)) {
    Type type = argument.getType();
    if (!isBlockPointer(type)) {
      types.push_back(type);
      DictionaryAttr known = function.getArgAttrDict(position);
      attributes.push_back(known ? known : none);
      continue;
    }
    if (getPointerBlock(type))
      return function.emitError("argument ")
             << position
             << " is a tensor pointer; a launcher has no such value";
    SmallVector<Type> partTypes = getPartTypes(type);
    size_t passed = partTypes.size() - 2 + std::min(flags, 2u);
    Parts list;
    for (auto [number, partType] : llvm::enumerate(partTypes)) {
      if (number >= passed) {
        list.push_back(arith::ConstantOp::create(builder, argument.getLoc(),
                                                 builder.getBoolAttr(false)));
        continue;
      }
      list.push_back(entry.insertArgument(argument.getArgNumber() + 1 + number,
                                          partType, argument.getLoc()));
      types.push_back(partType);
      attributes.push_back(none);
    }
    parts[argument] = list;
    replacedArguments.push_back(argument);
  }
  function.setFunctionType(
      builder.getFunctionType(types, function.getResultTypes()));
  function.setArgAttrsAttr(builder.getArrayAttr(attributes));
  return success();
}

LogicalResult BlockPointerExpander::rebuild(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands()) {
    if (isBlockPointer(operand.getType()))
      state.operands.append(parts[operand]);
    else
      state.operands.push_back(operand);
  }
  for (Type type : op->getResultTypes()) {
    if (isBlockPointer(type))
      state.addTypes(getPartTypes(type));
    else
      state.addTypes(type);
  }
  state.addAttributes(op->getAttrs());
  for (Region &region : op->getRegions()) {
    Region *moved = state.addRegion();
    moved->takeBody(region);
    for (Block &block : *moved) {
      SmallVector<BlockArgument> arguments(block.getArguments());
      for (BlockArgument argument : arguments) {
        if (!isBlockPointer(argument.getType()))
          continue;
        Parts list;
        for (Type type : getPartTypes(argument.getType()))
          list.push_back(
              block.insertArgument(argument.getArgNumber() + 1 + list.size(),
                                   type, argument.getLoc()));
        parts[argument] = list;
        replacedArguments.push_back(argument);
      }
    }
  }
  Operation *rebuilt = OpBuilder(op).create(state);
  unsigned position = 0;
  for (OpResult result : op->getResults()) {
    if (!isBlockPointer(result.getType())) {
      result.replaceAllUsesWith(rebuilt->getResult(position++));
      continue;
    }
    Parts &list = parts[result];
    size_t count = getPartTypes(result.getType()).size();
    for (size_t number = 0; number < count; ++number)
      list.push_back(rebuilt->getResult(position++));
  }
  if (op->hasTrait<OpTrait::IsTerminator>())
    op->erase();
  else
    replaced.push_back(op);
  for (Region &region : rebuilt->getRegions())
    for (Block &block : region)
      if (failed(expandBlock(block)))
        return failure();
  return success();
}

LogicalResult BlockPointerExpander::expandOp(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  for (Value operand : op->getOperands())
    if (isBlockPointer(operand.getType()) && !parts.count(operand))
      return op->emitError("uses a tensor pointer or descriptor of unknown "
                           "origin");
  if (auto make = dyn_cast<triton::MakeTensorPtrOp>(op)) {
    Parts list{make.getBase()};
    llvm::append_range(list, make.getShape());
    llvm::append_range(list, make.getStrides());
    llvm::append_range(list, make.getOffsets());
    parts[make] = list;
    replaced.push_back(op);
    return success();
  }
  if (auto make = dyn_cast<triton::MakeTensorDescOp>(op)) {
    Parts list{make.getBase()};
    for (Value size : make.getShape())
      list.push_back(
          arith::ExtSIOp::create(builder, loc, builder.getI64Type(), size));
    llvm::append_range(list, make.getStrides());
    bool padNaN = make.getPadding() == triton::PaddingOption::PAD_NAN;
    list.push_back(
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(padNaN)));
    list.push_back(
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
    parts[make] = list;
    replaced.push_back(op);
    return success();
  }
  if (auto advance = dyn_cast<triton::AdvanceOp>(op)) {
    Parts list = parts[advance.getPtr()];
    size_t first = list.size() - advance.getOffsets().size();
    for (auto [dim, step] : llvm::enumerate(advance.getOffsets()))
      list[first + dim] =
          arith::AddIOp::create(builder, loc, list[first + dim], step);
    parts[advance] = list;
    replaced.push_back(op);
    return success();
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    Parts list;
    for (auto [a, b] :
         llvm::zip(parts[select.getTrueValue()], parts[select.getFalseValue()]))
      list.push_back(
          arith::SelectOp::create(builder, loc, select.getCondition(), a, b));
    parts[select] = list;
    replaced.push_back(op);
    return success();
  }
  if (isa<ub::PoisonOp>(op)) {
    Parts list;
    for (Type type : getPartTypes(op->getResult(0).getType()))
      list.push_back(makeZero(loc, builder, type));
    parts[op->getResult(0)] = list;
    replaced.push_back(op);
    return success();
  }
  if (isPassing(op))
    return rebuild(op);
  for (Value operand : op->getOperands()) {
    if (!isBlockPointer(operand.getType()))
      continue;
    FailureOr<bool> lowered = lowerBlockAccess(op, getPointer(operand));
    if (failed(lowered))
      return failure();
    if (*lowered)
      return success();
  }
  return op->emitError("'")
         << op->getName()
         << "' cannot take or make a tensor pointer or descriptor";
}

LogicalResult BlockPointerExpander::expandBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (llvm::any_of(op.getOperandTypes(), isBlockPointer) ||
        llvm::any_of(op.getResultTypes(), isBlockPointer)) {
      if (failed(expandOp(&op)))
        return failure();
      continue;
    }
    // A loop may hold block pointers in its regions only, as scf.while can in
    // the arguments of its second one.
    bool inArguments = false;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        inArguments |= llvm::any_of(inner.getArgumentTypes(), isBlockPointer);
    if (inArguments) {
      if (!isPassing(&op))
        return op.emitError("'")
               << op.getName() << "' cannot pass tensor pointers on";
      if (failed(rebuild(&op)))
        return failure();
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (failed(expandBlock(inner)))
          return failure();
  }
  return success();
}

LogicalResult BlockPointerExpander::run(triton::FuncOp function,
                                        unsigned descriptorArgFlags) {
  if (failed(expandArguments(function, descriptorArgFlags)) ||
      failed(expandBlock(function.getBody().front())))
    return failure();
  for (Operation *op : llvm::reverse(replaced))
    op->erase();
  for (BlockArgument argument : replacedArguments)
    argument.getOwner()->eraseArgument(argument.getArgNumber());
  return success();
}

LogicalResult mlir::tts::expandBlockPointers(triton::FuncOp function,
                                             unsigned descriptorArgFlags) {
  if (function.isDeclaration())
    return success();
  bool found = llvm::any_of(function.getArgumentTypes(), isBlockPointer);
  if (!found)
    function.walk([&](Operation *op) {
      found = llvm::any_of(op->getResultTypes(), isBlockPointer);
      return found ? WalkResult::interrupt() : WalkResult::advance();
    });
  if (!found)
    return success();
  return BlockPointerExpander().run(function, descriptorArgFlags);
}
