// Atomics on contiguous elements under locks of the runtime, if it has given any:
// up to 512 bytes at once, one or two locks in order; else one after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 cas16" --canonicalize --cse | FileCheck %s --check-prefix=SWAP
// RUN: triton-shared-opt %s --cpu-unit-strides "--cpu-blocks-to-loops=vector-bits=512 cas16" | FileCheck %s --check-prefix=VERSION

// Without locks, 16 bytes at a time where the processor can.
// SWAP-LABEL: func.func @add
// SWAP: llvm.call @tts_rt_row_locks(
// SWAP: else
// SWAP: llvm.store %{{.*}}, %[[KEPT:.*]] {alignment = 64 : i64} : vector<128xf32>
// SWAP: scf.for %[[I:.*]] = %c0_i64 to %c128_i64 step %c4_i64
// SWAP: %[[FROM:.*]] = llvm.getelementptr %[[KEPT]][%[[I]]]
// SWAP: llvm.load %[[FROM]] {{.*}} -> vector<4xf32>
// SWAP: llvm.cmpxchg {{.*}} : !llvm.ptr, i128

// CHECK-LABEL: func.func @add
// CHECK: %[[LOCKS:.*]] = llvm.call @tts_rt_row_locks(
// CHECK: llvm.icmp "ne" %[[LOCKS]], %{{.*}} : !llvm.ptr
// CHECK: scf.if
// Pieces start 64 bytes behind a page: 511 - 64.
// CHECK: arith.subi %[[START:.*]], %c64_i64
// CHECK: arith.addi %[[START]], %c447_i64
// CHECK: %[[LOW:.*]] = arith.minui %[[FIRST:.*]], %[[END:.*]] :
// CHECK: %[[HIGH:.*]] = arith.maxui %[[FIRST]], %[[END]] :
// CHECK: %[[WAS:.*]] = llvm.atomicrmw xchg %[[LOCK:.*]], %c1_i32 acq_rel
// CHECK: %[[TAKEN:.*]] = arith.cmpi ne, %[[WAS]], %c0_i32
// CHECK: scf.if %[[TAKEN]]
// CHECK-NEXT: llvm.call @tts_rt_row_lock(%[[LOCK]])
// CHECK: %[[TWO:.*]] = arith.cmpi ne, %[[LOW]], %[[HIGH]]
// CHECK: scf.if %[[TWO]]
// CHECK: llvm.atomicrmw xchg %[[OTHER:.*]], %c1_i32 acq_rel
// CHECK: arith.addf {{.*}} : vector<128xf32>
// CHECK: llvm.store {{.*}} : vector<128xf32>
// CHECK: %[[CROSSED:.*]] = arith.cmpi ne, %[[FIRST]], %[[END]]
// CHECK: scf.if %[[CROSSED]]
// CHECK: llvm.store %c0_i32, %{{.*}} atomic release
// CHECK: llvm.store %c0_i32, %{{.*}} atomic release
// CHECK: else
// CHECK: llvm.atomicrmw fadd
tt.func public @add(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<128xf32>
  %v = tts.load %bx : !tts.block<128xf32> -> tensor<128xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<128xf32>, tensor<128xf32> -> tensor<128xf32>
  tt.return
}

// Several steps: the lock of a step's last lane is kept for the next one, and
// exchanged where that needs another.
// CHECK-LABEL: func.func @steps
// CHECK: %[[KEPT:.*]] = scf.for {{.*}} step %c128_i64 iter_args(%[[HELD:.*]] = %c-1_i64)
// CHECK: %[[NEXT:.*]] = scf.if %{{.*}} -> (i64)
// CHECK: %[[A:.*]] = arith.cmpi ne, %[[FIRST:.*]], %[[HELD]]
// CHECK: %[[B:.*]] = arith.cmpi ne, %[[END:.*]], %[[HELD]]
// CHECK: %[[OTHERS:.*]] = arith.ori %[[A]], %[[B]]
// CHECK: scf.if %[[OTHERS]]
// CHECK: %[[ANY:.*]] = arith.cmpi ne, %[[HELD]], %c-1_i64
// CHECK: scf.if %[[ANY]]
// CHECK: llvm.store %c0_i32, %{{.*}} atomic release
// CHECK: llvm.atomicrmw xchg
// CHECK: llvm.store {{.*}} : vector<128xf32>
// CHECK: scf.yield %[[END]]
// CHECK: else
// CHECK: scf.yield %[[HELD]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: %[[LEFT:.*]] = arith.cmpi ne, %[[KEPT]], %c-1_i64
// CHECK: scf.if %[[LEFT]]
// CHECK: llvm.store %c0_i32, %{{.*}} atomic release
tt.func public @steps(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<256xf32>, tensor<256xf32> -> tensor<256xf32>
  tt.return
}

