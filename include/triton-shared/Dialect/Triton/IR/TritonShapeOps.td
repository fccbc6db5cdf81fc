// Making blocks and changing their shape.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONSHAPEOPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONSHAPEOPS_TD

include "triton-shared/Dialect/Triton/IR/TritonOpBase.td"

/// An `i32` that is read as a signed number; `I32Attr` reads an unsigned one.
def TT_Position : TypedSignlessIntegerAttrBase<I32, "int64_t", "a signed 32-bit number"> {
  let convertFromStorage = "$_self.getInt()";
}

def TT_MakeRangeOp : TT_Op<"make_range", [Pure]> {
  let summary = "the integers from start to end";
  let description = [{
    `end` is exclusive; both are signed.

    ```mlir
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    ```
  }];
  let arguments = (ins TT_Position:$start, TT_Position:$end);
  let results = (outs TT_I32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_SplatOp : TT_Op<"splat", [Pure, SameOperandsAndResultElementType]> {
  let summary = "a block whose elements are all the same scalar";
  let description = [{
    A tensor without dimensions counts as a scalar.

    ```mlir
    %b = tt.splat %x : f32 -> tensor<8xf32>
    ```
  }];
  let arguments = (ins TT_Type:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def TT_UnsplatOp : TT_Op<"unsplat", [Pure, InferTypeOpAdaptor]> {
  let summary = "the element of a block that has only one";
  let description = [{
    ```mlir
    %x = tt.unsplat %b : tensor<1xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Type:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_ExpandDimsOp : TT_Op<"expand_dims", [Pure, InferTypeOpAdaptor]> {
  let summary = "insert a dimension of size 1";
  let description = [{
    ```mlir
    %b = tt.expand_dims %a {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def TT_BroadcastOp : TT_Op<"broadcast",
                           [Pure, SameOperandsAndResultElementType]> {
  let summary = "repeat along dimensions of size 1";
  let description = [{
    ```mlir
    %b = tt.broadcast %a : tensor<1x8xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def TT_ReshapeOp : TT_Op<"reshape", [Pure, SameOperandsAndResultElementType]> {
  let summary = "give the elements another shape";
  let description = [{
    Elements keep their row-major order, unless `allow_reorder` lets the
    compiler choose another one. `efficient_layout` is a hint.

    ```mlir
    %b = tt.reshape %a : tensor<8x4xf32> -> tensor<32xf32>
    %c = tt.reshape %a allow_reorder : tensor<8x4xf32> -> tensor<32xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, UnitAttr:$allow_reorder,
                       UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)?
    (`efficient_layout` $efficient_layout^)? attr-dict
    `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def TT_TransOp : TT_Op<"trans", [Pure, InferTypeOpAdaptor]> {
  let summary = "permute the dimensions";
  let description = [{
    Dimension i of the result is dimension `order[i]` of the source.

    ```mlir
    %b = tt.trans %a {order = array<i32: 1, 0>}
      : tensor<8x4xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, DenseI32ArrayAttr:$order);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def TT_JoinOp : TT_Op<"join", [Pure, SameTypeOperands, InferTypeOpAdaptor]> {
  let summary = "interleave two blocks along a new last dimension";
  let description = [{
    `result[..., 0]` is `lhs`, `result[..., 1]` is `rhs`.

    ```mlir
    %c = tt.join %a, %b : tensor<4x8xf32> -> tensor<4x8x2xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
  }];
}

def TT_SplitOp : TT_Op<"split", [
    Pure, InferTypeOpAdaptor,
    TypesMatchWith<"outLHS and outRHS types match", "outLHS", "outRHS",
                   "$_self">]> {
  let summary = "take apart a last dimension of size 2";
  let description = [{
    The inverse of `tt.join`.

    ```mlir
    %a, %b = tt.split %c : tensor<4x8x2xf32> -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$outLHS, TT_Tensor:$outRHS);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasFolder = 1;
}

def TT_CatOp : TT_Op<"cat", [NoMemoryEffect, SameTypeOperands,
                             SameOperandsAndResultElementType]> {
  let summary = "put two blocks one after the other along dimension 0";
  let description = [{
    Triton leaves the order of the elements open (hence not `Pure`); this
    project keeps `lhs` before `rhs`.

    ```mlir
    %c = tt.cat %a, %b : tensor<8xf32> -> tensor<16xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONSHAPEOPS_TD
