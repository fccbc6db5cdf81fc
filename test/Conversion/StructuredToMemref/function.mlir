// The public convention of kernels at the linalg stop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --structured-to-memref --verify-upstream-only %s | FileCheck %s

// Pointers become unranked memrefs (booleans are bytes in memory), six i32
// follow, hints go.
// CHECK: module {
// CHECK: func.func @kernel(%{{[^ ]*}}: memref<*xf32>, %{{[^ ]*}}: memref<*xi8>, %{{[^ ]*}}: memref<*xi64>, %{{[^ ]*}}: i32,
// CHECK-SAME: %[[NX:[^ ]*]]: i32, %[[NY:[^ ]*]]: i32, %[[NZ:[^ ]*]]: i32, %[[X:[^ ]*]]: i32, %[[Y:[^ ]*]]: i32, %[[Z:[^ ]*]]: i32) {
// CHECK: arith.addi %[[NY]], %[[Z]] : i32
// CHECK-NEXT: return
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %b: !tt.ptr<i1>, %t: !tt.ptr<!tt.ptr<f16>>, %n: i32) {
    %0 = tt.get_num_programs y : i32
    %1 = tt.get_program_id z : i32
    tts.barrier
    %2 = arith.addi %0, %1 {tt.divisibility = dense<16> : tensor<1xi32>} : i32
    tt.return
  }
}
