// Loads, stores and atomics of one lane, on a memref or on an !llvm.ptr.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_LANEMEMORY_H
#define TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_LANEMEMORY_H

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tts {

/// `memory` is the result of Access::lane. Values have the storage type.
Value loadLane(ImplicitLocOpBuilder &b, Value memory, Type storage,
               bool isVolatile);
void storeLane(ImplicitLocOpBuilder &b, Value memory, Value value);

/// Gives what memory held before.
Value updateLane(ImplicitLocOpBuilder &b, Value memory, triton::RMWOp kind,
                 Value value, triton::MemSemantic order);

/// Compares bits; `memory` is an !llvm.ptr. Gives what memory held before.
Value compareAndSwapLane(ImplicitLocOpBuilder &b, Value memory, Value compare,
                         Value value, triton::MemSemantic order);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_LANEMEMORY_H
