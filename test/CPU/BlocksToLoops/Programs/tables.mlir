// What depends on a position by its remainder alone is computed for one period,
// in front of the loop over programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s

// A root for each channel, and not for each element. No more is computed than
// there are positions.
// CHECK-LABEL: func.func @scale
// CHECK-SAME: %[[BEGIN:[a-z0-9]+]]: i64, %[[END:[a-z0-9]+]]: i64, %[[ARENA:[a-z0-9]+]]: !llvm.ptr
// CHECK: %[[PROGRAMS:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[GIVEN:.*]] = arith.select %{{.*}}, %[[PROGRAMS]]
// CHECK: %[[POSITIONS:.*]] = arith.muli %[[GIVEN]], %c512_i64
// CHECK: arith.minsi %[[POSITIONS]], %c208_i64
// CHECK: scf.for
// CHECK: math.sqrt
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1_i64
// CHECK-NOT: math.sqrt
// CHECK: %[[AT:.*]] = arith.remui %{{.*}}, %c144_i64
// CHECK: llvm.getelementptr %[[ARENA]][%[[AT]]]
// CHECK-NOT: math.sqrt
// CHECK: return
tt.func @scale(%x: !tt.ptr<f32>, %var: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c144 = arith.constant 144 : index
  %c512 = arith.constant 512 : i32
  %p = tt.get_program_id x : i32
  %m = arith.muli %p, %c512 : i32
  %i = arith.index_cast %m : i32 to index
  %bx = tts.make_block %x offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %vx = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %bv = tts.make_block %var offset %c0 strides [1] wrap {dims = [0]} [(%i, %c144)] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %vv = tts.load %bv : !tts.block<512xf32> -> tensor<512xf32>
  %root = math.sqrt %vv : tensor<512xf32>
  %s = arith.mulf %vx, %root : tensor<512xf32>
  %by = tts.make_block %y offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %s, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Nothing dear: what is loaded is as soon loaded from where it is.
// CHECK-LABEL: func.func @bias
// CHECK-NOT: %c208_i64
// CHECK: return
tt.func @bias(%x: !tt.ptr<f32>, %bias: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c144 = arith.constant 144 : index
  %c512 = arith.constant 512 : i32
  %p = tt.get_program_id x : i32
  %m = arith.muli %p, %c512 : i32
  %i = arith.index_cast %m : i32 to index
  %bx = tts.make_block %x offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %vx = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %bv = tts.make_block %bias offset %c0 strides [1] wrap {dims = [0]} [(%i, %c144)] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %vv = tts.load %bv : !tts.block<512xf32> -> tensor<512xf32>
  %s = arith.addf %vx, %vv : tensor<512xf32>
  %by = tts.make_block %y offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %s, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Steps would wrap in each period of seven: what is loaded gets a table.
// CHECK-LABEL: func.func @short
// CHECK-SAME: %[[BEGIN:[a-z0-9]+]]: i64, %[[END:[a-z0-9]+]]: i64, %[[ARENA:[a-z0-9]+]]: !llvm.ptr
// CHECK: arith.minsi %{{.*}}, %c71_i64
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %c1_i64
// CHECK: %[[AT:.*]] = arith.remui %{{.*}}, %c7_i64
// CHECK: llvm.getelementptr %[[ARENA]][%[[AT]]]
// CHECK-NOT: llvm.intr.masked.gather
// CHECK: return
tt.func @short(%x: !tt.ptr<f32>, %bias: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c512 = arith.constant 512 : i32
  %p = tt.get_program_id x : i32
  %m = arith.muli %p, %c512 : i32
  %i = arith.index_cast %m : i32 to index
  %bx = tts.make_block %x offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %vx = tts.load %bx : !tts.block<512xf32> -> tensor<512xf32>
  %bv = tts.make_block %bias offset %c0 strides [1] wrap {dims = [0]} [(%i, %c7)] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %vv = tts.load %bv : !tts.block<512xf32> -> tensor<512xf32>
  %s = arith.addf %vx, %vv : tensor<512xf32>
  %by = tts.make_block %y offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %s, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// -----

// Positions that do not follow one another from program to program.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: %c208_i64
// CHECK: return
tt.func @apart(%var: !tt.ptr<f32>, %y: !tt.ptr<f32>, %pitch: i32) {
  %c0 = arith.constant 0 : index
  %c144 = arith.constant 144 : index
  %p = tt.get_program_id x : i32
  %m = arith.muli %p, %pitch : i32
  %i = arith.index_cast %m : i32 to index
  %bv = tts.make_block %var offset %c0 strides [1] wrap {dims = [0]} [(%i, %c144)] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  %vv = tts.load %bv : !tts.block<512xf32> -> tensor<512xf32>
  %root = math.sqrt %vv : tensor<512xf32>
  %by = tts.make_block %y offset %i strides [1] : (!tt.ptr<f32>) -> !tts.block<512xf32>
  tts.store %root, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
