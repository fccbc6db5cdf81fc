// Stores of rows that follow each other have one nest where they turn out to lie apart; else what
// they store is evaluated before the first of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file "--cpu-blocks-to-loops=vector-bits=512 stream-bytes=0" --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --split-input-file "--cpu-blocks-to-loops=vector-bits=512 stream-bytes=4194304" --canonicalize --cse | FileCheck %s --check-prefix=STREAM

// The second argument is read once for both, though the first store may change it, and what is
// computed between the stores is computed before them.
// CHECK-LABEL: func.func @shared
// CHECK: %[[APART:.*]] = arith.ori
// CHECK: scf.if %[[APART]] {
// CHECK: scf.for
// CHECK: %[[X:.*]] = llvm.load {{.*}} -> vector<64xf32>
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> vector<64xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %[[Y]], %[[Y]]
// CHECK: llvm.store %[[SUM]], %{{.*}} : vector<64xf32>
// CHECK: llvm.store %[[PRODUCT]], %{{.*}} : vector<64xf32>
// CHECK: } else {
// CHECK: scf.for
// CHECK: arith.addf %{{.*}} : vector<16xf32>
// CHECK: scf.for
// CHECK: arith.mulf %{{.*}} : vector<16xf32>
// CHECK: scf.for
// CHECK-NOT: arith.mulf
// CHECK: llvm.store
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: return
tt.func public @shared(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %u = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %v = tts.load %by : !tts.block<256xf32> -> tensor<256xf32>
  %s = arith.addf %u, %v : tensor<256xf32>
  tts.store %s, %bx : tensor<256xf32>, !tts.block<256xf32>
  %p = arith.mulf %v, %v : tensor<256xf32>
  %o = arith.index_cast %n : i32 to index
  %bz = tts.make_block %y offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  tts.store %p, %bz : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// -----

// Both are streamed where both outputs are large.
// STREAM-LABEL: func.func @streamed
// STREAM: llvm.call @tts_rt_resident
// STREAM: llvm.call @tts_rt_resident
// STREAM: arith.minsi
// STREAM: scf.for
// STREAM: llvm.store {{.*}}nontemporal
// STREAM: llvm.store {{.*}}nontemporal
// STREAM-NOT: nontemporal
// STREAM: return
tt.func public @streamed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c1024 = arith.constant 1024 : index
  %pid = tt.get_program_id x : i32
  %row = arith.index_cast %pid : i32 to index
  %o = arith.muli %row, %c1024 : index
  %bx = tts.make_block %x offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %by = tts.make_block %y offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %bz = tts.make_block %z offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  %v = tts.load %bx : !tts.block<1024xf32> -> tensor<1024xf32>
  %s = arith.addf %v, %v : tensor<1024xf32>
  tts.store %s, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tts.store %v, %bz : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}

// -----

// Nothing is shared or read: two nests, without a test.
// CHECK-LABEL: func.func @constants
// CHECK-NOT: scf.if
// CHECK: return
tt.func public @constants(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %cst = arith.constant dense<1.0> : tensor<256xf32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  tts.store %cst, %bx : tensor<256xf32>, !tts.block<256xf32>
  tts.store %cst, %by : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}

// -----

// A mask that is loaded may change with the first store; what is needed after the stores is kept
// by a nest of its own.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: arith.cmpi ule
// CHECK: return
tt.func public @apart(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: !tt.ptr<i1>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %bm = tts.make_block %m offset %c0 strides [1] : (!tt.ptr<i1>) -> !tts.block<256xi1>
  %mask = tts.load %bm : !tts.block<256xi1> -> tensor<256xi1>
  %by = tts.make_block %y offset %c0 strides [1] mask %mask : (!tt.ptr<f32>, tensor<256xi1>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %s = arith.addf %v, %v : tensor<256xf32>
  tts.store %s, %bx : tensor<256xf32>, !tts.block<256xf32>
  tts.store %v, %by : tensor<256xf32>, !tts.block<256xf32>
  tt.return
}
