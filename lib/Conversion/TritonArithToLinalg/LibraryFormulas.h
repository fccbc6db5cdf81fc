// Functions of GPU math libraries that are more than one operation: each takes
// the operands of a call and the type of its result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_TRITONARITHTOLINALG_LIBRARYFORMULAS_H
#define TRITON_SHARED_LIB_TRITONARITHTOLINALG_LIBRARYFORMULAS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tts::library {

#define TTS_FORMULA(name)                                                      \
  Value name(ImplicitLocOpBuilder &b, ValueRange operands, Type result);
TTS_FORMULA(isInf)
TTS_FORMULA(signBit)
TTS_FORMULA(truncOrExt)
TTS_FORMULA(rcp)
TTS_FORMULA(rcbrt)
TTS_FORMULA(sinPi)
TTS_FORMULA(cosPi)
TTS_FORMULA(exp10)
TTS_FORMULA(saturate)
TTS_FORMULA(norm)
TTS_FORMULA(rnorm)
TTS_FORMULA(normcdf)
TTS_FORMULA(positiveDifference)
TTS_FORMULA(power)
TTS_FORMULA(findFirstSet)
#undef TTS_FORMULA

} // namespace mlir::tts::library

#endif // TRITON_SHARED_LIB_TRITONARITHTOLINALG_LIBRARYFORMULAS_H
