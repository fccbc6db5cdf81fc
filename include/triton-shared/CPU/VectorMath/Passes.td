// The passes that expand math: of a kernel, and of functions that it calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_VECTORMATH_PASSES_TD
#define TRITON_SHARED_CPU_VECTORMATH_PASSES_TD

include "mlir/Pass/PassBase.td"

class VectorMathPass<string name> : Pass<name, "::mlir::ModuleOp"> {
  let options = [
    Option<"features", "features", "std::string", "\"avx2\"",
           "Instruction set: avx512, avx2, neon or generic; append +fp16 for "
           "native f16 arithmetic, then +bf16 for AVX512-BF16 conversions, "
           "then +znver4 for what is quick on Zen 4">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def CPUVectorMath : VectorMathPass<"cpu-vector-math"> {
  let summary = "Expand math on scalars and vectors into full-width vector code";
  let description = [{
    Takes the `loops` stop and leaves only operations that LLVM lowers to vector
    code on the target, for vectors of any power-of-two length:

    - `math.*` and `tts.extern` become inline expansions (the frequent f32
      functions), calls of SLEEF on whole registers, or, for functions that
      SLEEF lacks and that are never hot, a loop of scalar calls. The accuracy
      of each function stands in docs/vector-math.md.
    - `tts.fp_convert`, `arith.extf`, `arith.truncf` on 8- and 16-bit formats
      become integer code; arithmetic on bf16 (and f16 where the target has
      none) is done in f32 and rounded once per operation.
    - `tts.mulhiui`, `tts.clampf`, `arith.remf` are expanded.
    - Integer division and shifts become total: x / 0 and x % 0 give 0,
      INT_MIN / -1 wraps, a shift by the width or more gives 0 (or the sign).
      Floating-point numbers become i8 and i16 by way of i32, so that those out
      of range wrap.

    Refuses, with an error at the operation, a `tts.extern` whose symbol is not
    in the table, or whose operand types do not fit it.

    Example: with `features=avx512`
    ```mlir
    %y = math.erfc %x : vector<32xf64>
    ```
    becomes four calls of `@Sleef_erfcd8_u15avx512f` on slices of %x.
  }];
}

def CPULibraryFunctions : VectorMathPass<"cpu-library-functions"> {
  let summary = "Define the functions of CUDA's libdevice that are declared";
  let description = [{
    The `linalg` stop calls functions of libdevice that neither math nor the C
    library has by declarations, which the client defines. This is what defines
    them on the plain way: each private declaration of a `__nv_*` on scalars gets
    the expansion of `cpu-vector-math` for a body. Other operations stay as they
    are.

    Refuses, with an error at the declaration's first call, a symbol that is not
    in the table, or whose types do not fit it.

    Before: `func.func private @__nv_erfinvf(f32) -> f32`

    After: a function of that type with a body.
  }];
}

#endif // TRITON_SHARED_CPU_VECTORMATH_PASSES_TD
