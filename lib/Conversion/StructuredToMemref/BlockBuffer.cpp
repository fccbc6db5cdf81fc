// Helpers around the buffer of one block and loops over its lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BlockBuffer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::tts {

/// Applies `convert` to a scalar, or to every element of a tensor.
static Value
mapElements(ImplicitLocOpBuilder &b, Value value, Type element,
            llvm::function_ref<Value(ImplicitLocOpBuilder &, Value)> convert) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return convert(b, value);
  Value empty = tensor::EmptyOp::create(b, type.getShape(), element);
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, empty.getType(), value, empty, ArrayRef<AffineMap>{identity, identity},
      iterators, [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, nested);
        linalg::YieldOp::create(inner, convert(inner, args[0]));
      });
  return generic.getResult(0);
}

Value toStorage(ImplicitLocOpBuilder &b, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  Type storage = storageType(element);
  if (storage == element)
    return value;
  return mapElements(b, value, storage,
                     [&](ImplicitLocOpBuilder &inner, Value scalar) -> Value {
                       return arith::ExtUIOp::create(inner, storage, scalar);
                     });
}

Value fromStorage(ImplicitLocOpBuilder &b, Value stored, Type element) {
  Type storage = getElementTypeOrSelf(stored.getType());
  if (storage == element)
    return stored;
  return mapElements(b, stored, element,
                     [&](ImplicitLocOpBuilder &inner, Value scalar) -> Value {
                       return arith::CmpIOp::create(
                           inner, arith::CmpIPredicate::ne, scalar,
                           zeroOf(inner, storage));
                     });
}

Value zeroOf(ImplicitLocOpBuilder &b, Type type) {
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

Value allocateBlock(ImplicitLocOpBuilder &b, const Access &access) {
  return memref::AllocOp::create(
      b, MemRefType::get(access.type().getShape(), access.storage()));
}

void fillBlock(ImplicitLocOpBuilder &b, Value buffer, Value fill) {
  if (!isa<RankedTensorType>(fill.getType())) {
    linalg::FillOp::create(b, fill, buffer);
    return;
  }
  auto store = bufferization::MaterializeInDestinationOp::create(b, Type(),
                                                                 fill, buffer);
  store.setWritable(true);
}

Value blockFromBuffer(ImplicitLocOpBuilder &b, Value buffer, Type element) {
  auto type = cast<MemRefType>(buffer.getType());
  Value tensor = bufferization::ToTensorOp::create(
      b, RankedTensorType::get(type.getShape(), type.getElementType()), buffer,
      /*restrict=*/true, /*writable=*/true);
  return fromStorage(b, tensor, element);
}

void forEachActiveLane(
    ImplicitLocOpBuilder &b, const Access &access,
    llvm::function_ref<void(ImplicitLocOpBuilder &, ValueRange at)> body) {
  Access::Box box = access.box(b);
  OpBuilder::InsertionGuard guard(b);
  Value one;
  SmallVector<Value> at;
  for (int64_t d = 0; d < access.rank(); ++d) {
    if (!one)
      one = arith::ConstantIndexOp::create(b, 1);
    Value from = getValueOrCreateConstantIndexOp(b, b.getLoc(), box.offsets[d]);
    Value size = getValueOrCreateConstantIndexOp(b, b.getLoc(), box.sizes[d]);
    Value to = getConstantIntValue(box.offsets[d]) == 0
                   ? size
                   : Value(arith::AddIOp::create(b, from, size));
    auto loop = scf::ForOp::create(b, from, to, one);
    at.push_back(loop.getInductionVar());
    b.setInsertionPointToStart(loop.getBody());
  }
  if (Value mask = access.laneMask(b, at)) {
    auto branch = scf::IfOp::create(b, mask, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  body(b, at);
}

} // namespace mlir::tts
