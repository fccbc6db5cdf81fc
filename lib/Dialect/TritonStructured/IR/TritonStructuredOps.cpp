// Loads, stores and atomics of the tts dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

using namespace mlir;
using namespace mlir::tts;

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// One type that stands for two operands.
static ParseResult parseSameType(OpAsmParser &parser, Type &first,
                                 Type &second) {
  if (parser.parseType(first))
    return failure();
  second = first;
  return success();
}

static void printSameType(OpAsmPrinter &printer, Operation *, Type first,
                          Type second) {
  printer << first;
}

#define GET_OP_CLASSES
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredOps.cpp.inc"

/// A value that goes to or comes from memory has the type of the block.
static LogicalResult verifyValueType(Operation *op, Value value,
                                     TypedValue<BlockType> block,
                                     StringRef name) {
  Type expected = block.getType().getTensorType();
  if (value.getType() != expected)
    return op->emitOpError() << name << " must have type " << expected
                             << " to match the block, got " << value.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> loc,
                                       LoadOp::Adaptor adaptor,
                                       SmallVectorImpl<Type> &results) {
  results.push_back(
      cast<BlockType>(adaptor.getBlock().getType()).getTensorType());
  return success();
}

LogicalResult LoadOp::verify() {
  Value other = getOther();
  if (!other || other.getType() == getBlock().getType().getElementType())
    return success();
  return verifyValueType(*this, other, getBlock(), "other (unless a scalar)");
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getBlockMutable());
  // Keeps volatile loads from being removed, merged or moved.
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// StoreOp and atomics
//===----------------------------------------------------------------------===//

LogicalResult StoreOp::verify() {
  return verifyValueType(*this, getValue(), getBlock(), "value");
}

LogicalResult AtomicRMWOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> loc,
                                            AtomicRMWOp::Adaptor adaptor,
                                            SmallVectorImpl<Type> &results) {
  results.push_back(adaptor.getValue().getType());
  return success();
}

LogicalResult AtomicRMWOp::verify() {
  return verifyValueType(*this, getValue(), getBlock(), "value");
}

LogicalResult AtomicCASOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> loc,
                                            AtomicCASOp::Adaptor adaptor,
                                            SmallVectorImpl<Type> &results) {
  results.push_back(adaptor.getValue().getType());
  return success();
}

LogicalResult AtomicCASOp::verify() {
  if (failed(verifyValueType(*this, getCompare(), getBlock(), "compare")))
    return failure();
  return verifyValueType(*this, getValue(), getBlock(), "value");
}
