// Lowers tts loads, stores and atomics one by one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessLowering.h"
#include "BlockBuffer.h"
#include "LaneMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::tts {
namespace {

void replace(Operation *op, Value value) {
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
}

/// The value that `active` computes if the scalar access is not masked off,
/// else `inactive`.
Value guardScalar(ImplicitLocOpBuilder &b, Value mask, Value inactive,
                  llvm::function_ref<Value(ImplicitLocOpBuilder &)> active) {
  if (!mask)
    return active(b);
  auto branch = scf::IfOp::create(
      b, mask,
      [&](OpBuilder &then, Location loc) {
        ImplicitLocOpBuilder inner(loc, then);
        scf::YieldOp::create(inner, active(inner));
      },
      [&](OpBuilder &otherwise, Location loc) {
        scf::YieldOp::create(otherwise, loc, inactive);
      });
  return branch.getResult(0);
}

Value otherOf(ImplicitLocOpBuilder &b, LoadOp op, const Access &access) {
  return op.getOther() ? toStorage(b, op.getOther())
                       : zeroOf(b, access.storage());
}

/// The box of the block in memory and in `buffer`.
void copyBox(ImplicitLocOpBuilder &b, const Access &access, Value buffer) {
  Value source = access.stridedMemref(b);
  SmallVector<int64_t> repeated = access.repeatedDims();
  if (!access.isFull()) {
    Access::Box box = access.box(b), once = box;
    for (auto *part : {&once.offsets, &once.sizes, &once.strides})
      eraseDims(*part, repeated);
    if (!once.sizes.empty())
      source = memref::SubViewOp::create(b, source, once.offsets, once.sizes,
                                         once.strides);
    buffer = memref::SubViewOp::create(b, buffer, box.offsets, box.sizes,
                                       box.strides);
  }
  if (repeated.empty())
    memref::CopyOp::create(b, source, buffer);
  else
    linalg::BroadcastOp::create(b, source, buffer, repeated);
}

/// Lowers an atomic whose result on one lane is what `lane` gives: a scalar, or
/// a loop over the lanes that keeps the results in a buffer if they are used.
Value lowerAtomic(
    ImplicitLocOpBuilder &b, Operation *op, const Access &access,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange at)> lane) {
  Type element = access.type().getElementType();
  if (access.rank() == 0) {
    Value mask = access.laneMask(b, {});
    Value zero = mask ? zeroOf(b, access.storage()) : Value();
    Value old =
        guardScalar(b, mask, zero, [&](ImplicitLocOpBuilder &inner) -> Value {
          return lane(inner, {});
        });
    return fromStorage(b, old, element);
  }
  bool used = !op->use_empty();
  Value buffer;
  if (used) {
    buffer = allocateBlock(b, access);
    if (!access.isFull())
      fillBlock(b, buffer, zeroOf(b, access.storage()));
  }
  forEachActiveLane(b, access, [&](ImplicitLocOpBuilder &inner, ValueRange at) {
    Value old = lane(inner, at);
    if (used)
      memref::StoreOp::create(inner, old, buffer, at);
  });
  return used ? blockFromBuffer(b, buffer, element) : Value();
}

Value elementAt(ImplicitLocOpBuilder &b, Value block, ValueRange at) {
  if (!isa<RankedTensorType>(block.getType()))
    return block;
  return tensor::ExtractOp::create(b, block, at);
}

} // namespace

