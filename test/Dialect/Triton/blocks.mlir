// Assembly of matrix products, gather and histogram.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: tt.func @dots
tt.func @dots(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<16x8xf32>,
              %f: tensor<2x16x32xf32>, %g: tensor<2x32x8xf32>, %h: tensor<2x16x8xf32>,
              %i: tensor<16x32xi8>, %j: tensor<32x8xi8>, %k: tensor<16x8xi32>) {
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32x3 {maxNumImpreciseAcc = 32 : i32} : tensor<2x16x32xf32> * tensor<2x32x8xf32> -> tensor<2x16x8xf32>
  %1 = tt.dot %f, %g, %h, inputPrecision = tf32x3 {maxNumImpreciseAcc = 32 : i32} : tensor<2x16x32xf32> * tensor<2x32x8xf32> -> tensor<2x16x8xf32>
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x32xi8> * tensor<32x8xi8> -> tensor<16x8xi32>
  %2 = tt.dot %i, %j, %k, inputPrecision = ieee : tensor<16x32xi8> * tensor<32x8xi8> -> tensor<16x8xi32>
  tt.return
}

// CHECK-LABEL: tt.func @scaled
tt.func @scaled(%a: tensor<16x64xf8E4M3FN>, %sa: tensor<16x2xi8>, %b: tensor<32x8xi8>, %n: tensor<64x4xi8>,
                %sb: tensor<8x2xi8>, %c: tensor<16x8xf32>, %h: tensor<16x64xbf16>) {
  // CHECK: tt.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e4m3 rhs = e2m1 {fastMath = false} : tensor<16x64xf8E4M3FN>, tensor<16x2xi8> * tensor<32x8xi8>, tensor<8x2xi8> -> tensor<16x8xf32>
  %0 = tt.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e4m3 rhs = e2m1 {fastMath = false} : tensor<16x64xf8E4M3FN>, tensor<16x2xi8> * tensor<32x8xi8>, tensor<8x2xi8> -> tensor<16x8xf32>
  // CHECK: tt.dot_scaled %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = bf16 rhs = e2m1 {fastMath = true, rhs_k_pack = false} : tensor<16x64xbf16> * tensor<64x4xi8>, tensor<8x2xi8> -> tensor<16x8xf32>
  %1 = tt.dot_scaled %h, %n scale %sb, %c lhs = bf16 rhs = e2m1 {fastMath = true, rhs_k_pack = false} : tensor<16x64xbf16> * tensor<64x4xi8>, tensor<8x2xi8> -> tensor<16x8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @others
tt.func @others(%x: tensor<64xi32>, %m: tensor<64xi1>, %a: tensor<8x4xf32>, %i: tensor<16x4xi32>) {
  // CHECK: tt.histogram %{{.*}} : tensor<64xi32> -> tensor<16xi32>
  %0 = tt.histogram %x : tensor<64xi32> -> tensor<16xi32>
  // CHECK: tt.histogram %{{.*}}, %{{.*}} : tensor<64xi32> -> tensor<16xi32>
  %1 = tt.histogram %x, %m : tensor<64xi32> -> tensor<16xi32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<16x4xi32>) -> tensor<16x4xf32>
  %2 = tt.gather %a[%i] {axis = 0 : i32} : (tensor<8x4xf32>, tensor<16x4xi32>) -> tensor<16x4xf32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 0 : i32, efficient_layout} :
  %3 = tt.gather %a[%i] {axis = 0 : i32, efficient_layout} : (tensor<8x4xf32>, tensor<16x4xi32>) -> tensor<16x4xf32>
  tt.return
}
