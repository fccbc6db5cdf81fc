// What passes that make versions of a function say to cpu-blocks-to-loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_VERSIONS_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_VERSIONS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tts {

/// cpu-unit-strides, on a function: the one to be called instead where all of
/// these arguments are 1.
constexpr llvm::StringLiteral kVersionAttr = "tts.unit_strides";
constexpr llvm::StringLiteral kVersionStridesAttr = "tts.unit_stride_args";

/// cpu-join-programs, on a function: the one to be called instead for programs
/// that lie side by side along this axis of the grid.
constexpr llvm::StringLiteral kJoinedAttr = "tts.joined";
constexpr llvm::StringLiteral kJoinedAxisAttr = "tts.joined_axis";
/// On that one: the most programs that it does at once. How many they are is
/// its last argument.
constexpr llvm::StringLiteral kMostJoinedAttr = "tts.most_joined";
/// On a remainder there: programs of one quotient lie side by side.
constexpr llvm::StringLiteral kJoinedNumberAttr = "tts.joined_number";

} // namespace mlir::tts

#endif
