// Programs that are done at once: as many as are left in a row, to the thread, and to the version.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-join-programs --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @tiles.joined
// CHECK-SAME: %[[GRID:[a-z0-9]+]]: !llvm.ptr, %[[FIRST:[a-z0-9]+]]: i64, %[[LAST:[a-z0-9]+]]: i64
// CHECK: %[[N:.*]] = llvm.load %[[GRID]] {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: %[[INROW:.*]] = arith.extui %[[N]]
// CHECK: scf.while (%[[NEXT:.*]] = %[[FIRST]])
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[LAST]]
// CHECK: scf.condition(%[[MORE]]) %[[NEXT]]
// CHECK: ^bb0(%[[P:.*]]: i64):
// CHECK-DAG: %[[NUMBER:.*]] = arith.remui %[[P]], %[[INROW]]
// CHECK-DAG: %[[GIVEN:.*]] = arith.subi %[[LAST]], %[[P]]
// CHECK: %[[SOME:.*]] = arith.minsi %[[GIVEN]], %c32_i64
// CHECK: %[[ROW:.*]] = arith.subi %[[INROW]], %[[NUMBER]]
// CHECK: %[[COUNT:.*]] = arith.minsi %[[SOME]], %[[ROW]]
// CHECK: %[[ON:.*]] = arith.addi %[[P]], %[[COUNT]]
// CHECK: scf.for {{.*}} to %c8_i64
// CHECK: scf.yield %[[ON]] : i64

// The kernel itself: one program of its own, or a grid with one in a row.
// CHECK-LABEL: func.func @tiles
// CHECK: %[[MOST:.*]] = arith.minsi
// CHECK: %[[SEVERAL:.*]] = arith.cmpi sgt, %[[MOST]], %c1_i64
// CHECK: scf.if %[[SEVERAL]]
// CHECK-NEXT: func.call @tiles.joined(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5)
// CHECK-NEXT: else
// CHECK: scf.for
// CHECK: return
tt.func @tiles(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32) {
  %c32 = arith.constant 32 : i32
  %stride = arith.index_cast %s : i32 to index
  %id = tt.get_program_id x : i32
  %first = arith.muli %id, %c32 : i32
  %o = arith.index_cast %first : i32 to index
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %v, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}

// -----

// A row ends where what is taken apart comes to the next quotient, too.
// CHECK-LABEL: func.func private @taken_apart.joined
// CHECK: %[[PERIOD:.*]] = arith.maxsi %{{.*}}, %c1_i64 : i64
// CHECK: scf.while
// CHECK: %[[IN:.*]] = arith.remui %{{.*}}, %[[PERIOD]]
// CHECK: %[[REST:.*]] = arith.subi %[[PERIOD]], %[[IN]]
// CHECK: arith.minsi %{{.*}}, %[[REST]]
tt.func @taken_apart(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: i32, %tiles: i32) {
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  %stride = arith.index_cast %s : i32 to index
  %id = tt.get_program_id x : i32
  %i = arith.divsi %id, %tiles : i32
  %row = arith.muli %i, %c8 : i32
  %r = arith.index_cast %row : i32 to index
  %down = arith.muli %r, %stride : index
  %j = arith.remsi %id, %tiles : i32
  %column = arith.muli %j, %c32 : i32
  %c = arith.index_cast %column : i32 to index
  %o = arith.addi %down, %c : index
  %bx = tts.make_block %x offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  %v = tts.load %bx : !tts.block<8x32xf32> -> tensor<8x32xf32>
  %by = tts.make_block %y offset %o strides [%stride, 1] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
  tts.store %v, %by : tensor<8x32xf32>, !tts.block<8x32xf32>
  tt.return
}
