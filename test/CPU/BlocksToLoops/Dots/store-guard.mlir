// What a loop over tiles has packed counts until something is stored there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s

// A loop over tiles stores one before it goes to the next. What was packed counts
// until something is stored where it was read: the epoch is the last word of the
// key.
// CHECK-LABEL: func.func @tiles
// CHECK-SAME: %[[RT:[a-z0-9]+]]: !llvm.ptr)
// CHECK: %[[LAUNCH:.*]] = llvm.load %[[RT]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %[[LAUNCH]]
// CHECK: %[[FIRST:.*]] = arith.select %[[SAME]], %{{.*}}, %c-1_i64
// CHECK: llvm.store %[[FIRST]], %[[FIRSTP:.*]] {alignment
// CHECK: %[[END:.*]] = arith.select %[[SAME]], %{{.*}}, %c0_i64
// CHECK: llvm.store %[[END]], %[[ENDP:.*]] {alignment
// CHECK: %[[EPOCH:.*]] = arith.select %[[SAME]], %{{.*}}, %c0_i64
// CHECK: llvm.store %[[EPOCH]], %[[EPOCHP:.*]] {alignment
// CHECK: llvm.call @tts_rt_slot
// CHECK: %[[NOW:.*]] = llvm.load %[[EPOCHP]]
// CHECK: arith.cmpi ne, %[[NOW]], %{{.*}}
// CHECK: scf.if
// CHECK: arith.minui
// CHECK: arith.maxui
// CHECK: llvm.store %{{.*}}, %[[FIRSTP]]
// CHECK: llvm.store %{{.*}}, %[[ENDP]]
// CHECK: %[[BEFORE:.*]] = arith.cmpi ult
// CHECK: %[[BEHIND:.*]] = arith.cmpi ult
// CHECK: %[[INSIDE:.*]] = arith.andi %[[BEFORE]], %[[BEHIND]]
// CHECK: %[[ONE:.*]] = arith.extui %[[INSIDE]]
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %[[ONE]]
// CHECK: llvm.store %[[NEXT]], %[[EPOCHP]]
tt.func public @tiles(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %first = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  scf.for %t = %c0 to %n step %c1 : i32 {
    %sum = scf.for %i = %c0 to %c64 step %c32 iter_args(%acc = %zero) -> (tensor<32x32xf32>) : i32 {
      %at = arith.index_cast %i : i32 to index
      %ba = tts.make_block %x offset %at strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
      %bb = tts.make_block %y offset %at strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
      %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
      %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
      %d = tt.dot %a, %b, %acc : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
      scf.yield %d : tensor<32x32xf32>
    }
    %to = arith.index_cast %t : i32 to index
    %bo = tts.make_block %o offset %to strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    tts.store %sum, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  }
  tt.return
}

// A store that may go anywhere: packed anew in every turn.
// CHECK-LABEL: func.func @scattered
// CHECK-NOT: arith.cmpi ne
// CHECK: return
tt.func public @scattered(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %p: !tt.ptr<i64>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %first = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %places = tts.make_block %p offset %first strides [32, 1] : (!tt.ptr<i64>) -> !tts.block<32x32xi64>
  scf.for %t = %c0 to %n step %c1 : i32 {
    %sum = scf.for %i = %c0 to %c64 step %c32 iter_args(%acc = %zero) -> (tensor<32x32xf32>) : i32 {
      %at = arith.index_cast %i : i32 to index
      %ba = tts.make_block %x offset %at strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
      %bb = tts.make_block %y offset %at strides [64, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
      %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
      %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
      %d = tt.dot %a, %b, %acc : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
      scf.yield %d : tensor<32x32xf32>
    }
    %at = tts.load %places : !tts.block<32x32xi64> -> tensor<32x32xi64>
    %bo = tts.make_block %o offset %first strides [0, 0] gather %at : (!tt.ptr<f32>, tensor<32x32xi64>) -> !tts.block<32x32xf32>
    tts.store %sum, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  }
  tt.return
}

// A program sees what it stored itself before the loop.
// CHECK-LABEL: func.func @storesFirst
// CHECK: %[[INSIDE:.*]] = arith.andi
// CHECK: %[[ONE:.*]] = arith.extui %[[INSIDE]]
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %[[ONE]]
// CHECK: llvm.store %[[NEXT]], %[[EPOCHP:.*]] {alignment
// CHECK: llvm.store {{.*}} : vector<
// CHECK: %[[NOW:.*]] = llvm.load %[[EPOCHP]]
// CHECK: arith.cmpi ne, %[[NOW]], %{{.*}}
// CHECK: vector.fma
tt.func public @storesFirst(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %o: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %by = tts.make_block %y offset %c0 strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %zero, %by : tensor<32x32xf32>, !tts.block<32x32xf32>
  %acc, %end = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%c = %zero, %off = %c0) -> (tensor<32x32xf32>, index) : i32 {
    %ba = tts.make_block %x offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %bb = tts.make_block %y offset %off strides [1024, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
    %a = tts.load %ba : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %b = tts.load %bb : !tts.block<32x32xf32> -> tensor<32x32xf32>
    %d = tt.dot %a, %b, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
    %next = arith.addi %off, %c32 : index
    scf.yield %d, %next : tensor<32x32xf32>, index
  }
  %bo = tts.make_block %o offset %c0 strides [32, 1] : (!tt.ptr<f32>) -> !tts.block<32x32xf32>
  tts.store %acc, %bo : tensor<32x32xf32>, !tts.block<32x32xf32>
  tt.return
}
