// Functions of CUDA's libdevice by symbol.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LIB_CPU_VECTORMATH_LIBDEVICE_H
#define TRITON_SHARED_LIB_CPU_VECTORMATH_LIBDEVICE_H

#include "MathBuilder.h"

#include <functional>
#include <string>

namespace mlir::tts::vecmath {

/// Builds the result of type `result` (element type) from the operands.
using LibdeviceExpansion = Val (*)(MathBuilder &, Vals, Type result);

/// A symbol's expansion with the number of operands that it takes.
struct LibdeviceEntry {
  const char *name; // without `__nv_`
  unsigned arity;
  LibdeviceExpansion expand;
};

// Tables of symbols that are not plain functions of real numbers.
ArrayRef<LibdeviceEntry> integerSymbols();    // LibdeviceInteger.cpp
ArrayRef<LibdeviceEntry> conversionSymbols(); // LibdeviceConvert.cpp
ArrayRef<LibdeviceEntry> realSymbols();       // LibdeviceReal.cpp

/// Expands `__nv_*` `symbol` for operands and a result of these types, or says
/// at `op` why it cannot be.
FailureOr<Val> emitLibdevice(MathBuilder &m, Operation *op, StringRef symbol,
                             Vals args, Type result);

} // namespace mlir::tts::vecmath

#endif // TRITON_SHARED_LIB_CPU_VECTORMATH_LIBDEVICE_H
