// One element of a block, named by its position, is read or written without a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s "--cpu-blocks-to-loops=vector-bits=512 stream-bytes=0" --canonicalize --cse | FileCheck %s

// The sum of zeros and one element of what is loaded: -0 becomes 0 in it. Outside of the
// block there are only zeros.
// CHECK-LABEL: func.func @pick
// CHECK-NOT: vector<
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[INSIDE:.*]] = arith.cmpi ult, %[[I:.*]], %c64_i32 : i32
// CHECK: %[[INDEX:.*]] = arith.select %[[INSIDE]], %[[I]], %c0_i32 : i32
// CHECK: %[[V:.*]] = llvm.load {{.*}} -> f32
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[V]], %[[V]]
// CHECK: %[[SUM:.*]] = arith.addf %[[SQUARE]], %[[ZERO]]
// CHECK: %[[RESULT:.*]] = arith.select %[[INSIDE]], %[[SUM]], %[[ZERO]]
// CHECK: llvm.store %[[RESULT]]
tt.func public @pick(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %i: i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %by = tts.make_block %y offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %square = arith.mulf %v, %v : tensor<64xf32>
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %at = arith.cmpi eq, %range, %is : tensor<64xi32>
  %one = arith.select %at, %square, %zero : tensor<64xi1>, tensor<64xf32>
  %sum = "tt.reduce"(%one) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tts.store %sum, %by : f32, !tts.block<f32>
  tt.return
}

// Where the position is known, nothing is left to choose. Positions may start anywhere.
// CHECK-LABEL: func.func @known
// CHECK-NOT: vector<
// CHECK-NOT: arith.select
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[3] : (!llvm.ptr) -> !llvm.ptr, i32
// CHECK: %[[V:.*]] = llvm.load %[[P]]
// CHECK-NOT: arith.select
// CHECK: llvm.store %[[V]]
tt.func public @known(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : tensor<64xi32>
  %ten = arith.constant dense<10> : tensor<64xi32>
  %twenty = arith.constant dense<20> : tensor<64xi32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<64xi32>
  %by = tts.make_block %y offset %c0 : (!tt.ptr<i32>) -> !tts.block<i32>
  %v = tts.load %bx : !tts.block<64xi32> -> tensor<64xi32>
  %range = tt.make_range {start = 7 : i32, end = 71 : i32} : tensor<64xi32>
  %moved = arith.addi %range, %ten : tensor<64xi32>
  %at = arith.cmpi eq, %twenty, %moved : tensor<64xi32>
  %one = arith.select %at, %v, %zero : tensor<64xi1>, tensor<64xi32>
  %sum = "tt.reduce"(%one) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %t = arith.addi %p, %q : i32
    tt.reduce.return %t : i32
  }) : (tensor<64xi32>) -> i32
  tts.store %sum, %by : i32, !tts.block<i32>
  tt.return
}

// Where the others are -0, a sum is one like any other.
// CHECK-LABEL: func.func @others
// CHECK: arith.select {{.*}} : vector<64xi1>, vector<64xf32>
tt.func public @others(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %i: i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<-0.0> : tensor<64xf32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %by = tts.make_block %y offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  %v = tts.load %bx : !tts.block<64xf32> -> tensor<64xf32>
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %is = tt.splat %i : i32 -> tensor<64xi32>
  %at = arith.cmpi eq, %range, %is : tensor<64xi32>
  %one = arith.select %at, %v, %zero : tensor<64xi1>, tensor<64xf32>
  %sum = "tt.reduce"(%one) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %t = arith.addf %p, %q : f32
    tt.reduce.return %t : f32
  }) : (tensor<64xf32>) -> f32
  tts.store %sum, %by : f32, !tts.block<f32>
  tt.return
}

// A loop that sets an element of what it carries stores that one alone, if it is inside.
// CHECK-LABEL: func.func @set
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %{{.*}} step %c1_i32 : i32 {
// CHECK-NOT: vector<
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[K]], %c64_i32 : i32
// CHECK-NOT: vector<
// CHECK: scf.if %[[INSIDE]] {
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr
// CHECK-NEXT: }
tt.func public @set(%y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r = scf.for %k = %c0_i32 to %n step %c1_i32 iter_args(%a = %zero) -> (tensor<64xf32>) : i32 {
    %ks = tt.splat %k : i32 -> tensor<64xi32>
    %at = arith.cmpi eq, %range, %ks : tensor<64xi32>
    %f = arith.sitofp %k : i32 to f32
    %fs = tt.splat %f : f32 -> tensor<64xf32>
    %next = arith.select %at, %fs, %a : tensor<64xi1>, tensor<64xf32>
    scf.yield %next : tensor<64xf32>
  }
  tts.store %r, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// Positions that begin below zero: lane %i + 4 of the block.
// CHECK-LABEL: func.func @pick_from_below
// CHECK: %[[AT:.*]] = arith.subi %{{.*}}, %c-4_i64 : i64
// CHECK: arith.cmpi ult, %[[AT]], %c8_i64 : i64
tt.func public @pick_from_below(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %i: i64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : tensor<8xi32>
  %bx = tts.make_block %x offset %c0 strides [1] : (!tt.ptr<i32>) -> !tts.block<8xi32>
  %by = tts.make_block %y offset %c0 : (!tt.ptr<i32>) -> !tts.block<i32>
  %v = tts.load %bx : !tts.block<8xi32> -> tensor<8xi32>
  %range = tt.make_range {start = -4 : i32, end = 4 : i32} : tensor<8xi32>
  %positions = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
  %is = tt.splat %i : i64 -> tensor<8xi64>
  %at = arith.cmpi eq, %positions, %is : tensor<8xi64>
  %one = arith.select %at, %v, %zero : tensor<8xi1>, tensor<8xi32>
  %sum = "tt.reduce"(%one) <{axis = 0 : i32}> ({
  ^bb0(%p: i32, %q: i32):
    %t = arith.addi %p, %q : i32
    tt.reduce.return %t : i32
  }) : (tensor<8xi32>) -> i32
  tts.store %sum, %by : i32, !tts.block<i32>
  tt.return
}
