// What cpu-unit-strides says to cpu-blocks-to-loops, on a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_UNITSTRIDES_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_UNITSTRIDES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tts {

/// The function to be called instead where all of these arguments are 1.
constexpr llvm::StringLiteral kVersionAttr = "tts.unit_strides";
constexpr llvm::StringLiteral kVersionStridesAttr = "tts.unit_stride_args";

} // namespace mlir::tts

#endif
