// Stores that end at the same bound are asked for it once: a value that reaches
// many of them, in each of many branches, would be as many minima as both.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 | FileCheck %s

// What is loaded and what the loop begins with: one each, of two stores.
// CHECK-LABEL: func.func @alike
// CHECK-COUNT-2: arith.maxsi
// CHECK-NOT: arith.maxsi
// CHECK: scf.for {{.*}} : i32
// CHECK: return
tt.func public @alike(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>, %turns: i32, %count: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %o = arith.constant 0 : index
  %n = arith.index_cast %count : i32 to index
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %bx = tts.make_block %x offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %by = tts.make_block %y offset %o strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bz = tts.make_block %z offset %o strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %r = scf.for %i = %c0 to %turns step %c1 iter_args(%s = %zero) -> (tensor<1024xf32>) : i32 {
    %t = arith.mulf %s, %v : tensor<1024xf32>
    scf.yield %t : tensor<1024xf32>
  }
  tts.store %r, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tts.store %r, %bz : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}