// Not while something is computed that takes longer.
// CHECK-LABEL: func.func @longer
// CHECK-NOT: iter_args
// CHECK: math.exp
// CHECK: llvm.atomicrmw xchg
tt.func public @longer(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %v = tts.load %bx : !tts.block<256xf32> -> tensor<256xf32>
  %e = math.exp %v : tensor<256xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %e : !tts.block<256xf32>, tensor<256xf32> -> tensor<256xf32>
  tt.return
}

// Rows on pages of their own: both are asked for, the row that is added to and
// what is added.
// CHECK-LABEL: func.func @longRows
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c128_i64 iter_args
// CHECK-COUNT-8: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK-COUNT-8: "llvm.intr.prefetch"({{.*}}rw = 0
// CHECK: llvm.atomicrmw xchg
tt.func public @longRows(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %index offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<32xi64>
  %i = tts.load %bi : !tts.block<32xi64> -> tensor<32xi64>
  %column = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
  %rows = tt.broadcast %column : tensor<32x1xi64> -> tensor<32x512xi64>
  %bx = tts.make_block %x offset %c0 strides [512, 1] : (!tt.ptr<f32>) -> !tts.block<32x512xf32>
  %v = tts.load %bx : !tts.block<32x512xf32> -> tensor<32x512xf32>
  %by = tts.make_block %y offset %c0 strides [0, 1] gather %rows : (!tt.ptr<f32>, tensor<32x512xi64>) -> !tts.block<32x512xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<32x512xf32>, tensor<32x512xf32> -> tensor<32x512xf32>
  tt.return
}

// Masked lanes touch nothing.
// CHECK-LABEL: func.func @masked
// CHECK: llvm.atomicrmw xchg
// CHECK: llvm.intr.masked.load {{.*}}vector<16xi1>
// CHECK: llvm.intr.masked.store {{.*}}vector<16xi1>
// CHECK: scf.for
// CHECK: %[[ON:.*]] = vector.extract {{.*}} : i1 from vector<16xi1>
// CHECK: scf.if %[[ON]]
// CHECK: llvm.atomicrmw max
tt.func public @masked(%y: !tt.ptr<i32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %v = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %b = tts.make_block %y offset %c0 strides [1] bounds [0 : %n] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %old = tts.atomic_rmw max, relaxed, gpu, %b, %v : !tts.block<16xi32>, tensor<16xi32> -> tensor<16xi32>
  tt.return
}

// An old value is asked for: one of the kernel's atomics takes no lock, so none does.
// CHECK-LABEL: func.func @oldValue
// CHECK-NOT: tts_rt_row_lock
// CHECK: llvm.call @tts_rt_element_atomics(
// CHECK-NOT: tts_rt_row_lock
// CHECK: return
tt.func public @oldValue(%y: !tt.ptr<i32>, %z: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %v = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %a = tts.atomic_rmw add, relaxed, gpu, %by, %v : !tts.block<16xi32>, tensor<16xi32> -> tensor<16xi32>
  %b = tts.atomic_rmw add, relaxed, gpu, %by, %v : !tts.block<16xi32>, tensor<16xi32> -> tensor<16xi32>
  tts.store %b, %bz : tensor<16xi32>, !tts.block<16xi32>
  tt.return
}

