// Triton's atomics in upstream's terms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LOWERING_ATOMICS_H
#define TRITON_SHARED_LOWERING_ATOMICS_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::tts {

LLVM::AtomicOrdering atomicOrdering(triton::MemSemantic semantic);

/// The kind of `llvm.atomicrmw`.
LLVM::AtomicBinOp atomicBinOp(triton::RMWOp kind, bool isFloat);

/// The kind of `memref.atomic_rmw`, by which arith names combiners, too.
arith::AtomicRMWKind atomicRMWKind(triton::RMWOp kind, bool isFloat);

/// What memory holds after an update that does not have to be atomic.
Value combineAtomic(OpBuilder &b, Location loc, triton::RMWOp kind, Value old,
                    Value value);

/// A compare-and-swap of integers; gives the old value.
Value compareExchange(OpBuilder &b, Location loc, Value pointer, Value compare,
                      Value value, triton::MemSemantic semantic);

} // namespace mlir::tts

#endif // TRITON_SHARED_LOWERING_ATOMICS_H
