// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all lanes of an index have in common goes into the pointer: gathers by
// the same index share the rest, which is a vector that is loaded here.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @common
// CHECK: %[[INDEX:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xi64>
// CHECK: %[[X:.*]] = llvm.getelementptr %{{.*}}[7] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: llvm.getelementptr %[[X]][%[[INDEX]]] : (!llvm.ptr, vector<8xi64>)
// CHECK: llvm.intr.masked.gather
// CHECK: %[[ROW:.*]] = arith.subi %{{.*}}, %{{.*}} : i64
// CHECK: %[[Z:.*]] = llvm.getelementptr %{{.*}}[%[[ROW]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.getelementptr %[[Z]][%[[INDEX]]] : (!llvm.ptr, vector<8xi64>)
// CHECK: llvm.intr.masked.gather
tt.func public @common(%x: !tt.ptr<f32>, %z: !tt.ptr<f32>, %i: !tt.ptr<i64>, %o: !tt.ptr<f32>, %n: i64) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant dense<7> : tensor<8xi64>
  %bi = tts.make_block %i offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<8xi64>
  %index = tts.load %bi : !tts.block<8xi64> -> tensor<8xi64>
  %past = arith.addi %index, %seven : tensor<8xi64>
  %row = tt.splat %n : i64 -> tensor<8xi64>
  %before = arith.subi %past, %row : tensor<8xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %past : (!tt.ptr<f32>, tensor<8xi64>) -> !tts.block<8xf32>
  %bz = tts.make_block %z offset %c0 strides [0] gather %before : (!tt.ptr<f32>, tensor<8xi64>) -> !tts.block<8xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %a = tts.load %bx : !tts.block<8xf32> -> tensor<8xf32>
  %b = tts.load %bz : !tts.block<8xf32> -> tensor<8xf32>
  %s = arith.addf %a, %b : tensor<8xf32>
  tts.store %s, %bo : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// The product of a sum and a number is taken apart, one of two blocks is not.
// CHECK-LABEL: func.func @product
// CHECK: %[[INDEX:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<8xi64>
// CHECK: %[[SUM:.*]] = arith.addi %[[INDEX]], %{{.*}} : vector<8xi64>
// CHECK: %[[THREE:.*]] = arith.muli %[[INDEX]], %{{.*}} : vector<8xi64>
// CHECK: llvm.getelementptr %{{.*}}[6] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK: llvm.getelementptr %{{.*}}[%[[THREE]]] : (!llvm.ptr, vector<8xi64>)
// CHECK: %[[SQUARE:.*]] = arith.muli %[[INDEX]], %[[SUM]] : vector<8xi64>
// CHECK: llvm.getelementptr %{{.*}}[%[[SQUARE]]] : (!llvm.ptr, vector<8xi64>)
tt.func public @product(%x: !tt.ptr<f32>, %i: !tt.ptr<i64>, %o: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %two = arith.constant dense<2> : tensor<8xi64>
  %three = arith.constant dense<3> : tensor<8xi64>
  %bi = tts.make_block %i offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<8xi64>
  %index = tts.load %bi : !tts.block<8xi64> -> tensor<8xi64>
  %past = arith.addi %index, %two : tensor<8xi64>
  %p = arith.muli %past, %three : tensor<8xi64>
  %q = arith.muli %index, %past : tensor<8xi64>
  %bp = tts.make_block %x offset %c0 strides [0] gather %p : (!tt.ptr<f32>, tensor<8xi64>) -> !tts.block<8xf32>
  %bq = tts.make_block %x offset %c0 strides [0] gather %q : (!tt.ptr<f32>, tensor<8xi64>) -> !tts.block<8xf32>
  %bo = tts.make_block %o offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %a = tts.load %bp : !tts.block<8xf32> -> tensor<8xf32>
  %b = tts.load %bq : !tts.block<8xf32> -> tensor<8xf32>
  %s = arith.addf %a, %b : tensor<8xf32>
  tts.store %s, %bo : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}
