// One tts access taken apart: where its lanes are and which are active.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Access.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "triton-shared/Analysis/ScalarFacts.h"

namespace mlir::tts {

Type storageType(Type element) {
  return element.isInteger(1) ? IntegerType::get(element.getContext(), 8)
                              : element;
}

Value addressOf(ImplicitLocOpBuilder &b, Value memref) {
  Value index = memref::ExtractAlignedPointerAsIndexOp::create(b, memref);
  return arith::IndexCastOp::create(b, b.getI64Type(), index);
}

static Value asValue(ImplicitLocOpBuilder &b, OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
}

FailureOr<Access> Access::get(ImplicitLocOpBuilder &b, Operation *op,
                              Value block, const ArgumentMap &arguments,
                              Reach reach) {
  auto makeBlock = block.getDefiningOp<MakeBlockOp>();
  if (!makeBlock)
    return op->emitOpError("accesses a block that is not a tts.make_block; "
                           "blocks cannot pass through control flow");
  Access access;
  access.block = makeBlock;

  Value base = makeBlock.getBase();
  Value argument = base;
  if (auto fromInt = base.getDefiningOp<triton::IntToPtrOp>()) {
    access.address = fromInt.getSrc();
    auto toInt = access.address.getDefiningOp<triton::PtrToIntOp>();
    argument = toInt ? toInt.getSrc() : Value();
  }
  // A memref cannot begin before its base.
  bool byAddress = reach == Reach::Addresses ||
                   getConstantIntValue(makeBlock.getOffset()).value_or(0) < 0 ||
                   (reach == Reach::DefinedViews && !access.cannotReachBack());
  if (Value memref = argument ? arguments.lookup(argument) : Value()) {
    Type stored = cast<UnrankedMemRefType>(memref.getType()).getElementType();
    if (byAddress)
      access.address = addressOf(b, memref);
    else if (stored == access.storage())
      access.memref = memref;
    else if (!access.address)
      return op->emitOpError()
             << "accesses " << access.storage()
             << " through an argument that points to " << stored;
  }
  if (!access.memref && !access.address)
    return op->emitOpError("accesses memory through a pointer that is neither "
                           "an argument nor an address; "
                           "'triton-arith-to-linalg' should have converted it");
  return access;
}

bool Access::isFull() const { return block.hasFullBox() && !block.getMask(); }

bool Access::cannotReachBack() const {
  return block.getWrapDims().empty() && !block.getGather() &&
         isNonNegative(block.getOffset()) &&
         llvm::all_of(block.getMixedStrides(), [](OpFoldResult stride) {
           if (std::optional<int64_t> known = getConstantIntValue(stride))
             return *known >= 0;
           return isNonNegative(cast<Value>(stride));
         });
}

bool Access::isBoxOfMemref() const {
  bool maskIsTensor =
      block.getMask() && isa<RankedTensorType>(block.getMask().getType());
  bool runsBack =
      llvm::any_of(block.getMixedStrides(), [](OpFoldResult stride) {
        return getConstantIntValue(stride).value_or(0) < 0;
      });
  return memref && rank() > 0 && !block.getGather() && !maskIsTensor &&
         !runsBack && block.getWrapDims().empty();
}

SmallVector<int64_t> Access::repeatedDims() const {
  SmallVector<int64_t> dims;
  for (auto [dim, stride] : llvm::enumerate(block.getMixedStrides()))
    if (getConstantIntValue(stride) == 0)
      dims.push_back(static_cast<int64_t>(dim));
  return dims;
}

Value Access::stridedMemref(ImplicitLocOpBuilder &b) const {
  OpFoldResult offset = getAsOpFoldResult(block.getOffset());
  SmallVector<OpFoldResult> strides = block.getMixedStrides();
  SmallVector<int64_t> shape(type().getShape());
  SmallVector<int64_t> repeated = repeatedDims();
  eraseDims(strides, repeated);
  eraseDims(shape, repeated);
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(b.getContext(), shape);
  auto [staticStrides, dynamicStrides] = decomposeMixedValues(strides);
  int64_t staticOffset = getConstantIntValue(offset).value_or(
      static_cast<int64_t>(ShapedType::kDynamic));
  auto result = MemRefType::get(
      shape, storage(),
      StridedLayoutAttr::get(b.getContext(), staticOffset, staticStrides));
  return memref::ReinterpretCastOp::create(b, result, memref, offset, sizes,
                                           strides);
}

Access::Box Access::box(ImplicitLocOpBuilder &b) const {
  Box box;
  box.strides.assign(rank(), b.getIndexAttr(1));
  Value mask = block.getMask();
  bool scalarMask = mask && !isa<RankedTensorType>(mask.getType());
  SmallVector<OpFoldResult> lower = block.getMixedLower();
  SmallVector<OpFoldResult> upper = block.getMixedUpper();
  Value zero;
  for (int64_t d = 0; d < rank(); ++d) {
    int64_t size = type().getShape()[d];
    std::optional<int64_t> low = getConstantIntValue(lower[d]);
    std::optional<int64_t> high = getConstantIntValue(upper[d]);
    bool maskHere = scalarMask && d == 0;
    if (low && high && !maskHere) {
      int64_t from = std::clamp<int64_t>(*low, 0, size);
      int64_t to = std::clamp<int64_t>(*high, from, size);
      box.offsets.push_back(b.getIndexAttr(std::min(from, size - 1)));
      box.sizes.push_back(b.getIndexAttr(to - from));
      continue;
    }
    auto clampValue = [&](OpFoldResult value, Value from) -> Value {
      Value limit = arith::ConstantIndexOp::create(b, size);
      return arith::MinSIOp::create(
          b, arith::MaxSIOp::create(b, asValue(b, value), from), limit);
    };
    if (!zero)
      zero = arith::ConstantIndexOp::create(b, 0);
    OpFoldResult from =
        low ? OpFoldResult(b.getIndexAttr(std::clamp<int64_t>(*low, 0, size)))
            : OpFoldResult(clampValue(lower[d], zero));
    Value start = asValue(b, from);
    Value end = high && *high >= size
                    ? Value(arith::ConstantIndexOp::create(b, size))
                    : clampValue(upper[d], start);
    Value extent = getConstantIntValue(from) == 0
                       ? end
                       : Value(arith::SubIOp::create(b, end, start));
    if (maskHere)
      extent = arith::SelectOp::create(b, mask, extent, zero);
    // A slice has to begin inside its source, also when it is empty.
    if (std::optional<int64_t> known = getConstantIntValue(from))
      from = b.getIndexAttr(std::min(*known, size - 1));
    else
      from = OpFoldResult(arith::MinSIOp::create(
          b, start, arith::ConstantIndexOp::create(b, size - 1)));
    box.offsets.push_back(from);
    box.sizes.push_back(getAsOpFoldResult(extent));
  }
  return box;
}

Value Access::laneMask(ImplicitLocOpBuilder &b, ValueRange at) const {
  Value mask = block.getMask();
  if (!mask)
    return {};
  if (isa<RankedTensorType>(mask.getType()))
    return tensor::ExtractOp::create(b, mask, at);
  return rank() == 0 ? mask : Value(); // else part of the box
}

Value Access::indexOf(ImplicitLocOpBuilder &b, ValueRange at) const {
  Value index = block.getOffset();
  SmallVector<OpFoldResult> strides = block.getMixedStrides();
  for (auto [d, local] : llvm::enumerate(at)) {
    std::optional<int64_t> stride = getConstantIntValue(strides[d]);
    if (stride == 0)
      continue;
    Value term = local;
    if (block.isWrapped(d)) {
      Value modulus = block.getWrapModulus(d);
      if (!block.isClipped(d) && !getConstantIntValue(modulus)) { // x % 0 is 0
        Value zero = arith::ConstantIndexOp::create(b, 0);
        Value one = arith::ConstantIndexOp::create(b, 1);
        Value isZero =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, modulus, zero);
        modulus = arith::SelectOp::create(b, isZero, one, modulus);
      }
      term = arith::AddIOp::create(b, block.getWrapStart(d), term);
      if (block.isClipped(d)) {
        Value below =
            arith::CmpIOp::create(b, arith::CmpIPredicate::slt, term, modulus);
        Value zero = arith::ConstantIndexOp::create(b, 0);
        term = arith::SelectOp::create(b, below, term, zero);
      } else {
        term = arith::RemSIOp::create(b, term, modulus);
      }
    }
    if (stride != 1)
      term = arith::MulIOp::create(b, term, asValue(b, strides[d]));
    index = arith::AddIOp::create(b, index, term);
  }
  if (Value gather = block.getGather()) {
    Value far = tensor::ExtractOp::create(b, gather, at);
    index = arith::AddIOp::create(
        b, index, arith::IndexCastOp::create(b, b.getIndexType(), far));
  }
  return index;
}

Value Access::lane(ImplicitLocOpBuilder &b, ValueRange at) const {
  Value index = indexOf(b, at);
  if (memref) {
    auto result = MemRefType::get(
        {}, storage(),
        StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, {}));
    return memref::ReinterpretCastOp::create(
        b, result, memref, OpFoldResult(index), ArrayRef<OpFoldResult>{},
        ArrayRef<OpFoldResult>{});
  }
  Value base = address;
  if (isa<RankedTensorType>(base.getType()))
    base = tensor::ExtractOp::create(b, base, at);
  int64_t bytes = (storage().getIntOrFloatBitWidth() + 7) / 8;
  Value offset = arith::MulIOp::create(
      b, arith::IndexCastOp::create(b, b.getI64Type(), index),
      arith::ConstantOp::create(b, b.getI64IntegerAttr(bytes)));
  Value lane = arith::AddIOp::create(b, base, offset);
  return LLVM::IntToPtrOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                  lane);
}

} // namespace mlir::tts
