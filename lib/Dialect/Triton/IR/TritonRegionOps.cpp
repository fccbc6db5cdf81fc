// tt.reduce, tt.scan and tt.map_elementwise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::triton;

//===----------------------------------------------------------------------===//
// What reduce and scan share
//===----------------------------------------------------------------------===//

static SmallVector<RankedTensorType> tensorTypes(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) {
    return cast<RankedTensorType>(value.getType());
  });
}

static SmallVector<Type> elementTypes(ValueRange values) {
  return llvm::map_to_vector(
      values, [](Value value) { return getElementTypeOrSelf(value); });
}

/// The op that alone makes up the region, apart from the terminator.
static Operation *singleCombiner(Region &region) {
  if (!region.hasOneBlock() || region.front().getOperations().size() != 2)
    return nullptr;
  Operation *combiner = &region.front().front();
  Operation *terminator = region.front().getTerminator();
  if (combiner->getNumResults() != 1 || terminator->getNumOperands() != 1 ||
      terminator->getOperand(0) != combiner->getResult(0))
    return nullptr;
  return combiner;
}

/// The region takes two scalars per operand and gives one.
static LogicalResult verifyCombiner(Operation *op, Region &region,
                                    ArrayRef<Type> elements) {
  Block &block = region.front();
  SmallVector<Type> expected(elements);
  llvm::append_range(expected, elements);
  if (TypeRange(block.getArgumentTypes()) != TypeRange(expected))
    return op->emitOpError("region must take (")
           << expected << "), two scalars per operand, got ("
           << block.getArgumentTypes() << ")";
  Operation *terminator = block.getTerminator();
  if (!isa<ReduceReturnOp, ScanReturnOp>(terminator))
    return op->emitOpError("region must end in '")
           << op->getName() << ".return', got '" << terminator->getName()
           << "'";
  if (terminator->getOperandTypes() != TypeRange(elements))
    return terminator->emitOpError("must give (")
           << elements << "), one scalar per operand of the '" << op->getName()
           << "', got (" << terminator->getOperandTypes() << ")";
  return success();
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> loc,
                                         ReduceOp::Adaptor adaptor,
                                         SmallVectorImpl<Type> &results) {
  int64_t axis = static_cast<int32_t>(adaptor.getAxis());
  for (Value src : adaptor.getSrcs()) {
    auto type = dyn_cast<RankedTensorType>(src.getType());
    if (!type)
      return emitOptionalError(loc, "operands must be blocks, got ",
                               src.getType());
    if (axis < 0 || axis >= type.getRank())
      return emitOptionalError(loc, "axis ", axis, " is out of range for ",
                               type);
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + axis);
    if (shape.empty())
      results.push_back(type.getElementType());
    else
      results.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombiner(*this, getCombineOp(), getElementTypes());
}

SmallVector<RankedTensorType> ReduceOp::getInputTypes() {
  return tensorTypes(getSrcs());
}

SmallVector<Type> ReduceOp::getElementTypes() {
  return elementTypes(getSrcs());
}

Operation *ReduceOp::getSingleCombiner() {
  return singleCombiner(getCombineOp());
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

LogicalResult ScanOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> loc,
                                       ScanOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  llvm::append_range(results, adaptor.getSrcs().getTypes());
  return success();
}

LogicalResult ScanOp::verify() {
  int64_t axis = static_cast<int32_t>(getAxis());
  RankedTensorType type = getInputTypes().front();
  if (axis < 0 || axis >= type.getRank())
    return emitOpError("axis ") << axis << " is out of range for " << type;
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombiner(*this, getCombineOp(), getElementTypes());
}

SmallVector<RankedTensorType> ScanOp::getInputTypes() {
  return tensorTypes(getSrcs());
}

SmallVector<Type> ScanOp::getElementTypes() { return elementTypes(getSrcs()); }

Operation *ScanOp::getSingleCombiner() {
  return singleCombiner(getCombineOp());
}

//===----------------------------------------------------------------------===//
// MapElementwiseOp
//===----------------------------------------------------------------------===//

/// Each element type `pack` times.
static SmallVector<Type> packedElementTypes(ValueRange values, int64_t pack) {
  SmallVector<Type> types;
  for (Type type : elementTypes(values))
    types.append(pack, type);
  return types;
}

LogicalResult MapElementwiseOp::verify() {
  int64_t pack = static_cast<int32_t>(getPack());
  if (pack <= 0 || !llvm::isPowerOf2_64(pack))
    return emitOpError("pack must be a power of two, got ") << pack;
  auto type = cast<RankedTensorType>(getSrcs().front().getType());
  if (type.getNumElements() % pack != 0)
    return emitOpError("pack ")
           << pack << " must divide the number of elements of " << type;
  return success();
}

LogicalResult MapElementwiseOp::verifyRegions() {
  Region &region = getScalarOp();
  if (region.empty())
    return emitOpError("region must not be empty");
  SmallVector<Type> expected = packedElementTypes(getSrcs(), getPack());
  if (TypeRange(region.front().getArgumentTypes()) != TypeRange(expected))
    return emitOpError("region must take (")
           << expected << "), 'pack' scalars per operand, got ("
           << region.front().getArgumentTypes() << ")";

  SmallVector<Type> results = packedElementTypes(getResult(), getPack());
  for (Block &block : region) {
    auto end = dyn_cast<MapElementwiseReturnOp>(block.getTerminator());
    if (end && end->getOperandTypes() != TypeRange(results))
      return end.emitOpError("must give (")
             << results << "), 'pack' scalars per result, got ("
             << end->getOperandTypes() << ")";
  }

  // Elements may be computed several times, which a store would show.
  WalkResult walk = region.walk([&](MemoryEffectOpInterface op) {
    if (!op.hasEffect<MemoryEffects::Write>())
      return WalkResult::advance();
    op.emitOpError("writes memory, which 'tt.map_elementwise' does not allow");
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}
