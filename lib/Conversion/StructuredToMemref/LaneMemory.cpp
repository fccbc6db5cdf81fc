// Loads, stores and atomics of one lane, on a memref or on an !llvm.ptr.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LaneMemory.h"

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

static LLVM::AtomicOrdering ordering(triton::MemSemantic order) {
  switch (order) {
  case triton::MemSemantic::RELAXED:
    return LLVM::AtomicOrdering::monotonic;
  case triton::MemSemantic::ACQUIRE:
    return LLVM::AtomicOrdering::acquire;
  case triton::MemSemantic::RELEASE:
    return LLVM::AtomicOrdering::release;
  case triton::MemSemantic::ACQUIRE_RELEASE:
    break;
  }
  return LLVM::AtomicOrdering::acq_rel;
}

static arith::AtomicRMWKind memrefKind(triton::RMWOp kind, bool isFloat) {
  switch (kind) {
  case triton::RMWOp::AND:
    return arith::AtomicRMWKind::andi;
  case triton::RMWOp::OR:
    return arith::AtomicRMWKind::ori;
  case triton::RMWOp::XOR:
    return arith::AtomicRMWKind::xori;
  case triton::RMWOp::ADD:
    return isFloat ? arith::AtomicRMWKind::addf : arith::AtomicRMWKind::addi;
  case triton::RMWOp::FADD:
    return arith::AtomicRMWKind::addf;
  case triton::RMWOp::MAX:
    return isFloat ? arith::AtomicRMWKind::maxnumf : arith::AtomicRMWKind::maxs;
  case triton::RMWOp::MIN:
    return isFloat ? arith::AtomicRMWKind::minnumf : arith::AtomicRMWKind::mins;
  case triton::RMWOp::UMAX:
    return arith::AtomicRMWKind::maxu;
  case triton::RMWOp::UMIN:
    return arith::AtomicRMWKind::minu;
  case triton::RMWOp::XCHG:
    break;
  }
  return arith::AtomicRMWKind::assign;
}

static LLVM::AtomicBinOp llvmKind(triton::RMWOp kind, bool isFloat) {
  switch (kind) {
  case triton::RMWOp::AND:
    return LLVM::AtomicBinOp::_and;
  case triton::RMWOp::OR:
    return LLVM::AtomicBinOp::_or;
  case triton::RMWOp::XOR:
    return LLVM::AtomicBinOp::_xor;
  case triton::RMWOp::ADD:
    return isFloat ? LLVM::AtomicBinOp::fadd : LLVM::AtomicBinOp::add;
  case triton::RMWOp::FADD:
    return LLVM::AtomicBinOp::fadd;
  case triton::RMWOp::MAX:
    return isFloat ? LLVM::AtomicBinOp::fmax : LLVM::AtomicBinOp::max;
  case triton::RMWOp::MIN:
    return isFloat ? LLVM::AtomicBinOp::fmin : LLVM::AtomicBinOp::min;
  case triton::RMWOp::UMAX:
    return LLVM::AtomicBinOp::umax;
  case triton::RMWOp::UMIN:
    return LLVM::AtomicBinOp::umin;
  case triton::RMWOp::XCHG:
    break;
  }
  return LLVM::AtomicBinOp::xchg;
}

Value updateLane(ImplicitLocOpBuilder &b, Value memory, triton::RMWOp kind,
                 Value value, triton::MemSemantic order) {
  Type type = value.getType();
  bool isFloat = isa<FloatType>(type);
  if (!isPointer(memory))
    return memref::AtomicRMWOp::create(b, type, memrefKind(kind, isFloat),
                                       value, memory, ValueRange{});
  Value old = LLVM::AtomicRMWOp::create(b, llvmKind(kind, isFloat), memory,
                                        castBits(b, value, llvmType(type)),
                                        ordering(order));
  return castBits(b, old, type);
}

Value compareAndSwapLane(ImplicitLocOpBuilder &b, Value memory, Value compare,
                         Value value, triton::MemSemantic order) {
  Type type = value.getType();
  Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
  bool acquires = order == triton::MemSemantic::ACQUIRE ||
                  order == triton::MemSemantic::ACQUIRE_RELEASE;
  Value result =
      LLVM::AtomicCmpXchgOp::create(b, memory, castBits(b, compare, bits),
                                    castBits(b, value, bits), ordering(order),
                                    acquires ? LLVM::AtomicOrdering::acquire
                                             : LLVM::AtomicOrdering::monotonic);
  Value old = LLVM::ExtractValueOp::create(b, result, ArrayRef<int64_t>{0});
  return castBits(b, old, type);
}

} // namespace mlir::tts
