// Assembly of reduce, scan and map_elementwise.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: tt.func @reductions
tt.func @reductions(%x: tensor<8x4xf32>, %k: tensor<8x4xi32>, %v: tensor<8xf32>) {
  // CHECK: "tt.reduce"(%{{.*}}) <{axis = 0 : i32}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
  // CHECK: tt.reduce.return %{{.*}} : f32
  // CHECK: (tensor<8xf32>) -> f32
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<8xf32>) -> f32
  // CHECK: %{{.*}}:2 = "tt.reduce"(%{{.*}}, %{{.*}}) <{axis = 1 : i32}> ({
  // CHECK: tt.reduce.return %{{.*}}, %{{.*}} : f32, i32
  // CHECK: (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  %1:2 = "tt.reduce"(%x, %k) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %p = arith.cmpf ogt, %a, %b : f32
    %c = arith.select %p, %a, %b : f32
    %l = arith.select %p, %i, %j : i32
    tt.reduce.return %c, %l : f32, i32
  }) : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  tt.return
}

// CHECK-LABEL: tt.func @scan
tt.func @scan(%x: tensor<8x4xf32>) {
  // CHECK: "tt.scan"(%{{.*}}) <{axis = 1 : i32, reverse = true}> ({
  // CHECK: tt.scan.return %{{.*}} : f32
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.mulf %a, %b : f32
    tt.scan.return %c : f32
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  tt.return
}

// CHECK-LABEL: tt.func @map
tt.func @map(%x: tensor<8xi32>) {
  // CHECK: "tt.map_elementwise"(%{{.*}}) <{pack = 2 : i32}> ({
  // CHECK: tt.map_elementwise.return %{{.*}}, %{{.*}} : f32, f32
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %p = arith.cmpi sgt, %a, %b : i32
    cf.cond_br %p, ^bb1, ^bb2
  ^bb1:
    %f = arith.sitofp %a : i32 to f32
    tt.map_elementwise.return %f, %f : f32, f32
  ^bb2:
    %g = arith.sitofp %b : i32 to f32
    tt.map_elementwise.return %g, %g : f32, f32
  }) : (tensor<8xi32>) -> tensor<8xf32>
  tt.return
}
