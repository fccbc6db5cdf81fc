// Other bounds for an access.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKREWRITES_ACCESSBOUNDS_H
#define TRITON_SHARED_LIB_CPU_BLOCKREWRITES_ACCESSBOUNDS_H

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

namespace mlir::tts::cpu {

/// Replaces an access by one that ends at `upper`, a bound for each dim, and is
/// the same otherwise.
void replaceUpper(MakeBlockOp block, ArrayRef<OpFoldResult> upper);

} // namespace mlir::tts::cpu

#endif
