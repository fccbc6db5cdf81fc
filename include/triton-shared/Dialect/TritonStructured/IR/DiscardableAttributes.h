// What passes tell each other.
// The names of the tts dialect's attributes on operations of any dialect; the
// dialect's verifier says where each may stand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_DISCARDABLEATTRIBUTES_H
#define TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_DISCARDABLEATTRIBUTES_H

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
/// On the same function: that one is called for single programs, too, since it
/// adds in another order.
constexpr llvm::StringLiteral kJoinedAloneAttr = "tts.joined_alone";
/// On that one: the most programs that it does at once. How many they are is
/// its last argument.
constexpr llvm::StringLiteral kMostJoinedAttr = "tts.most_joined";
/// On a remainder there: programs of one quotient lie side by side.
constexpr llvm::StringLiteral kJoinedNumberAttr = "tts.joined_number";

/// cpu-dot-few-rows, on a dot: it multiplies few rows, and its second operand
/// is not packed.
constexpr llvm::StringLiteral kFewRowsAttr = "tts.few_rows";

/// cpu-blocks-to-loops, on a kernel and the module: bytes of scratch that a
/// thread needs.
constexpr llvm::StringLiteral kArenaBytesAttr = "tts.arena_bytes";
/// The same in LLVM IR, on a kernel.
constexpr llvm::StringLiteral kArenaBytesInLLVM = "tts-arena-bytes";

/// triton-arith-to-linalg, on a tt.print: which operands were pointers.
constexpr llvm::StringLiteral kPrintedPointersAttr = "tts.pointers";

} // namespace mlir::tts

#endif // TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_DISCARDABLEATTRIBUTES_H
