// Ops that make blocks or change their shape.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-LABEL: tt.func @splat
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[E]] : tensor<4x8xf32>)
tt.func @splat(%x: f32) {
  %0 = tt.splat %x : f32 -> tensor<4x8xf32>
  tt.return
}

// A constant of a block costs no memory.
// CHECK-LABEL: tt.func @splat_constant
// CHECK: %[[C:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: linalg.fill ins(%[[C]] : f32)
tt.func @splat_constant() {
  %0 = arith.constant dense<2.0> : tensor<1032xf32>
  tt.return
}

// CHECK-LABEL: tt.func @make_range
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[V:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK: %[[C:.*]] = arith.constant 8 : i32
// CHECK: arith.addi %[[V]], %[[C]] : i32
tt.func @make_range() {
  %0 = tt.make_range {start = 8 : i32, end = 16 : i32} : tensor<8xi32>
  tt.return
}

// CHECK-LABEL: tt.func @broadcast
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [8, 1] : tensor<8xi32> into tensor<8x1xi32>
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<8x1xi32> into tensor<8xi32>
// CHECK: linalg.broadcast ins(%{{.*}} : tensor<8xi32>) outs(%{{.*}} : tensor<8x4xi32>) dimensions = [1]
tt.func @broadcast(%x: tensor<8xi32>) {
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %1 = tt.broadcast %0 : tensor<8x1xi32> -> tensor<8x4xi32>
  tt.return
}

// CHECK-LABEL: tt.func @reshape
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<4x8xf32> into tensor<32xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [2, 16] : tensor<32xf32> into tensor<2x16xf32>
tt.func @reshape(%x: tensor<4x8xf32>) {
  %0 = tt.reshape %x : tensor<4x8xf32> -> tensor<2x16xf32>
  tt.return
}

// CHECK-LABEL: tt.func @trans
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x4x8xf32>) outs(%{{.*}} : tensor<8x2x4xf32>) permutation = [2, 0, 1]
tt.func @trans(%x: tensor<2x4x8xf32>) {
  %0 = tt.trans %x {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  tt.return
}

// CHECK-LABEL: tt.func @join_split
// CHECK: tensor.insert_slice %{{.*}}[0, 0] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x2xf32>
// CHECK: %[[J:.*]] = tensor.insert_slice %{{.*}}[0, 1] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x2xf32>
// CHECK: tensor.extract_slice %[[J]][0, 0] [4, 1] [1, 1] : tensor<4x2xf32> to tensor<4xf32>
// CHECK: tensor.extract_slice %[[J]][0, 1] [4, 1] [1, 1] : tensor<4x2xf32> to tensor<4xf32>
tt.func @join_split(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tt.join %x, %y : tensor<4xf32> -> tensor<4x2xf32>
  %1, %2 = tt.split %0 : tensor<4x2xf32> -> tensor<4xf32>
  tt.return
}

// CHECK-LABEL: tt.func @cat
// CHECK: tensor.insert_slice %{{.*}}[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
// CHECK: tensor.insert_slice %{{.*}}[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
tt.func @cat(%x: tensor<4xf32>, %y: tensor<4xf32>) {
  %0 = tt.cat %x, %y : tensor<4xf32> -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @unsplat
// CHECK: tensor.extract %{{.*}}[%{{.*}}, %{{.*}}] : tensor<1x1xf32>
tt.func @unsplat(%x: tensor<1x1xf32>) {
  %0 = tt.unsplat %x : tensor<1x1xf32>
  tt.return
}
