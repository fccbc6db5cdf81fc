// Lowers tts loads, stores and atomics one by one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_ACCESSLOWERING_H
#define TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_ACCESSLOWERING_H

#include "Access.h"

namespace mlir::tts {

struct LoweringOptions {
  ArgumentMap arguments;
  /// Loads of whole blocks are views of memory, not copies.
  bool loadsInPlace = false;
  Reach reach = Reach::Views;
};

/// Each replaces and erases the operation, or fails with an error at it.
LogicalResult lowerLoad(LoadOp op, const LoweringOptions &options);
LogicalResult lowerStore(StoreOp op, const LoweringOptions &options);
LogicalResult lowerAtomicRMW(AtomicRMWOp op, const LoweringOptions &options);
LogicalResult lowerAtomicCAS(AtomicCASOp op, const LoweringOptions &options);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_STRUCTUREDTOMEMREF_ACCESSLOWERING_H
