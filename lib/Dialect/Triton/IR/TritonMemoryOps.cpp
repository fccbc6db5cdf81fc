// Loads, stores, atomics and block pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::triton;

//===----------------------------------------------------------------------===//
// LoadOp
//===----------------------------------------------------------------------===//

void LoadOp::build(OpBuilder &builder, OperationState &state, Value ptr,
                   Value mask, Value other, CacheModifier cache,
                   EvictionPolicy evict, bool isVolatile) {
  build(builder, state, getPointeeType(ptr.getType()), ptr, mask, other,
        /*boundaryCheck=*/ArrayRef<int32_t>(), /*padding=*/PaddingOptionAttr(),
        cache, evict, isVolatile);
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable(),
                       GlobalMemory::get());
  // Keeps volatile loads from being removed, merged or moved.
  if (readsEachTime())
    effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
}

/// Boundary checks and padding belong to block pointers, masks to others.
static LogicalResult verifyAccess(Operation *op, Value ptr, Value mask,
                                  ArrayRef<int32_t> boundaryCheck) {
  if (!isTensorPointerType(ptr.getType())) {
    if (!boundaryCheck.empty())
      return op->emitOpError("boundaryCheck needs a block pointer, got ")
             << ptr.getType();
    return success();
  }
  if (mask)
    return op->emitOpError("a block pointer is checked by boundaryCheck, not "
                           "by a mask");
  auto type = cast<RankedTensorType>(getPointeeType(ptr.getType()));
  for (auto [i, dim] : llvm::enumerate(boundaryCheck)) {
    if (dim < 0 || dim >= type.getRank())
      return op->emitOpError("boundaryCheck names dimension ")
             << dim << ", which " << type << " does not have";
    if (llvm::is_contained(boundaryCheck.take_front(i), dim))
      return op->emitOpError("boundaryCheck names dimension ")
             << dim << " twice";
  }
  return success();
}

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask())
    return emitOpError("other needs a mask");
  if (failed(verifyAccess(*this, getPtr(), getMask(), getBoundaryCheck())))
    return failure();
  if (!getPadding())
    return success();
  if (!isTensorPointerType(getPtr().getType()))
    return emitOpError("padding needs a block pointer, got ")
           << getPtr().getType();
  if (*getPadding() == PaddingOption::PAD_NAN &&
      !isa<FloatType>(getElementTypeOrSelf(getType())))
    return emitOpError("cannot pad ") << getType() << " with NaN";
  return success();
}

/// A mask that is the same constant in all lanes.
static std::optional<bool> constantMask(Value mask) {
  if (mask && matchPattern(mask, m_One()))
    return true;
  if (mask && matchPattern(mask, m_Zero()))
    return false;
  return std::nullopt;
}

LogicalResult LoadOp::canonicalize(LoadOp op, PatternRewriter &rewriter) {
  std::optional<bool> mask = constantMask(op.getMask());
  if (!mask)
    return rewriter.notifyMatchFailure(op, "mask is not constant");
  if (*mask) {
    rewriter.modifyOpInPlace(op, [&] {
      op.getOtherMutable().clear();
      op.getMaskMutable().clear();
    });
    return success();
  }
  if (!op.getOther())
    return rewriter.notifyMatchFailure(op, "no lane is active, but there is no "
                                           "other value");
  rewriter.replaceOp(op, op.getOther());
  return success();
}

//===----------------------------------------------------------------------===//
// StoreOp
//===----------------------------------------------------------------------===//

void StoreOp::build(OpBuilder &builder, OperationState &state, Value ptr,
                    Value value, Value mask, CacheModifier cache,
                    EvictionPolicy evict) {
  build(builder, state, ptr, value, mask,
        /*boundaryCheck=*/ArrayRef<int32_t>(), cache, evict);
}

LogicalResult StoreOp::verify() {
  return verifyAccess(*this, getPtr(), getMask(), getBoundaryCheck());
}

LogicalResult StoreOp::canonicalize(StoreOp op, PatternRewriter &rewriter) {
  std::optional<bool> mask = constantMask(op.getMask());
  if (!mask)
    return rewriter.notifyMatchFailure(op, "mask is not constant");
  if (*mask)
    rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
  else
    rewriter.eraseOp(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

LogicalResult AtomicRMWOp::verify() {
  Type type = getElementTypeOrSelf(getVal());
  switch (getAtomicRmwOp()) {
  case RMWOp::FADD:
    if (!isa<FloatType>(type))
      return emitOpError("'fadd' needs floats, got ") << type;
    return success();
  case RMWOp::XCHG:
    if (!isa<IntegerType, FloatType>(type))
      return emitOpError("needs integers or floats, got ") << type;
    return success();
  default:
    if (!isa<IntegerType>(type))
      return emitOpError("'") << stringifyRMWOp(getAtomicRmwOp())
                              << "' needs integers, got " << type;
    return success();
  }
}

LogicalResult AtomicCASOp::verify() {
  Type type = getElementTypeOrSelf(getVal());
  if (!isa<IntegerType, FloatType>(type))
    return emitOpError("needs integers or floats, got ") << type;
  return success();
}

LogicalResult AtomicLoadOp::verify() {
  if (getSem() != MemSemantic::ACQUIRE && getSem() != MemSemantic::RELAXED)
    return emitOpError("cannot be '")
           << stringifyMemSemantic(getSem()) << "', only acquire or relaxed";
  return success();
}

LogicalResult AtomicStoreOp::verify() {
  if (getSem() != MemSemantic::RELEASE && getSem() != MemSemantic::RELAXED)
    return emitOpError("cannot be '")
           << stringifyMemSemantic(getSem()) << "', only release or relaxed";
  return success();
}

//===----------------------------------------------------------------------===//
// Block pointers
//===----------------------------------------------------------------------===//

/// The block that a block pointer points to.
static RankedTensorType blockOf(Type pointer) {
  return cast<RankedTensorType>(getPointeeType(pointer));
}

LogicalResult AdvanceOp::verify() {
  RankedTensorType block = blockOf(getType());
  if (static_cast<int64_t>(getOffsets().size()) != block.getRank())
    return emitOpError("needs one offset for each dimension of ")
           << block << ", got " << getOffsets().size();
  return success();
}

OpFoldResult AdvanceOp::fold(FoldAdaptor adaptor) {
  auto isZero = [](Value offset) { return matchPattern(offset, m_Zero()); };
  if (llvm::all_of(getOffsets(), isZero))
    return getPtr();
  return {};
}

LogicalResult MakeTensorPtrOp::verify() {
  RankedTensorType block = blockOf(getType());
  size_t rank = block.getRank();
  if (getShape().size() != rank || getStrides().size() != rank ||
      getOffsets().size() != rank)
    return emitOpError("needs a size, a stride and an offset for each "
                       "dimension of ")
           << block << ", got " << getShape().size();
  SmallVector<int32_t> order(getOrder());
  llvm::sort(order);
  for (auto [i, dim] : llvm::enumerate(order))
    if (dim != static_cast<int32_t>(i))
      return emitOpError("order must be a permutation of the dimensions");
  if (order.size() != rank)
    return emitOpError("order must name each dimension of ") << block;
  return success();
}
