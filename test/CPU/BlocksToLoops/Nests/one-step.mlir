// Lanes that are all done in one step: without AVX512, where a masked store is
// slow, a step without masks where all of them are inside the bounds. Where a
// nest only stores, whole registers have none either.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=256 --canonicalize --cse | FileCheck %s
// RUN: triton-shared-opt %s --cpu-blocks-to-loops=vector-bits=512 --canonicalize --cse | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: func.func @copy
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %{{.*}}, %c16_i64
// CHECK: scf.if %[[FULL]]
// CHECK-NOT: masked
// CHECK: llvm.load {{.*}} -> vector<16xf32>
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: else
// CHECK: scf.for %{{.*}} = %c0_i64 to %[[WHOLE:.*]] step %c8_i64
// CHECK-NOT: masked
// CHECK: llvm.store {{.*}} : vector<8xf32>
// CHECK: scf.for %{{.*}} = %[[WHOLE]] to %{{.*}} step %c8_i64
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store %{{.*}} : vector<8xf32>
// WIDE-LABEL: func.func @copy
// WIDE-NOT: llvm.load {{.*}} -> vector
// WIDE: llvm.intr.masked.load
// WIDE: llvm.intr.masked.store
tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  %v = tts.load %bx : !tts.block<16xf32> -> tensor<16xf32>
  tts.store %v, %by : tensor<16xf32>, !tts.block<16xf32>
  tt.return
}

// The smaller one of two bounds decides, and what the step computes comes out of both.
// CHECK-LABEL: func.func @sum
// CHECK: arith.minsi
// CHECK: arith.minsi
// CHECK: %[[BOUND:.*]] = arith.maxsi
// CHECK: %[[FULL:.*]] = arith.cmpi sge, %[[BOUND]], %c16_i64
// CHECK: scf.if %[[FULL]] -> (vector<16xf32>)
// CHECK-NOT: masked
// CHECK: scf.yield %{{.*}} : vector<16xf32>
// CHECK: else
// CHECK-COUNT-2: llvm.intr.masked.load
// CHECK: scf.yield %{{.*}} : vector<16xf32>
// CHECK: llvm.store %{{.*}} : f32
tt.func public @sum(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32, %other: i32) {
  %n = arith.index_cast %count : i32 to index
  %m = arith.index_cast %other : i32 to index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %bx = tts.make_block %x offset %c0 strides [1] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  %by = tts.make_block %y offset %c0 strides [1] bounds [0 : %m] : (!tt.ptr<f32>) -> !tts.block<16xf32>
  %v = tts.load %bx other %zero : !tts.block<16xf32>, f32 -> tensor<16xf32>
  %w = tts.load %by other %zero : !tts.block<16xf32>, f32 -> tensor<16xf32>
  %z = arith.mulf %v, %w : tensor<16xf32>
  %s = "tt.reduce"(%z) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<16xf32>) -> f32
  %bs = tts.make_block %x offset %c0 : (!tt.ptr<f32>) -> !tts.block<f32>
  tts.store %s, %bs : f32, !tts.block<f32>
  tt.return
}

// Rows that an atomic updates are asked for before the first one once, not once in each way.
// CHECK-LABEL: func.func @rows
// CHECK-COUNT-12: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK-NOT: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK: scf.for %{{.*}} = %c0_i64 to %c32_i64
// CHECK: scf.if
// CHECK-COUNT-4: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK: llvm.store {{.*}} : vector<64xf32>
// CHECK: else
// CHECK: scf.for %{{.*}} = %c0_i64 to %{{.*}} step %c16_i64
// CHECK: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK-NOT: "llvm.intr.prefetch"({{.*}}rw = 1
// CHECK: llvm.store {{.*}} : vector<16xf32>
// CHECK: scf.for %{{.*}} step %c16_i64
// CHECK: llvm.intr.masked.store %{{.*}} : vector<16xf32>
tt.func public @rows(%index: !tt.ptr<i64>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %count: i32) {
  %n = arith.index_cast %count : i32 to index
  %c0 = arith.constant 0 : index
  %bi = tts.make_block %index offset %c0 strides [1] : (!tt.ptr<i64>) -> !tts.block<32xi64>
  %i = tts.load %bi : !tts.block<32xi64> -> tensor<32xi64>
  %column = tt.expand_dims %i {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
  %rows = tt.broadcast %column : tensor<32x1xi64> -> tensor<32x64xi64>
  %bx = tts.make_block %x offset %c0 strides [64, 1] bounds [0 : 32, 0 : %n] : (!tt.ptr<f32>) -> !tts.block<32x64xf32>
  %v = tts.load %bx : !tts.block<32x64xf32> -> tensor<32x64xf32>
  %by = tts.make_block %y offset %c0 strides [0, 1] bounds [0 : 32, 0 : %n] gather %rows : (!tt.ptr<f32>, tensor<32x64xi64>) -> !tts.block<32x64xf32>
  %old = tts.atomic_rmw fadd, relaxed, gpu, %by, %v : !tts.block<32x64xf32>, tensor<32x64xf32> -> tensor<32x64xf32>
  tt.return
}