LogicalResult lowerLoad(LoadOp op, const LoweringOptions &options) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  // memref.load cannot be volatile.
  auto got = Access::get(b, op, op.getBlock(), options.arguments,
                         op.getIsVolatile() ? Reach::Addresses : options.reach);
  if (failed(got))
    return failure();
  const Access &access = *got;
  Type element = access.type().getElementType();

  if (access.rank() == 0) {
    Value mask = access.laneMask(b, {});
    Value other = mask ? otherOf(b, op, access) : Value();
    Value loaded =
        guardScalar(b, mask, other, [&](ImplicitLocOpBuilder &inner) {
          return loadLane(inner, access.lane(inner, {}), access.storage(),
                          op.getIsVolatile());
        });
    replace(op, fromStorage(b, loaded, element));
    return success();
  }
  if (options.loadsInPlace && access.isFull() && access.isBoxOfMemref() &&
      access.repeatedDims().empty()) {
    Value source = access.stridedMemref(b);
    Value tensor = bufferization::ToTensorOp::create(
        b, RankedTensorType::get(access.type().getShape(), access.storage()),
        source, /*restrict=*/true, /*writable=*/false);
    replace(op, fromStorage(b, tensor, element));
    return success();
  }

  Value buffer = allocateBlock(b, access);
  if (!access.isFull())
    fillBlock(b, buffer, otherOf(b, op, access));
  if (access.isBoxOfMemref())
    copyBox(b, access, buffer);
  else
    forEachActiveLane(
        b, access, [&](ImplicitLocOpBuilder &inner, ValueRange at) {
          Value loaded = loadLane(inner, access.lane(inner, at),
                                  access.storage(), op.getIsVolatile());
          memref::StoreOp::create(inner, loaded, buffer, at);
        });
  replace(op, blockFromBuffer(b, buffer, element));
  return success();
}

LogicalResult lowerStore(StoreOp op, const LoweringOptions &options) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto got =
      Access::get(b, op, op.getBlock(), options.arguments, options.reach);
  if (failed(got))
    return failure();
  const Access &access = *got;
  Value value = toStorage(b, op.getValue());

  if (access.isBoxOfMemref() && access.repeatedDims().empty()) {
    Value destination = access.stridedMemref(b);
    if (!access.isFull()) {
      Access::Box box = access.box(b);
      destination = memref::SubViewOp::create(b, destination, box.offsets,
                                              box.sizes, box.strides);
      value = tensor::ExtractSliceOp::create(b, value, box.offsets, box.sizes,
                                             box.strides);
    }
    auto store = bufferization::MaterializeInDestinationOp::create(
        b, Type(), value, destination);
    store.setWritable(true);
  } else {
    forEachActiveLane(
        b, access, [&](ImplicitLocOpBuilder &inner, ValueRange at) {
          storeLane(inner, access.lane(inner, at), elementAt(inner, value, at));
        });
  }
  op.erase();
  return success();
}

LogicalResult lowerAtomicRMW(AtomicRMWOp op, const LoweringOptions &options) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  // LLVM has no read-modify-write on floats of 8 bits.
  Type element = getElementTypeOrSelf(op.getValue().getType());
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 16)
    return op.emitOpError() << "cannot update " << element << " atomically";
  auto got =
      Access::get(b, op, op.getBlock(), options.arguments, options.reach);
  if (failed(got))
    return failure();
  Value value = toStorage(b, op.getValue());
  Value old =
      lowerAtomic(b, op, *got, [&](ImplicitLocOpBuilder &inner, ValueRange at) {
        return updateLane(inner, got->lane(inner, at), op.getAtomicRmwOp(),
                          elementAt(inner, value, at), op.getSem());
      });
  if (old)
    op.getResult().replaceAllUsesWith(old);
  op.erase();
  return success();
}

LogicalResult lowerAtomicCAS(AtomicCASOp op, const LoweringOptions &options) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto got =
      Access::get(b, op, op.getBlock(), options.arguments, Reach::Addresses);
  if (failed(got))
    return failure();
  Value compare = toStorage(b, op.getCompare());
  Value value = toStorage(b, op.getValue());
  Value old =
      lowerAtomic(b, op, *got, [&](ImplicitLocOpBuilder &inner, ValueRange at) {
        return compareAndSwapLane(inner, got->lane(inner, at),
                                  elementAt(inner, compare, at),
                                  elementAt(inner, value, at), op.getSem());
      });
  if (old)
    op.getResult().replaceAllUsesWith(old);
  op.erase();
  return success();
}

} // namespace mlir::tts
