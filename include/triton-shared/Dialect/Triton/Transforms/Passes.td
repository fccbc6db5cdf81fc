// Passes that stay within the tt dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TRITON_SHARED_DIALECT_TRITON_TRANSFORMS_PASSES_TD
#define TRITON_SHARED_DIALECT_TRITON_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TritonExpandOps : Pass<"triton-expand-ops"> {
  let summary = "Write operations of newer Tritons in terms of older ones";
  let description = [{
    After it, a module of Triton 3.9 has only operations that 3.7 has, too:

     - `tt.approx_divf` becomes `arith.divf`, which is as fast on a CPU;
     - `tt.atomic_load` becomes an atomic `or` of 0, `tt.atomic_store` an
       exchange whose result is not used, both on integers of the same width;
     - `tt.atomic_poll` becomes a loop over atomic loads that ends when all
       lanes have seen their value. A timeout bounds the number of attempts:
       each takes at least a nanosecond;
     - `tt.grid_dependency_wait` and `tt.grid_dependency_launch_dependents`
       go, as does the inline assembly by which earlier versions express them:
       launches on a CPU follow one another.

    It refuses nothing. `triton-normalize` includes it.

    Before:

    ```mlir
    tt.func @load(%p: !tt.ptr<f32>) -> f32 {
      %v = tt.atomic_load acquire, gpu, %p : (!tt.ptr<f32>) -> f32
      tt.return %v : f32
    }
    ```

    After:

    ```mlir
    tt.func @load(%p: !tt.ptr<f32>) -> f32 {
      %c0 = arith.constant 0 : i32
      %q = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i32>
      %i = tt.atomic_rmw or, acquire, gpu, %q, %c0 : (!tt.ptr<i32>, i32) -> i32
      %v = tt.bitcast %i : i32 -> f32
      tt.return %v : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::triton::TritonDialect"];
}

#endif // TRITON_SHARED_DIALECT_TRITON_TRANSFORMS_PASSES_TD
