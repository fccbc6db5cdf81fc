// Reductions: combiners with and without neutral elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// Negative zero is the neutral element of floating-point addition.
// CHECK-LABEL: tt.func @sum
// CHECK: %[[N:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[I:.*]] = linalg.fill ins(%[[N]] : f32)
// CHECK: %[[R:.*]] = linalg.reduce { arith.addf } ins(%{{.*}} : tensor<64xf32>) outs(%[[I]] : tensor<f32>) dimensions = [0]
// CHECK: tensor.extract %[[R]][]
tt.func @sum(%x: tensor<64xf32>) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// NaN is neutral where NaN is ignored: a block of NaN stays NaN.
// CHECK-LABEL: tt.func @maximum
// CHECK: arith.constant 0x7FC00000 : f32
// CHECK: linalg.reduce { arith.maxnumf } ins(%{{.*}} : tensor<8x4xf32>) outs(%{{.*}} : tensor<8xf32>) dimensions = [1]
tt.func @maximum(%x: tensor<8x4xf32>) {
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8x4xf32>) -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @all
// CHECK: arith.constant true
// CHECK: linalg.reduce { arith.andi }
tt.func @all(%x: tensor<8xi1>) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: i1, %b: i1):
    %s = arith.andi %a, %b : i1
    tt.reduce.return %s : i1
  }) : (tensor<8xi1>) -> i1
  tt.return
}

// argmax: no neutral element, so the first slice starts it.
// CHECK-LABEL: tt.func @argmax
// CHECK: %[[FIRST:.*]] = tensor.extract_slice %{{.*}}[0, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
// CHECK: %[[V0:.*]] = tensor.collapse_shape %[[FIRST]] {{.*}} into tensor<8xf32>
// CHECK: %[[V:.*]] = tensor.extract_slice %{{.*}}[1, 0] [3, 8] [1, 1] : tensor<4x8xf32> to tensor<3x8xf32>
// CHECK: %[[J0:.*]] = tensor.collapse_shape {{.*}} into tensor<8xi32>
// CHECK: %[[J:.*]] = tensor.extract_slice {{.*}} to tensor<3x8xi32>
// CHECK: linalg.reduce ins(%[[V]], %[[J]] : tensor<3x8xf32>, tensor<3x8xi32>) outs(%[[V0]], %[[J0]] : tensor<8xf32>, tensor<8xi32>) dimensions = [0]
// CHECK: (%[[E:.*]]: f32, %{{.*}}: i32, %[[A:.*]]: f32, %{{.*}}: i32) {
// CHECK: arith.cmpf ogt, %[[A]], %[[E]]
tt.func @argmax(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>) {
  %0:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
    %c = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %c, %a, %b : f32
    %w = arith.select %c, %j, %k : i32
    tt.reduce.return %v, %w : f32, i32
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  tt.return
}

// Side by side, each operand by its own operation.
// CHECK-LABEL: tt.func @sum_and_maximum
// CHECK-DAG: arith.constant -0.000000e+00 : f32
// CHECK-DAG: arith.constant -2147483648 : i32
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.reduce
tt.func @sum_and_maximum(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  %0:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %j: i32, %b: f32, %k: i32):
    %s = arith.addf %a, %b : f32
    %m = arith.maxsi %j, %k : i32
    tt.reduce.return %s, %m : f32, i32
  }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32)
  tt.return
}

// One slice is its own reduction.
// CHECK-LABEL: tt.func @one_slice
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [1, 8] [1, 1]
// CHECK-NOT: linalg.reduce
// CHECK: tt.return
tt.func @one_slice(%x: tensor<1x8xf32>) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.subf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<1x8xf32>) -> tensor<8xf32>
  tt.return
}

// -----
// Sums of 16-bit floats round once, at the end.

// CHECK-LABEL: tt.func @narrow_sum
// CHECK: linalg.reduce ins(%{{.*}} : tensor<4x64xbf16>) outs(%{{.*}} : tensor<4xf32>) dimensions = [1]
// CHECK-NEXT: (%[[IN:.*]]: bf16, %[[ACC:.*]]: f32) {
// CHECK: %[[W:.*]] = arith.extf %[[IN]] : bf16 to f32
// CHECK: arith.addf %[[ACC]], %[[W]] : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
tt.func @narrow_sum(%x: tensor<4x64xbf16>) -> tensor<4xbf16> {
  %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: bf16, %b: bf16):
    %s = arith.addf %a, %b : bf16
    tt.reduce.return %s : bf16
  }) : (tensor<4x64xbf16>) -> tensor<4xbf16>
  tt.return %r : tensor<4xbf16>
}
