// Bytes that the unit takes as unsigned: of each tile the rows are biased in a copy, in which all
// steps of a row follow one another, as those of a panel of B do: one loop over k.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops="vector-bits=512 dot-units=vpdpbusd" --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @one_panel
// All steps but the last are whole.
// CHECK: %[[LAST:.*]] = arith.subi %[[STEPS:.*]], %c1_i64
// CHECK: %[[END:.*]] = llvm.load %{{.*}} -> i64
// CHECK: %[[WHOLE:.*]] = arith.muli %[[LAST]], %c32_i64
// CHECK: %[[K:.*]] = arith.addi %[[WHOLE]], %[[END]]
// The sum of each column.
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[K]] step %c16_i64
// CHECK-COUNT-16: vpdpbusd.512
// The rows of a tile, 32 bytes in each step.
// CHECK: scf.for %{{.*}} = %c0_i64 to %c60_i64 step %c6_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[STEPS]] step %c1_i64
// CHECK-COUNT-6: arith.xori %{{.*}} : vector<8xi32>
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[K]] step %c16_i64
// CHECK-NOT: scf.for
// CHECK-COUNT-6: llvm.intr.prefetch
// CHECK-COUNT-96: vpdpbusd.512
tt.func public @one_panel(%x: !tt.ptr<i8>, %y: !tt.ptr<i8>, %o: !tt.ptr<i32>, %ki: i32) {
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0> : tensor<64x64xi32>
  %i0 = arith.constant 0 : i8
  %acc = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<64x64xi32>) {
    %left = arith.subi %k, %i : index
    %ba = tts.make_block %x offset %i strides [%k, 1] bounds [0 : 64, 0 : %left] : (!tt.ptr<i8>) -> !tts.block<64x32xi8>
    %bb = tts.make_block %y offset %i strides [64, 1] bounds [0 : %left, 0 : 64] : (!tt.ptr<i8>) -> !tts.block<32x64xi8>
    %a = tts.load %ba other %i0 : !tts.block<64x32xi8>, i8 -> tensor<64x32xi8>
    %b = tts.load %bb other %i0 : !tts.block<32x64xi8>, i8 -> tensor<32x64xi8>
    %d = tt.dot %a, %b, %c : tensor<64x32xi8> * tensor<32x64xi8> -> tensor<64x64xi32>
    scf.yield %d : tensor<64x64xi32>
  }
  %bo = tts.make_block %o offset %c0 strides [64, 1] bounds [0 : 64, 0 : 64] : (!tt.ptr<i32>) -> !tts.block<64x64xi32>
  tts.store %acc, %bo : tensor<64x64xi32>, !tts.block<64x64xi32>
  tt.return
}

// CHECK-LABEL: func.func @two_panels
// CHECK: %[[LAST:.*]] = arith.subi %[[STEPS:.*]], %c1_i64
// CHECK: %[[WHOLE:.*]] = arith.muli %[[LAST]], %c32_i64
// CHECK: %[[K:.*]] = arith.addi %[[WHOLE]], %c32_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c128_i64 step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[STEPS]] step %c1_i64
// CHECK-COUNT-6: arith.xori %{{.*}} : vector<8xi32>
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[K]] step %c16_i64
// CHECK-COUNT-96: vpdpbusd.512
tt.func public @two_panels(%x: !tt.ptr<i8>, %y: !tt.ptr<i8>, %o: !tt.ptr<i32>, %ki: i32) {
  %k = arith.index_cast %ki : i32 to index
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0> : tensor<64x128xi32>
  %acc = scf.for %i = %c0 to %k step %c32 iter_args(%c = %zero) -> (tensor<64x128xi32>) {
    %ba = tts.make_block %x offset %i strides [%k, 1] bounds [0 : 64, 0 : 32] : (!tt.ptr<i8>) -> !tts.block<64x32xi8>
    %bb = tts.make_block %y offset %i strides [128, 1] bounds [0 : 32, 0 : 128] : (!tt.ptr<i8>) -> !tts.block<32x128xi8>
    %a = tts.load %ba : !tts.block<64x32xi8> -> tensor<64x32xi8>
    %b = tts.load %bb : !tts.block<32x128xi8> -> tensor<32x128xi8>
    %d = tt.dot %a, %b, %c : tensor<64x32xi8> * tensor<32x128xi8> -> tensor<64x128xi32>
    scf.yield %d : tensor<64x128xi32>
  }
  %bo = tts.make_block %o offset %c0 strides [128, 1] bounds [0 : 64, 0 : 128] : (!tt.ptr<i32>) -> !tts.block<64x128xi32>
  tts.store %acc, %bo : tensor<64x128xi32>, !tts.block<64x128xi32>
  tt.return
}
