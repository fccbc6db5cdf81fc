// Parsing, printing and verification of tt's types, and type relations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TritonVersions.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::triton;

#define GET_TYPEDEF_CLASSES
#include "triton-shared/Dialect/Triton/IR/TritonTypes.cpp.inc"

void TritonDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "triton-shared/Dialect/Triton/IR/TritonTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// PointerType
//===----------------------------------------------------------------------===//

/// An address space, by number or, since Triton 3.9, by name. All memory of a
/// CPU is one: what is constant is so for the frontend, which has seen to it.
static ParseResult parseAddressSpace(AsmParser &parser, int &addressSpace) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  if (failed(parser.parseOptionalString(&name)))
    return parser.parseInteger(addressSpace);
  if (name != "global" && name != "constant")
    return parser.emitError(loc) << "unknown address space '" << name << "'";
  addressSpace = 1;
  return success();
}

Type PointerType::parse(AsmParser &parser) {
  Type pointee;
  int addressSpace = 1;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseType(pointee))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      parseAddressSpace(parser, addressSpace))
    return {};
  if (parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return getChecked(emitError, parser.getContext(), pointee, addressSpace);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << "<" << getPointeeType();
  if (getAddressSpace() != 1)
    printer << ", " << getAddressSpace();
  printer << ">";
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointeeType, int addressSpace) {
  if (addressSpace < 0)
    return emitError() << "address space must not be negative, got "
                       << addressSpace;
  if (auto tensor = dyn_cast<RankedTensorType>(pointeeType)) {
    if (!tensor.hasStaticShape())
      return emitError() << "block pointer needs a static shape, got "
                         << tensor;
    return success();
  }
  if (!isa<IntegerType, FloatType, PointerType>(pointeeType))
    return emitError() << "pointee must be an integer, a float, a pointer or a "
                          "block, got "
                       << pointeeType;
  return success();
}

//===----------------------------------------------------------------------===//
// TensorDescType
//===----------------------------------------------------------------------===//

Type TensorDescType::parse(AsmParser &parser) {
  RankedTensorType block;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parseDescriptorBlock(parser, block) || parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return getChecked(emitError, parser.getContext(), block);
}

void TensorDescType::print(AsmPrinter &printer) const {
  printer << "<" << getBlockType() << ">";
}

LogicalResult
TensorDescType::verify(function_ref<InFlightDiagnostic()> emitError,
                       RankedTensorType blockType) {
  if (!blockType.hasStaticShape() || blockType.getRank() == 0)
    return emitError() << "descriptor needs a block of static shape and at "
                          "least one dimension, got "
                       << blockType;
  if (!isa<IntegerType, FloatType>(blockType.getElementType()))
    return emitError() << "descriptor elements must be integers or floats, got "
                       << blockType.getElementType();
  return success();
}

RankedTensorType TensorDescType::getSignlessBlockType() const {
  auto integer = dyn_cast<IntegerType>(getElementType());
  if (!integer || integer.isSignless())
    return getBlockType();
  return getBlockType().clone(
      IntegerType::get(getContext(), integer.getWidth()));
}

//===----------------------------------------------------------------------===//
// Relations between types
//===----------------------------------------------------------------------===//

bool triton::isTensorPointerType(Type type) {
  auto pointer = dyn_cast<PointerType>(type);
  return pointer && isa<RankedTensorType>(pointer.getPointeeType());
}

Type triton::getPointeeType(Type type) {
  if (auto pointer = dyn_cast_if_present<PointerType>(type))
    return pointer.getPointeeType();
  if (auto tensor = dyn_cast_if_present<RankedTensorType>(type))
    if (auto pointer = dyn_cast<PointerType>(tensor.getElementType()))
      return TensorType::isValidElementType(pointer.getPointeeType())
                 ? tensor.clone(pointer.getPointeeType())
                 : Type();
  return {};
}

Type triton::getPointerType(Type type, int addressSpace) {
  return PointerType::get(type, addressSpace);
}

Type triton::getI1SameShape(Type type) {
  if (!type)
    return {};
  Type i1 = IntegerType::get(type.getContext(), 1);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(i1);
  return i1;
}

Type triton::getPointerTypeSameShape(Type type) {
  if (!type)
    return {};
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(getPointerType(tensor.getElementType()));
  return getPointerType(type);
}

Type triton::getBlockPointerBaseType(Type type) {
  auto pointer = dyn_cast_if_present<PointerType>(type);
  if (!pointer)
    return {};
  auto tensor = dyn_cast<RankedTensorType>(pointer.getPointeeType());
  if (!tensor)
    return {};
  return getPointerType(tensor.getElementType(), pointer.getAddressSpace());
}
