// Dots of few rows: the second operand is multiplied as it is read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 dot-units=avx512bf16" --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=PAIRS

// Columns are neighbours: four registers of them, and four rows at a time of
// those that are stored. k ends where both operands do, without tests inside.
// CHECK-LABEL: func.func @neighbouring_columns
// CHECK: %[[M:.*]] = arith.minsi %{{.*}}, %c8_i64
// CHECK: scf.for
// The rows that are multiplied, first.
// CHECK: llvm.intr.masked.load {{.*}} -> vector<32xf32>
// CHECK: %[[END:.*]] = arith.minsi %{{.*}}, %c32_i64
// CHECK: %[[K:.*]] = arith.maxsi %[[END]], %[[END]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[M]] step %c4_i64
// CHECK: %{{.*}}:4 = scf.for %{{.*}} = %c0_i64 to %[[K]] step %c1_i64
// CHECK-NEXT: arith.index_cast
// CHECK-NOT: arith.cmpi
// CHECK: llvm.load {{.*}} -> vector<64xf32>
// CHECK-COUNT-4: vector.fma {{.*}} : vector<64xf32>
// CHECK-COUNT-4: llvm.store {{.*}} : vector<64xf32>
tt.func public @neighbouring_columns(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %mi: i32, %ni: i32, %ki: i32) {
  %m = arith.index_cast %mi : i32 to index
  %n = arith.index_cast %ni : i32 to index
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<8x64xf32>
  %f0 = arith.constant 0.0 : f32
  %d = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<8x64xf32>) {
    %left = arith.subi %k, %i : index
    %pa = tts.make_block %x offset %i strides [%k, 1] bounds [0 : 8, 0 : %left] : (!tt.ptr<f32>) -> !tts.block<8x32xf32>
    %pb = tts.make_block %y offset %i strides [%n, 1] bounds [0 : %left, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
    %a = tts.load %pa other %f0 : !tts.block<8x32xf32>, f32 -> tensor<8x32xf32>
    %b = tts.load %pb other %f0 : !tts.block<32x64xf32>, f32 -> tensor<32x64xf32>
    %s = tt.dot %a, %b, %c {tts.few_rows} : tensor<8x32xf32> * tensor<32x64xf32> -> tensor<8x64xf32>
    scf.yield %s : tensor<8x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : %m, 0 : 64] : (!tt.ptr<f32>) -> !tts.block<8x64xf32>
  tts.store %d, %po : tensor<8x64xf32>, !tts.block<8x64xf32>
  tt.return
}

// -----

// k are neighbours: four columns at a time, each with a register of sums for
// its row, which are cleared before the loop and added up, transposed, after
// it. 4 KiB of a column are read at once: 64 iterations, whose rows come first.
// CHECK-LABEL: func.func @neighbouring_k
// CHECK: "llvm.intr.memset"
// CHECK: %[[TRIPS:.*]] = arith.divui
// CHECK: scf.for %[[DONE:.*]] = %c0_i64 to %[[TRIPS]] step %c64_i64
// CHECK: %[[LEFT:.*]] = arith.subi %[[TRIPS]], %[[DONE]]
// CHECK: %[[COUNT:.*]] = arith.minsi %[[LEFT]], %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[COUNT]] step %c1_i64
// CHECK: arith.extf {{.*}} : vector<32xbf16> to vector<32xf32>
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c4_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[COUNT]] step %c1_i64
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<16xf32>
// CHECK: %{{.*}}:4 = scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c16_i64
// CHECK-COUNT-4: arith.extf {{.*}} : vector<16xbf16> to vector<16xf32>
// CHECK-COUNT-4: vector.fma {{.*}} : vector<16xf32>
// CHECK-COUNT-4: llvm.store {{.*}} : vector<16xf32>
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c16_i64
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xf32>
// CHECK-COUNT-30: vector.shuffle
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK-NOT: llvm.intr.prefetch
// With instructions for pairs, the rows are kept as they are, and registers of
// 32 of them are multiplied.
// PAIRS-LABEL: func.func @neighbouring_k
// PAIRS: llvm.store {{.*}} : vector<32xi16>
// PAIRS: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c4_i64
// PAIRS-NOT: arith.extf
// PAIRS-NOT: arith.truncf
// PAIRS-COUNT-4: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// PAIRS-COUNT-4: llvm.store {{.*}} : vector<16xf32>
tt.func public @neighbouring_k(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<f32>, %ki: i32) {
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<1x64xf32>
  %d = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<1x64xf32>) {
    %pa = tts.make_block %x offset %i strides [%k, 1] : (!tt.ptr<bf16>) -> !tts.block<1x32xbf16>
    %pb = tts.make_block %y offset %i strides [1, %k] : (!tt.ptr<bf16>) -> !tts.block<32x64xbf16>
    %a = tts.load %pa : !tts.block<1x32xbf16> -> tensor<1x32xbf16>
    %b = tts.load %pb : !tts.block<32x64xbf16> -> tensor<32x64xbf16>
    %s = tt.dot %a, %b, %c {tts.few_rows} : tensor<1x32xbf16> * tensor<32x64xbf16> -> tensor<1x64xf32>
    scf.yield %s : tensor<1x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<1x64xf32>
  tts.store %d, %po : tensor<1x64xf32>, !tts.block<1x64xf32>
  tt.return
}

