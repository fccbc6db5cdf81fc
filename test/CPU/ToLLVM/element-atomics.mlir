// A kernel whose atomics take no locks says so first; one with locks, or without
// atomics, does not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-to-llvm --split-input-file | FileCheck %s

// CHECK: llvm.func @tts_rt_element_atomics(!llvm.ptr)

// CHECK-LABEL: llvm.func @elements(
// CHECK-SAME: %[[RT:[a-z0-9]+]]: !llvm.ptr) {
// CHECK-NEXT: llvm.call @tts_rt_element_atomics(%[[RT]])
// CHECK: llvm.atomicrmw
func.func @elements(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64, %arena: !llvm.ptr, %rt: !llvm.ptr) {
  %one = arith.constant 1 : i32
  %old = llvm.atomicrmw add %args, %one monotonic : !llvm.ptr, i32
  return
}

// CHECK-LABEL: llvm.func @swaps(
// CHECK: llvm.call @tts_rt_element_atomics
func.func @swaps(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64, %arena: !llvm.ptr, %rt: !llvm.ptr) {
  %one = arith.constant 1 : i32
  %old = llvm.cmpxchg %args, %one, %one acq_rel monotonic : !llvm.ptr, i32
  return
}

llvm.func @tts_rt_row_locks(!llvm.ptr) -> !llvm.ptr

// CHECK-LABEL: llvm.func @locks(
// CHECK-NOT: tts_rt_element_atomics
// CHECK: llvm.return
func.func @locks(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64, %arena: !llvm.ptr, %rt: !llvm.ptr) {
  %one = arith.constant 1 : i32
  %locks = llvm.call @tts_rt_row_locks(%rt) : (!llvm.ptr) -> !llvm.ptr
  %old = llvm.atomicrmw xchg %locks, %one acquire : !llvm.ptr, i32
  return
}

// CHECK-LABEL: llvm.func @none(
// CHECK-NOT: tts_rt_element_atomics
// CHECK: llvm.return
func.func @none(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64, %arena: !llvm.ptr, %rt: !llvm.ptr) {
  return
}

// -----

llvm.func @tts_rt_element_atomics(!llvm.ptr)

// A kernel that says so itself, on the way that has the atomics, is left alone.
// CHECK-LABEL: llvm.func @said(
// CHECK-NOT: tts_rt_element_atomics
// CHECK: llvm.cond_br
// CHECK: llvm.call @tts_rt_element_atomics
// CHECK-NOT: tts_rt_element_atomics
// CHECK: llvm.return
func.func @said(%args: !llvm.ptr, %grid: !llvm.ptr, %first: i64, %last: i64, %arena: !llvm.ptr, %rt: !llvm.ptr) {
  %one = arith.constant 1 : i32
  %none = arith.cmpi eq, %first, %last : i64
  scf.if %none {
  } else {
    llvm.call @tts_rt_element_atomics(%rt) : (!llvm.ptr) -> ()
    %old = llvm.atomicrmw add %args, %one monotonic : !llvm.ptr, i32
  }
  return
}
