// Two arrays one after the other: a step is inside of one box and outside of the other, but for the
// few that a box begins or ends in.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s

// No steps have both boxes around them, so there are no others.
// CHECK-LABEL: func.func @join
// CHECK: scf.for %[[I:.*]] = %c0_i64 to %{{.*}} step %c32_i64
// CHECK: %[[TO:.*]] = arith.addi %[[I]], %c32_i64
// CHECK-DAG: arith.cmpi sle, %[[TO]], %{{.*}} : i64
// CHECK-DAG: arith.cmpi sge, %[[I]], %{{.*}} : i64
// CHECK: scf.if %{{.*}} {
// CHECK-NOT: masked
// CHECK: scf.if {{.*}} -> (vector<32xi32>) {
// CHECK-NEXT: llvm.load {{.*}} -> vector<32xi32>
// CHECK: } else {
// CHECK-NEXT: scf.yield %cst
// CHECK: scf.if {{.*}} -> (vector<32xi32>) {
// CHECK-NEXT: llvm.load {{.*}} -> vector<32xi32>
// CHECK-NOT: masked
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: llvm.store {{.*}} : vector<32xi32>
// CHECK-NEXT: }
// The others are gone through a register at a time, and what is stored has a mask where it ends alone.
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.for %[[J:.*]] = %[[I]] to %[[TO]] step %c8_i64
// CHECK: scf.if
// CHECK: llvm.load {{.*}} -> vector<8xi32>
// CHECK: } else {
// CHECK: llvm.intr.masked.load {{.*}} -> vector<8xi32>
// CHECK: llvm.intr.masked.load {{.*}} -> vector<8xi32>
// CHECK: scf.if
// CHECK-NEXT: llvm.store {{.*}} : vector<8xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: llvm.intr.masked.store {{.*}} : vector<8xi32>
tt.func public @join(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %z: !tt.ptr<i32>, %at: i32, %end: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %a = arith.index_cast %at : i32 to index
  %e = arith.index_cast %end : i32 to index
  %before = arith.subi %c0, %a : index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %a] : (!tt.ptr<i32>) -> !tts.block<256xi32>
  %u = tts.load %bx other %c0_i32 : !tts.block<256xi32>, i32 -> tensor<256xi32>
  %by = tts.make_block %y offset %before strides [1] bounds [%a : %e] : (!tt.ptr<i32>) -> !tts.block<256xi32>
  %v = tts.load %by other %c0_i32 : !tts.block<256xi32>, i32 -> tensor<256xi32>
  %s = arith.addi %u, %v : tensor<256xi32>
  %bz = tts.make_block %z offset %c0 strides [1] bounds [0 : %e] : (!tt.ptr<i32>) -> !tts.block<256xi32>
  tts.store %s, %bz : tensor<256xi32>, !tts.block<256xi32>
  tt.return
}

// -----

// Boxes that may hold at once have steps without tests as ever, and these behind them.
// CHECK-LABEL: func.func @middle
// CHECK: scf.for %[[I:.*]] = %{{.*}} step %c32_i64
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.load {{.*}} -> vector<32xi32>
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.store {{.*}} : vector<32xi32>
// CHECK-NEXT: }
// CHECK: scf.for %{{.*}} step %c32_i64
// CHECK: scf.if {{.*}} {
// CHECK: scf.if {{.*}} -> (vector<32xi32>) {
// CHECK-NEXT: llvm.load
tt.func public @middle(%x: !tt.ptr<i32>, %z: !tt.ptr<i32>, %at: i32, %end: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %a = arith.index_cast %at : i32 to index
  %e = arith.index_cast %end : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [%a : %e] : (!tt.ptr<i32>) -> !tts.block<256xi32>
  %u = tts.load %bx other %c0_i32 : !tts.block<256xi32>, i32 -> tensor<256xi32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<256xi32>
  tts.store %u, %bz : tensor<256xi32>, !tts.block<256xi32>
  tt.return
}

// -----

// What is stored goes on behind what is loaded: mostly in whole steps of zeros.
// CHECK-LABEL: func.func @padded
// CHECK-NOT: masked.store {{.*}} : vector<32xf32>
// CHECK: scf.if {{.*}} -> (vector<32xf32>) {
// CHECK-NEXT: llvm.load
// CHECK: scf.if
// CHECK-NEXT: llvm.store {{.*}} : vector<32xf32>
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK: llvm.intr.masked.store {{.*}} : vector<8xf32>
// CHECK-NOT: masked.store
tt.func public @padded(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : index
  %end = arith.index_cast %n : i32 to index
  %more = arith.index_cast %m : i32 to index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %more] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  tts.store %v, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// -----

// What is reduced or kept has such steps only where boxes exclude each other.
// CHECK-LABEL: func.func @sum
// CHECK-NOT: scf.if {{.*}} -> (vector<
// CHECK: return
tt.func public @sum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : index
  %low = arith.index_cast %n : i32 to index
  %high = arith.index_cast %m : i32 to index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %c0 strides [1] bounds [%low : %high] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %x offset %c0 strides [1] bounds [0 : %high] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %u = tts.load %bx other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  %v = tts.load %by other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  %w = arith.mulf %u, %v : tensor<1024xf32>
  %s = "tt.reduce"(%w) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<1024xf32>) -> f32
  %bo = tts.make_block %y offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %s, %bo : f32, !tts.block<f32>
  tt.return
}

// -----

// A row of five loads: their tests would take longer than their masks.
// CHECK-LABEL: func.func @taps
// CHECK-NOT: scf.if {{.*}} -> (vector<
// CHECK: return
tt.func public @taps(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %end = arith.index_cast %n : i32 to index
  %zero = arith.constant 0.0 : f32
  %b0 = tts.make_block %x offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b1 = tts.make_block %x offset %c0 strides [1] bounds [1 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b2 = tts.make_block %x offset %c0 strides [1] bounds [2 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b3 = tts.make_block %x offset %c0 strides [1] bounds [3 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %b4 = tts.make_block %x offset %c0 strides [1] bounds [4 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v0 = tts.load %b0 other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  %v1 = tts.load %b1 other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  %v2 = tts.load %b2 other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  %v3 = tts.load %b3 other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  %v4 = tts.load %b4 other %zero : !tts.block<1024xf32>, f32 -> tensor<1024xf32>
  %s1 = arith.addf %v0, %v1 : tensor<1024xf32>
  %s2 = arith.addf %v2, %v3 : tensor<1024xf32>
  %s3 = arith.addf %s1, %s2 : tensor<1024xf32>
  %s = arith.addf %s3, %v4 : tensor<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %end] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %s, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}
