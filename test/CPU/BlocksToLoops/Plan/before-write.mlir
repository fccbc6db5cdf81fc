// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that a store might overlap, which nothing can tell before: what is
// computed from several of them is kept in one nest, and stored by another.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @several
// CHECK: scf.for
// CHECK: scf.for
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.intr.masked.gather
// CHECK-NOT: llvm.store
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: llvm.store %[[SUM]]
// CHECK: scf.for
// CHECK-NOT: arith.addf
// CHECK: %[[KEPT:.*]] = llvm.load
// CHECK: llvm.store %[[KEPT]]
tt.func public @several(%x: !tt.ptr<f32>, %z: !tt.ptr<f32>, %i: !tt.ptr<i64>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %i offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<256xi64>
  %index = tts.load %bi : !tts.block<256xi64> -> tensor<256xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %index : (!tt.ptr<f32>, tensor<256xi64>) -> !tts.block<256xf32>
  %bz = tts.make_block %z offset %c0 strides [0] gather %index : (!tt.ptr<f32>, tensor<256xi64>) -> !tts.block<256xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %a = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %b = tts.load %bz : !tts.block<256xf32> -> tensor<256xf32>
  %s = arith.addf %a, %b : tensor<256xf32>
  tts.store %s, %bo : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// One is kept itself.
// CHECK-LABEL: func.func @one
// CHECK: %[[X:.*]] = llvm.intr.masked.gather
// CHECK: llvm.store %[[X]]
// CHECK: scf.for
// CHECK: %[[KEPT:.*]] = llvm.load
// CHECK: %[[SUM:.*]] = arith.addf %[[KEPT]]
// CHECK: llvm.store %[[SUM]]
tt.func public @one(%x: !tt.ptr<f32>, %i: !tt.ptr<i64>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant dense<0.5> : tensor<256xf32>
  %bi = tts.make_block %i offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<256xi64>
  %index = tts.load %bi : !tts.block<256xi64> -> tensor<256xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %index : (!tt.ptr<f32>, tensor<256xi64>) -> !tts.block<256xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %a = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %s = arith.addf %a, %half : tensor<256xf32>
  tts.store %s, %bo : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// Rows and columns that are added have fewer elements than what is stored.
// CHECK-LABEL: func.func @outer
// CHECK-NOT: arith.addf
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: arith.addf
// CHECK-NOT: llvm.intr.masked.gather
// CHECK: return
tt.func public @outer(%x: !tt.ptr<f32>, %i: !tt.ptr<i64>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %i offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<64xi64>
  %index = tts.load %bi : !tts.block<64xi64> -> tensor<64xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %index : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %a = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %bz = tts.make_block %x offset %c0 strides [1] gather %index : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %b = tts.load %bz : !tts.block<64xf32> -> tensor<64xf32>
  %column = tt.expand_dims %a {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %row = tt.expand_dims %b {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
  %c = tt.broadcast %column : tensor<64x1xf32> -> tensor<64x64xf32>
  %r = tt.broadcast %row : tensor<1x64xf32> -> tensor<64x64xf32>
  %s = arith.addf %c, %r : tensor<64x64xf32>
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %s, %bo : tensor<64x64xf32>, !tts.block<64x64xf32>
  tt.return
}
