// Accesses through tensor pointers and descriptors become masked accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Normalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;
using namespace mlir::tts;

namespace {

/// Builds the pointers and the mask of one block of a parent tensor.
class BlockAccess {
public:
  BlockAccess(Operation *op, const BlockPointer &pointer,
              ArrayRef<int64_t> shape)
      : builder(op), loc(op->getLoc()), pointer(pointer), shape(shape) {}

  /// Lanes of dimension `dim` start at the scalar `start`.
  void setStart(unsigned dim, Value start) {
    Type i64 = builder.getI64Type();
    if (start.getType() != i64)
      start = arith::ExtSIOp::create(builder, loc, i64, start);
    auto narrow = RankedTensorType::get({shape[dim]}, builder.getI32Type());
    auto wide = RankedTensorType::get({shape[dim]}, i64);
    Value range = triton::MakeRangeOp::create(builder, loc, narrow, 0,
                                              static_cast<int>(shape[dim]));
    Value lanes = arith::ExtSIOp::create(builder, loc, wide, range);
    Value splat = triton::SplatOp::create(builder, loc, wide, start);
    setLanes(dim, arith::AddIOp::create(builder, loc, splat, lanes));
  }

  /// Lanes of dimension `dim` are the elements of the 1-D block `lanes`.
  void setLanes(unsigned dim, Value lanes) {
    auto wide = RankedTensorType::get({shape[dim]}, builder.getI64Type());
    if (lanes.getType() != wide)
      lanes = arith::ExtSIOp::create(builder, loc, wide, lanes);
    for (unsigned other = 0; other < shape.size(); ++other) {
      if (other == dim)
        continue;
      SmallVector<int64_t> expanded(
          cast<RankedTensorType>(lanes.getType()).getShape());
      expanded.insert(expanded.begin() + other, 1);
      lanes = triton::ExpandDimsOp::create(
          builder, loc, RankedTensorType::get(expanded, builder.getI64Type()),
          lanes, other);
    }
    indices.resize(shape.size());
    indices[dim] = lanes;
  }

  Value getPointers() {
    Type element = pointer.base.getType();
    Value block = triton::SplatOp::create(
        builder, loc, RankedTensorType::get(shape, element), pointer.base);
    for (unsigned dim = 0; dim < shape.size(); ++dim) {
      Value stride = triton::SplatOp::create(
          builder, loc, indices[dim].getType(), pointer.strides[dim]);
      Value steps = arith::MulIOp::create(builder, loc, indices[dim], stride);
      block = triton::AddPtrOp::create(builder, loc, block.getType(), block,
                                       broadcast(steps));
    }
    return block;
  }

  /// Null when no dimension is checked.
  Value getMask(ArrayRef<int32_t> checked) {
    Value mask;
    for (int32_t dim : checked) {
      Type type = indices[dim].getType();
      Value zero = triton::SplatOp::create(
          builder, loc, type,
          arith::ConstantOp::create(builder, loc,
                                    builder.getI64IntegerAttr(0)));
      Value size =
          triton::SplatOp::create(builder, loc, type, pointer.shape[dim]);
      Value below = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, indices[dim], size);
      Value above = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::sge, indices[dim], zero);
      Value inside =
          broadcast(arith::AndIOp::create(builder, loc, above, below));
      mask = mask ? arith::AndIOp::create(builder, loc, mask, inside) : inside;
    }
    return mask;
  }

  Value getMask() {
    SmallVector<int32_t> all(shape.size());
    std::iota(all.begin(), all.end(), 0);
    return getMask(all);
  }

  /// What lanes out of bounds read; `padNaN` is null for a static choice.
  Value getOther(Type element, Value padNaN, bool isNaN) {
    auto type = RankedTensorType::get(shape, element);
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    auto floating = dyn_cast<FloatType>(element);
    if (!floating || (!padNaN && !isNaN))
      return zero;
    auto nan = builder.getFloatAttr(
        floating, APFloat::getNaN(floating.getFloatSemantics()));
    Value allNaN = arith::ConstantOp::create(builder, loc,
                                             DenseElementsAttr::get(type, nan));
    if (!padNaN)
      return allNaN;
    return arith::SelectOp::create(builder, loc, padNaN, allNaN, zero);
  }

private:
  Value broadcast(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getShape() == shape)
      return value;
    return triton::BroadcastOp::create(
        builder, loc, RankedTensorType::get(shape, type.getElementType()),
        value);
  }

  OpBuilder builder;
  Location loc;
  const BlockPointer &pointer;
  ArrayRef<int64_t> shape;
  SmallVector<Value, 4> indices;
};

} // namespace

