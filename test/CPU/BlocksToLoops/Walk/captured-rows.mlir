// Row offsets and masks of rows from outside of a loop: one copy for each row, so that the
// rows are loaded as rows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK-SAME: tts.arena_bytes = 8704
// CHECK: scf.for {{.*}} step %c32_i32
// CHECK-NOT: llvm.intr.masked.gather
// CHECK: llvm.intr.masked.load
// CHECK-NOT: llvm.intr.masked.gather
// CHECK: return
tt.func public @rows(%x: !tt.ptr<f32>, %rows: !tt.ptr<i64>, %o: !tt.ptr<f32>, %n: i32, %limit: i64) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c32_i32 = arith.constant 32 : i32
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : tensor<64x32xf32>
  %br = tts.make_block %rows offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<64xi64>
  %numbers = tts.load %br : !tts.block<64xi64> -> tensor<64xi64>
  %column = tt.expand_dims %numbers {axis = 1 : i32} : tensor<64xi64> -> tensor<64x1xi64>
  %offsets = tt.broadcast %column : tensor<64x1xi64> -> tensor<64x32xi64>
  %most = tt.splat %limit : i64 -> tensor<64x1xi64>
  %inside = arith.cmpi slt, %column, %most : tensor<64x1xi64>
  %mask = tt.broadcast %inside : tensor<64x1xi1> -> tensor<64x32xi1>
  %sum = scf.for %i = %c0_i32 to %n step %c32_i32 iter_args(%a = %zeros) -> (tensor<64x32xf32>) : i32 {
    %at = arith.index_cast %i : i32 to index
    %b = tts.make_block %x offset %at strides [0, 1] gather %offsets mask %mask : (!tt.ptr<f32>, tensor<64x32xi64>, tensor<64x32xi1>) -> !tts.block<64x32xf32>
    %v = tts.load %b other %zero : !tts.block<64x32xf32>, f32 -> tensor<64x32xf32>
    %next = arith.addf %a, %v : tensor<64x32xf32>
    scf.yield %next : tensor<64x32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  tts.store %sum, %bo : tensor<64x32xf32>, !tts.block<64x32xf32>
  tt.return
}
