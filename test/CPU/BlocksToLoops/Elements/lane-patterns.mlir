// Lanes at known distances that are not equal are loaded whole, and shuffled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// Pairs are exchanged: element i ^ 1 of as many as there are lanes, from the first lane's less one.
// CHECK-LABEL: func.func @exchanged
// CHECK: scf.for {{.*}} step %c16_i64
// CHECK-NOT: gather
// CHECK: arith.xori %{{.*}}, %c1_i32 : i32
// CHECK: llvm.getelementptr %{{.*}}[-1]
// CHECK: %[[PAIRS:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<16xf32>
// CHECK: vector.shuffle %[[PAIRS]], %[[PAIRS]] [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]
// CHECK: return
tt.func @exchanged(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %at = arith.xori %i, %one : tensor<64xi32>
  %g = arith.extsi %at : tensor<64xi32> to tensor<64xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Sides that the lanes choose: every other element twice. They are fifteen from the first to the
// last, in two loads that have one in common.
// CHECK-LABEL: func.func @chosen
// CHECK: scf.for {{.*}} step %c16_i64
// CHECK-NOT: gather
// CHECK: %[[LOW:.*]] = llvm.load %[[AT:[0-9]+]] {{.*}} -> vector<8xf32>
// CHECK: llvm.getelementptr %[[AT]][7]
// CHECK: %[[HIGH:.*]] = llvm.load %{{.*}} -> vector<8xf32>
// CHECK: vector.shuffle %[[LOW]], %[[HIGH]] [0, 0, 2, 2, 4, 4, 6, 6, 9, 9, 11, 11, 13, 13, 15, 15]
// CHECK: return
tt.func @chosen(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %rest = arith.remsi %i, %two : tensor<64xi32>
  %even = arith.cmpi eq, %rest, %zero : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %before = arith.subi %i, %one : tensor<64xi32>
  %at = arith.select %even, %i, %before : tensor<64xi1>, tensor<64xi32>
  %g = arith.extsi %at : tensor<64xi32> to tensor<64xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Threes do not begin where steps do.
// CHECK-LABEL: func.func @threes
// CHECK: gather
// CHECK: return
tt.func @threes(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %three = arith.constant dense<3> : tensor<64xi32>
  %at = arith.divsi %i, %three : tensor<64xi32>
  %g = arith.extsi %at : tensor<64xi32> to tensor<64xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Every element four times, as by upsampling: a register of eight lanes has two
// of them. The four that are the same would be a step of their own.
// CHECK-LABEL: func.func @four_times
// CHECK: masked.gather
// CHECK: scf.for {{.*}} step %c8_i64
// CHECK-NOT: gather
// CHECK: %[[TWO:.*]] = llvm.load %{{.*}} -> vector<2xf32>
// CHECK: vector.shuffle %[[TWO]], %[[TWO]] [0, 0, 0, 0, 1, 1, 1, 1]
// CHECK: return
tt.func @four_times(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %four = arith.constant dense<4> : tensor<64xi32>
  %at = arith.divsi %i, %four : tensor<64xi32>
  %g = arith.extsi %at : tensor<64xi32> to tensor<64xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<64xi64>) -> !tts.block<64xf32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}
