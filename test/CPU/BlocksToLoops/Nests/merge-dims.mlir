// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// A reduction keeps its own dim; those before and after it are one loop each.
// CHECK-LABEL: func.func @around_the_axis
// CHECK: scf.for %[[OUTER:.*]] = %c0_i64 to %c16_i64 step %c1_i64
// CHECK: %[[R:.*]] = scf.for %{{.*}} = %c0_i64 to %c4_i64 step %c1_i64 iter_args(%{{.*}}) -> (vector<64xi32>)
// CHECK: arith.xori
// CHECK: %[[ROW:.*]] = arith.muli %[[OUTER]], %c64_i64
// CHECK: %[[TO:.*]] = llvm.getelementptr %{{.*}}[%[[ROW]]]
// CHECK: llvm.store %[[R]], %[[TO]]
tt.func public @around_the_axis(%p: !tt.ptr<i32>, %o: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %p offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<4096xi32>
  %v = tts.load %b : !tts.block<4096xi32> -> tensor<4096xi32>
  %x = tt.reshape %v : tensor<4096xi32> -> tensor<4x4x4x8x8xi32>
  %r = "tt.reduce"(%x) <{axis = 2 : i32}> ({
  ^bb0(%l: i32, %q: i32):
    %t = arith.xori %l, %q : i32
    tt.reduce.return %t : i32
  }) : (tensor<4x4x4x8x8xi32>) -> tensor<4x4x8x8xi32>
  %y = tt.reshape %r : tensor<4x4x8x8xi32> -> tensor<1024xi32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<1024xi32>
  tts.store %y, %bo : tensor<1024xi32>, !tts.block<1024xi32>
  tt.return
}

// -----

// The dims of an access have strides of their own: each stays a loop.
// CHECK-LABEL: func.func @apart
// CHECK: scf.for %{{.*}} = %c0_i64 to %c4_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64
// CHECK-NOT: scf.for
// CHECK: llvm.load %{{.*}} -> vector<8xf32>
// CHECK-LABEL: func.func @end
tt.func public @apart(%p: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %b = tts.make_block %p offset %c0 strides [999, 8, 1] : (!tt.ptr<f32>) -> !tts.block<4x16x8xf32>
  %v = tts.load %b : !tts.block<4x16x8xf32> -> tensor<4x16x8xf32>
  %bo = tts.make_block %o offset %c0 strides [777, 8, 1] : (!tt.ptr<f32>) -> !tts.block<4x16x8xf32>
  tts.store %v, %bo : tensor<4x16x8xf32>, !tts.block<4x16x8xf32>
  tt.return
}
tt.func public @end() {
  tt.return
}
