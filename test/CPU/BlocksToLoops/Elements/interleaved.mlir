// Two blocks in turn, and one taken apart: half as many lanes of each side are
// interleaved, and twice as many of the source shuffled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @together
// CHECK: scf.for %[[J:.*]] = %{{.*}} to %c256_i64 step %c32_i64
// CHECK: %[[HALF:.*]] = arith.shrui %[[J]], %c1_i64
// CHECK-DAG: %[[X:.*]] = llvm.load {{.*}} -> vector<16xf32>
// CHECK-DAG: %[[Y:.*]] = llvm.load {{.*}} -> vector<16xf32>
// CHECK-DAG: %[[TWICE:.*]] = arith.addf %[[Y]], %[[Y]] : vector<16xf32>
// CHECK: %[[BOTH:.*]] = vector.interleave %[[X]], %[[TWICE]] : vector<16xf32>
// CHECK: llvm.store %[[BOTH]]
tt.func public @together(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %vx = tts.load %bx : !tts.block<128xf32> -> tensor<128xf32>
  %vy = tts.load %by : !tts.block<128xf32> -> tensor<128xf32>
  %twice = arith.addf %vy, %vy : tensor<128xf32>
  %pairs = tt.join %vx, %twice : tensor<128xf32> -> tensor<128x2xf32>
  %all = tt.reshape %pairs : tensor<128x2xf32> -> tensor<256xf32>
  tts.store %all, %bz : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// Rows of the sides are shorter than half a step: lane by lane.
// CHECK-LABEL: func.func @short
// CHECK-NOT: vector.interleave
// CHECK: return
tt.func public @short(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<16x8xf32>
  %by = tts.make_block %y offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<16x8xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %vx = tts.load %bx : !tts.block<16x8xf32> -> tensor<16x8xf32>
  %vy = tts.load %by : !tts.block<16x8xf32> -> tensor<16x8xf32>
  %pairs = tt.join %vx, %vy : tensor<16x8xf32> -> tensor<16x8x2xf32>
  %all = tt.reshape %pairs : tensor<16x8x2xf32> -> tensor<256xf32>
  tts.store %all, %bz : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// Both halves of one load.
// CHECK-LABEL: func.func @apart
// CHECK: %[[ALL:.*]] = llvm.load {{.*}} -> vector<64xf32>
// CHECK-NOT: llvm.load {{.*}} -> vector
// CHECK-DAG: %[[EVEN:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [0, 2, 4,
// CHECK-DAG: %[[ODD:.*]] = vector.shuffle %[[ALL]], %[[ALL]] [1, 3, 5,
// CHECK: arith.subf %[[EVEN]], %[[ODD]] : vector<32xf32>
tt.func public @apart(%x: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  %all = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %pairs = tt.reshape %all : tensor<256xf32> -> tensor<128x2xf32>
  %even, %odd = tt.split %pairs : tensor<128x2xf32> -> tensor<128xf32>
  %v = arith.subf %even, %odd : tensor<128xf32>
  tts.store %v, %bz : tensor<128xf32>, !tts.block<128xf32>
  tt.return
}

// The bounds of pairs: a step whose pairs lie inside them has no mask.
// CHECK-LABEL: func.func @bounded
// CHECK: %[[WHOLE:.*]] = arith.andi %{{.*}}, %c-2_i64
// CHECK: arith.shrsi %[[WHOLE]], %c1_i64
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK-NOT: masked.load
// CHECK: llvm.load {{.*}} -> vector<64xf32>
// CHECK-NOT: masked.load
// CHECK: llvm.store {{.*}} : vector<32xf32>
// CHECK: llvm.intr.masked.load
// CHECK: return
tt.func public @bounded(%x: !tt.ptr<f32>, %z: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  %all = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %pairs = tt.reshape %all : tensor<256xf32> -> tensor<128x2xf32>
  %even, %odd = tt.split %pairs : tensor<128x2xf32> -> tensor<128xf32>
  %v = arith.subf %even, %odd : tensor<128xf32>
  tts.store %v, %bz : tensor<128xf32>, !tts.block<128xf32>
  tt.return
}
