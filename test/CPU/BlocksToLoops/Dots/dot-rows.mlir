// Rows of a first operand that are dear to make are kept for the programs that share them: the runtime
// says in which slot, and they are copied where that holds something else.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops="vector-bits=512 dot-units=amx-bf16" --canonicalize --cse | FileCheck %s

// Tiles: rows that are not whole cache lines.
// CHECK-LABEL: func.func @tiles
// CHECK: llvm.store %c-1_i64, %[[CELL:[0-9]+]]
// CHECK: %[[REST:.*]] = arith.andi %{{.*}}, %c63_i64
// CHECK: %[[SPLIT:.*]] = arith.cmpi ne, %[[REST]], %c0_i64
// CHECK: scf.if %[[SPLIT]] -> (!llvm.ptr) {
// CHECK: %[[KNOWN:.*]] = llvm.load %[[CELL]]
// CHECK: %[[NONE:.*]] = arith.cmpi slt, %[[KNOWN]], %c0_i64
// CHECK: scf.if %[[NONE]] -> (i64) {
// CHECK: %[[SLOT:.*]] = llvm.call @tts_rt_slot(%{{.*}}, %c16_i64, %{{.*}}, %{{.*}}) : (!llvm.ptr, i64, !llvm.ptr, i64) -> i64
// CHECK: llvm.store %[[SLOT]], %[[CELL]]
// CHECK: arith.cmpi ne
// CHECK: scf.if
// CHECK: llvm.store %{{.*}} : vector<32xi16>, !llvm.ptr
// CHECK: llvm.x86.tileloadd64
tt.func public @tiles(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<f32>, %k: i32) {
  %n = arith.index_cast %k : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<64x64xf32>) {
    %ba = tts.make_block %x offset %i strides [%n, 1] : (!tt.ptr<bf16>) -> !tts.block<64x32xbf16>
    %bb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<bf16>) -> !tts.block<32x64xbf16>
    %a = tts.load %ba : !tts.block<64x32xbf16> -> tensor<64x32xbf16>
    %b = tts.load %bb : !tts.block<32x64xbf16> -> tensor<32x64xbf16>
    %d = tt.dot %a, %b, %c : tensor<64x32xbf16> * tensor<32x64xbf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %acc, %bo : tensor<64x64xf32>, !tts.block<64x64xf32>
  tt.return
}

// Rows of 32 bytes may start in the middle of a line.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.andi %{{.*}}, %c31_i64
// CHECK: llvm.call @tts_rt_slot
tt.func public @narrow(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<f32>, %k: i32) {
  %n = arith.index_cast %k : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<64x64xf32>) {
    %ba = tts.make_block %x offset %i strides [%n, 1] : (!tt.ptr<bf16>) -> !tts.block<64x16xbf16>
    %bb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<bf16>) -> !tts.block<16x64xbf16>
    %a = tts.load %ba : !tts.block<64x16xbf16> -> tensor<64x16xbf16>
    %b = tts.load %bb : !tts.block<16x64xbf16> -> tensor<16x64xbf16>
    %d = tt.dot %a, %b, %c : tensor<64x16xbf16> * tensor<16x64xbf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<64x64xf32>
  tts.store %acc, %bo : tensor<64x64xf32>, !tts.block<64x64xf32>
  tt.return
}

// Columns that become rows.
// CHECK-LABEL: func.func @transposed
// CHECK: llvm.call @tts_rt_slot
// CHECK: scf.if
// CHECK: vector.fma
tt.func public @transposed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %k: i32) {
  %n = arith.index_cast %k : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<32x32xf32>) {
    %ba = tts.make_block %x offset %i strides [1, %n] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %bb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %d = tt.dot %a, %b, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Columns of fp16 that become rows of fp32: widened, then turned by squares.
// CHECK-LABEL: func.func @widened
// CHECK: llvm.call @tts_rt_slot
// CHECK-NOT: gather
// CHECK: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK-NOT: gather
// CHECK: vector.shuffle {{.*}} : vector<16xf32>, vector<16xf32>
// CHECK-NOT: gather
// CHECK: vector.fma
tt.func public @widened(%x: !tt.ptr<f16>, %y: !tt.ptr<f16>, %o: !tt.ptr<f32>, %k: i32) {
  %n = arith.index_cast %k : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<32x32xf32>) {
    %ba = tts.make_block %x offset %i strides [1, %n] : (!tt.ptr<f16>) -> !tts.block<32x32xf16>
    %bb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<f16>) -> !tts.block<32x32xf16>
    %a = tts.load %ba : !tts.block<32x32xf16> -> tensor<32x32xf16>
    %b = tts.load %bb : !tts.block<32x32xf16> -> tensor<32x32xf16>
    %d = tt.dot %a, %b, %c : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}

// Rows of fp32 are read where they are, those of fp16 widened each time.
// CHECK-LABEL: func.func @cheap
// CHECK-NOT: tts_rt_slot
tt.func public @cheap(%x: !tt.ptr<f16>, %y: !tt.ptr<f16>, %o: !tt.ptr<f32>, %k: i32) {
  %n = arith.index_cast %k : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = scf.for %i = %c0 to %n step %c32 iter_args(%c = %zero) -> (tensor<32x32xf32>) {
    %ba = tts.make_block %x offset %i strides [%n, 1] : (!tt.ptr<f16>) -> !tts.block<32x32xf16>
    %bb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<f16>) -> !tts.block<32x32xf16>
    %a = tts.load %ba : !tts.block<32x32xf16> -> tensor<32x32xf16>
    %b = tts.load %bb : !tts.block<32x32xf16> -> tensor<32x32xf16>
    %d = tt.dot %a, %b, %c : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
    scf.yield %d : tensor<32x32xf32>
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}
