// Remove what became unused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LOWERING_ERASEDEAD_H
#define TRITON_SHARED_LOWERING_ERASEDEAD_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class Block;
class Value;
} // namespace mlir

namespace mlir::tts {

/// Erases all operations in `block`, and in their regions, that nothing uses
/// and that do nothing else: users before what they use.
void eraseDead(Block &block);

/// Erases the operation of `v` if it is such a one, and those that only it
/// uses.
void eraseUnused(Value v);

} // namespace mlir::tts

#endif // TRITON_SHARED_LOWERING_ERASEDEAD_H
