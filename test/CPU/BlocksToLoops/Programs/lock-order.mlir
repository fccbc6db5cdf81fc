// Programs that wait for one of a few locks, `pid % locks`, run in the order of those: the same ones
// one after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --cpu-blocks-to-loops --canonicalize --cse | FileCheck %s

// 256 locks, 32 of them in turn, as often as the grid has 256 programs.
// CHECK-LABEL: func.func @partial_sums
// CHECK: %[[WHOLE:.*]] = arith.divui %{{.*}}, %c256_i64
// CHECK: llvm.call @tts_rt_locked_programs
// CHECK: arith.divui %{{.*}}, %c32_i64
// CHECK: arith.muli %{{.*}}, %c256_i64
// CHECK: llvm.cmpxchg
tt.func public @partial_sums(%locks: !tt.ptr<i32>) {
  %c256 = arith.constant 256 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %pid = tt.get_program_id x : i32
  %own = arith.remsi %pid, %c256 : i32
  %offset = arith.index_cast %own : i32 to index
  %s = tts.make_block %locks offset %offset strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %s, %zero, %one : !tts.block<i32>, i32 -> i32
    %taken = arith.cmpi eq, %old, %one : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %was = tts.atomic_rmw exch, acq_rel, gpu, %s, %zero : !tts.block<i32>, i32 -> i32
  tt.return
}

// -----

// One lock for all, in Triton's order.
// CHECK-LABEL: func.func @one_lock
// CHECK: llvm.call @tts_rt_programs
tt.func public @one_lock(%lock: !tt.ptr<i32>, %x: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %pid = tt.get_program_id x : i32
  %own = arith.remsi %pid, %c256 : i32
  %offset = arith.index_cast %own : i32 to index
  %s = tts.make_block %lock offset %c0 strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %s, %zero, %one : !tts.block<i32>, i32 -> i32
    %taken = arith.cmpi eq, %old, %one : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %d = tts.make_block %x offset %offset strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  tts.store %pid, %d : i32, !tts.block<i32>
  tt.return
}

// -----

// Turns: each program waits for the one with the same lock before it.
// CHECK-LABEL: func.func @turns
// CHECK: llvm.call @tts_rt_programs
tt.func public @turns(%locks: !tt.ptr<i32>) {
  %c256 = arith.constant 256 : i32
  %one = arith.constant 1 : i32
  %pid = tt.get_program_id x : i32
  %own = arith.remsi %pid, %c256 : i32
  %turn = arith.divsi %pid, %c256 : i32
  %offset = arith.index_cast %own : i32 to index
  %s = tts.make_block %locks offset %offset strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %s, %turn, %turn : !tts.block<i32>, i32 -> i32
    %early = arith.cmpi ne, %old, %turn : i32
    scf.condition(%early)
  } do {
    scf.yield
  }
  %next = arith.addi %turn, %one : i32
  %was = tts.atomic_rmw exch, acq_rel, gpu, %s, %next : !tts.block<i32>, i32 -> i32
  tt.return
}

// -----

// A program that waits for the one before it, too.
// CHECK-LABEL: func.func @chain
// CHECK: llvm.call @tts_rt_programs
tt.func public @chain(%locks: !tt.ptr<i32>, %flags: !tt.ptr<i32>) {
  %c256 = arith.constant 256 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %pid = tt.get_program_id x : i32
  %own = arith.remsi %pid, %c256 : i32
  %offset = arith.index_cast %own : i32 to index
  %s = tts.make_block %locks offset %offset strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %s, %zero, %one : !tts.block<i32>, i32 -> i32
    %taken = arith.cmpi eq, %old, %one : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %place = arith.index_cast %pid : i32 to index
  %f = tts.make_block %flags offset %place strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %flag = tts.load %f {isVolatile = true} : !tts.block<i32> -> i32
    %unset = arith.cmpi eq, %flag, %zero : i32
    scf.condition(%unset)
  } do {
    scf.yield
  }
  tt.return
}

// -----

// Turns that a branch chooses.
// CHECK-LABEL: func.func @chosen_turns
// CHECK: llvm.call @tts_rt_programs
tt.func public @chosen_turns(%locks: !tt.ptr<i32>, %inTurn: i1) {
  %c256 = arith.constant 256 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %pid = tt.get_program_id x : i32
  %own = arith.remsi %pid, %c256 : i32
  %turn = scf.if %inTurn -> i32 {
    %chosen = arith.divsi %pid, %c256 : i32
    scf.yield %chosen : i32
  } else {
    scf.yield %zero : i32
  }
  %offset = arith.index_cast %own : i32 to index
  %s = tts.make_block %locks offset %offset strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  scf.while : () -> () {
    %old = tts.atomic_cas acq_rel, gpu, %s, %turn, %turn : !tts.block<i32>, i32 -> i32
    %early = arith.cmpi ne, %old, %turn : i32
    scf.condition(%early)
  } do {
    scf.yield
  }
  %next = arith.addi %turn, %one : i32
  %was = tts.atomic_rmw exch, acq_rel, gpu, %s, %next : !tts.block<i32>, i32 -> i32
  tt.return
}
