// Strides that are arguments get a version of the function in which they are 1.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-unit-strides --split-input-file | FileCheck %s
// RUN: triton-shared-opt %s --cpu-unit-strides --cpu-blocks-to-loops --split-input-file | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: tt.func private @columns.unit_strides
// CHECK: tts.make_block %arg0 offset %{{.*}} strides [%{{.*}}, 1]
// CHECK: tts.make_block %arg1 offset %{{.*}} strides [1, 1]
// CHECK-LABEL: tt.func @columns
// CHECK-SAME: tts.unit_stride_args = array<i32: 3, 4>, tts.unit_strides = @columns.unit_strides
// CHECK: tts.make_block %arg0 offset %{{.*}} strides [%{{.*}}, %{{.*}}]
// LOOPS-LABEL: func.func private @columns.unit_strides
// LOOPS-NOT: masked.gather
// LOOPS: llvm.load {{.*}} -> vector<64xf32>
// LOOPS-NOT: masked.scatter
// LOOPS-LABEL: func.func @columns
// LOOPS-DAG: %[[X:.*]] = arith.cmpi eq, %{{.*}} : i32
// LOOPS-DAG: %[[Y:.*]] = arith.cmpi eq, %{{.*}} : i64
// LOOPS: %[[BOTH:.*]] = arith.andi %[[X]], %[[Y]]
// LOOPS: scf.if %[[BOTH]]
// LOOPS-NEXT: func.call @columns.unit_strides(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5)
// LOOPS-NEXT: else
// LOOPS: scf.for
// LOOPS: llvm.intr.masked.gather
// LOOPS: llvm.intr.masked.scatter
// LOOPS: return
tt.func @columns(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %rows: i32, %sx: i32, %sy: i64) {
  %c0 = arith.constant 0 : index
  %r = arith.index_cast %rows : i32 to index
  %s = arith.index_cast %sx : i32 to index
  %t = arith.index_cast %sy : i64 to index
  %bx = tts.make_block %x offset %c0 strides [%r, %s] : (!tt.ptr<f32>) -> !tts.block<4x64xf32>
  %v = tts.load %bx : !tts.block<4x64xf32> -> tensor<4x64xf32>
  %by = tts.make_block %y offset %c0 strides [1, %t] : (!tt.ptr<f32>) -> !tts.block<4x64xf32>
  tts.store %v, %by : tensor<4x64xf32>, !tts.block<4x64xf32>
  tt.return
}

// -----

// A stride of rows, in one block or another, stays as it is; a last dim of one
// element has no stride.
// CHECK-NOT: unit_strides
// CHECK-LABEL: tt.func @rows
// CHECK-NOT: unit_strides
// LOOPS-NOT: call
tt.func @rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %sx: i32, %sy: i32) {
  %c0 = arith.constant 0 : index
  %s = arith.index_cast %sx : i32 to index
  %t = arith.index_cast %sy : i32 to index
  %first = tts.make_block %x offset %c0 strides [%s] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %first : !tts.block<64xf32> -> tensor<64xf32>
  tts.store %v, %first : tensor<64xf32>, !tts.block<64xf32>
  %bx = tts.make_block %x offset %c0 strides [%s, 1] : (!tt.ptr<f32>) -> !tts.block<64x4xf32>
  %w = tts.load %bx : !tts.block<64x4xf32> -> tensor<64x4xf32>
  %by = tts.make_block %y offset %c0 strides [4, 1] : (!tt.ptr<f32>) -> !tts.block<64x4xf32>
  tts.store %w, %by : tensor<64x4xf32>, !tts.block<64x4xf32>
  %bz = tts.make_block %y offset %c0 strides [1, %t] : (!tt.ptr<f32>) -> !tts.block<64x1xf32>
  %z = tts.load %bz : !tts.block<64x1xf32> -> tensor<64x1xf32>
  tts.store %z, %bz : tensor<64x1xf32>, !tts.block<64x1xf32>
  tt.return
}

// -----

