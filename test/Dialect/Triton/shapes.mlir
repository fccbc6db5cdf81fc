// Assembly of ops that make blocks and change their shape.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: tt.func @shapes
tt.func @shapes(%x: f32, %a: tensor<4x8xf32>, %r: tensor<8xf32>, %one: tensor<1xf32>, %z: tensor<f32>) {
  // CHECK: tt.make_range {end = 136 : i32, start = 128 : i32} : tensor<8xi32>
  %0 = tt.make_range {end = 136 : i32, start = 128 : i32} : tensor<8xi32>
  // CHECK: tt.make_range {end = 4 : i32, start = -4 : i32} : tensor<8xi32>
  %1 = tt.make_range {end = 4 : i32, start = -4 : i32} : tensor<8xi32>
  // CHECK: tt.splat %{{.*}} : f32 -> tensor<4x8xf32>
  %2 = tt.splat %x : f32 -> tensor<4x8xf32>
  // CHECK: tt.splat %{{.*}} : tensor<f32> -> tensor<4x8xf32>
  %3 = tt.splat %z : tensor<f32> -> tensor<4x8xf32>
  // CHECK: tt.unsplat %{{.*}} : tensor<1xf32>
  %4 = tt.unsplat %one : tensor<1xf32>
  // CHECK: tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %5 = tt.expand_dims %r {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  // CHECK: tt.broadcast %{{.*}} : tensor<8x1xf32> -> tensor<8x4xf32>
  %6 = tt.broadcast %5 : tensor<8x1xf32> -> tensor<8x4xf32>
  // CHECK: tt.reshape %{{.*}} : tensor<4x8xf32> -> tensor<32xf32>
  %7 = tt.reshape %a : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder efficient_layout : tensor<4x8xf32> -> tensor<32xf32>
  %8 = tt.reshape %a allow_reorder efficient_layout : tensor<4x8xf32> -> tensor<32xf32>
  // CHECK: tt.trans %{{.*}} {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %9 = tt.trans %a {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  // CHECK: tt.join %{{.*}}, %{{.*}} : tensor<4x8xf32> -> tensor<4x8x2xf32>
  %10 = tt.join %a, %a : tensor<4x8xf32> -> tensor<4x8x2xf32>
  // CHECK: %{{.*}}, %{{.*}} = tt.split %{{.*}} : tensor<4x8x2xf32> -> tensor<4x8xf32>
  %11, %12 = tt.split %10 : tensor<4x8x2xf32> -> tensor<4x8xf32>
  // CHECK: tt.cat %{{.*}}, %{{.*}} : tensor<8xf32> -> tensor<16xf32>
  %13 = tt.cat %r, %r : tensor<8xf32> -> tensor<16xf32>
  tt.return
}
