// Casts, arithmetic and other ops that work element by element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_IR_TRITONELEMENTWISEOPS_TD
#define TRITON_SHARED_DIALECT_TRITON_IR_TRITONELEMENTWISEOPS_TD

include "triton-shared/Dialect/Triton/IR/TritonOpBase.td"

def TT_IntToPtrOp : TT_ElementwiseOp<"int_to_ptr"> {
  let summary = "64-bit integer to pointer";
  let description = [{
    ```mlir
    %p = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
    ```
  }];
  let arguments = (ins TT_I64Like:$src);
  let results = (outs TT_PtrLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def TT_PtrToIntOp : TT_ElementwiseOp<"ptr_to_int"> {
  let summary = "pointer to 64-bit integer";
  let description = [{
    ```mlir
    %i = tt.ptr_to_int %p : tensor<8x!tt.ptr<f32>> -> tensor<8xi64>
    ```
  }];
  let arguments = (ins TT_PtrLike:$src);
  let results = (outs TT_I64Like:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def TT_BitcastOp : TT_ElementwiseOp<"bitcast"> {
  let summary = "reinterpret the bits as another type of the same width";
  let description = [{
    Works on pointers too, where `arith.bitcast` does not: the pointee changes,
    the address does not.

    ```mlir
    %q = tt.bitcast %p : !tt.ptr<i1> -> !tt.ptr<i8>
    ```
  }];
  let arguments = (ins TT_Type:$src);
  let results = (outs TT_Type:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_FpToFpOp : TT_ElementwiseOp<"fp_to_fp"> {
  let summary = "convert between float types, 8-bit ones included";
  let description = [{
    A narrowing conversion names its rounding; a widening one has none.

    ```mlir
    %h = tt.fp_to_fp %x, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
    %w = tt.fp_to_fp %h : tensor<8xf8E5M2> -> tensor<8xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$src,
                       OptionalAttr<TT_RoundingModeAttr>:$rounding);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $src attr-dict (`,` `rounding` `=` $rounding^)?
    `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_ClampFOp : TT_ElementwiseOp<"clampf", [SameOperandsAndResultType]> {
  let summary = "clamp to [min, max]";
  let description = [{
    `propagateNan = all`: a NaN `x` gives NaN; `none`: it gives `min`.

    ```mlir
    %r = tt.clampf %x, %lo, %hi, propagateNan = none : tensor<8xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$min, TT_FloatLike:$max,
                       TT_PropagateNanAttr:$propagateNan);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict
    `:` type($result)
  }];
}

def TT_PreciseSqrtOp : TT_ElementwiseOp<"precise_sqrt",
                                        [SameOperandsAndResultType]> {
  let summary = "correctly rounded square root";
  let description = [{
    ```mlir
    %r = tt.precise_sqrt %x : tensor<8xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def TT_PreciseDivFOp : TT_ElementwiseOp<"precise_divf",
                                        [SameOperandsAndResultType]> {
  let summary = "correctly rounded division";
  let description = [{
    ```mlir
    %r = tt.precise_divf %x, %y : tensor<8xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$y);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_ApproxDivFOp : TT_ElementwiseOp<"approx_divf",
                                       [SameOperandsAndResultType]> {
  let summary = "division that need not be correctly rounded";
  let description = [{
    Since Triton 3.9. The pass triton-expand-ops makes it an `arith.divf`.

    ```mlir
    %r = tt.approx_divf %x, %y : tensor<8xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$y);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_MulhiUIOp : TT_ElementwiseOp<"mulhiui", [SameOperandsAndResultType]> {
  let summary = "upper half of the unsigned product";
  let description = [{
    The product of two N-bit integers has 2N bits; this gives the upper N.

    ```mlir
    %r = tt.mulhiui %x, %y : tensor<8xi32>
    ```
  }];
  let arguments = (ins TT_IntLike:$x, TT_IntLike:$y);
  let results = (outs TT_IntLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_AddPtrOp : TT_ElementwiseOp<"addptr", [
    TypesMatchWith<"result type matches ptr type", "result", "ptr",
                   "$_self">]> {
  let summary = "advance a pointer by a number of elements";
  let description = [{
    The offset counts elements of the pointee type and is signed.

    ```mlir
    %q = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$offset);
  let results = (outs TT_PtrLike:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` type($result) `,` type($offset)
  }];
  let hasFolder = 1;
}

def TT_ExternElementwiseOp : TT_Op<"extern_elementwise",
    !listconcat(ElementwiseMappable.traits, [
      DeclareOpInterfaceMethods<ConditionallySpeculatable>,
      DeclareOpInterfaceMethods<MemoryEffectsOpInterface>])> {
  let summary = "apply a function of an external library to each element";
  let description = [{
    `symbol` names the scalar function, `libname` and `libpath` the library
    (empty for the target's own mathematical library, whose functions are
    called `__nv_*`). A call that is not `pure` may touch any memory.

    ```mlir
    %r = tt.extern_elementwise %x {libname = "", libpath = "", pure = true,
                                   symbol = "__nv_tanhf"}
      : (tensor<8xf32>) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Type>:$srcs, StrAttr:$libname,
                       StrAttr:$libpath, StrAttr:$symbol, BoolAttr:$pure);
  let results = (outs TT_Type:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, $result)";
}

def TT_ElementwiseInlineAsmOp : TT_Op<"elementwise_inline_asm", [
    Elementwise, DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "apply a piece of assembly to packs of elements";
  let description = [{
    The assembly is run on `packed_element` elements of each operand at a time;
    which ones share a pack is not specified.

    ```mlir
    %r = tt.elementwise_inline_asm "mov.u32 $0, $1;"
      {constraints = "=r,r", packed_element = 1 : i32, pure = true}
      %x : tensor<8xi32> -> tensor<8xi32>
    ```
  }];
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints,
                       BoolAttr:$pure, I32Attr:$packed_element,
                       Variadic<TT_Type>:$args);
  let results = (outs Variadic<TT_Type>:$result);
  let assemblyFormat = [{
    $asm_string attr-dict ($args^ `:` type($args))? `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TRITON_SHARED_DIALECT_TRITON_IR_TRITONELEMENTWISEOPS_TD
