// Matrix products.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-LABEL: tt.func @f16
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<16x8xf16>, tensor<8x32xf16>) outs(%{{.*}} : tensor<16x32xf32>)
tt.func @f16(%a: tensor<16x8xf16>, %b: tensor<8x32xf16>, %c: tensor<16x32xf32>) {
  %0 = tt.dot %a, %b, %c : tensor<16x8xf16> * tensor<8x32xf16> -> tensor<16x32xf32>
  tt.return
}

// CHECK-LABEL: tt.func @int8
// CHECK: linalg.matmul ins({{.*}} : tensor<16x8xi8>, tensor<8x32xi8>) outs({{.*}} : tensor<16x32xi32>)
tt.func @int8(%a: tensor<16x8xi8>, %b: tensor<8x32xi8>, %c: tensor<16x32xi32>) {
  %0 = tt.dot %a, %b, %c : tensor<16x8xi8> * tensor<8x32xi8> -> tensor<16x32xi32>
  tt.return
}

// A narrow accumulator is widened and rounded once.
// CHECK-LABEL: tt.func @bf16_accumulator
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: linalg.matmul {{.*}} outs({{.*}} : tensor<16x32xf32>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
tt.func @bf16_accumulator(%a: tensor<16x8xbf16>, %b: tensor<8x32xbf16>, %c: tensor<16x32xbf16>) {
  %0 = tt.dot %a, %b, %c : tensor<16x8xbf16> * tensor<8x32xbf16> -> tensor<16x32xbf16>
  tt.return
}

// CHECK-LABEL: tt.func @batch
// CHECK: linalg.batch_matmul ins({{.*}} : tensor<2x16x8xf32>, tensor<2x8x32xf32>) outs({{.*}} : tensor<2x16x32xf32>)
tt.func @batch(%a: tensor<2x16x8xf32>, %b: tensor<2x8x32xf32>, %c: tensor<2x16x32xf32>) {
  %0 = tt.dot %a, %b, %c : tensor<2x16x8xf32> * tensor<2x8x32xf32> -> tensor<2x16x32xf32>
  tt.return
}

// CHECK-LABEL: tt.func @fp8
// CHECK: arith.bitcast %{{.*}} : f8E5M2 to i8
// CHECK: linalg.matmul ins({{.*}} : tensor<16x8xf32>, tensor<8x32xf32>)
tt.func @fp8(%a: tensor<16x8xf8E5M2>, %b: tensor<8x32xf8E5M2>, %c: tensor<16x32xf32>) {
  %0 = tt.dot %a, %b, %c : tensor<16x8xf8E5M2> * tensor<8x32xf8E5M2> -> tensor<16x32xf32>
  tt.return
}
