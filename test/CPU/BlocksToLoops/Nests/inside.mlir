// Short rows inside bounds: loops of their own where all accesses are inside.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Both accesses have the same bounds: each is tested once.
// CHECK-LABEL: func.func @copy
// CHECK: %[[COLUMNS:.*]] = arith.cmpi sge, %{{.*}}, %c64_i64
// CHECK: %[[INSIDE:.*]] = arith.andi %{{.*}}, %[[COLUMNS]]
// CHECK-NEXT: scf.if %[[INSIDE]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64
// CHECK: scf.for %{{.*}} to %c64_i64 step %c32_i64
// CHECK-NOT: masked
// CHECK: } else {
// CHECK: llvm.intr.masked.store
tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %c: i32, %p: i32) {
  %rows = arith.index_cast %r : i32 to index
  %columns = arith.index_cast %c : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : %columns] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %by = tts.make_block %y offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : %columns] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %v = tts.load %bx : !tts.block<16x64xf32> -> tensor<16x64xf32>
  tts.store %v, %by : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// A lower bound, and a mask for all of it.
// CHECK-LABEL: func.func @sums
// CHECK: %[[ROWS:.*]] = arith.cmpi sge, %{{.*}}, %c16_i64
// CHECK: %[[FIRST:.*]] = arith.cmpi sle, %{{.*}}, %c0_i64
// CHECK: %[[BOXES:.*]] = arith.andi %[[ROWS]], %[[FIRST]]
// CHECK: %[[INSIDE:.*]] = arith.andi %[[BOXES]], %{{.*}} : i1
// CHECK: scf.if %[[INSIDE]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c64_i64 step %c32_i64 iter_args
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: llvm.load
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scf.yield
// CHECK: } else {
// CHECK: llvm.intr.masked.load
tt.func public @sums(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %f: i32, %p: i32, %on: i1) {
  %rows = arith.index_cast %r : i32 to index
  %first = arith.index_cast %f : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : %rows, %first : 64] mask %on : (!tt.ptr<f32>, i1) -> !tts.block<16x64xf32>
  %v = tts.load %bx other %zero : !tts.block<16x64xf32>, f32 -> tensor<16x64xf32>
  %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%u: f32, %w: f32):
    %t = arith.addf %u, %w : f32
    tt.reduce.return %t : f32
  }) : (tensor<16x64xf32>) -> tensor<16xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  tts.store %s, %by : tensor<16xf32>, !tts.block<16xf32>
  tt.return
}

// A single bound, that of the columns, is the same for all rows.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: arith.cmpi sge, %{{.*}}, %c64_i64
// CHECK: return
tt.func public @columns(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: i32, %p: i32) {
  %columns = arith.index_cast %c : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : 16, 0 : %columns] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %by = tts.make_block %y offset %c0 strides [%pitch, 1] bounds [0 : 16, 0 : %columns] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %v = tts.load %bx : !tts.block<16x64xf32> -> tensor<16x64xf32>
  tts.store %v, %by : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// A box that is smaller than the block.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: arith.cmpi sge, %{{.*}}, %c16_i64
// CHECK: return
tt.func public @narrow(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %p: i32) {
  %rows = arith.index_cast %r : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : 50] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %by = tts.make_block %y offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : 50] : (!tt.ptr<f32>) -> !tts.block<16x64xf32>
  %v = tts.load %bx : !tts.block<16x64xf32> -> tensor<16x64xf32>
  tts.store %v, %by : tensor<16x64xf32>, !tts.block<16x64xf32>
  tt.return
}

// Long rows.
// CHECK-LABEL: func.func @long
// CHECK-NOT: arith.cmpi sge, %{{.*}}, %c1024_i64
// CHECK: return
tt.func public @long(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %c: i32, %p: i32) {
  %rows = arith.index_cast %r : i32 to index
  %columns = arith.index_cast %c : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : %columns] : (!tt.ptr<f32>) -> !tts.block<16x1024xf32>
  %by = tts.make_block %y offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : %columns] : (!tt.ptr<f32>) -> !tts.block<16x1024xf32>
  %v = tts.load %bx : !tts.block<16x1024xf32> -> tensor<16x1024xf32>
  tts.store %v, %by : tensor<16x1024xf32>, !tts.block<16x1024xf32>
  tt.return
}

// A reduction across the lanes: the bound of what it goes along is tested once,
// that of the lanes step by step, however many there are.
// CHECK-LABEL: func.func @down
// CHECK: %[[ALL:.*]] = arith.cmpi sge, %{{.*}}, %c16_i64
// CHECK: scf.if %[[ALL]]
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[MAIN:.*]] step %c64_i64
// CHECK-NEXT: llvm.getelementptr
// CHECK-NEXT: scf.for %{{.*}} = %c0_i64 to %c16_i64
// CHECK-NOT: cmpi
// CHECK-NOT: masked
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[MAIN]] to %{{.*}} step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %c16_i64
// CHECK: masked
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[MAIN2:.*]] step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[ROWS:.*]] step %c1_i64
// CHECK-NOT: masked
// CHECK: scf.yield
// CHECK: scf.for %{{.*}} = %[[MAIN2]] to %{{.*}} step %c64_i64
// CHECK: scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c1_i64
// CHECK: masked
tt.func public @down(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %r: i32, %c: i32, %p: i32) {
  %rows = arith.index_cast %r : i32 to index
  %columns = arith.index_cast %c : i32 to index
  %pitch = arith.index_cast %p : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %c0 strides [%pitch, 1] bounds [0 : %rows, 0 : %columns] : (!tt.ptr<f32>) -> !tts.block<16x1024xf32>
  %v = tts.load %bx other %zero : !tts.block<16x1024xf32>, f32 -> tensor<16x1024xf32>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%u: f32, %w: f32):
    %t = arith.addf %u, %w : f32
    tt.reduce.return %t : f32
  }) : (tensor<16x1024xf32>) -> tensor<1024xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %columns] : (!tt.ptr<f32>) -> !tts.block<1024xf32>
  tts.store %s, %by : tensor<1024xf32>, !tts.block<1024xf32>
  tt.return
}
