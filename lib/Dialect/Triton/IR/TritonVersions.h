// What Triton's versions write differently; see TritonVersions.cpp.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_LIB_DIALECT_TRITON_IR_TRITONVERSIONS_H
#define TRITON_SHARED_LIB_DIALECT_TRITON_IR_TRITONVERSIONS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::triton {

/// The block of a descriptor type: `tensor<8xf32>`, or `8xf32` since 3.8.
ParseResult parseDescriptorBlock(AsmParser &parser, RankedTensorType &block);

/// Attributes of an access. Since 3.9 they hold the cache hints, which are
/// moved to where earlier versions have them.
ParseResult parseAccessAttributes(OpAsmParser &parser,
                                  NamedAttrList &attributes);

} // namespace mlir::triton

#endif // TRITON_SHARED_LIB_DIALECT_TRITON_IR_TRITONVERSIONS_H
