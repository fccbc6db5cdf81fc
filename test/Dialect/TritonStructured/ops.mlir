// Assembly of the tts dialect.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --mlir-print-op-generic | triton-shared-opt | FileCheck %s
// RUN: triton-shared-opt %s --emit-bytecode | triton-shared-opt | FileCheck %s

// CHECK-LABEL: func.func @make_block
func.func @make_block(%p: !tt.ptr<f32>, %ps: tensor<64x32x!tt.ptr<f32>>, %o: index, %s: index, %h: index,
                      %g: tensor<64x32xi64>, %m: tensor<64x32xi1>, %on: i1) {
  // CHECK: tts.make_block %{{.*}} offset %{{.*}} : (!tt.ptr<f32>) -> !tts.block<f32>
  %0 = tts.make_block %p offset %o : (!tt.ptr<f32>) -> !tts.block<f32>
  // CHECK: tts.make_block %{{.*}} offset %{{.*}} strides [%{{.*}}, 1] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  %1 = tts.make_block %p offset %o strides [%s, 1] bounds [0 : 64, 0 : 32] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  // CHECK: tts.make_block %{{.*}} offset %{{.*}} strides [32, -1] bounds [%{{.*}} : 64, 0 : %{{.*}}] wrap {dims = [1, 0]} [(%{{.*}}, %{{.*}}), (%{{.*}}, %{{.*}})] gather %{{.*}} mask %{{.*}} : (!tt.ptr<f32>, tensor<64x32xi64>, tensor<64x32xi1>) -> !tts.block<64x32xf32>
  %2 = tts.make_block %p offset %o strides [32, -1] bounds [%h : 64, 0 : %h] wrap {dims = [1, 0]} [(%s, %h), (%o, %h)] gather %g mask %m : (!tt.ptr<f32>, tensor<64x32xi64>, tensor<64x32xi1>) -> !tts.block<64x32xf32>
  // CHECK: tts.make_block %{{.*}} offset %{{.*}} strides [32, 1] wrap {dims = [1, 0], clip = [0]} [(%{{.*}}, %{{.*}}), (%{{.*}}, %{{.*}})] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  %clipped = tts.make_block %p offset %o strides [32, 1] wrap {dims = [1, 0], clip = [0]} [(%s, %h), (%o, %h)] : (!tt.ptr<f32>) -> !tts.block<64x32xf32>
  // CHECK: tts.make_block %{{.*}} offset %{{.*}} strides [0, 0] mask %{{.*}} {note = 1 : i64} : (tensor<64x32x!tt.ptr<f32>>, i1) -> !tts.block<64x32xf32>
  %3 = tts.make_block %ps offset %o strides [0, 0] mask %on {note = 1 : i64} : (tensor<64x32x!tt.ptr<f32>>, i1) -> !tts.block<64x32xf32>
  return
}

// CHECK-LABEL: func.func @accesses
func.func @accesses(%b: !tts.block<8xf32>, %v: tensor<8xf32>, %x: f32, %s: !tts.block<i32>, %i: i32, %q: !tts.block<4x!tt.ptr<i8>>) {
  // CHECK: tts.load %{{.*}} : !tts.block<8xf32> -> tensor<8xf32>
  %0 = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  // CHECK: tts.load %{{.*}} other %{{.*}} cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : !tts.block<8xf32>, f32 -> tensor<8xf32>
  %1 = tts.load %b other %x cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : !tts.block<8xf32>, f32 -> tensor<8xf32>
  // CHECK: tts.load %{{.*}} other %{{.*}} : !tts.block<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %2 = tts.load %b other %v : !tts.block<8xf32>, tensor<8xf32> -> tensor<8xf32>
  // CHECK: tts.load %{{.*}} : !tts.block<i32> -> i32
  %3 = tts.load %s : !tts.block<i32> -> i32
  // CHECK: tts.load %{{.*}} : !tts.block<4x!tt.ptr<i8>> -> tensor<4x!tt.ptr<i8>>
  %4 = tts.load %q : !tts.block<4x!tt.ptr<i8>> -> tensor<4x!tt.ptr<i8>>
  // CHECK: tts.store %{{.*}}, %{{.*}} cacheModifier = cs : tensor<8xf32>, !tts.block<8xf32>
  tts.store %v, %b cacheModifier = cs : tensor<8xf32>, !tts.block<8xf32>
  // CHECK: tts.atomic_rmw fadd, acq_rel, gpu, %{{.*}}, %{{.*}} : !tts.block<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %5 = tts.atomic_rmw fadd, acq_rel, gpu, %b, %v : !tts.block<8xf32>, tensor<8xf32> -> tensor<8xf32>
  // CHECK: tts.atomic_cas acquire, sys, %{{.*}}, %{{.*}}, %{{.*}} : !tts.block<i32>, i32 -> i32
  %6 = tts.atomic_cas acquire, sys, %s, %i, %i : !tts.block<i32>, i32 -> i32
  // CHECK: tts.barrier
  tts.barrier
  return
}
