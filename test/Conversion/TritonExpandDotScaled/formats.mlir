// Operands become fp32, scales become powers of two, the product a tt.dot.
// RUN: triton-shared-opt %s --triton-expand-dot-scaled | FileCheck %s

// CHECK-LABEL: tt.func @fp8
// CHECK-DAG: tt.fp_to_fp %{{.*}} : tensor<32x64xf8E4M3FN> -> tensor<32x64xf32>
// CHECK-DAG: tt.fp_to_fp %{{.*}} : tensor<64x32xf8E5M2> -> tensor<64x32xf32>
// CHECK: tt.broadcast %{{.*}} : tensor<32x2x1xf32> -> tensor<32x2x32xf32>
// CHECK: tt.reshape %{{.*}} : tensor<32x2x32xf32> -> tensor<32x64xf32>
// CHECK: tt.dot %{{.*}} : tensor<32x64xf32> * tensor<64x32xf32> -> tensor<32x32xf32>
// CHECK-NOT: tt.dot_scaled
tt.func @fp8(%a: tensor<32x64xf8E4M3FN>, %s: tensor<32x2xi8>,
             %b: tensor<64x32xf8E5M2>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %d = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e5m2 {fastMath = false}
    : tensor<32x64xf8E4M3FN>, tensor<32x2xi8> * tensor<64x32xf8E5M2> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// Packed along k: the nibbles of a byte are neighbours in k.
// CHECK-LABEL: tt.func @fp4
// CHECK: tt.join %{{.*}} : tensor<32x32xf32> -> tensor<32x32x2xf32>
// CHECK: tt.reshape %{{.*}} : tensor<32x32x2xf32> -> tensor<32x64xf32>
// CHECK: tt.join %{{.*}} : tensor<32x32xf32> -> tensor<32x32x2xf32>
// CHECK: tt.trans %{{.*}} : tensor<32x32x2xf32> -> tensor<32x2x32xf32>
// CHECK: tt.reshape %{{.*}} : tensor<32x2x32xf32> -> tensor<64x32xf32>
tt.func @fp4(%a: tensor<32x32xi8>, %b: tensor<32x32xi8>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %d = tt.dot_scaled %a, %b, %c lhs = e2m1 rhs = e2m1 {fastMath = false}
    : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xf32>
  tt.return %d : tensor<32x32xf32>
}

// A batch's dim stays in front, of the scales too.
// CHECK-LABEL: tt.func @batch
// CHECK: tt.join %{{.*}} : tensor<4x32x32xf32> -> tensor<4x32x32x2xf32>
// CHECK: tt.reshape %{{.*}} : tensor<4x32x32x2xf32> -> tensor<4x32x64xf32>
// CHECK: tt.join %{{.*}} : tensor<4x32x16xf32> -> tensor<4x32x16x2xf32>
// CHECK: tt.trans %{{.*}} {order = array<i32: 0, 1, 3, 2>}
// CHECK: tt.reshape %{{.*}} : tensor<4x32x2x16xf32> -> tensor<4x64x16xf32>
// CHECK: tt.reshape %{{.*}} : tensor<4x32x2x32xf32> -> tensor<4x32x64xf32>
// CHECK: tt.reshape %{{.*}} : tensor<4x16x2x32xf32> -> tensor<4x16x64xf32>
// CHECK: tt.trans %{{.*}} {order = array<i32: 0, 2, 1>}
// CHECK: tt.dot %{{.*}} : tensor<4x32x64xf32> * tensor<4x64x16xf32> -> tensor<4x32x16xf32>
tt.func @batch(%a: tensor<4x32x32xi8>, %sa: tensor<4x32x2xi8>, %b: tensor<4x32x16xi8>,
               %sb: tensor<4x16x2xi8>, %c: tensor<4x32x16xf32>) -> tensor<4x32x16xf32> {
  %d = tt.dot_scaled %a scale %sa, %b scale %sb, %c lhs = e2m1 rhs = e2m1 {fastMath = false}
    : tensor<4x32x32xi8>, tensor<4x32x2xi8> * tensor<4x32x16xi8>, tensor<4x16x2xi8> -> tensor<4x32x16xf32>
  tt.return %d : tensor<4x32x16xf32>
}
