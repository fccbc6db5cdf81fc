// Attributes of the tt dialect other than enumerations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONATTRIBUTES_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "triton-shared/Dialect/Triton/IR/TritonDialect.td"
include "triton-shared/Dialect/Triton/IR/TritonEnums.td"

def TT_CachePolicyAttr : AttrDef<Triton_Dialect, "CachePolicy"> {
  let mnemonic = "cache_policy";
  let summary = "cache hints of an access, as Triton 3.9 writes them";
  let description = [{
    Read only: an access that has it gets the 'cacheModifier' and
    'evictionPolicy' of earlier versions, which are what our operations hold.

    ```mlir
    #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_first>
    ```
  }];
  let parameters = (ins
    EnumParameter<TT_CacheModifierAttr>:$cache_modifier,
    EnumParameter<TT_EvictionPolicyAttr>:$eviction_policy);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONATTRIBUTES_TD