// A program that looks at what others write may wait for them.
// CHECK-LABEL: func.func @looksAtOthers
// CHECK-NOT: tts_rt_row_lock
// CHECK: return
tt.func public @looksAtOthers(%y: !tt.ptr<i32>, %z: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %bz = tts.make_block %z offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<16xi32>
  %v = tts.load %bz {isVolatile = true} : !tts.block<16xi32> -> tensor<16xi32>
  %a = tts.atomic_rmw add, relaxed, gpu, %by, %v : !tts.block<16xi32>, tensor<16xi32> -> tensor<16xi32>
  tt.return
}

// Rows whose places are loaded: those of the third row from here, the last one
// at most, are asked for before the lock is taken.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: rw = 0
// CHECK: scf.for %[[I:.*]] = %c0_i64 to %c32_i64
// CHECK: %[[AHEAD:.*]] = arith.addi %[[I]], %c3_i64
// CHECK: %[[LATER:.*]] = arith.minsi %[[AHEAD]], %c31_i64
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[%[[LATER]]]
// CHECK: %[[ROW:.*]] = llvm.load %[[P]]
// CHECK: llvm.getelementptr %{{.*}}[%[[ROW]]]
// CHECK-COUNT-8: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK-NOT: rw = 0
// CHECK: llvm.atomicrmw xchg
tt.func public @rows(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %index offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<32xi64>
  %i = tts.load %bi : !tts.block<32xi64> -> tensor<32xi64>
  %column = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
  %rows = tt.broadcast %column : tensor<32x1xi64> -> tensor<32x128xi64>
  %bx = tts.make_block %x offset %c0 strides [128, 1] : (!tt.ptr<f32>) -> !tts.block<32x128xf32>
  %v = tts.load %bx : !tts.block<32x128xf32> -> tensor<32x128xf32>
  %by = tts.make_block %y offset %c0 strides [0, 1] gather %rows : (!tt.ptr<f32>, tensor<32x128xi64>) -> !tts.block<32x128xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<32x128xf32>, tensor<32x128xf32> -> tensor<32x128xf32>
  tt.return
}

// The version for unit strides has locks; what is left says that it has none, where it is
// what runs.
// VERSION-LABEL: func.func private @strided.unit_strides(
// VERSION: llvm.call @tts_rt_row_locks(
// VERSION-LABEL: func.func @strided(
// VERSION-SAME: tts.arena_bytes = 512
// VERSION-NOT: tts_rt_element_atomics
// VERSION: func.call @strided.unit_strides
// VERSION: else
// VERSION: llvm.call @tts_rt_element_atomics(
tt.func public @strided(%y: !tt.ptr<f32>, %stride: i32) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : tensor<256xf32>
  %s = arith.index_cast %stride : i32 to index
  %by = tts.make_block %y offset %c0 strides [%s] : (!tt.ptr<f32>) -> !tts.block<256xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<256xf32>, tensor<256xf32> -> tensor<256xf32>
  tt.return
}

// bf16 is in memory as 16 bits.
// CHECK-LABEL: func.func @bf16
// CHECK: llvm.call @tts_rt_row_locks(
// CHECK: llvm.call @tts_rt_row_lock(
// CHECK: llvm.call @tts_rt_row_lock(
// CHECK: %[[BITS:.*]] = llvm.load %{{.*}} -> vector<64xi16>
// CHECK: %[[OLD:.*]] = arith.bitcast %[[BITS]] : vector<64xi16> to vector<64xbf16>
// CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %{{.*}} : vector<64xbf16>
// CHECK: %[[NEW:.*]] = arith.bitcast %[[SUM]] : vector<64xbf16> to vector<64xi16>
// CHECK: llvm.store %[[NEW]], %{{.*}} : vector<64xi16>
// CHECK: else
// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} monotonic : !llvm.ptr, bf16
tt.func public @bf16(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<bf16>) -> !tts.block<64xbf16>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<bf16>) -> !tts.block<64xbf16>
  %v = tts.load %bx : !tts.block<64xbf16> -> tensor<64xbf16>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<64xbf16>, tensor<64xbf16> -> tensor<64xbf16>
  tt.return
}
