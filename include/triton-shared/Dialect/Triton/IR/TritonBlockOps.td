// Compute on whole blocks: matrix products, gather, histogram.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONBLOCKOPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONBLOCKOPS_TD

include "triton-shared/Dialect/Triton/IR/TritonOpBase.td"

def TT_DotOp : TT_Op<"dot", [
    Pure, InferTypeOpAdaptor,
    TypesMatchWith<"result's type matches accumulator's type", "d", "c",
                   "$_self">]> {
  let summary = "matrix product with accumulator";
  let description = [{
    d = a * b + c, for matrices or, with three dimensions, a batch of them.
    Products and sums are formed in the accumulator's type.
    `inputPrecision` says how far f32 operands may be shortened;
    `maxNumImpreciseAcc` bounds the run of low-precision sums for fp8 operands.

    ```mlir
    %d = tt.dot %a, %b, %c, inputPrecision = tf32
      : tensor<16x32xf32> * tensor<32x8xf32> -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins
    TT_FpIntTensor:$a,
    TT_FpIntTensor:$b,
    TT_FpIntTensor:$c,
    DefaultValuedAttr<TT_InputPrecisionAttr,
                      "::mlir::triton::InputPrecision::IEEE">:$inputPrecision,
    DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs TT_FpIntTensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict
    `:` type($a) `*` type($b) `->` type($d)
  }];
  let hasVerifier = 1;
}

def TT_DotScaledOp : TT_Op<"dot_scaled", [
    Pure, AttrSizedOperandSegments,
    TypesMatchWith<"result's type matches accumulator's type", "d", "c",
                   "$_self">]> {
  let summary = "matrix product of block-scaled (microscaling) operands";
  let description = [{
    d = (a scaled by a_scale) * (b scaled by b_scale) + c. A scale is a power
    of two (e8m0, as i8) for 32 neighbours along K, or an fp8 for 16. `e2m1`
    operands hold two elements per i8, the first in the low half, along K
    unless `lhs_k_pack`/`rhs_k_pack` is false.

    ```mlir
    %d = tt.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e4m3 rhs = e2m1
      {fastMath = false}
      : tensor<16x64xf8E4M3FN>, tensor<16x2xi8>
      * tensor<32x8xi8>, tensor<8x2xi8> -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins
    RankedTensorOf<[TT_Float, I8]>:$a,
    RankedTensorOf<[TT_Float, I8]>:$b,
    TT_FloatTensor:$c,
    Optional<RankedTensorOf<[TT_Float, I8]>>:$a_scale,
    Optional<RankedTensorOf<[TT_Float, I8]>>:$b_scale,
    TT_ScaleDotElemTypeAttr:$a_elem_type,
    TT_ScaleDotElemTypeAttr:$b_elem_type,
    BoolAttr:$fastMath,
    DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
    DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs TT_FloatTensor:$d);
  let assemblyFormat = [{
    $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c
    `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type attr-dict
    `:` type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)?
    `->` type($d)
  }];
  let hasVerifier = 1;
}

def TT_HistogramOp : TT_Op<"histogram", [
    Pure,
    OptionalTypesMatchWith<"mask type matches src type", "src", "mask",
                           "getI1SameShape($_self)">]> {
  let summary = "count how often each bin number occurs";
  let description = [{
    `result[i]` is the number of elements (whose mask is true) that equal i.
    Bins start at 0, so elements narrower than 64 bits count as unsigned.
    Elements outside the bins have no effect that a program may rely on.

    ```mlir
    %h = tt.histogram %x, %mask : tensor<64xi32> -> tensor<16xi32>
    ```
  }];
  let arguments = (ins TT_IntTensor:$src, Optional<TT_BoolLike>:$mask);
  let results = (outs TT_IntTensor:$result);
  let assemblyFormat = [{
    $src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TT_GatherOp : TT_Op<"gather", [Pure, InferTypeOpAdaptor]> {
  let summary = "pick elements of a block along one axis";
  let description = [{
    `result[..., i, ...] = src[..., indices[..., i, ...], ...]` along `axis`.
    Indices are not negative: those of less than 32 bits are read as unsigned.
    `efficient_layout` is a hint.

    ```mlir
    %g = tt.gather %x[%i] {axis = 0 : i32}
      : (tensor<8x4xf32>, tensor<16x4xi32>) -> tensor<16x4xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, TT_IntTensor:$indices, I32Attr:$axis,
                       UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONBLOCKOPS_TD