// A stride that is computed, or known, is no argument.
// CHECK-NOT: unit_strides
// CHECK-LABEL: tt.func @computed
// CHECK-NOT: unit_strides
tt.func @computed(%x: !tt.ptr<f32>, %sx: i32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = arith.index_cast %sx : i32 to index
  %twice = arith.muli %s, %c2 : index
  %a = tts.make_block %x offset %c0 strides [%twice] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %a : !tts.block<64xf32> -> tensor<64xf32>
  %b = tts.make_block %x offset %c0 strides [2] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %b : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// -----

// The scratch that only the version needs is the kernel's as well, whose own would be 2048 bytes.
// CHECK-LABEL: tt.func private @covered.unit_strides
// CHECK-LABEL: tt.func public @covered
// LOOPS-LABEL: func.func private @covered.unit_strides(
// LOOPS-SAME: tts.arena_bytes = 3072
// LOOPS-LABEL: func.func @covered(
// LOOPS-SAME: tts.arena_bytes = 3072
tt.func public @covered(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>, %w: !tt.ptr<f32>, %stride: i32) {
  %c0 = arith.constant 0 : index
  %s = arith.index_cast %stride : i32 to index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [%s] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bz = tts.make_block %z offset %c0 strides [%s] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bw = tts.make_block %w offset %c0 strides [%s] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %a = arith.addf %v, %v : tensor<256xf32>
  tts.store %a, %by : tensor<256xf32>, !tts.block<256xf32>
  tts.store %v, %bz : tensor<256xf32>, !tts.block<256xf32>
  %m = arith.mulf %v, %v : tensor<256xf32>
  tts.store %m, %bw : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// -----

// A position taken apart by the strides of an array: the last divisor is 1, and what the
// remainder is multiplied by; what the quotient is multiplied by is not.
// CHECK-LABEL: tt.func private @repeat.unit_strides
// CHECK: %[[ROW:.*]] = arith.divsi %[[P:[0-9a-z_]*]], %[[S0:.*]] :
// CHECK: %[[WHOLE:.*]] = arith.muli %[[ROW]], %[[S0]]
// CHECK: %[[REST:.*]] = arith.subi %[[P]], %[[WHOLE]]
// CHECK-NOT: arith.divsi
// CHECK: %[[THERE:.*]] = arith.muli %[[ROW]], %{{.*}} :
// CHECK: arith.addi %[[THERE]], %[[REST]]
// CHECK-LABEL: tt.func @repeat
// CHECK-SAME: tts.unit_stride_args = array<i32: {{3, 5|5, 3}}>
// LOOPS-LABEL: func.func private @repeat.unit_strides
// LOOPS: arith.remsi
// LOOPS: llvm.load {{.*}} -> vector<32xf32>
tt.func @repeat(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s0: i32, %s1: i32, %x0: i32, %x1: i32) {
  %c0 = arith.constant 0 : index
  %p = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %t0 = tt.splat %s0 : i32 -> tensor<64xi32>
  %t1 = tt.splat %s1 : i32 -> tensor<64xi32>
  %u0 = tt.splat %x0 : i32 -> tensor<64xi32>
  %u1 = tt.splat %x1 : i32 -> tensor<64xi32>
  %row = arith.divsi %p, %t0 : tensor<64xi32>
  %whole = arith.muli %row, %t0 : tensor<64xi32>
  %rest = arith.subi %p, %whole : tensor<64xi32>
  %column = arith.divsi %rest, %t1 : tensor<64xi32>
  %a = arith.muli %row, %u0 : tensor<64xi32>
  %b = arith.muli %column, %u1 : tensor<64xi32>
  %place = arith.addi %a, %b : tensor<64xi32>
  %wide = arith.extsi %place : tensor<64xi32> to tensor<64xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %wide : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// -----

// A name that is taken.
// CHECK-LABEL: tt.func private @taken.unit_strides_0
// CHECK: tt.func @taken(
// CHECK-SAME: tts.unit_strides = @taken.unit_strides_0
// CHECK: tt.func @taken.unit_strides()
tt.func @taken(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %s = arith.index_cast %n : i32 to index
  %b = tts.make_block %x offset %c0 strides [%s] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %b : !tts.block<64xf32> -> tensor<64xf32>
  %d = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %d : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}
tt.func @taken.unit_strides() {
  tt.return
}

// -----

// A quotient of which a remainder is taken as well is no last one, and one of a whole position counts
// rows; a multiple of 16 is not 1.
// CHECK-LABEL: tt.func @notOne
// CHECK-NOT: unit_strides
tt.func @notOne(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s0: i32, %s1: i32, %stride: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : index
  %p = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %t0 = tt.splat %s0 : i32 -> tensor<64xi32>
  %t1 = tt.splat %s1 : i32 -> tensor<64xi32>
  %row = arith.divsi %p, %t0 : tensor<64xi32>
  %rest = arith.remsi %p, %t0 : tensor<64xi32>
  %column = arith.divsi %rest, %t1 : tensor<64xi32>
  %last = arith.remsi %rest, %t1 : tensor<64xi32>
  %a = arith.addi %row, %column : tensor<64xi32>
  %place = arith.addi %a, %last : tensor<64xi32>
  %wide = arith.extsi %place : tensor<64xi32> to tensor<64xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %wide : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %s = arith.index_cast %stride : i32 to index
  %by = tts.make_block %y offset %c0 strides [%s] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}
