// Conversions that arith cannot express: 8-bit floats, rounding to zero.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-LABEL: tt.func @up
// CHECK-NOT: arith.extf
// CHECK: arith.bitcast %{{.*}} : f8E4M3FN to i8
// CHECK: arith.bitcast %{{.*}} : i32 to f32
tt.func @up(%x: tensor<8xf8E4M3FN>) {
  %0 = tt.fp_to_fp %x : tensor<8xf8E4M3FN> -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @down
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast %{{.*}} : i8 to f8E5M2
tt.func @down(%x: tensor<8xf16>) {
  %0 = tt.fp_to_fp %x, rounding = rtne : tensor<8xf16> -> tensor<8xf8E5M2>
  tt.return
}

// One code towards zero where rounding went away from it.
// CHECK-LABEL: tt.func @toward_zero
// CHECK: %[[N:.*]] = arith.truncf %[[X:.*]] : f32 to bf16
// CHECK: %[[W:.*]] = arith.extf %[[N]] : bf16 to f32
// CHECK: math.absf %[[W]]
// CHECK: math.absf %[[X]]
// CHECK: arith.cmpf ogt
// CHECK: arith.subi %{{.*}}, %{{.*}} : i16
tt.func @toward_zero(%x: f32) {
  %0 = tt.fp_to_fp %x, rounding = rtz : f32 -> bf16
  tt.return
}

// Arithmetic and comparisons in f32.
// CHECK-LABEL: tt.func @arithmetic
// CHECK: linalg.generic
// CHECK: ^bb0(%{{.*}}: f8E5M2, %{{.*}}: f8E5M2
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: arith.bitcast %{{.*}} : i8 to f8E5M2
// CHECK: math.absf %{{.*}} : f32
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK-NOT: : f8E5M2
// CHECK: tt.return
tt.func @arithmetic(%x: tensor<8xf8E5M2>, %y: f8E5M2) {
  %0 = arith.addf %x, %x : tensor<8xf8E5M2>
  %1 = math.absf %y : f8E5M2
  %2 = arith.cmpf olt, %1, %y : f8E5M2
  tt.return
}

// Triton's fp8e4b15 has bias 15 (112 << 23), not the 11 of MLIR's type, and no NaN.
// CHECK-LABEL: tt.func @bias_15
// CHECK-DAG: arith.constant 939524096 : i32
// CHECK-DAG: arith.constant 7.62939453E-6 : f32
// CHECK-NOT: 2143289344
// CHECK: arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.bitcast %{{.*}} : i8 to f8E4M3B11FNUZ
tt.func @bias_15(%x: f8E4M3B11FNUZ, %y: f32) {
  %0 = tt.fp_to_fp %x : f8E4M3B11FNUZ -> f32
  %1 = tt.fp_to_fp %y, rounding = rtne : f32 -> f8E4M3B11FNUZ
  tt.return
}

// Where 0x80 is a NaN, the least negative number goes to 0.
// CHECK-LABEL: tt.func @toward_zero_without_negative_zero
// CHECK: %[[STEPPED:.*]] = arith.subi %{{.*}}, %{{.*}} : i8
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[STEPPED]], %c-128_i8
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[IS]] : i1
// CHECK: arith.select %[[BOTH]], %c0_i8, %[[STEPPED]] : i8
tt.func @toward_zero_without_negative_zero(%x: f32) {
  %0 = tt.fp_to_fp %x, rounding = rtz : f32 -> f8E4M3FNUZ
  tt.return
}
