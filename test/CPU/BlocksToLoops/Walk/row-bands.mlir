// A loop along many rows, for which the same columns come one after the other, is
// run for a few rows after the others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// Rows are loops from the first of the band on. What is carried starts once,
// before them; the scalar that is carried starts anew for each.
// CHECK-LABEL: func.func @sums
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64
// CHECK-NEXT: getelementptr
// CHECK-NEXT: llvm.store
// CHECK: %[[LAST:.*]] = scf.for %[[BAND:.*]] = %c0_i64 to %c64_i64 step %c8_i64 iter_args({{.*}}) -> (i32)
// CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %c0_i32) -> (i32)
// CHECK: %[[END:.*]] = arith.addi %[[BAND]], %c8_i64
// CHECK: scf.for %{{.*}} = %[[BAND]] to %[[END]] step %c1_i64
// CHECK-NOT: to %c64_i64
// CHECK: scf.yield %{{.*}} : i32
// CHECK: scf.yield %{{.*}} : i32
// CHECK: llvm.store %[[LAST]]
tt.func public @sums(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<i32>, %n: i32, %p: i32) {
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %0 = arith.constant 0 : i32
  %32 = arith.constant 32 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %sums, %last = scf.for %k = %0 to %n step %32 iter_args(%acc = %zeros, %i = %0) -> (tensor<64xf32>, i32) : i32 {
    %at = arith.index_cast %k : i32 to index
    %bx = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %v = tts.load %bx : !tts.block<64x32xf32> -> tensor<64x32xf32>
    %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %t = arith.addf %u, %w : f32
      tt.reduce.return %t : f32
    }) : (tensor<64x32xf32>) -> tensor<64xf32>
    %next = arith.addf %acc, %s : tensor<64xf32>
    %j = arith.addi %i, %32 : i32
    scf.yield %next, %j : tensor<64xf32>, i32
  }
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %sums, %by : tensor<64xf32>, !tts.block<64xf32>
  %bz = tts.make_block %z offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  tts.store %last, %bz : i32, !tts.block<i32>
  tt.return
}

// What other rows read later may have been stored: the rows stay together.
// CHECK-LABEL: func.func @stores
// CHECK-NOT: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c8_i64
// CHECK: return
tt.func public @stores(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %p: i32) {
  %pitch = arith.index_cast %p : i32 to index
  %0 = arith.constant 0 : i32
  %32 = arith.constant 32 : i32
  scf.for %k = %0 to %n step %32 : i32 {
    %at = arith.index_cast %k : i32 to index
    %bx = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %v = tts.load %bx : !tts.block<64x32xf32> -> tensor<64x32xf32>
    %by = tts.make_block %y offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    tts.store %v, %by : tensor<64x32xf32>, !tts.block<64x32xf32>
  }
  tt.return
}

// The rows of the next iteration are others.
// CHECK-LABEL: func.func @down
// CHECK-NOT: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c8_i64
// CHECK: return
tt.func public @down(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %p: i32) {
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %0 = arith.constant 0 : i32
  %64 = arith.constant 64 : i32
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %sums = scf.for %k = %0 to %n step %64 iter_args(%acc = %zeros) -> (tensor<64x32xf32>) : i32 {
    %i = arith.index_cast %k : i32 to index
    %at = arith.muli %i, %pitch : index
    %bx = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %v = tts.load %bx : !tts.block<64x32xf32> -> tensor<64x32xf32>
    %next = arith.addf %acc, %v : tensor<64x32xf32>
    scf.yield %next : tensor<64x32xf32>
  }
  %by = tts.make_block %y offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  tts.store %sums, %by : tensor<64x32xf32>, !tts.block<64x32xf32>
  tt.return
}

// Each row takes from all others: from the largest of all so far.
// CHECK-LABEL: func.func @together
// CHECK-NOT: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c8_i64 iter_args
// CHECK: return
tt.func public @together(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %p: i32) {
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %0 = arith.constant 0 : i32
  %32 = arith.constant 32 : i32
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %sums = scf.for %k = %0 to %n step %32 iter_args(%acc = %zeros) -> (tensor<64xf32>) : i32 {
    %at = arith.index_cast %k : i32 to index
    %bx = tts.make_block %x offset %at strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %v = tts.load %bx : !tts.block<64x32xf32> -> tensor<64x32xf32>
    %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %t = arith.addf %u, %w : f32
      tt.reduce.return %t : f32
    }) : (tensor<64x32xf32>) -> tensor<64xf32>
    %next = arith.addf %acc, %s : tensor<64xf32>
    %most = "tt.reduce"(%next) <{axis = 0 : i32}> ({
    ^bb0(%u: f32, %w: f32):
      %t = arith.maxnumf %u, %w : f32
      tt.reduce.return %t : f32
    }) : (tensor<64xf32>) -> f32
    %all = tt.splat %most : f32 -> tensor<64xf32>
    %less = arith.subf %next, %all : tensor<64xf32>
    scf.yield %less : tensor<64xf32>
  }
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %sums, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}
