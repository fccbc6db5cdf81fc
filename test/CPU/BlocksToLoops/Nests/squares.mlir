// What lies across the lanes is brought into storage by squares that are
// transposed in registers: nothing is gathered or scattered.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// A load whose neighbours run down the columns, for a store along the rows.
// CHECK-LABEL: func.func @loadAcross
// CHECK-NOT: gather
// CHECK-COUNT-16: llvm.load {{.*}} : !llvm.ptr -> vector<16xf32>
// CHECK-COUNT-64: vector.shuffle
// CHECK-COUNT-16: llvm.store {{.*}} : vector<16xf32>
// CHECK: scf.for
// CHECK: llvm.load {{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: llvm.store {{.*}} : vector<64xf32>
// CHECK-NOT: scatter
// CHECK: return
tt.func public @loadAcross(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1, %n] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %v = tts.load %bx : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %by = tts.make_block %y offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %v, %by : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

// Likewise where the block is turned on the way.
// CHECK-LABEL: func.func @turned
// CHECK-NOT: gather
// CHECK-COUNT-64: vector.shuffle
// CHECK-NOT: scatter
// CHECK: return
tt.func public @turned(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  %v = tts.load %bx : !tts.block<64x32xf32> -> tensor<64x32xf32>
  %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<64x32xf32> -> tensor<32x64xf32>
  %by = tts.make_block %y offset %c0 strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %t, %by : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

// Two loads decide how the lanes run; the store would go across them.
// CHECK-LABEL: func.func @storeAcross
// CHECK-NOT: gather
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: vector.shuffle
// CHECK-NOT: scatter
// CHECK: return
tt.func public @storeAcross(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1, %n] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %bw = tts.make_block %w offset %c0 strides [1, %n] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %a = tts.load %bx : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %b = tts.load %bw : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %s = arith.addf %a, %b : tensor<32x64xf32>
  %by = tts.make_block %y offset %c0 strides [%n, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %s, %by : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

// Too narrow for squares.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: vector.shuffle {{.*}}[0, 16,
// CHECK: return
tt.func public @narrow(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1, %n] : (!tt.ptr<f32>) -> !tts.block<4x64xf32>
  %v = tts.load %bx : !tts.block<4x64xf32> -> tensor<4x64xf32>
  %by = tts.make_block %y offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<4x64xf32>
  tts.store %v, %by : tensor<4x64xf32>, !tts.block<4x64xf32>
  tt.return
}

// An index that may wrap: by squares where it does not, gathered where it does.
// CHECK-LABEL: func.func @wrapped
// CHECK: scf.if
// CHECK-NOT: gather
// CHECK-COUNT-64: vector.shuffle
// CHECK-NOT: gather
// CHECK: } else {
// CHECK: gather
// CHECK: return
tt.func public @wrapped(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32, %first: i32, %rows: i32) {
  %n = arith.index_cast %count : i32 to index
  %s = arith.index_cast %first : i32 to index
  %m = arith.index_cast %rows : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1, %n] wrap {dims = [0]} [(%s, %m)] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %v = tts.load %bx : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %by = tts.make_block %y offset %c0 strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %v, %by : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}
