// The tts dialect and its block type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tts;

#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredTypes.cpp.inc"

void TritonStructuredDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredTypes.cpp.inc"
      >();
}

void TritonStructuredDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredOps.cpp.inc"
      >();
}

Type BlockType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType) || parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return getChecked(emitError, parser.getContext(), ArrayRef(shape),
                    elementType);
}

void BlockType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t size : getShape())
    printer << size << "x";
  printer << getElementType() << ">";
}

LogicalResult BlockType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> shape, Type elementType) {
  for (int64_t size : shape)
    if (size <= 0)
      return emitError() << "sizes must be positive, got " << size;
  if (!isa<IntegerType, FloatType, triton::PointerType>(elementType))
    return emitError() << "element type must be an integer, a float or a "
                          "pointer, got "
                       << elementType;
  return success();
}

Type BlockType::getTensorType() const {
  if (getShape().empty())
    return getElementType();
  return RankedTensorType::get(getShape(), getElementType());
}
