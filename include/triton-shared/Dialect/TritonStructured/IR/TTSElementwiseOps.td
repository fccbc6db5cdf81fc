// Elementwise operations of the `loops` stop that upstream dialects lack; the
// pass cpu-vector-math lowers them. Included by TritonStructuredOps.td.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TTSELEMENTWISEOPS_TD
#define TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TTSELEMENTWISEOPS_TD

def TTS_ExternOp : TTS_Op<"extern", [Pure]> {
  let summary = "call a device-library function on each lane";
  let description = [{
    `symbol` names a function of CUDA's libdevice; operands and result are
    scalars, or vectors of one length. Which symbols there are, and how each is
    computed, stands in docs/vector-math.md.

    ```mlir
    %y = tts.extern "__nv_tanhf"(%x) : (vector<64xf32>) -> vector<64xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands, StrAttr:$symbol);
  let results = (outs AnyType:$result);
  let assemblyFormat =
      "$symbol `(` $operands `)` attr-dict `:` functional-type(operands, results)";
}

def TTS_FpConvertOp : TTS_Op<"fp_convert", [Pure]> {
  let summary = "convert between float formats of 8 to 64 bits";
  let description = [{
    Rounds once, to nearest even unless `rounding` says `rtz`. Conversions to
    fp8 saturate: infinities and values that are too large give the largest
    finite value, NaN stays NaN. Those to f16, bf16 and f32 follow IEEE 754.
    f8E4M3B11FNUZ stands for Triton's fp8e4b15: bias 15, every code finite.

    ```mlir
    %h = tts.fp_convert %x, rounding = rtne : vector<64xf32> -> vector<64xf8E5M2>
    %w = tts.fp_convert %h : vector<64xf8E5M2> -> vector<64xf32>
    ```
  }];
  let arguments = (ins AnyType:$src,
                       OptionalAttr<TT_RoundingModeAttr>:$rounding);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $src (`,` `rounding` `=` $rounding^)? attr-dict
    `:` type($src) `->` type($result)
  }];
}

def TTS_MulhiUIOp : TTS_Op<"mulhiui", [Pure, SameOperandsAndResultType]> {
  let summary = "high half of the unsigned product";
  let description = [{
    ```mlir
    %h = tts.mulhiui %a, %b : vector<64xi32>
    ```
  }];
  let arguments = (ins AnyType:$lhs, AnyType:$rhs);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}

def TTS_ClampFOp : TTS_Op<"clampf", [Pure, SameOperandsAndResultType]> {
  let summary = "min(max(x, lower), upper)";
  let description = [{
    A NaN in `x` gives NaN with `propagateNan = all`, else `lower`. The bounds
    are not NaN.

    ```mlir
    %y = tts.clampf %x, %lo, %hi, propagateNan = none : vector<64xf32>
    ```
  }];
  let arguments = (ins AnyType:$x, AnyType:$lower, AnyType:$upper,
                       TT_PropagateNanAttr:$propagateNan);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $x `,` $lower `,` $upper `,` `propagateNan` `=` $propagateNan attr-dict
    `:` type($result)
  }];
}

#endif // TRITON_SHARED_DIALECT_TRITONSTRUCTURED_IR_TTSELEMENTWISEOPS_TD
