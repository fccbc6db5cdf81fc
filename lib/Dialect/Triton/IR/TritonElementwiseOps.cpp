// Casts, arithmetic and other ops that work element by element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::triton;

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// An impure call may read and write any memory.
static void addCallEffects(bool pure, Effects &effects) {
  if (pure)
    return;
  effects.emplace_back(MemoryEffects::Read::get(), GlobalMemory::get());
  effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
}

//===----------------------------------------------------------------------===//
// BitcastOp
//===----------------------------------------------------------------------===//

LogicalResult BitcastOp::verify() {
  Type from = getElementTypeOrSelf(getSrc()),
       to = getElementTypeOrSelf(getType());
  auto fromPointer = dyn_cast<PointerType>(from);
  auto toPointer = dyn_cast<PointerType>(to);
  if (!fromPointer != !toPointer)
    return emitOpError("cannot turn ")
           << from << " into " << to
           << ": only one of them is a pointer (see 'tt.int_to_ptr' and "
              "'tt.ptr_to_int')";
  if (fromPointer) {
    if (fromPointer.getAddressSpace() != toPointer.getAddressSpace())
      return emitOpError("cannot change the address space of ")
             << from << " to that of " << to;
    return success();
  }
  if (from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return emitOpError("needs types of one width, got ")
           << from << " and " << to;
  return success();
}

OpFoldResult BitcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  auto inner = getSrc().getDefiningOp<BitcastOp>();
  if (inner && inner.getSrc().getType() == getType())
    return inner.getSrc();
  return {};
}

//===----------------------------------------------------------------------===//
// FpToFpOp
//===----------------------------------------------------------------------===//

LogicalResult FpToFpOp::verify() {
  Type from = getElementTypeOrSelf(getSrc()),
       to = getElementTypeOrSelf(getType());
  if (to.getIntOrFloatBitWidth() < from.getIntOrFloatBitWidth() &&
      !getRounding())
    return emitOpError("needs a rounding to narrow ") << from << " to " << to;
  return success();
}

/// The value in the other type, if it is finite and nothing is lost: what
/// becomes of others depends on the target (saturation, NaN).
static std::optional<APFloat> convertExactly(APFloat value, FloatType type) {
  bool losesInfo = false;
  APFloat::opStatus status = value.convert(
      type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  if (status != APFloat::opOK || losesInfo || !value.isFinite())
    return std::nullopt;
  return value;
}

OpFoldResult FpToFpOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  auto type = cast<FloatType>(getElementTypeOrSelf(getType()));
  if (auto scalar = dyn_cast_or_null<FloatAttr>(adaptor.getSrc())) {
    if (auto value = convertExactly(scalar.getValue(), type))
      return FloatAttr::get(type, *value);
    return {};
  }
  auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc());
  if (!splat)
    return {};
  if (auto value = convertExactly(splat.getSplatValue<APFloat>(), type))
    return DenseElementsAttr::get(cast<ShapedType>(getType()), *value);
  return {};
}

//===----------------------------------------------------------------------===//
// AddPtrOp
//===----------------------------------------------------------------------===//

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getOffset(), m_Zero()))
    return getPtr();
  return {};
}

//===----------------------------------------------------------------------===//
// ExternElementwiseOp
//===----------------------------------------------------------------------===//

void ExternElementwiseOp::getEffects(Effects &effects) {
  addCallEffects(getPure(), effects);
}

Speculation::Speculatability ExternElementwiseOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// ElementwiseInlineAsmOp
//===----------------------------------------------------------------------===//

void ElementwiseInlineAsmOp::getEffects(Effects &effects) {
  addCallEffects(getPure(), effects);
}

Speculation::Speculatability ElementwiseInlineAsmOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

LogicalResult ElementwiseInlineAsmOp::verify() {
  int64_t pack = static_cast<int32_t>(getPackedElement());
  if (pack <= 0)
    return emitOpError("packed_element must be positive, got ") << pack;
  for (Value arg : getArgs()) {
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (type && type.getNumElements() % pack != 0)
      return emitOpError("packed_element ")
             << pack << " must divide the number of elements of " << type;
  }
  return success();
}
