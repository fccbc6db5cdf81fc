// What the program never gave is zero: LLVM would drop the path.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s --check-prefix=LINALG

// A loop's variable after the loop, as an address and as a value.
// CHECK-LABEL: tt.func public @scalars
// CHECK-NOT: ub.poison
// CHECK: %[[NONE:.*]] = arith.constant dense<0.000000e+00> : tensor<16xf32>
// CHECK: tt.splat %arg0
// CHECK: tt.store %{{.*}}, %[[NONE]]
// LINALG-LABEL: func.func @scalars
// LINALG: memref.reinterpret_cast
tt.func public @scalars(%y: !tt.ptr<f32>) {
  %i = ub.poison : i32
  %v = ub.poison : tensor<16xf32>
  %p = tt.addptr %y, %i : !tt.ptr<f32>, i32
  %lanes = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %places = tt.addptr %ps, %lanes : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %places, %v : tensor<16x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @pointers
// CHECK-NOT: ub.poison
// CHECK: %[[P:.*]] = tt.int_to_ptr %{{.*}} : i64 -> !tt.ptr<f32>
// CHECK: arith.select %arg1, %arg0, %[[P]]
tt.func public @pointers(%y: !tt.ptr<f32>, %given: i1) -> f32 {
  %none = ub.poison : !tt.ptr<f32>
  %p = arith.select %given, %y, %none : !tt.ptr<f32>
  %x = tt.load %p : !tt.ptr<f32>
  tt.return %x : f32
}

// The offset of a tensor pointer, and a tensor pointer itself.
// CHECK-LABEL: tt.func public @block_pointers
// CHECK-NOT: ub.poison
// CHECK: tt.store
tt.func public @block_pointers(%y: !tt.ptr<f32>, %given: i1) {
  %i = ub.poison : i32
  %n = arith.constant 64 : i64
  %one = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<16xf32>
  %p = tt.make_tensor_ptr %y, [%n], [%one], [%i] {order = array<i32: 0>} : <tensor<16xf32>>
  %none = ub.poison : !tt.ptr<tensor<16xf32>>
  %q = arith.select %given, %p, %none : !tt.ptr<tensor<16xf32>>
  tt.store %q, %v {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16xf32>>
  tt.return
}
