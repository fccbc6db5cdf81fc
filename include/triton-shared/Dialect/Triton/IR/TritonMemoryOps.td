// Loads, stores and atomics on pointers, and block pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONMEMORYOPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONMEMORYOPS_TD

include "triton-shared/Dialect/Triton/IR/TritonOpBase.td"

def TT_AdvanceOp : TT_Op<"advance", [
    Pure,
    TypesMatchWith<"result type matches ptr type", "result", "ptr",
                   "$_self">]> {
  let summary = "move a block pointer";
  let description = [{
    One offset per dimension, in elements, added to the block's position.

    ```mlir
    %q = tt.advance %p, [%c0, %c32] : <tensor<8x32xf32>>
    ```
  }];
  let arguments = (ins TT_TensorPtr:$ptr, Variadic<I32>:$offsets);
  let results = (outs TT_TensorPtr:$result);
  let assemblyFormat = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_MakeTensorPtrOp : TT_Op<"make_tensor_ptr", [
    Pure, SameVariadicOperandSize,
    TypesMatchWith<"base points to the element type of the block", "result",
                   "base", "getBlockPointerBaseType($_self)">]> {
  let summary = "make a block pointer";
  let description = [{
    Describes a tensor in memory (`base`, `shape`, `strides`, in elements) and
    the position of a block in it. `order` lists the dimensions from the
    fastest one on; it is a hint.

    ```mlir
    %p = tt.make_tensor_ptr %base, [%m, %n], [%n, %c1], [%i, %j]
      {order = array<i32: 1, 0>} : <tensor<8x32xf32>>
    ```
  }];
  let arguments = (ins TT_Ptr:$base, Variadic<I64>:$shape,
                       Variadic<I64>:$strides, Variadic<I32>:$offsets,
                       DenseI32ArrayAttr:$order);
  let results = (outs TT_TensorPtr:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict
    `:` type($result)
  }];
  let hasVerifier = 1;
}

