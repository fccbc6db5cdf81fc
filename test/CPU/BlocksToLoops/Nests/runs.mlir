// Steps in a row that lie in one row of an array: a loop over rows around the
// loop over steps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s

// The row's number is loaded, and its root taken, once a row; the column is
// what it was at the begin of the row's steps, and as much more as there were.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %c2048_i64 step %c512_i64
// CHECK: %[[BEGIN:.*]] = arith.maxsi %[[ROW]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[ROW]], %c512_i64
// CHECK: %[[END:.*]] = arith.minsi %[[NEXT]], %c2048_i64
// CHECK: arith.divsi
// CHECK: llvm.load {{.*}} -> f32
// CHECK: math.sqrt {{.*}} : f32
// CHECK: arith.remsi
// CHECK: scf.for %[[STEP:.*]] = %[[BEGIN]] to %[[END]] step %c{{8|16}}_i64
// CHECK-NOT: arith.divsi
// CHECK-NOT: arith.remsi
// CHECK-NOT: math.sqrt
// CHECK: arith.subi %[[STEP]], %[[BEGIN]]
// CHECK: llvm.store
// CHECK: return
tt.func @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %d = arith.constant dense<512> : tensor<2048xi32>
  %row = arith.divsi %i, %d : tensor<2048xi32>
  %column = arith.remsi %i, %d : tensor<2048xi32>
  %g = arith.extsi %row : tensor<2048xi32> to tensor<2048xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<2048xi64>) -> !tts.block<2048xf32>
  %v = tts.load %bx : !tts.block<2048xf32> -> tensor<2048xf32>
  %root = math.sqrt %v : tensor<2048xf32>
  %gc = arith.extsi %column : tensor<2048xi32> to tensor<2048xi64>
  %bc = tts.make_block %x offset %c0 strides [0] gather %gc : (!tt.ptr<f32>, tensor<2048xi64>) -> !tts.block<2048xf32>
  %f = tts.load %bc : !tts.block<2048xf32> -> tensor<2048xf32>
  %sum = arith.addf %root, %f : tensor<2048xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<2048xf32>
  tts.store %sum, %by : tensor<2048xf32>, !tts.block<2048xf32>
  tt.return
}

// -----

// Rows of 32 elements, of a few steps: no loop of their own.
// CHECK-LABEL: func.func @short
// CHECK: scf.for {{.*}} to %c2048_i64 step %c{{8|16}}_i64
// CHECK-NOT: step %c32_i64
// CHECK: return
tt.func @short(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 2048 : i32} : tensor<2048xi32>
  %d = arith.constant dense<32> : tensor<2048xi32>
  %row = arith.divsi %i, %d : tensor<2048xi32>
  %g = arith.extsi %row : tensor<2048xi32> to tensor<2048xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<2048xi64>) -> !tts.block<2048xf32>
  %v = tts.load %bx : !tts.block<2048xf32> -> tensor<2048xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<2048xf32>
  tts.store %v, %by : tensor<2048xf32>, !tts.block<2048xf32>
  tt.return
}
