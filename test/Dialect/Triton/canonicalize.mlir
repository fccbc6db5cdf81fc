// Folding and canonicalization.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: tt.func @constants
tt.func @constants() -> (tensor<4x8xf32>, tensor<1x8xi32>, tensor<8x4xf32>, tensor<32xf32>, tensor<1xi32>, f32, tensor<4xi32>) {
  // CHECK-DAG: %[[SPLAT:.*]] = arith.constant dense<2.000000e+00> : tensor<4x8xf32>
  // CHECK-DAG: %[[EXPANDED:.*]] = arith.constant dense<7> : tensor<1x8xi32>
  // CHECK-DAG: %[[TRANS:.*]] = arith.constant dense<2.000000e+00> : tensor<8x4xf32>
  // CHECK-DAG: %[[FLAT:.*]] = arith.constant dense<2.000000e+00> : tensor<32xf32>
  // CHECK-DAG: %[[RANGE:.*]] = arith.constant dense<5> : tensor<1xi32>
  // CHECK-DAG: %[[SCALAR:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK-DAG: %[[LIST:.*]] = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK: tt.return %[[SPLAT]], %[[EXPANDED]], %[[TRANS]], %[[FLAT]], %[[RANGE]], %[[SCALAR]], %[[LIST]]
  %two = arith.constant 2.0 : f32
  %0 = tt.splat %two : f32 -> tensor<4x8xf32>
  %sevens = arith.constant dense<7> : tensor<8xi32>
  %1 = tt.expand_dims %sevens {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
  %column = tt.splat %two : f32 -> tensor<4x1xf32>
  %wide = tt.broadcast %column : tensor<4x1xf32> -> tensor<4x8xf32>
  %2 = tt.trans %wide {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %3 = tt.reshape %2 : tensor<8x4xf32> -> tensor<32xf32>
  %4 = tt.make_range {end = 6 : i32, start = 5 : i32} : tensor<1xi32>
  %one = tt.splat %two : f32 -> tensor<1xf32>
  %5 = tt.unsplat %one : tensor<1xf32>
  %list = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %6 = tt.reshape %list : tensor<2x2xi32> -> tensor<4xi32>
  tt.return %0, %1, %2, %3, %4, %5, %6 : tensor<4x8xf32>, tensor<1x8xi32>, tensor<8x4xf32>, tensor<32xf32>, tensor<1xi32>, f32, tensor<4xi32>
}

// CHECK-LABEL: tt.func @splats
// CHECK-SAME: (%[[X:.*]]: f32)
tt.func @splats(%x: f32) -> (tensor<4x8xf32>, tensor<4x1x8xf32>, tensor<8x4xf32>, tensor<32xf32>, f32) {
  // CHECK-DAG: tt.splat %[[X]] : f32 -> tensor<4x8xf32>
  // CHECK-DAG: tt.splat %[[X]] : f32 -> tensor<4x1x8xf32>
  // CHECK-DAG: tt.splat %[[X]] : f32 -> tensor<8x4xf32>
  // CHECK-DAG: tt.splat %[[X]] : f32 -> tensor<32xf32>
  // CHECK: tt.return {{.*}}, %[[X]] :
  %0 = tt.splat %x : f32 -> tensor<4x1xf32>
  %1 = tt.broadcast %0 : tensor<4x1xf32> -> tensor<4x8xf32>
  %2 = tt.expand_dims %1 {axis = 1 : i32} : tensor<4x8xf32> -> tensor<4x1x8xf32>
  %3 = tt.trans %1 {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %4 = tt.reshape %1 : tensor<4x8xf32> -> tensor<32xf32>
  %5 = tt.splat %x : f32 -> tensor<1x1xf32>
  %6 = tt.unsplat %5 : tensor<1x1xf32>
  tt.return %1, %2, %3, %4, %6 : tensor<4x8xf32>, tensor<4x1x8xf32>, tensor<8x4xf32>, tensor<32xf32>, f32
}

// CHECK-LABEL: tt.func @tensor_without_dimensions
tt.func @tensor_without_dimensions(%x: tensor<f32>) -> tensor<8xf32> {
  // CHECK: %[[SCALAR:.*]] = tt.unsplat %{{.*}} : tensor<f32>
  // CHECK: tt.splat %[[SCALAR]] : f32 -> tensor<8xf32>
  %0 = tt.splat %x : tensor<f32> -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// CHECK-LABEL: tt.func @identities
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[B:.*]]: !tt.ptr<tensor<8xf32>>)
tt.func @identities(%a: tensor<4x8xf32>, %p: tensor<8x!tt.ptr<f32>>, %b: !tt.ptr<tensor<8xf32>>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x!tt.ptr<f32>>, !tt.ptr<tensor<8xf32>>, tensor<8x!tt.ptr<f32>>, tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK-NEXT: tt.return %[[A]], %[[A]], %[[A]], %[[P]], %[[B]], %[[P]], %[[A]], %[[A]]
  %0 = tt.trans %a {order = array<i32: 0, 1>} : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = tt.reshape %a : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = tt.broadcast %a : tensor<4x8xf32> -> tensor<4x8xf32>
  %zero = arith.constant 0 : i32
  %zeros = tt.splat %zero : i32 -> tensor<8xi32>
  %3 = tt.addptr %p, %zeros : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %4 = tt.advance %b, [%zero] : <tensor<8xf32>>
  %5 = tt.bitcast %p : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i32>>
  %6 = tt.bitcast %5 : tensor<8x!tt.ptr<i32>> -> tensor<8x!tt.ptr<f32>>
  %7 = tt.join %a, %a : tensor<4x8xf32> -> tensor<4x8x2xf32>
  %8, %9 = tt.split %7 : tensor<4x8x2xf32> -> tensor<4x8xf32>
  tt.return %0, %1, %2, %3, %4, %6, %8, %9 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x!tt.ptr<f32>>, !tt.ptr<tensor<8xf32>>, tensor<8x!tt.ptr<f32>>, tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: tt.func @combinations
// CHECK-SAME: (%[[A:.*]]: tensor<2x4x8xf32>, %[[B:.*]]: tensor<1x1xf32>)
tt.func @combinations(%a: tensor<2x4x8xf32>, %b: tensor<1x1xf32>) -> (tensor<4x8x2xf32>, tensor<64xf32>, tensor<64xf32>, tensor<4x8xf32>, tensor<1x4x1xf32>) {
  // CHECK-DAG: tt.trans %[[A]] {order = array<i32: 1, 2, 0>} : tensor<2x4x8xf32> -> tensor<4x8x2xf32>
  %0 = tt.trans %a {order = array<i32: 2, 1, 0>} : tensor<2x4x8xf32> -> tensor<8x4x2xf32>
  %1 = tt.trans %0 {order = array<i32: 1, 0, 2>} : tensor<8x4x2xf32> -> tensor<4x8x2xf32>
  // CHECK-DAG: tt.reshape %[[A]] : tensor<2x4x8xf32> -> tensor<64xf32>
  %2 = tt.reshape %a : tensor<2x4x8xf32> -> tensor<8x8xf32>
  %3 = tt.reshape %2 : tensor<8x8xf32> -> tensor<64xf32>
  // CHECK-DAG: tt.reshape %[[A]] allow_reorder : tensor<2x4x8xf32> -> tensor<64xf32>
  %4 = tt.reshape %a allow_reorder : tensor<2x4x8xf32> -> tensor<8x8xf32>
  %5 = tt.reshape %4 : tensor<8x8xf32> -> tensor<64xf32>
  // CHECK-DAG: tt.broadcast %[[B]] : tensor<1x1xf32> -> tensor<4x8xf32>
  %6 = tt.broadcast %b : tensor<1x1xf32> -> tensor<4x1xf32>
  %7 = tt.broadcast %6 : tensor<4x1xf32> -> tensor<4x8xf32>
  // CHECK-DAG: %[[EXPANDED:.*]] = tt.expand_dims %[[B]] {axis = 0 : i32} : tensor<1x1xf32> -> tensor<1x1x1xf32>
  // CHECK-DAG: tt.broadcast %[[EXPANDED]] : tensor<1x1x1xf32> -> tensor<1x4x1xf32>
  %8 = tt.expand_dims %6 {axis = 0 : i32} : tensor<4x1xf32> -> tensor<1x4x1xf32>
  tt.return %1, %3, %5, %7, %8 : tensor<4x8x2xf32>, tensor<64xf32>, tensor<64xf32>, tensor<4x8xf32>, tensor<1x4x1xf32>
}

// Where any order will do, the one that is there does.
// CHECK-LABEL: tt.func @reorder
// CHECK-SAME: (%[[A:.*]]: tensor<8xf32>)
tt.func @reorder(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: tt.return %[[A]]
  %0 = tt.reshape %a allow_reorder : tensor<8xf32> -> tensor<8xf32>
  tt.return %0 : tensor<8xf32>
}

// CHECK-LABEL: tt.func @masks
// CHECK-SAME: (%[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[O:.*]]: tensor<8xf32>)
tt.func @masks(%p: tensor<8x!tt.ptr<f32>>, %o: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %all = arith.constant dense<true> : tensor<8xi1>
  %none = arith.constant dense<false> : tensor<8xi1>
  // CHECK-DAG: %[[NONE:.*]] = arith.constant dense<false> : tensor<8xi1>
  // CHECK-DAG: %[[ALL:.*]] = tt.load %[[P]] : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %p, %all, %o : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %none, %o : tensor<8x!tt.ptr<f32>>
  // CHECK-DAG: %[[ANY:.*]] = tt.load %[[P]], %[[NONE]]
  %2 = tt.load %p, %none : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %[[P]], %[[O]] : tensor<8x!tt.ptr<f32>>
  tt.store %p, %o, %all : tensor<8x!tt.ptr<f32>>
  // CHECK-NOT: tt.store
  tt.store %p, %o, %none : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.return %[[ALL]], %[[O]], %[[ANY]]
  tt.return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: tt.func @conversions
tt.func @conversions() -> (f32, tensor<8xf8E5M2>, f8E4M3FN) {
  // CHECK-DAG: arith.constant 1.500000e+00 : f32
  // CHECK-DAG: arith.constant dense<1.500000e+00> : tensor<8xf8E5M2>
  // What overflows is left to the target.
  // CHECK-DAG: tt.fp_to_fp %{{.*}}, rounding = rtne : f32 -> f8E4M3FN
  %h = arith.constant 1.5 : f16
  %0 = tt.fp_to_fp %h : f16 -> f32
  %s = arith.constant dense<1.5> : tensor<8xf32>
  %1 = tt.fp_to_fp %s, rounding = rtz : tensor<8xf32> -> tensor<8xf8E5M2>
  %large = arith.constant 1.0e10 : f32
  %2 = tt.fp_to_fp %large, rounding = rtne : f32 -> f8E4M3FN
  tt.return %0, %1, %2 : f32, tensor<8xf8E5M2>, f8E4M3FN
}

// Volatile loads, impure calls and cat stay.
// CHECK-LABEL: tt.func @unused
tt.func @unused(%p: !tt.ptr<f32>, %x: f32) {
  // CHECK-NEXT: tt.load %{{.*}} {isVolatile = true}
  %0 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  // CHECK-NEXT: tt.extern_elementwise
  %1 = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "f"} : (f32) -> f32
  // CHECK-NEXT: tt.return
  %2 = tt.load %p : !tt.ptr<f32>
  %3 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "f"} : (f32) -> f32
  tt.return
}
