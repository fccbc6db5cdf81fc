// Products are rounded once with the sums that they go into, in all versions of a kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-fuse-products --split-input-file | FileCheck %s

// Sums and differences, of which the first product is taken.
// CHECK-LABEL: tt.func @sums(
// CHECK-SAME: %[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>, %[[C:.*]]: tensor<8xf32>)
// CHECK-NEXT: %[[SUM:.*]] = math.fma %[[A]], %[[B]], %[[C]] : tensor<8xf32>
// CHECK-NEXT: %[[NC:.*]] = arith.negf %[[C]]
// CHECK-NEXT: %[[LESS:.*]] = math.fma %[[A]], %[[B]], %[[NC]]
// CHECK-NEXT: %[[NA:.*]] = arith.negf %[[A]]
// CHECK-NEXT: %[[FROM:.*]] = math.fma %[[NA]], %[[B]], %[[C]]
// CHECK-NEXT: %[[SECOND:.*]] = arith.mulf %[[B]], %[[C]]
// CHECK-NEXT: %[[BOTH:.*]] = math.fma %[[A]], %[[B]], %[[SECOND]]
// CHECK-NEXT: tt.return %[[SUM]], %[[LESS]], %[[FROM]], %[[BOTH]]
tt.func @sums(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %p = arith.mulf %a, %b : tensor<8xf32>
  %sum = arith.addf %p, %c : tensor<8xf32>
  %q = arith.mulf %a, %b : tensor<8xf32>
  %less = arith.subf %q, %c : tensor<8xf32>
  %r = arith.mulf %a, %b : tensor<8xf32>
  %from = arith.subf %c, %r : tensor<8xf32>
  %s = arith.mulf %a, %b : tensor<8xf32>
  %t = arith.mulf %b, %c : tensor<8xf32>
  %both = arith.addf %s, %t : tensor<8xf32>
  tt.return %sum, %less, %from, %both : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Scalars and fp64 as well.
// CHECK-LABEL: tt.func @scalars(
// CHECK: math.fma {{.*}} : f64
tt.func @scalars(%a: f64, %b: f64) -> f64 {
  %p = arith.mulf %a, %b : f64
  %s = arith.addf %b, %p : f64
  tt.return %s : f64
}

// -----

// What is left alone: a product of two uses, fp16, which is rounded to 16 bits each time, and a
// product that is computed less often than the sum.
// CHECK-LABEL: tt.func @alone(
// CHECK-NOT: math.fma
// CHECK-NOT: contract
tt.func @alone(%a: tensor<8xf32>, %b: tensor<8xf32>, %h: tensor<8xf16>, %n: i32) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf16>, tensor<8xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = arith.mulf %a, %b : tensor<8xf32>
  %s = arith.addf %p, %a : tensor<8xf32>
  %q = arith.mulf %h, %h : tensor<8xf16>
  %t = arith.addf %q, %h : tensor<8xf16>
  %once = arith.mulf %b, %b : tensor<8xf32>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> (tensor<8xf32>) : i32 {
    %u = arith.addf %c, %once : tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  tt.return %p, %s, %t, %all : tensor<8xf32>, tensor<8xf32>, tensor<8xf16>, tensor<8xf32>
}

// -----

// Products that are added up where a mask lets them through.
// CHECK-LABEL: tt.func @chosen(
// CHECK: arith.mulf {{.*}} fastmath<contract>
// CHECK: arith.addf {{.*}} fastmath<contract> : f32
tt.func @chosen(%a: tensor<8xf32>, %m: tensor<8xi1>, %z: tensor<8xf32>) -> f32 {
  %p = arith.mulf %a, %a : tensor<8xf32>
  %v = arith.select %m, %p, %z : tensor<8xi1>, tensor<8xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %e: f32):
    %0 = arith.addf %x, %e : f32
    tt.reduce.return %0 : f32
  }) : (tensor<8xf32>) -> f32
  tt.return %s : f32
}

// -----

// Products that are added up: of two operands one is a product.
// CHECK-LABEL: tt.func @summed(
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} fastmath<contract>
// CHECK: "tt.reduce"(%[[P]], %{{.*}})
// CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[E:.*]]: f32, %[[F:.*]]: f32):
// CHECK: arith.addf %[[X]], %[[E]] fastmath<contract> : f32
// CHECK: arith.addf %[[Y]], %[[F]] : f32
tt.func @summed(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (f32, f32) {
  %p = arith.mulf %a, %b : tensor<8xf32>
  %s:2 = "tt.reduce"(%p, %a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: f32, %e: f32, %f: f32):
    %0 = arith.addf %x, %e : f32
    %1 = arith.addf %y, %f : f32
    tt.reduce.return %0, %1 : f32, f32
  }) : (tensor<8xf32>, tensor<8xf32>) -> (f32, f32)
  tt.return %s#0, %s#1 : f32, f32
}

// -----

// Neither a maximum of products nor products that are used elsewhere.
// CHECK-LABEL: tt.func @others(
// CHECK-NOT: contract
tt.func @others(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (f32, f32, tensor<8xf32>) {
  %p = arith.mulf %a, %b : tensor<8xf32>
  %m = "tt.reduce"(%p) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %e: f32):
    %0 = arith.maxnumf %x, %e : f32
    tt.reduce.return %0 : f32
  }) : (tensor<8xf32>) -> f32
  %q = arith.mulf %b, %b : tensor<8xf32>
  %s = "tt.reduce"(%q) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %e: f32):
    %0 = arith.addf %x, %e : f32
    tt.reduce.return %0 : f32
  }) : (tensor<8xf32>) -> f32
  tt.return %m, %s, %q : f32, f32, tensor<8xf32>
}
