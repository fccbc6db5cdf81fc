// Atomics of a flat block on rows whose numbers are quotients of the position:
// under a lock that stays from step to step, as neighbours where no quotient
// changes within a step, else each element by itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Rows of 64: no step has two, and what was loaded of their numbers is the same
// for all lanes of a step.
// CHECK-LABEL: func.func @rows
// CHECK: llvm.call @tts_rt_row_locks(
// CHECK-NOT: tts_rt_element_atomics
// CHECK: scf.for %{{.*}} step %c32_i64 iter_args(%{{.*}} = %c-1_i64)
// CHECK-NOT: vector.reduction
// CHECK: arith.addf %{{.*}} : vector<32xf32>
// CHECK-NOT: vector.reduction
tt.func public @rows(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %d = arith.constant dense<64> : tensor<512xi32>
  %wide = arith.constant dense<64> : tensor<512xi64>
  %q = arith.divsi %i, %d : tensor<512xi32>
  %row = arith.extsi %q : tensor<512xi32> to tensor<512xi64>
  %r = arith.remsi %i, %d : tensor<512xi32>
  %column = arith.extsi %r : tensor<512xi32> to tensor<512xi64>
  %bi = tts.make_block %index offset %c0 strides [0] gather %row : (!tt.ptr<i64>, tensor<512xi64>) -> !tts.block<512xi64>
  %n = tts.load %bi : !tts.block<512xi64> -> tensor<512xi64>
  %first = arith.muli %n, %wide : tensor<512xi64>
  %place = arith.addi %first, %column : tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [0] gather %place : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<512xf32>, tensor<512xf32> -> tensor<512xf32>
  tt.return
}

// A length that the run tells: no locks where rows are short.
// CHECK-LABEL: func.func @length
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %{{.*}}, %c16_i64
// CHECK: %[[LOCKS:.*]] = scf.if %[[LONG]] -> (!llvm.ptr)
// CHECK: llvm.call @tts_rt_row_locks(
// CHECK: else
// CHECK: llvm.call @tts_rt_element_atomics(
// A run after the other, the last step of each with a mask.
// CHECK: scf.while
// CHECK: scf.for %{{.*}} step %c32_i64 iter_args
// CHECK: llvm.store %{{.*}} : vector<32xf32>
// CHECK: llvm.intr.masked.store
tt.func public @length(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: i32, %length: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %d = tt.splat %length : i32 -> tensor<512xi32>
  %s = tt.splat %stride : i32 -> tensor<512xi32>
  %q = arith.divsi %i, %d : tensor<512xi32>
  %first = arith.muli %q, %s : tensor<512xi32>
  %r = arith.remsi %i, %d : tensor<512xi32>
  %sum = arith.addi %first, %r : tensor<512xi32>
  %place = arith.extsi %sum : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [0] gather %place : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<512xf32>, tensor<512xf32> -> tensor<512xf32>
  tt.return
}

// One that is computed from arguments is computed before.
// CHECK-LABEL: func.func @product
// CHECK: %[[N:.*]] = arith.muli
// CHECK: %[[LONG:.*]] = arith.extsi %[[N]] : i32 to i64
// CHECK: arith.cmpi sge, %[[LONG]], %c16_i64
// CHECK: llvm.call @tts_rt_row_locks(
tt.func public @product(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %stride: i32, %a: i32, %b: i32) {
  %length = arith.muli %a, %b : i32
  %c0 = arith.constant 0 : index
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %d = tt.splat %length : i32 -> tensor<512xi32>
  %s = tt.splat %stride : i32 -> tensor<512xi32>
  %q = arith.divsi %i, %d : tensor<512xi32>
  %first = arith.muli %q, %s : tensor<512xi32>
  %r = arith.remsi %i, %d : tensor<512xi32>
  %sum = arith.addi %first, %r : tensor<512xi32>
  %place = arith.extsi %sum : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [0] gather %place : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<512xf32>, tensor<512xf32> -> tensor<512xf32>
  tt.return
}

// Rows of 8 are not worth a lock.
// CHECK-LABEL: func.func @short
// CHECK: llvm.call @tts_rt_element_atomics(
// CHECK-NOT: tts_rt_row_lock
tt.func public @short(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %d = arith.constant dense<8> : tensor<512xi32>
  %wide = arith.constant dense<64> : tensor<512xi64>
  %q = arith.divsi %i, %d : tensor<512xi32>
  %row = arith.extsi %q : tensor<512xi32> to tensor<512xi64>
  %r = arith.remsi %i, %d : tensor<512xi32>
  %column = arith.extsi %r : tensor<512xi32> to tensor<512xi64>
  %first = arith.muli %row, %wide : tensor<512xi64>
  %place = arith.addi %first, %column : tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [0] gather %place : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<512xf32>, tensor<512xf32> -> tensor<512xf32>
  tt.return
}
