// Quotients and remainders of a position, of which few change within a step.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops --canonicalize --cse --split-input-file | FileCheck %s

// Where neither crosses a multiple of %n, a step reads and writes vectors.
// CHECK-LABEL: func.func @flat
// CHECK: scf.for
// CHECK: %[[REST:.*]] = arith.remsi %{{.*}}, %[[N:.*]] : i32
// CHECK: %[[WIDE:.*]] = arith.extsi %[[REST]] : i32 to i64
// CHECK: %[[LAST:.*]] = arith.addi %[[WIDE]], %c{{.*}}_i64
// CHECK: %[[FITS:.*]] = arith.cmpi slt, %[[LAST]]
// CHECK: %[[STRAIGHT:.*]] = arith.andi %{{.*}}, %[[FITS]]
// CHECK: scf.if %[[STRAIGHT]]
// CHECK-NOT: masked.gather
// CHECK: llvm.load {{.*}} -> vector<{{.*}}xf32>
// CHECK: } else {
// CHECK: masked.gather
// CHECK: return
tt.func @flat(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = tt.splat %n : i32 -> tensor<512xi32>
  %row = arith.divsi %i, %d : tensor<512xi32>
  %column = arith.remsi %i, %d : tensor<512xi32>
  %pitch = arith.constant dense<1000> : tensor<512xi32>
  %start = arith.muli %row, %pitch : tensor<512xi32>
  %at = arith.addi %start, %column : tensor<512xi32>
  %g = arith.extsi %at : tensor<512xi32> to tensor<512xi64>
  %bx = tts.make_block %x offset %c0 strides [0] gather %g : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %v = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Steps are longer than rows of 48; what is squared is at no equal distances.
// CHECK-LABEL: func.func @short_rows
// CHECK-NOT: scf.if {{.*}} {
// CHECK: masked.gather
// CHECK: return
tt.func @short_rows(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %d = arith.constant dense<48> : tensor<512xi32>
  %e = tt.splat %n : i32 -> tensor<512xi32>
  %a = arith.remsi %i, %d : tensor<512xi32>
  %b = arith.remsi %i, %e : tensor<512xi32>
  %c = arith.muli %b, %b : tensor<512xi32>
  %ga = arith.extsi %a : tensor<512xi32> to tensor<512xi64>
  %gc = arith.extsi %c : tensor<512xi32> to tensor<512xi64>
  %ba = tts.make_block %x offset %c0 strides [0] gather %ga : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %bc = tts.make_block %x offset %c0 strides [0] gather %gc : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  %va = tts.load %ba : !tts.block<512xf32> -> tensor<512xf32>
  %vc = tts.load %bc : !tts.block<512xf32> -> tensor<512xf32>
  %v = arith.addf %va, %vc : tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
