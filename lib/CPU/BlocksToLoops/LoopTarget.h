// What loops and products are made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_LOOPTARGET_H
#define TRITON_SHARED_LIB_CPU_BLOCKSTOLOOPS_LOOPTARGET_H

#include "mlir/IR/Types.h"

#include <cstdint>

namespace mlir::tts::cpu {

/// Of the caches.
inline constexpr int64_t kLineBytes = 64;

/// What the loops are made for.
struct LoopTarget {
  unsigned vectorBits = 512; // width of one SIMD register
  int64_t streamBytes = 0;   // outputs from here on bypass the caches
  // Units that multiply elements of 16 and 8 bits, by LLVM's feature names.
  bool amxBf16 = false, amxInt8 = false, avx512Bf16 = false;
  // In registers of vectorBits: pairs of 16-bit integers, four of 8 bits.
  bool pmaddwd = false, vpdpbusd = false;
  bool cas16 = false;        // compare-and-swap of 16 bytes
  bool transactions = false; // RTM
  bool weakMemory = false;   // others may see stores in another order
};

/// What multiplies the elements of a dot.
struct DotUnit {
  enum Kind : uint8_t {
    Fma,   // one k at a time, in the type of the accumulator
    Pairs, // two k of 16 bits in each 32-bit lane
    Quads, // four k of 8 bits: unsigned ones times signed ones
    Tiles  // AMX: 16 x 16 accumulators, 64 bytes of k
  };
  Kind kind = Fma;
  Type elem;         // of both operands
  int64_t group = 1; // k in one lane
};

} // namespace mlir::tts::cpu

#endif
