// What a branch passes on as it is stays where it is, if nothing else needs it afterwards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 stream-bytes=0" --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @carried
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %c1_i32 : i32 {
// CHECK: scf.if
// CHECK-NEXT: %[[V:.*]] = llvm.load %[[A:[a-z0-9]+]]
// CHECK-NEXT: %[[TWICE:.*]] = arith.addf %[[V]], %[[V]]
// CHECK-NEXT: llvm.store %[[TWICE]], %[[A]] {{{.*}}}
// CHECK-NEXT: }
// CHECK-NEXT: }
tt.func public @carried(%y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c3_i32 = arith.constant 3 : i32
  %init = arith.constant dense<1.0> : tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %r = scf.for %k = %c0_i32 to %n step %c1_i32 iter_args(%a = %init) -> (tensor<64xf32>) : i32 {
    %some = arith.cmpi sgt, %k, %c3_i32 : i32
    %b = scf.if %some -> (tensor<64xf32>) {
      %twice = arith.addf %a, %a : tensor<64xf32>
      scf.yield %twice : tensor<64xf32>
    } else {
      scf.yield %a : tensor<64xf32>
    }
    scf.yield %b : tensor<64xf32>
  }
  tts.store %r, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// The block is needed after the branch: the other branch copies it.
// CHECK-LABEL: func.func @needed
// CHECK: scf.if
// CHECK: } else {
// CHECK: %[[V:.*]] = llvm.load
// CHECK: llvm.store %[[V]]
// CHECK: return
tt.func public @needed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %a = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.scan.return %t : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  %b = scf.if %c -> (tensor<64xf32>) {
    %twice = arith.mulf %a, %a : tensor<64xf32>
    scf.yield %twice : tensor<64xf32>
  } else {
    scf.yield %a : tensor<64xf32>
  }
  %sum = arith.addf %a, %b : tensor<64xf32>
  tts.store %sum, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}
