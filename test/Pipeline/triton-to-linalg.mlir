// From Triton's IR to upstream dialects, and from there to LLVM's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-to-linalg %s | FileCheck %s
// RUN: triton-shared-opt --triton-to-linalg --linalg-to-plain-llvm %s | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @add(
// CHECK: memref.copy
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: bufferization.materialize_in_destination
// CHECK-NOT: tt.
// LLVM: llvm.func @add(%{{[^ ]*}}: !llvm.ptr, %{{[^ ]*}}: !llvm.ptr, %{{[^ ]*}}: i64, %{{[^ ]*}}: i64, %{{[^ ]*}}: !llvm.ptr, %{{[^ ]*}}: !llvm.ptr)
// LLVM: llvm.call @add_program
tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c256 = arith.constant 256 : i32
  %pid = tt.get_program_id x : i32
  %start = arith.muli %pid, %c256 : i32
  %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32>
  %splat = tt.splat %start : i32 -> tensor<256xi32>
  %offset = arith.addi %splat, %range : tensor<256xi32>
  %limit = tt.splat %n : i32 -> tensor<256xi32>
  %mask = arith.cmpi slt, %offset, %limit : tensor<256xi32>
  %px = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %qx = tt.addptr %px, %offset : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %vx = tt.load %qx, %mask : tensor<256x!tt.ptr<f32>>
  %sum = arith.addf %vx, %vx : tensor<256xf32>
  %py = tt.splat %y : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %qy = tt.addptr %py, %offset : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %qy, %sum, %mask : tensor<256x!tt.ptr<f32>>
  tt.return
}
