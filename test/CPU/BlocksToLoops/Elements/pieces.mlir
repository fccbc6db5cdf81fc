// Arrays put together from pieces: lanes that are chosen are tested for being neighbours, and masks
// in straight steps for being all on, or all off.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @clamp
// CHECK: %[[AT:.*]] = arith.minsi {{.*}} : vector<[[L:[0-9]+]]xi32>
// CHECK: %[[WIDE:.*]] = arith.extsi %[[AT]] : vector<[[L]]xi32> to vector<[[L]]xi64>
// CHECK: %[[FIRST:.*]] = vector.extract %[[WIDE]][0]
// CHECK: %[[ALL:.*]] = vector.broadcast %[[FIRST]]
// CHECK: %[[ALONG:.*]] = arith.addi %[[ALL]], %{{.*}} : vector<[[L]]xi64>
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[WIDE]], %[[ALONG]]
// CHECK: %[[NEXT:.*]] = vector.reduction <and>, %[[SAME]]
// CHECK: scf.if %[[NEXT]]
// CHECK: %[[PTR:.*]] = llvm.getelementptr %{{.*}}[%[[FIRST]]]
// CHECK: llvm.load %[[PTR]] {{.*}} -> vector<[[L]]xf32>
// CHECK: } else {
// CHECK: masked.gather
// CHECK: return
tt.func @clamp(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %last = tt.splat %n : i32 -> tensor<512xi32>
  %at = arith.minsi %i, %last : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Numbers from memory are in no order, and those without a choice lie as is known.
// CHECK-LABEL: func.func @others
// CHECK-NOT: vector.reduction
// CHECK: return
tt.func @others(%x: !tt.ptr<f32>, %p: !tt.ptr<i32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %last = tt.splat %n : i32 -> tensor<512xi32>
  %bp = tts.make_block %p offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<512xi32>
  %read = tts.load %bp : !tts.block<512xi32> -> tensor<512xi32>
  %at = arith.minsi %read, %last : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %square = arith.muli %i, %i : tensor<512xi32>
  %h = arith.extsi %square : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %bz = tts.make_block %x offset %c0 strides [0] gather %h : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %w = tts.load %bz : !tts.block<512xf32> -> tensor<512xf32>
  %sum = arith.addf %v, %w : tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %sum, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Columns before the third have no value.
// CHECK-LABEL: func.func @piece
// CHECK: tts_rt_resident
// CHECK: %[[MASK:.*]] = arith.cmpi sgt, {{.*}} : vector<[[L:[0-9]+]]xi32>
// CHECK: %[[WHOLE:.*]] = vector.reduction <and>, %[[MASK]]
// CHECK: scf.if %[[WHOLE]]
// CHECK: llvm.load {{.*}} -> vector<[[L]]xf32>
// CHECK: } else {
// CHECK: %[[SOME:.*]] = vector.reduction <or>, %[[MASK]]
// CHECK: scf.if %[[SOME]]
// CHECK: llvm.intr.masked.load {{.*}}, %[[MASK]]
// CHECK: } else {
// CHECK-NEXT: scf.yield
// Steps that are not straight gather.
// CHECK-NOT: vector.reduction
// CHECK: masked.gather
// CHECK: return
tt.func @piece(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %two = arith.constant dense<2> : tensor<512xi32>
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %column = arith.remsi %i, %d : tensor<512xi32>
  %pitch = arith.constant dense<1000> : tensor<512xi32>
  %start = arith.muli %row, %pitch : tensor<512xi32>
  %at = arith.addi %start, %column : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %on = arith.cmpi sgt, %column, %two : tensor<512xi32>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g mask %on : (!tt.ptr<f32>, tensor<512xi64>, tensor<512xi1>) -> !tts.block<512xf32>
  %v = tts.load %bx other %zero : !tts.block<512xf32>, tensor<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
