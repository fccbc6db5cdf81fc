// Operations of the tts dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDOPS_TD
#define TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDOPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "triton-shared/Dialect/Triton/IR/TritonEnums.td"
include "triton-shared/Dialect/Triton/IR/TritonTypes.td"
include "triton-shared/Dialect/TritonStructured/IR/TritonStructuredDialect.td"

class TTS_Op<string mnemonic, list<Trait> traits = []>
    : Op<TritonStructured_Dialect, mnemonic, traits>;

def TTS_MakeBlockOp : TTS_Op<"make_block", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "describe an access";
  let description = [{
    Lane i (with a local index i_d in each dimension d) has the address

        base + size of an element * (offset + sum over d of term_d + gather[i])

    where term_d is `i_d * stride_d`, or `((start + i_d) rem modulus) *
    stride_d` in a wrapped dimension, with the signed remainder of
    `arith.remsi`. A wrapped dimension that is clipped stops where another wraps
    around: its term is `(start + i_d) * stride_d` if `start + i_d < modulus`,
    else 0. When `base` is a tensor, lane i uses `base[i]`: nothing is known
    then, or no common base.

    Lane i is active if `lower_d <= i_d < upper_d` for every d, and `mask[i]`
    (or the scalar `mask`) is true. A dynamic bound may have any value: an upper
    one of 0 or less makes no lane active, a large one all.

    A description is pure; addresses of inactive lanes may be anything.

    ```mlir
    %b = tts.make_block %p offset %o strides [%s, 1]
      : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %c = tts.make_block %p offset %o strides [%s, 1]
      bounds [0 : %h, 0 : 32] wrap {dims = [1]} [(%start, %n)]
      gather %g mask %m
      : (!tt.ptr<f32>, tensor<64x32xi64>, tensor<64x32xi1>)
      -> !tts.block<64x32xf32>
    ```

    Index operands have type `index`, which is not repeated in the types.
  }];
  let arguments = (ins
    AnyTypeOf<[TT_Ptr, TT_PtrTensor]>:$base,
    Index:$offset,
    Variadic<Index>:$strides,
    Variadic<Index>:$lower,
    Variadic<Index>:$upper,
    Variadic<Index>:$wrap_starts,
    Variadic<Index>:$wrap_moduli,
    Optional<RankedTensorOf<[I64]>>:$gather,
    Optional<AnyTypeOf<[I1, TT_BoolTensor]>>:$mask,
    DenseI64ArrayAttr:$static_strides,
    DenseI64ArrayAttr:$static_lower,
    DenseI64ArrayAttr:$static_upper,
    DenseI32ArrayAttr:$wrap_dims,
    DefaultValuedAttr<DenseI32ArrayAttr, "{}">:$clip_dims);
  let results = (outs TTS_BlockType:$result);
  let builders = [
    // Bounds may be empty: then all lanes are in the box.
    OpBuilder<(ins
      "BlockType":$type, "::mlir::Value":$base, "::mlir::Value":$offset,
      "::llvm::ArrayRef<::mlir::OpFoldResult>":$strides,
      CArg<"::llvm::ArrayRef<::mlir::OpFoldResult>", "{}">:$lower,
      CArg<"::llvm::ArrayRef<::mlir::OpFoldResult>", "{}">:$upper,
      CArg<"::llvm::ArrayRef<int32_t>", "{}">:$wrapDims,
      CArg<"::mlir::ValueRange", "{}">:$wrapStarts,
      CArg<"::mlir::ValueRange", "{}">:$wrapModuli,
      CArg<"::llvm::ArrayRef<int32_t>", "{}">:$clipDims,
      CArg<"::mlir::Value", "{}">:$gather,
      CArg<"::mlir::Value", "{}">:$mask)>
  ];
  let extraClassDeclaration = [{
    ::mlir::tts::BlockType getBlockType() { return getType(); }
    /// Whether every lane has a base of its own.
    bool hasTensorBase() {
      return ::llvm::isa<::mlir::RankedTensorType>(getBase().getType());
    }
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStrides();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLower();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedUpper();
    /// Whether the box is known to hold all lanes.
    bool hasFullBox();
    bool isWrapped(int64_t dim);
    /// Whether a wrapped dimension is clipped.
    bool isClipped(int64_t dim);
    /// Of a wrapped dimension; null for others.
    ::mlir::Value getWrapStart(int64_t dim);
    ::mlir::Value getWrapModulus(int64_t dim);
  }];
  let hasCanonicalizer = 1;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TTS_LoadOp : TTS_Op<"load", [
    InferTypeOpAdaptor, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "load a block";
  let description = [{
    Inactive lanes give `other` (a scalar or a block), or an unspecified value
    without it; this project's backends give 0.

    ```mlir
    %v = tts.load %b other %o evictionPolicy = evict_last
      : !tts.block<64x32xf32>, f32 -> tensor<64x32xf32>
    ```
  }];
  let arguments = (ins
    TTS_BlockType:$block,
    Optional<AnyType>:$other,
    DefaultValuedAttr<TT_CacheModifierAttr,
                      "::mlir::triton::CacheModifier::NONE">:$cache,
    DefaultValuedAttr<TT_EvictionPolicyAttr,
                      "::mlir::triton::EvictionPolicy::NORMAL">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $block (`other` $other^)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` qualified(type($block)) (`,` type($other)^)?
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTS_StoreOp : TTS_Op<"store"> {
  let summary = "store a block";
  let description = [{
    When several active lanes have one address, which of them wins is not
    specified.

    ```mlir
    tts.store %v, %b : tensor<64x32xf32>, !tts.block<64x32xf32>
    ```
  }];
  let arguments = (ins
    AnyType:$value,
    Arg<TTS_BlockType, "", [MemWrite]>:$block,
    DefaultValuedAttr<TT_CacheModifierAttr,
                      "::mlir::triton::CacheModifier::NONE">:$cache,
    DefaultValuedAttr<TT_EvictionPolicyAttr,
                      "::mlir::triton::EvictionPolicy::NORMAL">:$evict);
  let assemblyFormat = [{
    $value `,` $block
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($value) `,` qualified(type($block))
  }];
  let hasVerifier = 1;
}

def TTS_AtomicRMWOp : TTS_Op<"atomic_rmw", [InferTypeOpAdaptor]> {
  let summary = "atomically update memory";
  let description = [{
    Each active lane replaces the memory value m by `op(m, value)` and gives m;
    the result of an inactive lane is unspecified.

    ```mlir
    %old = tts.atomic_rmw fadd, acq_rel, gpu, %b, %v
      : !tts.block<64xf32>, tensor<64xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins
    TT_AtomicRMWAttr:$atomic_rmw_op,
    Arg<TTS_BlockType, "", [MemRead, MemWrite]>:$block,
    AnyType:$value,
    TT_MemSemanticAttr:$sem,
    TT_MemSyncScopeAttr:$scope);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $block `,` $value attr-dict
    `:` qualified(type($block)) `,` type($value) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTS_AtomicCASOp : TTS_Op<"atomic_cas", [InferTypeOpAdaptor]> {
  let summary = "atomically compare and swap";
  let description = [{
    Each active lane stores `value` if memory holds the bits of `compare`, and
    gives what memory held before.

    ```mlir
    %old = tts.atomic_cas acq_rel, gpu, %b, %c, %v
      : !tts.block<i32>, i32 -> i32
    ```
  }];
  let arguments = (ins
    Arg<TTS_BlockType, "", [MemRead, MemWrite]>:$block,
    AnyType:$compare,
    AnyType:$value,
    TT_MemSemanticAttr:$sem,
    TT_MemSyncScopeAttr:$scope);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $block `,` $compare `,` $value attr-dict
    `:` qualified(type($block)) `,` custom<SameType>(type($compare), type($value))
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTS_BarrierOp : TTS_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "keep accesses in order";
  let description = [{
    No access moves across. The program itself, which has one thread, sees its
    accesses in order anyway; this is for programs that look on. On a CPU that
    keeps stores in order it takes no instruction.

    ```mlir
    tts.barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

include "triton-shared/Dialect/TritonStructured/IR/TTSElementwiseOps.td"

#endif // TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TRITONSTRUCTUREDOPS_TD
