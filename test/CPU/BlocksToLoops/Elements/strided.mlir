// Lanes a few elements apart are shuffled out of what lies between the first and the
// last; nothing beyond those is read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s

// Three parts for sixteen lanes; the third ends with the last lane, 45 elements on.
// CHECK-LABEL: func.func @thirds
// CHECK: tts_rt_resident
// CHECK: scf.for
// CHECK: llvm.load %[[P:.*]] {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK: %[[P16:.*]] = llvm.getelementptr %[[P]][16]
// CHECK: llvm.load %[[P16]]
// CHECK: vector.shuffle
// CHECK: %[[P30:.*]] = llvm.getelementptr %[[P]][30]
// CHECK: llvm.load %[[P30]]
// CHECK: %[[OWN:.*]] = vector.shuffle
// What it overlaps is in the copy.
// CHECK: arith.select
// CHECK-NOT: masked.gather
// CHECK: return
tt.func @thirds(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [3] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Backwards it is one part, turned around.
// CHECK-LABEL: func.func @backwards
// CHECK: tts_rt_resident
// CHECK: scf.for
// CHECK: %[[LAST:.*]] = llvm.getelementptr %{{.*}}[-15]
// CHECK: llvm.load %[[LAST]] {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK: vector.shuffle {{.*}}[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// CHECK-NOT: masked.gather
// CHECK: return
tt.func @backwards(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c600 = arith.constant 600 : index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c600 strides [-1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Further apart, or under a mask, lanes are gathered.
// CHECK-LABEL: func.func @far
// CHECK: tts_rt_resident
// CHECK-NOT: vector.shuffle
// CHECK: masked.gather
// CHECK: return
tt.func @far(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: !tt.ptr<i1>) {
  %c0 = arith.constant 0 : index
  %bm = tts.make_block %m offset %c0 strides [1] : (!tt.ptr<i1>) -> !tts.block<512xi1>
  %on = tts.load %bm : !tts.block<512xi1> -> tensor<512xi1>
  %b5 = tts.make_block %x offset %c0 strides [5] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %b2 = tts.make_block %x offset %c0 strides [2] mask %on : (!tt.ptr<f32>, tensor<512xi1>) -> !tts.block<512xf32>
  %v = tts.load %b5 : !tts.block<512xf32> -> tensor<512xf32>
  %w = tts.load %b2 : !tts.block<512xf32> -> tensor<512xf32>
  %s = arith.addf %v, %w : tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %s, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// A stride that the run tells: 1, 0 and -1 need no gather.
// CHECK-LABEL: func.func @atRunTime
// CHECK: %[[NEXT:.*]] = arith.cmpi eq, %{{.*}}, %c1_i64
// CHECK: scf.if %[[NEXT]]
// CHECK: llvm.load {{.*}} -> vector<64xf32>
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %c0_i64
// CHECK: scf.if %[[SAME]]
// CHECK: vector.broadcast
// CHECK: %[[BEFORE:.*]] = arith.cmpi eq, %{{.*}}, %c-1_i64
// CHECK: scf.if %[[BEFORE]]
// CHECK: vector.shuffle {{.*}} [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// CHECK: else
// CHECK: llvm.intr.masked.gather
tt.func public @atRunTime(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [%n] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// What is the same for all rows is gathered once.
// CHECK-LABEL: func.func @sameForRows
// CHECK-COUNT-16: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: llvm.store {{.*}} : vector<64xf32>
// CHECK: scf.for %{{.*}} = %c0_i64 to %c32_i64 step %c1_i64
// CHECK-NOT: vector.shuffle
// CHECK: return
tt.func public @sameForRows(%x: !tt.ptr<f32>, %w: !tt.ptr<f32>, %o: !tt.ptr<f32>, %pitchBy: i32) {
  %c0 = arith.constant 0 : index
  %pitch = arith.index_cast %pitchBy : i32 to index
  %bw = tts.make_block %w offset %c0 strides [0, 4] : (!tt.ptr<f32>) -> !tts.block<1x64xf32>
  %vw = tts.load %bw : !tts.block<1x64xf32> -> tensor<1x64xf32>
  %b = tts.make_block %x offset %c0 strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %v = tts.load %b : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %all = tt.broadcast %vw : tensor<1x64xf32> -> tensor<32x64xf32>
  %product = arith.mulf %v, %all : tensor<32x64xf32>
  %bo = tts.make_block %o offset %c0 strides [%pitch, 1] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  tts.store %product, %bo : tensor<32x64xf32>, !tts.block<32x64xf32>
  tt.return
}

// -----

// Stored one by one, at constant distances.
// CHECK-LABEL: func.func @evens
// CHECK-NOT: masked.scatter
// CHECK: %[[TWO:.*]] = llvm.getelementptr %[[Y:.*]][2]
// CHECK: llvm.store %{{.*}}, %[[TWO]] {alignment = 4 : i64} : f32
// CHECK: llvm.getelementptr %[[Y]][4]
// CHECK-NOT: masked.scatter
// CHECK: return
tt.func @evens(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [2] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Backwards as a vector that is turned around.
// CHECK-LABEL: func.func @turned
// CHECK: vector.shuffle {{.*}}[63, 62
// CHECK: %[[LAST:.*]] = llvm.getelementptr %{{.*}}[-63]
// CHECK: llvm.store %{{.*}}, %[[LAST]] {alignment = 4 : i64} : vector<64xf32>
// CHECK-NOT: masked.scatter
// CHECK: return
tt.func @turned(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c511 = arith.constant 511 : index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c511 strides [-1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