static ArrayRef<int64_t> getBlockShape(Value descriptor) {
  return cast<triton::TensorDescType>(descriptor.getType())
      .getBlockType()
      .getShape();
}

/// `value` in another shape of as many elements.
static Value reshapeTo(OpBuilder &builder, Location loc, Value value,
                       ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return triton::ReshapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value);
}

/// f32 rounded to the 10 mantissa bits of TF32, ties to even, where `round`.
static Value roundToTF32(OpBuilder &builder, Location loc, Value value,
                         Value round) {
  auto type = cast<RankedTensorType>(value.getType());
  APInt never;
  if (!type.getElementType().isF32() ||
      (matchPattern(round, m_ConstantInt(&never)) && never.isZero()))
    return value;
  auto bitsType = RankedTensorType::get(type.getShape(), builder.getI32Type());
  auto constant = [&](uint32_t number) -> Value {
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(bitsType, APInt(32, number)));
  };
  Value bits = triton::BitcastOp::create(builder, loc, bitsType, value);
  Value exponentMask = constant(0x7F800000u);
  Value exponent = arith::AndIOp::create(builder, loc, bits, exponentMask);
  Value special = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        exponent, exponentMask);
  Value last = arith::AndIOp::create(
      builder, loc, arith::ShRUIOp::create(builder, loc, bits, constant(13)),
      constant(1));
  Value half = arith::AddIOp::create(builder, loc, last, constant(0x0FFFu));
  Value kept = arith::AndIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, bits, half),
      constant(0xFFFFE000u));
  Value chosen = arith::SelectOp::create(builder, loc, special, bits, kept);
  Value rounded = triton::BitcastOp::create(builder, loc, type, chosen);
  return arith::SelectOp::create(builder, loc, round, rounded, value);
}

/// Starts every dimension at the scalar offsets.
static void setStarts(BlockAccess &access, ValueRange starts) {
  for (auto [dim, start] : llvm::enumerate(starts))
    access.setStart(dim, start);
}

static void lowerPointerLoad(triton::LoadOp load, const BlockPointer &pointer) {
  OpBuilder builder(load);
  auto type = cast<RankedTensorType>(load.getType());
  BlockAccess access(load, pointer, type.getShape());
  setStarts(access, pointer.offsets);
  Value pointers = access.getPointers();
  Value mask = access.getMask(load.getBoundaryCheck());
  Value other;
  if (mask && load.getPadding())
    other =
        access.getOther(type.getElementType(), Value(),
                        *load.getPadding() == triton::PaddingOption::PAD_NAN);
  Value loaded = triton::LoadOp::create(builder, load.getLoc(), pointers, mask,
                                        other, load.getCache(), load.getEvict(),
                                        load.getIsVolatile());
  load.replaceAllUsesWith(loaded);
}

static void lowerPointerStore(triton::StoreOp store,
                              const BlockPointer &pointer) {
  OpBuilder builder(store);
  auto type = cast<RankedTensorType>(store.getValue().getType());
  BlockAccess access(store, pointer, type.getShape());
  setStarts(access, pointer.offsets);
  Value pointers = access.getPointers();
  triton::StoreOp::create(builder, store.getLoc(), pointers, store.getValue(),
                          access.getMask(store.getBoundaryCheck()),
                          store.getCache(), store.getEvict());
}

static void lowerDescriptorLoad(triton::DescriptorLoadOp load,
                                const BlockPointer &pointer) {
  OpBuilder builder(load);
  Location loc = load.getLoc();
  auto type = cast<RankedTensorType>(load.getResult().getType());
  BlockAccess access(load, pointer, getBlockShape(load.getDesc()));
  setStarts(access, load.getIndices());
  Value loaded = triton::LoadOp::create(
      builder, loc, access.getPointers(), access.getMask(),
      access.getOther(type.getElementType(), pointer.padNaN, false),
      load.getCache(), load.getEvict(), /*isVolatile=*/false);
  loaded = roundToTF32(builder, loc, loaded, pointer.roundToTF32);
  load.replaceAllUsesWith(reshapeTo(builder, loc, loaded, type.getShape()));
}

static void lowerDescriptorStore(triton::DescriptorStoreOp store,
                                 const BlockPointer &pointer) {
  OpBuilder builder(store);
  Location loc = store.getLoc();
  ArrayRef<int64_t> shape = getBlockShape(store.getDesc());
  BlockAccess access(store, pointer, shape);
  setStarts(access, store.getIndices());
  Value value = reshapeTo(builder, loc, store.getSrc(), shape);
  triton::StoreOp::create(builder, loc, access.getPointers(), value,
                          access.getMask(), triton::CacheModifier::NONE,
                          triton::EvictionPolicy::NORMAL);
}

