// Boxes that overlap but begin and end at different lanes, as those of a convolution's taps: steps
// without masks from the last beginning to the first end, then one loop over both edges.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @taps
// CHECK-DAG: %[[N:.*]] = arith.index_cast %{{.*}} : index to i64
// The middle begins at a register, behind the lane that the last box begins at.
// CHECK: %[[LAST:.*]] = arith.andi %{{.*}}, %c-8_i64
// CHECK: %[[END:.*]] = arith.maxsi %[[LAST]], %c8_i64
// CHECK: %[[INSIDE:.*]] = arith.subi %[[END]], %c8_i64
// CHECK: %[[WHOLE:.*]] = arith.andi %[[INSIDE]], %c-32_i64
// CHECK: %[[MIDDLE:.*]] = arith.addi %[[WHOLE]], %c8_i64
// CHECK: scf.for %{{.*}} = %c8_i64 to %[[MIDDLE]] step %c32_i64
// CHECK-NOT: masked
// CHECK: llvm.store {{.*}} : vector<32xf32>
// CHECK: scf.for %{{.*}} = %[[MIDDLE]] to %[[END]] step %c8_i64
// CHECK-NOT: masked
// CHECK: llvm.store {{.*}} : vector<8xf32>
// CHECK: %[[BETWEEN:.*]] = arith.subi %[[END]], %[[EDGE:.*]] : i64
// CHECK: scf.for %[[I:.*]] = %c0_i64 to %{{.*}} step %c8_i64
// CHECK-NEXT: %[[BEHIND:.*]] = arith.cmpi sge, %[[I]], %[[EDGE]]
// CHECK-NEXT: %[[LEAP:.*]] = arith.select %[[BEHIND]], %[[BETWEEN]], %c0_i64
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[I]], %[[LEAP]]
// One comparison of the positions tells the lanes of a box, two where it begins late.
// CHECK: %[[AT32:.*]] = arith.trunci %[[AT]]
// CHECK: %[[FROM:.*]] = vector.broadcast %[[AT32]]
// CHECK: %[[POSITIONS:.*]] = arith.addi %[[FROM]], %cst
// CHECK: arith.cmpi slt, %[[POSITIONS]]
// CHECK-NOT: trunci %[[AT]]
// CHECK: arith.cmpi sge, %[[POSITIONS]]
// CHECK: llvm.intr.masked.load {{.*}} -> vector<8xf32>
// CHECK: arith.cmpi slt, %[[POSITIONS]]
// CHECK: llvm.intr.masked.load {{.*}} -> vector<8xf32>
// CHECK-NOT: masked.load {{.*}} -> vector<32xf32>
tt.func public @taps(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %before = arith.constant -1 : index
  %end = arith.index_cast %n : i32 to index
  %later = arith.addi %end, %c1 : index
  %sooner = arith.subi %end, %c1 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero_i32 = arith.constant 0 : i32
  %one_i32 = arith.constant 1 : i32
  %sum = scf.for %i = %zero_i32 to %m step %one_i32 iter_args(%acc = %none) -> (tensor<64xf32>) : i32 {
    %b0 = tts.make_block %x offset %before strides [1] bounds [1 : %later] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    %b1 = tts.make_block %x offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    %b2 = tts.make_block %x offset %c1 strides [1] bounds [0 : %sooner] : (!tt.ptr<f32>) -> !tts.block<64xf32>
    %v0 = tts.load %b0 other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
    %v1 = tts.load %b1 other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
    %v2 = tts.load %b2 other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
    %s0 = arith.addf %acc, %v0 : tensor<64xf32>
    %s1 = arith.addf %s0, %v1 : tensor<64xf32>
    %s2 = arith.addf %s1, %v2 : tensor<64xf32>
    scf.yield %s2 : tensor<64xf32>
  }
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %sum, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// -----

// Positions that are divided count where a step begins: none but whole ones then.
// CHECK-LABEL: func.func @divided
// CHECK-NOT: scf.for %{{.*}} = %c8_i64
// CHECK: return
tt.func public @divided(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %end = arith.index_cast %n : i32 to index
  %zero = arith.constant 0.0 : f32
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %by_three = arith.constant dense<3> : tensor<64xi32>
  %q = arith.divsi %r, %by_three : tensor<64xi32>
  %f = arith.sitofp %q : tensor<64xi32> to tensor<64xf32>
  %b0 = tts.make_block %x offset %c0 strides [1] bounds [1 : %end] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %b1 = tts.make_block %x offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %b2 = tts.make_block %x offset %c0 strides [1] bounds [2 : %end] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v0 = tts.load %b0 other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
  %v1 = tts.load %b1 other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
  %v2 = tts.load %b2 other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
  %s0 = arith.addf %f, %v0 : tensor<64xf32>
  %s1 = arith.addf %s0, %v1 : tensor<64xf32>
  %s2 = arith.addf %s1, %v2 : tensor<64xf32>
  %bo = tts.make_block %y offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %s2, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// -----

// What only stores, from few boxes, has both: the middle between short edges, or steps that are
// looked at one by one.
// CHECK-LABEL: func.func @difference
// CHECK: arith.cmpi sle
// CHECK: scf.if {{.*}} {
// CHECK: scf.for %{{.*}} = %c8_i64 to %{{.*}} step %c32_i64
// CHECK-NOT: masked
// CHECK: scf.for %{{.*}} step %c8_i64
// CHECK-NOT: masked
// CHECK: scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c8_i64
// CHECK: llvm.intr.masked.store {{.*}} : vector<8xf32>
// CHECK: } else {
// CHECK: scf.for %{{.*}} step %c32_i64
// CHECK: scf.if {{.*}} -> (vector<32xf32>) {
tt.func public @difference(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %before = arith.constant -1 : index
  %end = arith.index_cast %n : i32 to index
  %zero = arith.constant 0.0 : f32
  %b0 = tts.make_block %x offset %before strides [1] bounds [1 : %end] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %b1 = tts.make_block %x offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v0 = tts.load %b0 other %zero : !tts.block<256xf32>, f32 -> tensor<256xf32>
  %v1 = tts.load %b1 other %zero : !tts.block<256xf32>, f32 -> tensor<256xf32>
  %s = arith.subf %v1, %v0 : tensor<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  tts.store %s, %by : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}
