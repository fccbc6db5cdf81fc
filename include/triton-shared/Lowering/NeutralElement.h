// What combiners start from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_LOWERING_NEUTRALELEMENT_H
#define TRITON_SHARED_LOWERING_NEUTRALELEMENT_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/Support/LLVM.h"

namespace mlir {
class Operation;
class Region;
} // namespace mlir

namespace mlir::tts {

/// The operation that a combiner of one operand applies to its two arguments,
/// in any order, if it does nothing else; null otherwise.
Operation *soleCombiner(Region &combiner);

/// `e` with op(e, x) == x bit for bit for every x, or null; for the elements of
/// blocks.
TypedAttr neutralElement(Operation *op);

/// The neutral element of a combiner's only operation, or null.
TypedAttr neutralElement(Region &combiner);

/// The neutral elements of a combiner that treats each of its `count` operands
/// by one operation of its own, e.g. a sum and a maximum side by side; empty
/// when it does more than that.
SmallVector<TypedAttr> neutralElements(Region &combiner, unsigned count);

/// For a combiner of values and places that gives the greatest value or the
/// least one, and the lower place of two alike: the value that no other loses
/// to. Null for other combiners.
TypedAttr leastOfExtreme(Region &combiner);

} // namespace mlir::tts

#endif // TRITON_SHARED_LOWERING_NEUTRALELEMENT_H
