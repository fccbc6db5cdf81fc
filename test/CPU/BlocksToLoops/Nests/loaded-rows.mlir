// Rows whose numbers are loaded, in a flat block, before something is stored:
// under a mask with an `other`, each number is one for all lanes of a step
// where the bounds of the store, which are the same, hold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK-NOT: masked.scatter
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xf32>
// CHECK: llvm.intr.masked.scatter
tt.func public @rows(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i64
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %d = arith.constant dense<64> : tensor<512xi32>
  %wide = arith.constant dense<64> : tensor<512xi64>
  %q = arith.divsi %i, %d : tensor<512xi32>
  %row = arith.extsi %q : tensor<512xi32> to tensor<512xi64>
  %r = arith.remsi %i, %d : tensor<512xi32>
  %column = arith.extsi %r : tensor<512xi32> to tensor<512xi64>
  %bi = tts.make_block %index offset %c0 strides [0] bounds [0 : %n] gather %row : (!tt.ptr<i64>, tensor<512xi64>) -> !tts.block<512xi64>
  %k = tts.load %bi other %none : !tts.block<512xi64>, i64 -> tensor<512xi64>
  %first = arith.muli %k, %wide : tensor<512xi64>
  %place = arith.addi %first, %column : tensor<512xi64>
  %v = arith.sitofp %i : tensor<512xi32> to tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [0] bounds [0 : %n] gather %place : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}

// A block of one row has no quotient.
// CHECK-LABEL: func.func @row
// CHECK-NOT: masked.scatter
// CHECK: llvm.store %{{.*}} : vector<{{.*}}xf32>
// CHECK: llvm.intr.masked.scatter
tt.func public @row(%index: !tt.ptr<i64>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i64
  %i = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %wide = arith.constant dense<512> : tensor<512xi64>
  %column = arith.extsi %i : tensor<512xi32> to tensor<512xi64>
  %bi = tts.make_block %index offset %c0 strides [0] bounds [0 : %n] : (!tt.ptr<i64>) -> !tts.block<512xi64>
  %k = tts.load %bi other %none : !tts.block<512xi64>, i64 -> tensor<512xi64>
  %first = arith.muli %k, %wide : tensor<512xi64>
  %place = arith.addi %first, %column : tensor<512xi64>
  %v = arith.sitofp %i : tensor<512xi32> to tensor<512xf32>
  %by = tts.make_block %y offset %c0 strides [0] bounds [0 : %n] gather %place : (!tt.ptr<f32>, tensor<512xi64>) -> !tts.block<512xf32>
  tts.store %v, %by : tensor<512xf32>, !tts.block<512xf32>
  tt.return
}