/// The atomic operation of a reduction into memory, where there is one.
static std::optional<triton::RMWOp>
getReduction(triton::DescriptorReduceKind kind, Type element) {
  bool isInteger = isa<IntegerType>(element);
  bool isUnsigned = element.isUnsignedInteger();
  switch (kind) {
  case triton::DescriptorReduceKind::ADD:
    return isInteger ? triton::RMWOp::ADD : triton::RMWOp::FADD;
  case triton::DescriptorReduceKind::MIN:
    if (!isInteger)
      return std::nullopt;
    return isUnsigned ? triton::RMWOp::UMIN : triton::RMWOp::MIN;
  case triton::DescriptorReduceKind::MAX:
    if (!isInteger)
      return std::nullopt;
    return isUnsigned ? triton::RMWOp::UMAX : triton::RMWOp::MAX;
  case triton::DescriptorReduceKind::AND:
    return triton::RMWOp::AND;
  case triton::DescriptorReduceKind::OR:
    return triton::RMWOp::OR;
  case triton::DescriptorReduceKind::XOR:
    return triton::RMWOp::XOR;
  default:
    return std::nullopt;
  }
}

static LogicalResult lowerDescriptorReduce(triton::DescriptorReduceOp reduce,
                                           const BlockPointer &pointer) {
  OpBuilder builder(reduce);
  Location loc = reduce.getLoc();
  auto block =
      cast<triton::TensorDescType>(reduce.getDesc().getType()).getBlockType();
  std::optional<triton::RMWOp> kind =
      getReduction(reduce.getKind(), block.getElementType());
  if (!kind)
    return reduce.emitError("no atomic operation does this reduction on ")
           << block.getElementType();
  BlockAccess access(reduce, pointer, block.getShape());
  setStarts(access, reduce.getIndices());
  Value value = reshapeTo(builder, loc, reduce.getSrc(), block.getShape());
  triton::AtomicRMWOp::create(builder, loc, value.getType(), *kind,
                              access.getPointers(), value, access.getMask(),
                              triton::MemSemantic::RELEASE,
                              triton::MemSyncScope::GPU);
  return success();
}

static void lowerDescriptorGather(triton::DescriptorGatherOp gather,
                                  const BlockPointer &pointer) {
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  auto type = cast<RankedTensorType>(gather.getResult().getType());
  BlockAccess access(gather, pointer, type.getShape());
  access.setLanes(0, gather.getXOffsets());
  access.setStart(1, gather.getYOffset());
  Value loaded = triton::LoadOp::create(
      builder, loc, access.getPointers(), access.getMask(),
      access.getOther(type.getElementType(), pointer.padNaN, false),
      triton::CacheModifier::NONE, triton::EvictionPolicy::NORMAL,
      /*isVolatile=*/false);
  gather.replaceAllUsesWith(
      roundToTF32(builder, loc, loaded, pointer.roundToTF32));
}

static void lowerDescriptorScatter(triton::DescriptorScatterOp scatter,
                                   const BlockPointer &pointer) {
  OpBuilder builder(scatter);
  auto type = cast<RankedTensorType>(scatter.getSrc().getType());
  BlockAccess access(scatter, pointer, type.getShape());
  access.setLanes(0, scatter.getXOffsets());
  access.setStart(1, scatter.getYOffset());
  triton::StoreOp::create(builder, scatter.getLoc(), access.getPointers(),
                          scatter.getSrc(), access.getMask(),
                          triton::CacheModifier::NONE,
                          triton::EvictionPolicy::NORMAL);
}

FailureOr<bool> mlir::tts::lowerBlockAccess(Operation *op,
                                            const BlockPointer &pointer) {
  if (auto load = dyn_cast<triton::LoadOp>(op))
    lowerPointerLoad(load, pointer);
  else if (auto store = dyn_cast<triton::StoreOp>(op))
    lowerPointerStore(store, pointer);
  else if (auto load = dyn_cast<triton::DescriptorLoadOp>(op))
    lowerDescriptorLoad(load, pointer);
  else if (auto store = dyn_cast<triton::DescriptorStoreOp>(op))
    lowerDescriptorStore(store, pointer);
  else if (auto gather = dyn_cast<triton::DescriptorGatherOp>(op))
    lowerDescriptorGather(gather, pointer);
  else if (auto scatter = dyn_cast<triton::DescriptorScatterOp>(op))
    lowerDescriptorScatter(scatter, pointer);
  else if (auto reduce = dyn_cast<triton::DescriptorReduceOp>(op)) {
    if (failed(lowerDescriptorReduce(reduce, pointer)))
      return failure();
  } else
    return false;
  op->erase();
  return true;
}
