// What is loaded in rows and stored in columns is stored as its transpose.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-turn-stores --split-input-file | FileCheck %s

// CHECK-LABEL: tt.func @copy
// CHECK-SAME: %[[N:[^:,]*]]: index, %[[M:[^:,]*]]: index, %[[ON:[^:]*]]: i1
// CHECK: %[[X:.*]] = tts.load
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[X]]
// CHECK: %[[B:.*]] = tts.make_block %{{.*}} offset %{{.*}} strides [%[[M]], 1] bounds [2 : %[[N]], 0 : %[[M]]] mask %[[ON]] {{.*}} -> !tts.block<16x32xf32>
// CHECK: %[[T:.*]] = tt.trans %[[SUM]] {order = array<i32: 1, 0>} : tensor<32x16xf32> -> tensor<16x32xf32>
// CHECK: tts.store %[[T]], %[[B]] : tensor<16x32xf32>
tt.func @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: index, %n: index, %m: index, %on: i1) {
  %b = tts.make_block %x offset %o strides [%n, 1] bounds [0 : %m, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<32x16xf32>
  %c = tts.make_block %y offset %o strides [1, %m] bounds [0 : %m, 2 : %n] mask %on : (!tt.ptr<f32>, i1) -> !tts.block<32x16xf32>
  %v = tts.load %b : !tts.block<32x16xf32> -> tensor<32x16xf32>
  %s = arith.addf %v, %v : tensor<32x16xf32>
  tts.store %s, %c : tensor<32x16xf32>, !tts.block<32x16xf32>
  tt.return
}

// -----

// What is loaded in columns, too; what is not loaded; few columns.
// CHECK-LABEL: tt.func @others
// CHECK-NOT: tt.trans
tt.func @others(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: index, %n: index, %m: index, %w: tensor<32x16xf32>) {
  %b = tts.make_block %x offset %o strides [1, %n] : (!tt.ptr<f32>) -> !tts.block<32x16xf32>
  %c = tts.make_block %y offset %o strides [1, %m] : (!tt.ptr<f32>) -> !tts.block<32x16xf32>
  %v = tts.load %b : !tts.block<32x16xf32> -> tensor<32x16xf32>
  tts.store %v, %c : tensor<32x16xf32>, !tts.block<32x16xf32>
  tts.store %w, %c : tensor<32x16xf32>, !tts.block<32x16xf32>
  %d = tts.make_block %x offset %o strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x4xf32>
  %e = tts.make_block %y offset %o strides [1, %m] : (!tt.ptr<f32>) -> !tts.block<32x4xf32>
  %u = tts.load %d : !tts.block<32x4xf32> -> tensor<32x4xf32>
  tts.store %u, %e : tensor<32x4xf32>, !tts.block<32x4xf32>
  tt.return
}
