// Reductions across the lanes: rows inside their boxes, without a condition;
// then those that some boxes hold; what all rows behind that add is added once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK: %[[INSIDE:.*]] = arith.cmpi sge, %[[ROWS:.*]], %c64_i64
// CHECK: scf.if %[[INSIDE]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64
// CHECK: } else {
// CHECK: %[[LOW:.*]] = arith.maxsi %[[ROWS]], %c0_i64
// CHECK: %[[END:.*]] = arith.minsi %[[LOW]], %c64_i64
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %c0_i64 to %[[END]] step %c1_i64
// CHECK-NOT: masked
// CHECK: llvm.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<32xf32>
// CHECK: llvm.store
tt.func public @sum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %p: i32) {
  %rows = arith.index_cast %r : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : 32] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  %v = tts.load %bx other %zero : !tts.block<64x32xf32>, f32 -> tensor<64x32xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %w: f32):
    %t = arith.addf %u, %w : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x32xf32>) -> tensor<32xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<32xf32>
  tts.store %s, %by : tensor<32xf32>, !tts.block<32xf32>
  tt.return
}

// Nothing is known of what a combiner does with the rest: all rows, those
// outside under a condition.
// CHECK-LABEL: func.func @any_combiner
// CHECK: } else {
// CHECK: %[[LIMIT:.*]] = arith.minsi %{{.*}}, %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[LIMIT]] step %c1_i64
// CHECK-NOT: masked
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[LIMIT]] to %c64_i64 step %c1_i64
// CHECK: llvm.intr.masked.load
tt.func public @any_combiner(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %p: i32) {
  %rows = arith.index_cast %r : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : 32] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  %v = tts.load %bx other %zero : !tts.block<64x32xf32>, f32 -> tensor<64x32xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %w: f32):
    %t = arith.subf %u, %w : f32
    tt.reduce.return %t : f32
  }) : (tensor<64x32xf32>) -> tensor<32xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<32xf32>
  tts.store %s, %by : tensor<32xf32>, !tts.block<32xf32>
  tt.return
}
