// The generated part of the tt dialect's operations, and assembly that several
// of them share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TritonVersions.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::triton;

#include "triton-shared/Dialect/Triton/IR/TritonEnums.cpp.inc"

/// Like attr-dict, but reads what 3.9 writes.
static void printAccessAttributes(OpAsmPrinter &printer, Operation *op,
                                  DictionaryAttr attributes) {
  // The hints stand before; defaults are not printed.
  SmallVector<StringRef> elided = {"cache", "evict", "operandSegmentSizes"};
  auto check =
      dyn_cast_or_null<DenseI32ArrayAttr>(attributes.get("boundaryCheck"));
  if (check && check.empty())
    elided.push_back("boundaryCheck");
  auto isVolatile = dyn_cast_or_null<BoolAttr>(attributes.get("isVolatile"));
  if (isVolatile && !isVolatile.getValue())
    elided.push_back("isVolatile");
  printer.printOptionalAttrDict(attributes.getValue(), elided);
}

#define GET_ATTRDEF_CLASSES
#include "triton-shared/Dialect/Triton/IR/TritonAttributes.cpp.inc"

void TritonDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "triton-shared/Dialect/Triton/IR/TritonAttributes.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "triton-shared/Dialect/Triton/IR/TritonOps.cpp.inc"
