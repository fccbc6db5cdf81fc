// Atomics whose places are loaded and whose old values nobody asks for: neighbours in one
// transaction, or in compare-and-swaps of 16 bytes; others one after the other in a transaction,
// unless an earlier one has failed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 cas16=true transactions=true" --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 cas16=true" --canonicalize --cse | FileCheck %s --check-prefix=SWAP
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512" --canonicalize --cse | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: func.func @add
// CHECK: %[[TURN:.*]] = llvm.call @tts_rt_take_turn(
// CHECK: llvm.store %c0_i32, %[[REFUSED:.*]] {alignment = 4
// CHECK: scf.for %{{.*}} step %c64_i64
// CHECK: %[[BESIDE:.*]] = vector.reduction <and>
// CHECK: scf.if %[[BESIDE]] {
// CHECK: "llvm.x86.xbegin"
// CHECK: llvm.store {{.*}} vector<64xf32>
// CHECK: } else {
// CHECK: %[[LEFT:.*]] = llvm.load %[[REFUSED]]
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[LEFT]], %c0_i32
// CHECK: scf.if %[[SOME]]
// CHECK: llvm.store %{{.*}}, %[[REFUSED]]
// CHECK: else
// CHECK: "llvm.x86.xbegin"
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c1_i64
// CHECK: arith.addf %{{.*}} : f32
// CHECK: "llvm.x86.xend"
// CHECK: arith.select {{.*}}, %c0_i32, %c3_i32
// CHECK: llvm.store %{{.*}}, %[[REFUSED]]
// CHECK: llvm.atomicrmw fadd
// CHECK: llvm.call @tts_rt_end_turn(%{{.*}}, %[[TURN]],
// SWAP-LABEL: func.func @add
// SWAP: scf.if
// SWAP: llvm.cmpxchg {{.*}} i128
// SWAP: } else {
// SWAP-NOT: xbegin
// SWAP: llvm.atomicrmw fadd
// ONE-LABEL: func.func @add
// ONE-NOT: vector.reduction
// ONE: llvm.atomicrmw fadd
tt.func public @add(%x: !tt.ptr<f32>, %places: !tt.ptr<i64>, %v: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %places offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<256xi64>
  %bv = tts.make_block %v offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %i = tts.load %bi : !tts.block<256xi64> -> tensor<256xi64>
  %a = tts.load %bv : !tts.block<256xf32> -> tensor<256xf32>
  %bx = tts.make_block %x offset %c0 strides [0] gather %i : (!tt.ptr<f32>, tensor<256xi64>) -> !tts.block<256xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %bx, %a : !tts.block<256xf32>, tensor<256xf32> -> tensor<256xf32>
  tt.return
}

// Lanes that are off update scratch; those of which none is on, nothing.
// CHECK-LABEL: func.func @masked
// CHECK: %[[ANY:.*]] = vector.reduction <or>
// CHECK: scf.if %[[ANY]]
// CHECK: arith.select {{.*}} : vector<64xi1>, vector<64xi64>
// CHECK: "llvm.x86.xbegin"
tt.func public @masked(%x: !tt.ptr<i32>, %places: !tt.ptr<i64>, %n: i64) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %places offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<64xi64>
  %i = tts.load %bi : !tts.block<64xi64> -> tensor<64xi64>
  %limit = tt.splat %n : i64 -> tensor<64xi64>
  %on = arith.cmpi slt, %i, %limit : tensor<64xi64>
  %v = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %bx = tts.make_block %x offset %c0 strides [0] gather %i mask %on : (!tt.ptr<i32>, tensor<64xi64>, tensor<64xi1>) -> !tts.block<64xi32>
  %old = tts.atomic_rmw add, relaxed, gpu, %bx, %v : !tts.block<64xi32>, tensor<64xi32> -> tensor<64xi32>
  tt.return
}

// Old values are those of single elements.
// CHECK-LABEL: func.func @counted
// CHECK-NOT: xbegin
// CHECK: return
tt.func public @counted(%x: !tt.ptr<i32>, %places: !tt.ptr<i64>, %y: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %places offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<64xi64>
  %i = tts.load %bi : !tts.block<64xi64> -> tensor<64xi64>
  %v = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %bx = tts.make_block %x offset %c0 strides [0] gather %i : (!tt.ptr<i32>, tensor<64xi64>) -> !tts.block<64xi32>
  %old = tts.atomic_rmw add, relaxed, gpu, %bx, %v : !tts.block<64xi32>, tensor<64xi32> -> tensor<64xi32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  tts.store %old, %by : tensor<64xi32>, !tts.block<64xi32>
  tt.return
}

// Lanes that are known to be two elements apart are no neighbours, and nobody
// asks whether they are.
// CHECK-LABEL: func.func @every_second
// CHECK-NOT: vector.reduction
// CHECK: "llvm.x86.xbegin"
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c1_i64
// CHECK: return
// SWAP-LABEL: func.func @every_second
// SWAP-NOT: llvm.cmpxchg
// SWAP: llvm.atomicrmw fadd
tt.func public @every_second(%x: !tt.ptr<f32>, %v: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bv = tts.make_block %v offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %a = tts.load %bv : !tts.block<256xf32> -> tensor<256xf32>
  %bx = tts.make_block %x offset %c0 strides [2] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %bx, %a : !tts.block<256xf32>, tensor<256xf32> -> tensor<256xf32>
  tt.return
}
