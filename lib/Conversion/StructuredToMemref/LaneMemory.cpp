// Loads, stores and atomics of one lane, on a memref or on an !llvm.ptr.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneMemory.h"

#include "triton-shared/Lowering/Atomics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tts {

/// The type under which LLVM accesses a value: floats of 8 bits are integers.
static Type llvmType(Type type) {
  if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 8)
    return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
  return type;
}

static Value castBits(ImplicitLocOpBuilder &b, Value value, Type type) {
  return value.getType() == type
             ? value
             : Value(arith::BitcastOp::create(b, type, value));
}

static bool isPointer(Value memory) {
  return isa<LLVM::LLVMPointerType>(memory.getType());
}

Value loadLane(ImplicitLocOpBuilder &b, Value memory, Type storage,
               bool isVolatile) {
  if (!isPointer(memory))
    return memref::LoadOp::create(b, memory, ValueRange{});
  Value loaded = LLVM::LoadOp::create(b, llvmType(storage), memory,
                                      /*alignment=*/0, isVolatile);
  return castBits(b, loaded, storage);
}

void storeLane(ImplicitLocOpBuilder &b, Value memory, Value value) {
  if (!isPointer(memory)) {
    memref::StoreOp::create(b, value, memory, ValueRange{});
    return;
  }
  LLVM::StoreOp::create(b, castBits(b, value, llvmType(value.getType())),
                        memory);
}

Value updateLane(ImplicitLocOpBuilder &b, Value memory, triton::RMWOp kind,
                 Value value, triton::MemSemantic order) {
  Type type = value.getType();
  bool isFloat = isa<FloatType>(type);
  if (!isPointer(memory))
    return memref::AtomicRMWOp::create(b, type, atomicRMWKind(kind, isFloat),
                                       value, memory, ValueRange{});
  Value old = LLVM::AtomicRMWOp::create(b, atomicBinOp(kind, isFloat), memory,
                                        castBits(b, value, llvmType(type)),
                                        atomicOrdering(order));
  return castBits(b, old, type);
}

Value compareAndSwapLane(ImplicitLocOpBuilder &b, Value memory, Value compare,
                         Value value, triton::MemSemantic order) {
  Type type = value.getType();
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  Value old = compareExchange(b, b.getLoc(), memory, castBits(b, compare, bits),
                              castBits(b, value, bits), order);
  return castBits(b, old, type);
}

} // namespace mlir::tts
