// What Triton's versions write differently. We print as 3.7 does and read all:
//
//  3.6, 3.7  the reference
//  3.8       !tt.tensordesc<8xf32> for !tt.tensordesc<tensor<8xf32>>
//  3.9       {cachePolicy = #tt.cache_policy<...>} for cacheModifier and
//            evictionPolicy; new operations (see the pass triton-expand-ops)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TritonVersions.h"

#include "triton-shared/Dialect/Triton/IR/TritonDialect.h"

using namespace mlir;
using namespace mlir::triton;

ParseResult triton::parseDescriptorBlock(AsmParser &parser,
                                         RankedTensorType &block) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  OptionalParseResult tensor = parser.parseOptionalType(type);
  if (tensor.has_value()) {
    if (failed(*tensor))
      return failure();
    block = dyn_cast<RankedTensorType>(type);
    if (!block)
      return parser.emitError(loc)
             << "expected a ranked tensor type, got " << type;
    return success();
  }
  SmallVector<int64_t> shape;
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(type))
    return failure();
  if (!TensorType::isValidElementType(type))
    return parser.emitError(loc) << "invalid element type " << type;
  block = RankedTensorType::get(shape, type);
  return success();
}

ParseResult triton::parseAccessAttributes(OpAsmParser &parser,
                                          NamedAttrList &attributes) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(attributes))
    return failure();
  Attribute attribute = attributes.erase("cachePolicy");
  if (!attribute)
    return success();
  auto policy = dyn_cast<CachePolicyAttr>(attribute);
  if (!policy)
    return parser.emitError(loc)
           << "cachePolicy must be a #tt.cache_policy, got " << attribute;
  MLIRContext *context = parser.getContext();
  attributes.set("cache",
                 CacheModifierAttr::get(context, policy.getCacheModifier()));
  attributes.set("evict",
                 EvictionPolicyAttr::get(context, policy.getEvictionPolicy()));
  return success();
}
