// Programs that go down rows along axis 0 and along them in axis 1 are run along
// axis 1 first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @along_rows
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[GRID]][1]
// CHECK: %[[NY:.*]] = llvm.load %[[SLOT]]
// CHECK: %[[NY64:.*]] = arith.extui %[[NY]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NY64]]
tt.func public @along_rows(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// What one operand would gain the other would lose.
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[NX:.*]] = llvm.load %[[GRID]]
// CHECK: %[[NX64:.*]] = arith.extui %[[NX]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NX64]]
tt.func public @transposed(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %to0 = arith.muli %column, %stride : i32
  %to1 = arith.addi %to0, %row : i32
  %to = arith.index_cast %to1 : i32 to index
  %b = tts.make_block %x offset %at strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %bo : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Whoever waits for another program may count on Triton's order.
// CHECK-LABEL: func.func @waits
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64
// CHECK: %[[NX:.*]] = llvm.load %[[GRID]]
// CHECK: %[[NX64:.*]] = arith.extui %[[NX]]
// CHECK: scf.for %[[ID:.*]] = %[[FIRST]]
// CHECK: arith.remui %[[ID]], %[[NX64]]
tt.func public @waits(%x: !tt.ptr<i32>, %o: !tt.ptr<i32>, %stride: i32) {
  %c64 = arith.constant 64 : i32
  %c0 = arith.constant 0 : index
  %row = tt.get_program_id x : i32
  %column = tt.get_program_id y : i32
  %down = arith.muli %row, %stride : i32
  %along = arith.muli %column, %c64 : i32
  %sum = arith.addi %down, %along : i32
  %at = arith.index_cast %sum : i32 to index
  %lock = tts.make_block %x offset %c0 : (!tt.ptr<i32>) -> !tts.block<i32>
  %turn = tts.atomic_rmw add, acq_rel, gpu, %lock, %c64 : !tts.block<i32>, i32 -> i32
  %v = tt.splat %turn : i32 -> tensor<64xi32>
  %bo = tts.make_block %o offset %at strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  tts.store %v, %bo : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}
