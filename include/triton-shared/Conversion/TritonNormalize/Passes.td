// The pass that brings TTIR into the form that the middle layer reads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CONVERSION_TRITONNORMALIZE_PASSES
#define TRITON_SHARED_CONVERSION_TRITONNORMALIZE_PASSES

include "mlir/Pass/PassBase.td"

def TritonNormalize : Pass<"triton-normalize", "mlir::ModuleOp"> {
  let summary = "Inline calls, lift control flow, expand tensor pointers";
  let description = [{
    In this order:
     1. `cf` branches become `scf` operations (early returns included), so that
        every function has one block;
     2. `tt.call` is inlined, `noinline` functions too, and private functions
        that nobody calls any more are erased. Recursion is an error;
     3. loads that decide whether a `scf.while` goes on become volatile, if they
        read the same addresses in each turn and the loop does not write there:
        it waits for another program;
     4. tensor pointers and tensor descriptors become pointers, shapes, strides
        and offsets, and their accesses masked accesses through pointer blocks;
        an argument that is a descriptor becomes the arguments that Triton's
        launchers pass: base, shape, strides and `descriptor-arg-flags` i1;
     5. `llvm.intr.assume` and barriers between the threads of a program are
        dropped, and operations of newer Tritons written in terms of older ones
        (`triton-expand-ops`). `ub.poison`, which stands for a loop's variable
        after the loop, becomes zero;
     6. canonicalization and common subexpression elimination; minima and maxima
        in place of sums such as `(x < y) * x + (x >= y) * y`; of positions that
        were taken apart and put together again as few quotients as can be:
        `x % 224` for `x % 32 + 32 * (x / 32 % 7)`, `x % n` for `x - x / n * n`;
        `x / 2` for `int(float(x) * 0.5)`, where the float has all that `x` can
        be; 32 bits for an index that was a float, if a condition keeps it
        within bounds, and no other check of those;
     7. combiners of `tt.reduce` that choose the greater or the lesser of two by
        a comparison, and a NaN where there is one, become `arith.maximumf` and
        the like.

    Before:

    ```mlir
    tt.func @kernel(%p: !tt.ptr<f32>, %n: i64) {
      %c1 = arith.constant 1 : i64
      %c0 = arith.constant 0 : i32
      %b = tt.make_tensor_ptr %p, [%n], [%c1], [%c0] {order = array<i32: 0>} : <tensor<8xf32>>
      %v = tt.load %b {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
    ```

    After:

    ```mlir
    tt.func @kernel(%p: !tt.ptr<f32>, %n: i64) {
      %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
      %index = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
      // in bounds: 0 <= %index < %n
      %v = tt.load %pointers, %mask : tensor<8x!tt.ptr<f32>>
    ```
  }];
  let options = [
    Option<"descriptorArgFlags", "descriptor-arg-flags", "unsigned",
           /*default=*/"2",
           "Number of i1 values that follow the strides of a descriptor "
           "argument: padding is NaN, round to TF32 (Triton 3.6 has only the "
           "first)">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect",
                           "mlir::triton::TritonDialect",
                           "mlir::tts::TritonStructuredDialect"];
}

#endif
