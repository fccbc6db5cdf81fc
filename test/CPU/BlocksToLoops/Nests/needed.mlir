// What nobody needs is not computed: loops over blocks that are kept for later end where all that
// is made of them ends, too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// From turn to turn: both what the loop begins with and what it goes on with.
// CHECK-LABEL: func.func @carried
// CHECK: %[[N:.*]] = arith.minsi %{{.*}}, %c1024_i64
// CHECK: %[[PAST:.*]] = arith.addi %[[N]], %c15_i64
// CHECK: %[[END:.*]] = arith.andi %[[PAST]], %c-16_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[END]] step %c16_i64
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.store %cst
// CHECK: scf.for {{.*}} : i32
// CHECK-NOT: to %c1024_i64
// CHECK: return
tt.func public @carried(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %turns: i32, %count: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %o = arith.constant 0 : index
  %n = arith.index_cast %count : i32 to index
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %bx = tts.make_block %x offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %by = tts.make_block %y offset %o strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %r = scf.for %i = %c0 to %turns step %c1 iter_args(%s = %zero) -> (tensor<1024xf32>) : i32 {
    %t = arith.mulf %s, %v : tensor<1024xf32>
    %u = arith.addf %t, %v : tensor<1024xf32>
    scf.yield %u : tensor<1024xf32>
  }
  tts.store %r, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// In another turn more may be stored of what was made in this one.
// CHECK-LABEL: func.func @more_in_each_turn
// CHECK: scf.for %{{.*}} = %c0_i64 to %c1024_i64 step %c16_i64
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.store %cst
// CHECK: scf.for {{.*}} : i32
// CHECK: to %c1024_i64
// CHECK: return
tt.func public @more_in_each_turn(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %turns: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %o = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %bx = tts.make_block %x offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %r = scf.for %i = %c0 to %turns step %c1 iter_args(%s = %zero) -> (tensor<1024xf32>) : i32 {
    %n = arith.index_cast %i : i32 to index
    %t = arith.mulf %s, %v : tensor<1024xf32>
    %u = arith.addf %t, %v : tensor<1024xf32>
    %by = tts.make_block %y offset %o strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
    tts.store %u, %by : tensor<1024xf32>, !tts.block<1024xf32>
    scf.yield %u : tensor<1024xf32>
  }
  tt.return
}

// Rows whose sums are not stored.
// CHECK-LABEL: func.func @rows
// CHECK: %[[ROWS:.*]] = arith.minsi %{{.*}}, %c16_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[ROWS]] step %c1_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64
// CHECK: arith.addf
tt.func public @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %o = arith.constant 0 : index
  %n = arith.index_cast %count : i32 to index
  %bx = tts.make_block %x offset %o strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %v = tts.load %bx : !tts.block<16x64xf32> -> tensor<16x64xf32>
  %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<16x64xf32>) -> tensor<16xf32>
  %by = tts.make_block %y offset %o strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  tts.store %s, %by : tensor<16xf32>, !tts.block<16xf32>
  tt.return
}
