// A loop that may wait for another program calls the runtime in each turn, which then runs others:
// programs are taken from what the thread has been given, not from the range of the call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --cpu-blocks-to-loops | FileCheck %s

// CHECK-LABEL: func.func @lock
// CHECK-SAME: %[[RT:[a-z0-9]+]]: !llvm.ptr) attributes
// CHECK: %[[GIVEN:.*]] = llvm.call @tts_rt_programs(%[[RT]])
// CHECK: %[[TO:.*]] = llvm.getelementptr %[[GIVEN]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: scf.while : () -> i64 {
// CHECK: %[[NEXT:.*]] = llvm.load %[[GIVEN]]
// CHECK: %[[END:.*]] = llvm.load %[[TO]]
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[NEXT]], %[[END]] : i64
// CHECK: scf.condition(%[[MORE]]) %[[NEXT]] : i64
// CHECK: ^bb0(%[[PROGRAM:.*]]: i64):
// CHECK: %[[AFTER:.*]] = arith.addi %[[PROGRAM]], %{{.*}} : i64
// CHECK: llvm.store %[[AFTER]], %[[GIVEN]]
// CHECK: scf.while : () -> () {
// CHECK: llvm.cmpxchg
// CHECK: } do {
// CHECK-NEXT: %[[LOOKS:.*]] = arith.constant 0 : i32
// CHECK-NEXT: llvm.call @tts_rt_wait(%[[RT]], %[[LOOKS]])
// CHECK-NEXT: scf.yield
tt.func public @lock(%x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %s = tts.make_block %x offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %s, %zero, %one : !tts.block<i32>, i32 -> i32
    %taken = arith.cmpi eq, %old, %one : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  tt.return
}

// -----

// CHECK-LABEL: func.func @poll
// CHECK: scf.while : () -> () {
// CHECK: } do {
// CHECK: llvm.call @tts_rt_wait
tt.func public @poll(%x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %s = tts.make_block %x offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %flag = tts.load %s {isVolatile = true} : !tts.block<i32> -> i32
    %unset = arith.cmpi eq, %flag, %zero : i32
    scf.condition(%unset)
  } do {
    scf.yield
  }
  tt.return
}

// -----

// A queue of work.

// CHECK-LABEL: func.func @queue
// CHECK: scf.while : () -> () {
// CHECK: } do {
// CHECK: %[[WORKS:.*]] = arith.constant 1 : i32
// CHECK-NEXT: llvm.call @tts_rt_wait({{.*}}, %[[WORKS]])
tt.func public @queue(%head: !tt.ptr<i32>, %x: !tt.ptr<i32>, %end: i32) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %s = tts.make_block %head offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %i = tts.atomic_rmw add, acq_rel, gpu, %s, %one : !tts.block<i32>, i32 -> i32
    %offset = arith.index_cast %i : i32 to index
    %d = tts.make_block %x offset %offset strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
    tts.store %i, %d : i32, !tts.block<i32>
    %more = arith.cmpi slt, %i, %end : i32
    scf.condition(%more)
  } do {
    scf.yield
  }
  tt.return
}

// -----

// Nobody else can end these.

// CHECK-LABEL: func.func @search
// CHECK-SAME: %[[FIRST:[a-z0-9]+]]: i64, %[[LAST:[a-z0-9]+]]: i64
// CHECK-NOT: tts_rt_programs
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
// CHECK: scf.while
// CHECK-NOT: tts_rt_wait
tt.func public @search(%x: !tt.ptr<i32>, %end: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %at = scf.while (%i = %zero) : (i32) -> i32 {
    %offset = arith.index_cast %i : i32 to index
    %s = tts.make_block %x offset %offset strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
    %v = tts.load %s : !tts.block<i32> -> i32
    %small = arith.cmpi slt, %v, %end : i32
    scf.condition(%small) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  tt.return
}

// CHECK-LABEL: func.func @count
// CHECK-NOT: tts_rt_wait
tt.func public @count(%x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %s = tts.make_block %x offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %old = tts.atomic_rmw add, relaxed, gpu, %s, %one : !tts.block<i32>, i32 -> i32
  tt.return
}
