// Blocks that are turned in registers, square by square.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_ANALYSIS_SQUARES_H
#define TRITON_SHARED_CPU_ANALYSIS_SQUARES_H

#include <cstdint>

namespace mlir::tts::cpu {

/// Blocks with a shorter side have no squares worth the name.
inline constexpr int64_t kLeastSide = 8;

} // namespace mlir::tts::cpu

#endif // TRITON_SHARED_CPU_ANALYSIS_SQUARES_H