// -----

// A loop that does more than to accumulate takes its blocks one by one. The
// line of each column that the next iteration reads is asked for.
// CHECK-LABEL: func.func @more_than_sums
// CHECK: scf.for
// CHECK: %[[NEXT:.*]] = arith.subi
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c4_i64
// CHECK: llvm.getelementptr %{{.*}}[%[[NEXT]]] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK-COUNT-4: "llvm.intr.prefetch"
// CHECK-NOT: "llvm.intr.prefetch"
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<16xf32>
// CHECK: %{{.*}}:4 = scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c16_i64
// With instructions for pairs, the row goes back to bf16.
// PAIRS-LABEL: func.func @more_than_sums
// PAIRS: arith.truncf {{.*}} : vector<32xf32> to vector<32xbf16>
// PAIRS: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c4_i64
// PAIRS-COUNT-4: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
tt.func public @more_than_sums(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<f32>, %ki: i32) {
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<1x64xf32>
  %d = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<1x64xf32>) {
    %pa = tts.make_block %x offset %i strides [%k, 1] : (!tt.ptr<bf16>) -> !tts.block<1x32xbf16>
    %pb = tts.make_block %y offset %i strides [1, %k] : (!tt.ptr<bf16>) -> !tts.block<32x64xbf16>
    %a = tts.load %pa : !tts.block<1x32xbf16> -> tensor<1x32xbf16>
    %b = tts.load %pb : !tts.block<32x64xbf16> -> tensor<32x64xbf16>
    %s = tt.dot %a, %b, %zero {tts.few_rows} : tensor<1x32xbf16> * tensor<32x64xbf16> -> tensor<1x64xf32>
    %m = arith.maximumf %s, %c : tensor<1x64xf32>
    scf.yield %m : tensor<1x64xf32>
  }
  %po = tts.make_block %o offset %c0 strides [%k, 1] : (!tt.ptr<f32>) -> !tts.block<1x64xf32>
  tts.store %d, %po : tensor<1x64xf32>, !tts.block<1x64xf32>
  tt.return
}

// -----

// Integers, of which the last columns are masked.
// CHECK-LABEL: func.func @masked_columns
// CHECK: %{{.*}}:4 = scf.for
// CHECK: llvm.load {{.*}} -> vector<64xi8>
// CHECK: arith.extsi {{.*}} : vector<64xi8> to vector<64xi32>
// CHECK: arith.muli {{.*}} : vector<64xi32>
// CHECK: arith.addi {{.*}} : vector<64xi32>
// CHECK: %{{.*}}:4 = scf.for
// CHECK: llvm.intr.masked.load {{.*}} -> vector<64xi8>
// CHECK: arith.muli {{.*}} : vector<64xi32>
tt.func public @masked_columns(%x: !tt.ptr<i8>, %y: !tt.ptr<i8>, %o: !tt.ptr<i32>, %ni: i32, %ki: i32) {
  %n = arith.index_cast %ni : i32 to index
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0> : tensor<4x64xi32>
  %f0 = arith.constant 0 : i8
  %d = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<4x64xi32>) {
    %pa = tts.make_block %x offset %i strides [%k, 1] : (!tt.ptr<i8>) -> !tts.block<4x32xi8>
    %pb = tts.make_block %y offset %i strides [%n, 1] bounds [0 : 32, 0 : %n] : (!tt.ptr<i8>) -> !tts.block<32x64xi8>
    %a = tts.load %pa : !tts.block<4x32xi8> -> tensor<4x32xi8>
    %b = tts.load %pb other %f0 : !tts.block<32x64xi8>, i8 -> tensor<32x64xi8>
    %s = tt.dot %a, %b, %c {tts.few_rows} : tensor<4x32xi8> * tensor<32x64xi8> -> tensor<4x64xi32>
    scf.yield %s : tensor<4x64xi32>
  }
  %po = tts.make_block %o offset %c0 strides [%n, 1] bounds [0 : 4, 0 : %n] : (!tt.ptr<i32>) -> !tts.block<4x64xi32>
  tts.store %d, %po : tensor<4x64xi32>, !tts.block<4x64xi32>
  tt.return
}
