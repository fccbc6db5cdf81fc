// Runs that are cut where positions have kinks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Distances from a column, in rows of n. Between: from the column on, rising, or
// falling before it. The side that is taken to be the likely one is the first.
// CHECK-LABEL: func.func @distances
// Runs of six registers and more.
// CHECK: arith.cmpi sge, %{{.*}}, %c48_i64
// CHECK: scf.while
// CHECK: ^bb0(%[[BEGIN:[^:]+]]: i64
// CHECK-NOT: divsi
// CHECK: %[[RUN_END:.*]] = arith.minsi %{{.*}}, %c512_i64
// CHECK: %[[MOVING:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK: %[[LEFT:.*]] = arith.subi %c2147483648_i64, %[[MOVING]]
// CHECK: %[[BACK:.*]] = arith.subi %c0_i64, %[[MOVING]]
// CHECK: %[[BETWEEN:.*]] = arith.andi
// CHECK: %[[DISTANCE:.*]] = arith.select %[[BETWEEN]]
// CHECK: %[[KINK:.*]] = arith.addi %[[BEGIN]], %[[DISTANCE]]
// CHECK: %[[END:.*]] = arith.minsi %[[RUN_END]], %[[KINK]]
// CHECK: scf.if %[[BETWEEN]] {
// CHECK: llvm.load {{.*}} -> vector<8xf32>
// CHECK-NOT: gather
// CHECK: } else {
// Beyond it, less than a register one by one, and from anywhere.
// CHECK: %[[LENGTH:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[FEW:.*]] = arith.cmpi slt, %[[LENGTH]], %c8_i64
// CHECK: scf.if %[[FEW]] {
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1_i64
// CHECK: llvm.store {{.*}} : f32
// CHECK: } else {
// CHECK: gather
// CHECK: scf.yield %[[END]]
tt.func @distances(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %from: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %f = tt.splat %from : i32 -> tensor<512xi32>
  %column = arith.remsi %i, %d : tensor<512xi32>
  %difference = arith.subi %column, %f : tensor<512xi32>
  %at = math.absi %difference : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Positions of 64 bits are not cut, and neither are those that move by two.
// CHECK-LABEL: func.func @wide
// CHECK-NOT: scf.while
// CHECK: return
tt.func @wide(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i64) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %w = arith.extsi %i : tensor<512xi32> to tensor<512xi64>
  %d = tt.splat %n : i64 -> tensor<512xi64>
  %three = arith.constant dense<3> : tensor<512xi64>
  %column = arith.remsi %w, %d : tensor<512xi64>
  %difference = arith.subi %column, %three : tensor<512xi64>
  %g = math.absi %difference : tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// CHECK-LABEL: func.func @by_two
// CHECK-NOT: scf.while
// CHECK: return
tt.func @by_two(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %two = arith.constant dense<2> : tensor<512xi32>
  %three = arith.constant dense<3> : tensor<512xi32>
  %column = arith.remsi %i, %d : tensor<512xi32>
  %twice = arith.muli %column, %two : tensor<512xi32>
  %difference = arith.subi %twice, %three : tensor<512xi32>
  %at = math.absi %difference : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
