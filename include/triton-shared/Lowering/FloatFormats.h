// Formats of types of 8 and 16 bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LOWERING_FLOATFORMATS_H
#define TRITON_SHARED_LOWERING_FLOATFORMATS_H

#include "mlir/IR/BuiltinTypes.h"
#include "triton-shared/Runtime/SmallFloat.h"
#include <optional>

namespace mlir::tts {

/// The format of a float type of 8 or 16 bits; none for other types.
inline std::optional<runtime::SmallFloatFormat> getSmallFloatFormat(Type type) {
  if (type.isF16())
    return runtime::kHalf;
  if (type.isBF16())
    return runtime::kBFloat16;
  if (isa<Float8E5M2Type>(type))
    return runtime::kE5M2;
  if (isa<Float8E4M3FNType>(type))
    return runtime::kE4M3FN;
  if (isa<Float8E4M3FNUZType>(type))
    return runtime::kE4M3FNUZ;
  if (isa<Float8E5M2FNUZType>(type))
    return runtime::kE5M2FNUZ;
  if (isa<Float8E4M3B11FNUZType>(type))
    return runtime::kE4M3B15;
  return std::nullopt;
}

} // namespace mlir::tts

#endif // TRITON_SHARED_LOWERING_FLOATFORMATS_H
