// Neutral elements of the combiners that have one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_TRITONARITHTOLINALG_NEUTRALELEMENT_H
#define TRITON_SHARED_LIB_TRITONARITHTOLINALG_NEUTRALELEMENT_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"

namespace mlir {
class Operation;
class Region;
} // namespace mlir

namespace mlir::tts {

/// `e` with op(e, x) == x bit for bit for every x, or null.
TypedAttr neutralElement(Operation *op);

/// The neutral elements of a combiner that treats each of its `count` operands
/// by one operation of its own, e.g. a sum and a maximum side by side; empty
/// when it does more than that.
SmallVector<TypedAttr> neutralElements(Region &combiner, unsigned count);

} // namespace mlir::tts

#endif // TRITON_SHARED_LIB_TRITONARITHTOLINALG_NEUTRALELEMENT_H
