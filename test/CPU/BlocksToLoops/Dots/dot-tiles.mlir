// Loops over k with AMX: up to 4096 bytes of k at once where few columns share
// a row, 1024 where many do; short rows of the result are not asked for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=dot-units=amx-bf16,amx-int8 --canonicalize --cse | FileCheck %s

// 2048 k in blocks of 32.
// CHECK-LABEL: func.func @narrow
// CHECK: scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c64_i64
// CHECK-NOT: prefetch
// CHECK: llvm.x86.tdpbf16ps
tt.func public @narrow(%x: !tt.ptr<bf16>, %y: !tt.ptr<bf16>, %o: !tt.ptr<bf16>, %k: i32) {
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
  %short = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xbf16>
  %bo = tts.make_block %o offset %c0 strides [%n, 1] : (!tt.ptr<bf16>) -> !tts.block<64x64xbf16>
  tts.store %short, %bo : tensor<64x64xbf16>, !tts.block<64x64xbf16>
  tt.return
}

// 1024 k in blocks of 64.
// CHECK-LABEL: func.func @wide
// CHECK: scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c16_i64
// CHECK: llvm.intr.prefetch
// CHECK: llvm.x86.tdpbssd
tt.func public @wide(%x: !tt.ptr<i8>, %y: !tt.ptr<i8>, %o: !tt.ptr<i32>, %k: i32) {
  %n = arith.index_cast %k : i32 to index
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0> : tensor<64x128xi32>
  %acc = scf.for %i = %c0 to %n step %c64 iter_args(%c = %zero) -> (tensor<64x128xi32>) {
    %ba = tts.make_block %x offset %i strides [%n, 1] : (!tt.ptr<i8>) -> !tts.block<64x64xi8>
    %bb = tts.make_block %y offset %i strides [%n, 1] : (!tt.ptr<i8>) -> !tts.block<64x128xi8>
    %a = tts.load %ba : !tts.block<64x64xi8> -> tensor<64x64xi8>
    %b = tts.load %bb : !tts.block<64x128xi8> -> tensor<64x128xi8>
    %d = tt.dot %a, %b, %c : tensor<64x64xi8> * tensor<64x128xi8> -> tensor<64x128xi32>
    scf.yield %d : tensor<64x128xi32>
  }
  %bo = tts.make_block %o offset %c0 strides [%n, 1] : (!tt.ptr<i32>) -> !tts.block<64x128xi32>
  tts.store %acc, %bo : tensor<64x128xi32>, !tts.block<64x128xi32>
  tt.return
}
