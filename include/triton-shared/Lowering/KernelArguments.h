// Where kernels find their arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LOWERING_KERNELARGUMENTS_H
#define TRITON_SHARED_LOWERING_KERNELARGUMENTS_H

#include "mlir/IR/Builders.h"

namespace mlir::tts {

/// The last arguments of a kernel at the linalg stop: the number of programs in
/// x, y, z; then the program's id in x, y, z.
inline constexpr unsigned kGridArguments = 6;

/// The scalar of that type in a slot of KernelABI.h, given the slot's address:
/// in its own width, booleans in the low bit of a byte.
Value loadScalarArgument(OpBuilder &b, Location loc, Value slot, Type type);

} // namespace mlir::tts

#endif // TRITON_SHARED_LOWERING_KERNELARGUMENTS_H
