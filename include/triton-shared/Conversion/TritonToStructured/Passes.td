// The pass that gives every memory access its structure.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CONVERSION_TRITONTOSTRUCTURED_PASSES
#define TRITON_SHARED_CONVERSION_TRITONTOSTRUCTURED_PASSES

include "mlir/Pass/PassBase.td"

def TritonToStructured : Pass<"triton-to-structured", "mlir::ModuleOp"> {
  let summary = "Rewrite pointer arithmetic and masks to structured accesses";
  let description = [{
    Every `tt.load`, `tt.store`, `tt.atomic_rmw` and `tt.atomic_cas` becomes a
    `tts` operation on a `tts.make_block`, which holds base, offset, strides and
    the box of active lanes. What the analyses cannot prove goes to the block's
    `gather`, `mask` or per-lane base: no access is refused. Loops and branches
    carry scalars where they carried pointers or index blocks that only move by
    scalars. Pointer arithmetic that is no longer used is erased.

    Before:

    ```mlir
    %range = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
    %limit = tt.splat %n : i32 -> tensor<8xi32>
    %mask = arith.cmpi slt, %range, %limit : tensor<8xi32>
    %start = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %ptr = tt.addptr %start, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %value = tt.load %ptr, %mask : tensor<8x!tt.ptr<f32>>
    ```

    After:

    ```mlir
    %upper = arith.index_cast %n : i32 to index
    %block = tts.make_block %p offset %c0 strides [1] bounds [0 : %upper] : ...
    %value = tts.load %block : !tts.block<8xf32> -> tensor<8xf32>
    ```

    It expects what `triton-normalize` leaves: one block per function, no calls,
    no tensor pointers and no descriptors; anything else is an error at its
    location. Index arithmetic inside one block is assumed not to wrap around
    its integer type; scalars keep their own width.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::triton::TritonDialect",
                           "mlir::tts::TritonStructuredDialect"];
}

#endif
