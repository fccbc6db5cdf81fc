// A loop that only accumulates a dot: it starts from zero without clearing, and
// computes what is stored, from operands as far as they are not zero. Steps that
// follow one another in memory are one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s --check-prefix=NARROW

// CHECK-LABEL: func.func @bounded
// CHECK-DAG: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// Without any step zero is the result.
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[TRIPS:.*]], %c0_i64
// CHECK: scf.if %[[NONE]] {
// CHECK: llvm.store
// How many rows and columns are stored.
// CHECK: %[[M0:.*]] = arith.maxsi
// CHECK: %[[M:.*]] = arith.minsi %[[M0]]
// CHECK: %[[N0:.*]] = arith.maxsi
// CHECK: %[[N:.*]] = arith.minsi %[[N0]]
// CHECK: scf.for %[[CHUNK:.*]] = %c0_i64 to %[[TRIPS]]
// CHECK: %[[COUNT:.*]] = arith.minsi %{{.*}}, %c8_i64
// Does each step's A (32 columns, 128 bytes) begin where that of the step before ends?
// CHECK: %[[FOLLOW:.*]] = scf.for %[[STEP:.*]] = %c1_i64 to %[[COUNT]] step %c1_i64 iter_args(%[[SOFAR:.*]] = %true) -> (i1)
// CHECK: %[[WHOLE:.*]] = arith.cmpi eq, %{{.*}}, %c32_i64
// CHECK: arith.andi %[[SOFAR]], %[[WHOLE]]
// CHECK: %[[END:.*]] = arith.addi %{{.*}}, %c128_i64
// CHECK: %[[THERE:.*]] = arith.cmpi eq, %{{.*}}, %[[END]]
// CHECK: %[[ALL:.*]] = arith.andi %{{.*}}, %[[THERE]]
// CHECK: scf.yield %[[ALL]]
// Then there is one, which ends where the last one does.
// CHECK: %[[STEPS:.*]] = arith.select %[[FOLLOW]], %c1_i64, %[[COUNT]]
// CHECK: scf.if %[[FOLLOW]] {
// CHECK: llvm.store
// CHECK-DAG: %[[FIRST:.*]] = arith.cmpi eq, %[[CHUNK]], %c0_i64
// CHECK-DAG: %[[LAST:.*]] = arith.cmpi sle
// CHECK-DAG: %[[NEND:.*]] = arith.minsi %[[N]], %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[NEND]] step %c64_i64
// The last columns may fill one register alone, or two.
// CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK: %[[ONE:.*]] = arith.cmpi sle, %[[LEFT]], %c16_i64
// CHECK: scf.if %[[ONE]] {
// CHECK-COUNT-24: vector.fma
// CHECK: %[[TWO:.*]] = arith.cmpi sle, %[[LEFT]], %c32_i64
// CHECK: scf.if %[[TWO]] {
// CHECK-COUNT-48: vector.fma
// CHECK: } else {
// 64 rows: ten tiles of six, and one of four.
// CHECK: %[[MEND:.*]] = arith.minsi %[[M]], %c60_i64
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %[[MEND]] step %c6_i64
// The lines of the result are asked for along with the last products.
// CHECK: scf.if %[[LAST]] {
// CHECK: llvm.intr.prefetch
// CHECK: scf.if %[[FIRST]] -> (vector<16xf32>,
// CHECK-NEXT: scf.yield %[[ZEROS]], %[[ZEROS]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[STEPS]]
// CHECK-NEXT: %[[WORDS:.*]] = arith.muli %{{.*}}, %c4_i64
// CHECK: %[[LASTWORD:.*]] = arith.addi %[[WORDS]], %c3_i64
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %{{.*}}[%[[LASTWORD]]]
// CHECK: %[[KEND:.*]] = llvm.load %[[PLACE]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[KEND]] step %c4_i64
// So are the rows of the next tile, but not without AVX512.
// CHECK-COUNT-6: llvm.intr.prefetch
// CHECK-COUNT-96: vector.fma
// CHECK-NOT: vector.fma
// CHECK: %[[TAIL:.*]] = arith.cmpi sgt, %[[M]], %c60_i64
// CHECK: scf.if %[[TAIL]] {
// CHECK: scf.for
// CHECK-COUNT-64: vector.fma
// NARROW-LABEL: func.func @bounded
// NARROW: scf.for %{{.*}} step %c6_i64
// NARROW: llvm.intr.prefetch
// NARROW: scf.for %{{.*}} step %c4_i64
// NARROW-NOT: prefetch
// NARROW-COUNT-24: vector.fma
tt.func public @bounded(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %mi: i32, %ni: i32, %ki: i32) {
  %m = arith.index_cast %mi : i32 to index
  %n = arith.index_cast %ni : i32 to index
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %f0 = arith.constant 0.0 : f32
  %acc = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<64x64xf32>) {
    %left = arith.subi %k, %i : index
    %ba = tts.make_block %x offset %i strides [%k, 1] bounds [0 : 64, 0 : %left] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %bb = tts.make_block %y offset %i strides [%n, 1] bounds [0 : %left, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %a = tts.load %ba other %f0 : !tts.block<64x32xf32>, f32 -> tensor<64x32xf32>
    %b = tts.load %bb other %f0 : !tts.block<32x64xf32>, f32 -> tensor<32x64xf32>
    %d = tt.dot %a, %b, %c : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %m, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %acc, %bo : tensor<64x64xf32>, !tts.block<64x64xf32>
  tt.return
}

// The result is needed beyond the store: nothing is left out. With `other`
// ones, k is not cut short.
// CHECK-LABEL: func.func @used
// CHECK: llvm.store %c32_i64, %[[OWN:.*]] {alignment = 8 : i64} : i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c60_i64 step %c6_i64
// CHECK: scf.for %{{.*}} step %c4_i64
tt.func public @used(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %mi: i32, %ni: i32, %ki: i32) {
  %m = arith.index_cast %mi : i32 to index
  %n = arith.index_cast %ni : i32 to index
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %f0 = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<64x64xf32>) {
    %left = arith.subi %k, %i : index
    %ba = tts.make_block %x offset %i strides [%k, 1] bounds [0 : 64, 0 : %left] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
    %bb = tts.make_block %y offset %i strides [%n, 1] bounds [0 : %left, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %a = tts.load %ba other %f1 : !tts.block<64x32xf32>, f32 -> tensor<64x32xf32>
    %b = tts.load %bb other %f0 : !tts.block<32x64xf32>, f32 -> tensor<32x64xf32>
    %d = tt.dot %a, %b, %c : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %m, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %acc, %bo : tensor<64x64xf32>, !tts.block<64x64xf32>
  %be = tts.make_block %o offset %c4096 strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %acc, %be : tensor<64x64xf32>, !tts.block<64x64xf32>
  tt.return
}

// What is converted is copied, each step's rows to the right of those of the step before: 256 columns
// in all, and a line, so that rows do not share sets of the cache.
// CHECK-LABEL: func.func @copied
// CHECK: scf.for %[[AT:.*]] = %c0_i64 to %{{.*}} step %c1_i64
// CHECK: %[[COPY:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: scf.for %[[ROW:.*]] = %c0_i64 to %c64_i64
// CHECK: %[[TO:.*]] = arith.muli %[[ROW]], %c272_i64
// CHECK: llvm.getelementptr %[[COPY]][%[[TO]]]
// CHECK: arith.select %{{.*}}, %c1_i64, %{{.*}} : i64
tt.func public @copied(%x: !tt.ptr<f16>, %y: !tt.ptr<f16>, %o: !tt.ptr<f32>, %ki: i32) {
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<64x64xf32>) {
    %ba = tts.make_block %x offset %i strides [%k, 1] : (!tt.ptr<f16>) -> !tts.block<64x32xf16>
    %bb = tts.make_block %y offset %i strides [64, 1] : (!tt.ptr<f16>) -> !tts.block<32x64xf16>
    %a = tts.load %ba : !tts.block<64x32xf16> -> tensor<64x32xf16>
    %b = tts.load %bb : !tts.block<32x64xf16> -> tensor<32x64xf16>
    %d = tt.dot %a, %b, %c : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %acc, %bo : tensor<64x64xf32>, !tts.block<64x64xf32>
  tt.return
}
