// Conditions that are the same in all lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s

// LLVM would make a branch of a choice between vectors by one condition.
// CHECK-LABEL: func.func @choice
// CHECK: %[[ALL:.*]] = vector.broadcast %{{.*}} : i1 to vector<32xi1>
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK: arith.select %[[ALL]], %{{.*}}, %{{.*}} : vector<32xi1>, vector<32xf32>
// CHECK: return
tt.func @choice(%y: !tt.ptr<f32>, %n: i32, %a: f32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %is = arith.cmpi eq, %n, %zero : i32
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %f = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
  %s = tt.splat %a : f32 -> tensor<64xf32>
  %v = arith.select %is, %f, %s : tensor<64xf32>
  %by = tts.make_block %y offset %c0 strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
  tts.store %v, %by : tensor<64xf32>, !tts.block<64xf32>
  tt.return
}

// The mask of a load, and its bound, hold in the main loop, so both conditions
// of the choice do. They do not in the loop after it.
// CHECK-LABEL: func.func @known
// CHECK: scf.for {{.*}} step %c1_i32
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK-NOT: arith.select
// CHECK: llvm.load %{{.*}} -> vector<32xf32>
// CHECK-NOT: arith.select
// CHECK: arith.addf
// CHECK-NOT: arith.select
// CHECK: llvm.store
// CHECK: scf.for {{.*}} step %c32_i64
// CHECK: masked.load
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<32xi1>, vector<32xf32>
// CHECK: llvm.store
// CHECK: return
tt.func @known(%x: !tt.ptr<f32>, %n: i32, %m: i1) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %size = arith.index_cast %n : i32 to index
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %zero = arith.constant 0.0 : f32
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %most = tt.splat %n : i32 -> tensor<64xi32>
  %inside = arith.cmpi slt, %i, %most : tensor<64xi32>
  %on = tt.splat %m : i1 -> tensor<64xi1>
  %both = arith.andi %inside, %on : tensor<64xi1>
  %r = scf.for %k = %c0_i32 to %c9 step %c1 iter_args(%a = %none) -> (tensor<64xf32>) : i32 {
    %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %size] mask %m : (!tt.ptr<f32>, i1) -> !tts.block<64xf32>
    %v = tts.load %bx other %zero : !tts.block<64xf32>, f32 -> tensor<64xf32>
    %b = arith.addf %a, %v : tensor<64xf32>
    %chosen = arith.select %both, %b, %a : tensor<64xi1>, tensor<64xf32>
    scf.yield %chosen : tensor<64xf32>
  }
  tt.return %r : tensor<64xf32>
}
