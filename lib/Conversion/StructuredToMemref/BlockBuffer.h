// Helpers around the buffer of one block and loops over its lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_BLOCKBUFFER_H
#define TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_BLOCKBUFFER_H

#include "Access.h"

namespace mlir::tts {

/// Converts a scalar or a tensor between the type of values and the type in
/// memory; they differ for i1 only.
Value toStorage(ImplicitLocOpBuilder &b, Value value);
Value fromStorage(ImplicitLocOpBuilder &b, Value stored, Type element);

/// The zero of a scalar type.
Value zeroOf(ImplicitLocOpBuilder &b, Type type);

/// A fresh buffer for the block's elements.
Value allocateBlock(ImplicitLocOpBuilder &b, const Access &access);
/// Fills it with a scalar or a tensor.
void fillBlock(ImplicitLocOpBuilder &b, Value buffer, Value fill);
/// The buffer as the tensor value of the block.
Value blockFromBuffer(ImplicitLocOpBuilder &b, Value buffer, Type element);

/// Runs `body` for every active lane, in row-major order.
void forEachActiveLane(
    ImplicitLocOpBuilder &b, const Access &access,
    llvm::function_ref<void(ImplicitLocOpBuilder &, ValueRange at)> body);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_BLOCKBUFFER_H
