// A row whose number is loaded: while a run goes through one, the next run's is asked for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @known
// CHECK: scf.for %{{.*}} = %{{.*}} to %c512_i64 step %c128_i64
// CHECK: %[[END:.*]] = arith.minsi %{{.*}}, %c512_i64
// The number of this row, and of the next one if there is one.
// CHECK: llvm.load {{.*}} -> i64
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[END]], %c512_i64
// CHECK: %[[ROW:.*]] = scf.if %[[MORE]] -> (!llvm.ptr)
// CHECK: llvm.load {{.*}} -> i64
// CHECK: scf.yield
// CHECK: } else {
// CHECK: scf.yield
// Where this step is in it.
// CHECK: %[[ORIGIN:.*]] = llvm.getelementptr %[[ROW]]
// CHECK: scf.for %[[AT:.*]] = %{{.*}} to %[[END]]
// CHECK: %[[LINE:.*]] = llvm.getelementptr %[[ORIGIN]][%[[AT]]]
// CHECK: "llvm.intr.prefetch"(%[[LINE]])
// CHECK: llvm.store {{.*}} : vector<
tt.func @known(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: !tt.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = arith.constant dense<128> : tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %column = arith.remsi %i, %n : tensor<512xi32>
  %place = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bs = tts.make_block %s offset %c0 strides [0] gather %place : (!tt.ptr<i64>, tensor<512xi64>) -> !tts.block<512xi64>
  %number = tts.load %bs : !tts.block<512xi64> -> tensor<512xi64>
  %pitch = arith.constant dense<128> : tensor<512xi64>
  %start = arith.muli %number, %pitch : tensor<512xi64>
  %way = arith.extsi %column : tensor<512xi32> to tensor<512xi64>
  %g = arith.addi %start, %way : tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Rows of a length that the run tells; to find the next one is to load its number.
// CHECK-LABEL: func.func @at_run_time
// CHECK: scf.while
// CHECK: %[[NEXT:.*]] = scf.if %{{.*}} -> (!llvm.ptr)
// CHECK: llvm.load {{.*}} -> i64
// CHECK: "llvm.intr.prefetch"
tt.func @at_run_time(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: !tt.ptr<i64>, %columns: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = tt.splat %columns : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %column = arith.remsi %i, %n : tensor<512xi32>
  %place = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bs = tts.make_block %s offset %c0 strides [0] gather %place : (!tt.ptr<i64>, tensor<512xi64>) -> !tts.block<512xi64>
  %number = tts.load %bs : !tts.block<512xi64> -> tensor<512xi64>
  %way = arith.extsi %column : tensor<512xi32> to tensor<512xi64>
  %g = arith.addi %number, %way : tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// Numbers that must be loaded once, and rows that are found without any.
// CHECK-LABEL: func.func @volatile
// CHECK-NOT: prefetch
// CHECK-LABEL: func.func @computed
// CHECK-NOT: prefetch
// CHECK: return
tt.func @volatile(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %s: !tt.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = arith.constant dense<128> : tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %place = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bs = tts.make_block %s offset %c0 strides [0] gather %place : (!tt.ptr<i64>, tensor<512xi64>) -> !tts.block<512xi64>
  %g = tts.load %bs {isVolatile = true} : !tts.block<512xi64> -> tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

tt.func @computed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %n = arith.constant dense<128> : tensor<512xi32>
  %row = arith.divsi %i, %n : tensor<512xi32>
  %g = arith.extsi %row : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [1] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
