// Ops with a region over scalars: reduce, scan, map_elementwise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONREGIONOPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONREGIONOPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "triton-shared/Dialect/Triton/IR/TritonOpBase.td"

def TT_ReduceOp : TT_Op<"reduce", [
    Pure, SameOperandsShape, SingleBlock,
    InferTypeOpAdaptor]> {
  let summary = "combine the elements along one axis";
  let description = [{
    The region takes one pair of scalars per operand (first all of the left
    ones, then all of the right ones) and gives the combined scalars. It is
    applied in any order and association; operands are reduced together. A
    1-D reduction gives scalars.

    ```mlir
    %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<8x4xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<TT_Type>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::RankedTensorType> getInputTypes();
    ::llvm::SmallVector<::mlir::Type> getElementTypes();
    /// The only op of the region besides its return, provided that the return
    /// gives its result; else null.
    ::mlir::Operation *getSingleCombiner();
  }];
}

def TT_ReduceReturnOp : TT_Op<"reduce.return",
    [HasParent<"ReduceOp">, Pure, Terminator, ReturnLike]> {
  let summary = "ends the region of tt.reduce";
  let description = [{See `tt.reduce`.}];
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def TT_ScanOp : TT_Op<"scan", [
    Pure, SameOperandsAndResultShape, SingleBlock,
    InferTypeOpAdaptor]> {
  let summary = "running combination of the elements along one axis";
  let description = [{
    An inclusive scan: element i of the result combines the elements 0 to i, or
    with `reverse` the elements from the last one down to i. The region is that
    of `tt.reduce`: left scalars are those combined so far.

    ```mlir
    %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.scan.return %c : f32
    }) : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis,
                       BoolAttr:$reverse);
  let results = (outs Variadic<TT_Tensor>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::RankedTensorType> getInputTypes();
    ::llvm::SmallVector<::mlir::Type> getElementTypes();
    /// The only op of the region besides its return, provided that the return
    /// gives its result; else null.
    ::mlir::Operation *getSingleCombiner();
  }];
}

def TT_ScanReturnOp : TT_Op<"scan.return",
    [HasParent<"ScanOp">, Pure, Terminator, ReturnLike]> {
  let summary = "ends the region of tt.scan";
  let description = [{See `tt.scan`.}];
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def TT_MapElementwiseOp : TT_Op<"map_elementwise",
    [SameOperandsAndResultShape, RecursiveMemoryEffects]> {
  let summary = "apply a region of scalars to each element";
  let description = [{
    The region may have several blocks and takes `pack` neighbouring elements
    at a time: first `pack` elements of the first operand, then of the second,
    and so on; its results are grouped in the same way.

    ```mlir
    %r = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%a: i32):
      %b = arith.addi %a, %a : i32
      tt.map_elementwise.return %b : i32
    }) : (tensor<8xi32>) -> tensor<8xi32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<TT_Tensor>:$result);
  let regions = (region AnyRegion:$scalarOp);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TT_MapElementwiseReturnOp : TT_Op<"map_elementwise.return",
    [HasParent<"MapElementwiseOp">, Pure, Terminator, ReturnLike]> {
  let summary = "ends the region of tt.map_elementwise";
  let description = [{See `tt.map_elementwise`.}];
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "attr-dict ($result^ `:` type($result))?";
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONREGIONOPS_TD
