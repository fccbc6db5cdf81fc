// Operations of Triton 3.9 in terms of older ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --triton-expand-ops | FileCheck %s

// CHECK-LABEL: tt.func @division
tt.func @division(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: arith.divf %{{.*}}, %{{.*}} : tensor<8xf32>
  %0 = tt.approx_divf %x, %x : tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// CHECK-LABEL: tt.func @integers
// CHECK-SAME: (%[[P:.*]]: tensor<8x!tt.ptr<i32>>, %[[V:.*]]: tensor<8xi32>, %[[M:.*]]: tensor<8xi1>)
tt.func @integers(%p: tensor<8x!tt.ptr<i32>>, %v: tensor<8xi32>, %m: tensor<8xi1>) -> tensor<8xi32> {
  // CHECK: %[[ZERO:.*]] = arith.constant dense<0> : tensor<8xi32>
  // CHECK: %[[OLD:.*]] = tt.atomic_rmw or, acquire, gpu, %[[P]], %[[ZERO]], %[[M]]
  %0 = tt.atomic_load acquire, gpu, %p, %m : (tensor<8x!tt.ptr<i32>>, tensor<8xi1>) -> tensor<8xi32>
  // CHECK: tt.atomic_rmw exch, release, sys, %[[P]], %[[V]], %[[M]]
  tt.atomic_store release, sys, %p, %v, %m : tensor<8x!tt.ptr<i32>>
  // CHECK: tt.return %[[OLD]]
  tt.return %0 : tensor<8xi32>
}

// CHECK-LABEL: tt.func @floats
// CHECK-SAME: (%[[P:.*]]: !tt.ptr<f16>)
tt.func @floats(%p: !tt.ptr<f16>) {
  // CHECK: %[[Q:.*]] = tt.bitcast %[[P]] : !tt.ptr<f16> -> !tt.ptr<i16>
  // CHECK: %[[BITS:.*]] = tt.atomic_rmw or, relaxed, gpu, %[[Q]], %{{.*}} : (!tt.ptr<i16>, i16) -> i16
  // CHECK: %[[X:.*]] = tt.bitcast %[[BITS]] : i16 -> f16
  %0 = tt.atomic_load relaxed, gpu, %p : (!tt.ptr<f16>) -> f16
  // CHECK: %[[R:.*]] = tt.bitcast %[[P]] : !tt.ptr<f16> -> !tt.ptr<i16>
  // CHECK: %[[NEW:.*]] = tt.bitcast %[[X]] : f16 -> i16
  // CHECK: tt.atomic_rmw exch, relaxed, cta, %[[R]], %[[NEW]] : (!tt.ptr<i16>, i16) -> i16
  tt.atomic_store relaxed, cta, %p, %0 : !tt.ptr<f16>
  tt.return
}

// CHECK-LABEL: tt.func @pointers
tt.func @pointers(%p: !tt.ptr<!tt.ptr<f32>>) -> !tt.ptr<f32> {
  // CHECK: tt.bitcast %{{.*}} : !tt.ptr<!tt.ptr<f32>> -> !tt.ptr<i64>
  // CHECK: tt.int_to_ptr %{{.*}} : i64 -> !tt.ptr<f32>
  %0 = tt.atomic_load acquire, gpu, %p : (!tt.ptr<!tt.ptr<f32>>) -> !tt.ptr<f32>
  tt.return %0 : !tt.ptr<f32>
}

// CHECK-LABEL: tt.func @poll
// CHECK-SAME: (%[[P:.*]]: tensor<2x4x!tt.ptr<i32>>, %[[E:.*]]: tensor<2x4xi32>)
tt.func @poll(%p: tensor<2x4x!tt.ptr<i32>>, %e: tensor<2x4xi32>) -> tensor<2x4xi1> {
  // CHECK: %[[LOOP:.*]]:2 = scf.while (%[[SEEN:.*]] = %{{.*}}, %{{.*}} = %{{.*}})
  // CHECK: %[[UNSEEN:.*]] = arith.xori %[[SEEN]]
  // CHECK: %[[NOW:.*]] = tt.atomic_rmw or, acquire, gpu, %[[P]], %{{.*}}, %[[UNSEEN]]
  // CHECK: arith.cmpi eq, %[[NOW]], %[[E]]
  // CHECK: tt.reshape %{{.*}} : tensor<2x4xi1> -> tensor<8xi1>
  // CHECK: "tt.reduce"
  // CHECK: arith.andi
  // CHECK: scf.condition
  // CHECK: tt.return %[[LOOP]]#0
  %0 = tt.atomic_poll acquire, gpu, %p, %e : tensor<2x4x!tt.ptr<i32>>, tensor<2x4xi32> -> tensor<2x4xi1>
  tt.return %0 : tensor<2x4xi1>
}

// CHECK-LABEL: tt.func @timeout
// CHECK-SAME: (%{{.*}}: !tt.ptr<i64>, %{{.*}}: i64, %[[T:.*]]: i64)
tt.func @timeout(%p: !tt.ptr<i64>, %e: i64, %t: i64) -> i1 {
  // CHECK: scf.while
  // CHECK-NOT: tt.reduce
  // CHECK: arith.cmpi ult, %{{.*}}, %[[T]] : i64
  %0 = tt.atomic_poll relaxed, gpu, %p, %e timeout %t : !tt.ptr<i64>, i64 -> i1
  tt.return %0 : i1
}

// CHECK-LABEL: tt.func @launches
tt.func @launches(%x: i32) {
  // CHECK-NOT: griddepcontrol
  // CHECK-NOT: grid_dependency
  %0 = tt.elementwise_inline_asm "griddepcontrol.wait; // dummy $0" {constraints = "=r", packed_element = 1 : i32, pure = false} -> i32
  tt.grid_dependency_wait
  tt.grid_dependency_launch_dependents
  // CHECK: tt.elementwise_inline_asm "other"
  %1 = tt.elementwise_inline_asm "other" {constraints = "=r,r", packed_element = 1 : i32, pure = false} %x : i32 -> i32
  tt.return
}
