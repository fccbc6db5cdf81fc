// Where programs may wait for one another, a mark tells the launch. Objects of several kernels can
// still be linked together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --cpu-blocks-to-loops | FileCheck %s

// CHECK-LABEL: func.func @lock
// CHECK: llvm.mlir.global weak_odr constant @tts_locks(1 : i8)
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

// CHECK-LABEL: func.func @count
// CHECK-NOT: tts_locks
tt.func public @count(%x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %s = tts.make_block %x offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %old = tts.atomic_rmw add, relaxed, gpu, %s, %one : !tts.block<i32>, i32 -> i32
  tt.return
}
