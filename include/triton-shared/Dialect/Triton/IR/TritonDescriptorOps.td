// Tensor descriptors: making one and accessing blocks through it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONDESCRIPTOROPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONDESCRIPTOROPS_TD

include "triton-shared/Dialect/Triton/IR/TritonOpBase.td"

def TT_MakeTensorDescOp : TT_Op<"make_tensor_descriptor",
                                [Pure, SameVariadicOperandSize]> {
  let summary = "describe a tensor in memory";
  let description = [{
    `shape` and `strides` (in elements, the last one 1) are those of the tensor
    in memory; the result's type holds the shape of a block. Elements outside
    the tensor are read as `padding` and not written.

    ```mlir
    %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %c1]
      : <f16>, <tensor<8x32xf16>>
    ```
  }];
  let arguments = (ins
    TT_Ptr:$base,
    Variadic<I32>:$shape,
    Variadic<I64>:$strides,
    DefaultValuedAttr<TT_PaddingOptionAttr,
                      "::mlir::triton::PaddingOption::PAD_ZERO">:$padding);
  let results = (outs TT_TensorDescType:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict
    `:` type($base) `,` type($result)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorLoadOp : TT_Op<"descriptor_load"> {
  let summary = "load a block through a descriptor";
  let description = [{
    `indices` is the position of the block's first element. The result may drop
    dimensions of size 1 of the descriptor's block.

    ```mlir
    %v = tt.descriptor_load %d[%i, %j]
      : !tt.tensordesc<tensor<8x32xf16>> -> tensor<8x32xf16>
    ```
  }];
  let arguments = (ins
    Arg<TT_TensorDescType, "", [MemRead<TT_GlobalMemory>]>:$desc,
    Variadic<I32>:$indices,
    DefaultValuedAttr<TT_CacheModifierAttr,
                      "::mlir::triton::CacheModifier::NONE">:$cache,
    DefaultValuedAttr<TT_EvictionPolicyAttr,
                      "::mlir::triton::EvictionPolicy::NORMAL">:$evict);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]`
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    `` custom<AccessAttributes>(attr-dict) `:` qualified(type($desc)) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorStoreOp : TT_Op<"descriptor_store"> {
  let summary = "store a block through a descriptor";
  let description = [{
    ```mlir
    tt.descriptor_store %d[%i, %j], %v
      : !tt.tensordesc<tensor<8x32xf16>>, tensor<8x32xf16>
    ```
  }];
  let arguments = (ins
    Arg<TT_TensorDescType, "", [MemWrite<TT_GlobalMemory>]>:$desc,
    TT_Tensor:$src,
    Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict
    `:` qualified(type($desc)) `,` type($src)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorReduceOp : TT_Op<"descriptor_reduce"> {
  let summary = "combine a block with memory, each element atomically";
  let description = [{
    `min` and `max` compare as the descriptor's element type says: a `ui32`
    descriptor compares unsigned.

    ```mlir
    tt.descriptor_reduce add, %d[%i, %j], %v
      : !tt.tensordesc<tensor<8x32xf16>>, tensor<8x32xf16>
    ```
  }];
  let arguments = (ins
    TT_DescriptorReduceKindAttr:$kind,
    Arg<TT_TensorDescType, "",
        [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$desc,
    TT_Tensor:$src,
    Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict
    `:` qualified(type($desc)) `,` type($src)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorGatherOp : TT_Op<"descriptor_gather"> {
  let summary = "load several rows through a descriptor";
  let description = [{
    The descriptor's block is one row; row r of the result starts at
    `[x_offsets[r], y_offset]`.

    ```mlir
    %v = tt.descriptor_gather %d[%rows, %j]
      : (!tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32)
      -> tensor<8x32xf16>
    ```
  }];
  let arguments = (ins
    Arg<TT_TensorDescType, "", [MemRead<TT_GlobalMemory>]>:$desc,
    TT_I32Tensor:$x_offsets,
    I32:$y_offset);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorScatterOp : TT_Op<"descriptor_scatter"> {
  let summary = "store several rows through a descriptor";
  let description = [{
    The counterpart of `tt.descriptor_gather`.

    ```mlir
    tt.descriptor_scatter %d[%rows, %j], %v
      : !tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32, tensor<8x32xf16>
    ```
  }];
  let arguments = (ins
    Arg<TT_TensorDescType, "", [MemWrite<TT_GlobalMemory>]>:$desc,
    TT_I32Tensor:$x_offsets,
    I32:$y_offset,
    TT_Tensor:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict
    `:` type(operands)
  }];
  let hasVerifier = 1;
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONDESCRIPTOROPS_TD