def TT_LoadOp : TT_Op<"load", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TypesMatchWith<"result matches ptr type", "ptr", "result",
                   "getPointeeType($_self)">,
    OptionalTypesMatchWith<"mask type matches ptr type", "ptr", "mask",
                           "getI1SameShape(getPointeeType($_self))">,
    OptionalTypesMatchWith<"other matches ptr type", "ptr", "other",
                           "getPointeeType($_self)">]> {
  let summary = "load a scalar or a block";
  let description = [{
    From a pointer, a block of pointers, or a block pointer. Lanes whose mask
    is false touch no memory and give `other`, or any value without it. Only a
    block pointer has `boundaryCheck`, the dimensions in which the block may
    reach over the tensor's edge, and `padding`, what is read there.

    ```mlir
    %v = tt.load %p, %mask, %other evictionPolicy = evict_last
      : tensor<8x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins
    AnyTypeOf<[TT_PtrLike, TT_TensorPtr]>:$ptr,
    Optional<TT_BoolLike>:$mask,
    Optional<TT_Type>:$other,
    DefaultValuedAttr<DenseI32ArrayAttr,
                      "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck,
    OptionalAttr<TT_PaddingOptionAttr>:$padding,
    DefaultValuedAttr<TT_CacheModifierAttr,
                      "::mlir::triton::CacheModifier::NONE">:$cache,
    DefaultValuedAttr<TT_EvictionPolicyAttr,
                      "::mlir::triton::EvictionPolicy::NORMAL">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile);
  let results = (outs TT_Type:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr,
                   CArg<"::mlir::Value", "{}">:$mask,
                   CArg<"::mlir::Value", "{}">:$other,
                   CArg<"::mlir::triton::CacheModifier",
                        "::mlir::triton::CacheModifier::NONE">:$cache,
                   CArg<"::mlir::triton::EvictionPolicy",
                        "::mlir::triton::EvictionPolicy::NORMAL">:$evict,
                   CArg<"bool", "false">:$isVolatile)>
  ];
  let assemblyFormat = [{
    $ptr (`,` $mask^)? (`,` $other^)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    `` custom<AccessAttributes>(attr-dict) `:` type($ptr)
  }];
  let extraClassDeclaration = [{
    /// Must memory itself be read, each time? The modifier .cv asks for that,
    /// too.
    bool readsEachTime() {
      return getIsVolatile() ||
             getCache() == ::mlir::triton::CacheModifier::CV;
    }
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def TT_StoreOp : TT_Op<"store", [
    TypesMatchWith<"value type matches ptr type", "ptr", "value",
                   "getPointeeType($_self)">,
    OptionalTypesMatchWith<"mask type matches ptr type", "ptr", "mask",
                           "getI1SameShape(getPointeeType($_self))">]> {
  let summary = "store a scalar or a block";
  let description = [{
    Lanes whose mask is false touch no memory. When several lanes have the same
    address, which one wins is not specified.

    ```mlir
    tt.store %p, %v, %mask : tensor<8x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins
    Arg<AnyTypeOf<[TT_PtrLike, TT_TensorPtr]>, "",
        [MemWrite<TT_GlobalMemory>]>:$ptr,
    TT_Type:$value,
    Optional<TT_BoolLike>:$mask,
    DefaultValuedAttr<DenseI32ArrayAttr,
                      "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck,
    DefaultValuedAttr<TT_CacheModifierAttr,
                      "::mlir::triton::CacheModifier::NONE">:$cache,
    DefaultValuedAttr<TT_EvictionPolicyAttr,
                      "::mlir::triton::EvictionPolicy::NORMAL">:$evict);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value,
                   CArg<"::mlir::Value", "{}">:$mask,
                   CArg<"::mlir::triton::CacheModifier",
                        "::mlir::triton::CacheModifier::NONE">:$cache,
                   CArg<"::mlir::triton::EvictionPolicy",
                        "::mlir::triton::EvictionPolicy::NORMAL">:$evict)>
  ];
  let assemblyFormat = [{
    $ptr `,` $value (`,` $mask^)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    `` custom<AccessAttributes>(attr-dict) `:` type($ptr)
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def TT_AtomicRMWOp : TT_Op<"atomic_rmw", [
    SameOperandsAndResultShape,
    TypesMatchWith<"ptr type matches value type", "val", "ptr",
                   "getPointerTypeSameShape($_self)">,
    TypesMatchWith<"result type matches value type", "val", "result",
                   "$_self">,
    OptionalTypesMatchWith<"mask type matches value type", "val", "mask",
                           "getI1SameShape($_self)">]> {
  let summary = "atomic read-modify-write";
  let description = [{
    Each active lane replaces the memory value m by `op(m, val)` and gives m.
    Lanes whose mask is false touch no memory; their result is unspecified.

    ```mlir
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %mask
      : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins
    TT_AtomicRMWAttr:$atomic_rmw_op,
    Arg<TT_PtrLike, "",
        [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$ptr,
    TT_Type:$val,
    Optional<TT_BoolLike>:$mask,
    TT_MemSemanticAttr:$sem,
    TT_MemSyncScopeAttr:$scope);
  let results = (outs TT_Type:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicCASOp : TT_Op<"atomic_cas", [
    SameOperandsAndResultShape,
    TypesMatchWith<"ptr type matches cmp type", "cmp", "ptr",
                   "getPointerTypeSameShape($_self)">,
    TypesMatchWith<"value type matches cmp type", "cmp", "val", "$_self">,
    TypesMatchWith<"result type matches cmp type", "cmp", "result",
                   "$_self">]> {
  let summary = "atomic compare-and-swap";
  let description = [{
    Each lane stores `val` if memory holds the bits of `cmp`, and gives what
    memory held before.

    ```mlir
    %old = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c1
      : (!tt.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins
    Arg<TT_PtrLike, "",
        [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$ptr,
    TT_Type:$cmp,
    TT_Type:$val,
    TT_MemSemanticAttr:$sem,
    TT_MemSyncScopeAttr:$scope);
  let results = (outs TT_Type:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

// Since Triton 3.9. The pass triton-expand-ops writes these in terms of others.

def TT_AtomicLoadOp : TT_Op<"atomic_load", [
    TypesMatchWith<"result matches ptr type", "ptr", "result",
                   "getPointeeType($_self)">,
    OptionalTypesMatchWith<"mask type matches ptr type", "ptr", "mask",
                           "getI1SameShape($_self)">]> {
  let summary = "atomic load";
  let description = [{
    Lanes whose mask is false touch no memory; their result is unspecified.

    ```mlir
    %v = tt.atomic_load acquire, gpu, %p, %mask
      : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
    ```
  }];
  let arguments = (ins
    Arg<TT_PtrLike, "",
        [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$ptr,
    Optional<TT_BoolLike>:$mask,
    TT_MemSemanticAttr:$sem,
    TT_MemSyncScopeAttr:$scope);
  let results = (outs TT_Type:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict
    `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicStoreOp : TT_Op<"atomic_store", [
    TypesMatchWith<"value type matches ptr type", "ptr", "value",
                   "getPointeeType($_self)">,
    OptionalTypesMatchWith<"mask type matches ptr type", "ptr", "mask",
                           "getI1SameShape($_self)">]> {
  let summary = "atomic store";
  let description = [{
    Lanes whose mask is false touch no memory.

    ```mlir
    tt.atomic_store release, gpu, %p, %v, %mask : tensor<8x!tt.ptr<i32>>
    ```
  }];
  let arguments = (ins
    Arg<TT_PtrLike, "",
        [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$ptr,
    TT_Type:$value,
    Optional<TT_BoolLike>:$mask,
    TT_MemSemanticAttr:$sem,
    TT_MemSyncScopeAttr:$scope);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)
  }];
  let hasVerifier = 1;
}

def TT_AtomicPollOp : TT_Op<"atomic_poll", [
    TypesMatchWith<"expected type matches ptr type", "ptr", "expected",
                   "getPointeeType($_self)">,
    TypesMatchWith<"result type matches ptr type", "ptr", "result",
                   "getI1SameShape($_self)">]> {
  let summary = "wait until memory holds a value";
  let description = [{
    Waits until each lane has seen `expected`, or for `timeout` nanoseconds (an
    unsigned number) at least, and says which lanes have seen it. Without a clock
    the timeout counts attempts, each of which takes a nanosecond or more.

    ```mlir
    %seen = tt.atomic_poll acquire, gpu, %p, %one timeout %ns
      : !tt.ptr<i32>, i32 -> i1
    ```
  }];
  let arguments = (ins
    Arg<TT_PtrLike, "",
        [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$ptr,
    TT_IntLike:$expected,
    Optional<I64>:$timeout,
    TT_MemSemanticAttr:$sem,
    TT_MemSyncScopeAttr:$scope);
  let results = (outs TT_BoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict
    `:` type($ptr) `,` type($expected) `->` type($result)
  }];
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONMEMORYOPS_TD
