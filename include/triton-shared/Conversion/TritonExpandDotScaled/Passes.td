// The triton-expand-dot-scaled pass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_CONVERSION_TRITONEXPANDDOTSCALED_PASSES_TD
#define TRITON_SHARED_CONVERSION_TRITONEXPANDDOTSCALED_PASSES_TD

include "mlir/Pass/PassBase.td"

def TritonExpandDotScaled : Pass<"triton-expand-dot-scaled", "::mlir::ModuleOp"> {
  let summary = "Expand tt.dot_scaled into conversions, scaling and tt.dot";
  let description = [{
    Converts both operands to fp32 (fp4 e2m1 is unpacked, low nibble first),
    multiplies every group along k by its scale, and multiplies the results
    with `tt.dot`. Every element and scale of the OCP Microscaling Formats 1.0
    is exact in fp32. A scale of 255 (e8m0) is NaN.

    ```mlir
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false}
      : tensor<32x64xf8E4M3FN>, tensor<32x2xi8> * tensor<64x32xf8E4M3FN>
      -> tensor<32x32xf32>
    ```
    becomes two `tt.fp_to_fp`, one `arith.mulf` by the broadcast scale, and a
    `tt.dot` on fp32.

    Refuses the fp6 formats (e2m3, e3m2), which the Triton frontend cannot
    produce, with an error at the operation.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::triton::TritonDialect"];
}

#endif
