// Programs that go down columns take turns where their columns lie in the same lines: what comes
// before the loops is done for each of a group, and the loops are cut into turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @column
// CHECK-SAME: %[[FIRST:[a-z0-9]+]]: i64, %[[LAST:[a-z0-9]+]]: i64, %[[ARENA:[a-z0-9]+]]: !llvm.ptr
// CHECK-SAME: tts.arena_bytes = {{[0-9]+}}
// CHECK: scf.for %[[GROUP:.*]] = %[[FIRST]] to %[[LAST]] step %c64_i64
// CHECK: %[[LEFT:.*]] = arith.subi %[[LAST]], %[[GROUP]]
// CHECK: %[[COUNT:.*]] = arith.minsi %[[LEFT]], %c64_i64
// Ahead: each program keeps where its column is, and what else the loops need.
// CHECK: scf.for %[[J:.*]] = %c0_i64 to %[[COUNT]]
// CHECK: arith.addi %[[GROUP]], %[[J]]
// CHECK: arith.muli %[[J]], %[[BYTES:.*]] :
// CHECK: llvm.getelementptr %[[ARENA]]
// CHECK: llvm.ptrtoint
// CHECK: llvm.store {{.*}} : i64
// CHECK: }
// The first program that the first one meets, and the rows of a turn.
// CHECK: %[[APART:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[COUNT]])
// CHECK: %[[ALONE:.*]] = arith.cmpi eq, %[[APART]], %[[COUNT]]
// CHECK: %[[ROWS:.*]] = arith.select %[[ALONE]], %c512_i64
// CHECK: scf.for %[[SET:.*]] = %c0_i64 to %[[APART]] step %c1_i64
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %c512_i64 step %[[ROWS]]
// CHECK: scf.for %[[P:.*]] = %[[SET]] to %[[COUNT]] step %[[APART]]
// CHECK: llvm.load {{.*}} -> !llvm.ptr
// CHECK: %[[END:.*]] = arith.addi %[[ROW]], %[[ROWS]]
// CHECK: %[[TO:.*]] = arith.minsi %[[END]], %c512_i64
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[TO]] step %c16_i64
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.store {{.*}} : vector<16xf32>
tt.func public @column(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %stride: i32) {
  %c512 = arith.constant 512 : index
  %pid = tt.get_program_id x : i32
  %at = arith.index_cast %pid : i32 to index
  %s = arith.index_cast %stride : i32 to index
  %to = arith.muli %at, %c512 : index
  %b = tts.make_block %x offset %at strides [%s] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %b : !tts.block<512xf32> -> tensor<512xf32>
  %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %bo : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Neighbours are no column.
// CHECK-LABEL: func.func @row
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1_i64
// CHECK-NOT: iter_args
// CHECK: return
tt.func public @row(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>) {
  %c512 = arith.constant 512 : index
  %pid = tt.get_program_id x : i32
  %at = arith.index_cast %pid : i32 to index
  %to = arith.muli %at, %c512 : index
  %b = tts.make_block %x offset %to strides [2] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %b : !tts.block<512xf32> -> tensor<512xf32>
  %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %bo : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Something follows the loops.
// CHECK-LABEL: func.func @followed
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1_i64
// CHECK-NOT: iter_args
// CHECK: return
tt.func public @followed(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %done: !tt.ptr<i32>, %stride: i32) {
  %one = arith.constant 1 : i32
  %c512 = arith.constant 512 : index
  %pid = tt.get_program_id x : i32
  %at = arith.index_cast %pid : i32 to index
  %s = arith.index_cast %stride : i32 to index
  %to = arith.muli %at, %c512 : index
  %b = tts.make_block %x offset %at strides [%s] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %b : !tts.block<512xf32> -> tensor<512xf32>
  %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %bo : tensor<512xf32>, !tts.block<512xf32>
  %bd = tts.make_block %done offset %at strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  tts.store %one, %bd : i32, !tts.block<i32>
  tt.return
}

// Their order can be told: each program asks for a ticket.
// CHECK-LABEL: func.func @ticket
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1_i64
// CHECK-NOT: iter_args
// CHECK: return
tt.func public @ticket(%x: !tt.ptr<f32>, %o: !tt.ptr<f32>, %count: !tt.ptr<i32>, %stride: i32) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %bc = tts.make_block %count offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %number = tts.atomic_rmw add, relaxed, gpu, %bc, %one : !tts.block<i32>, i32 -> i32
  %at = arith.index_cast %number : i32 to index
  %s = arith.index_cast %stride : i32 to index
  %to = arith.muli %at, %c512 : index
  %b = tts.make_block %x offset %at strides [%s] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %b : !tts.block<512xf32> -> tensor<512xf32>
  %bo = tts.make_block %o offset %to strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %bo : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
