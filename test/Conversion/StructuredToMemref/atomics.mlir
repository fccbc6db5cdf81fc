// Atomics, on scalars and on blocks; results are kept.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --structured-to-memref %s | FileCheck %s

// CHECK-LABEL: func.func @scalar
// CHECK: %[[OLD:.*]] = memref.atomic_rmw addf %{{.*}}, %{{.*}}[] : (f32, memref<f32, strided<[], offset: ?>>) -> f32
// CHECK: return %[[OLD]]
tt.func @scalar(%p: !tt.ptr<f32>, %o: index, %v: f32) -> f32 {
  %b = tts.make_block %p offset %o strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  %old = tts.atomic_rmw fadd, acq_rel, gpu, %b, %v : !tts.block<f32>, f32 -> f32
  tt.return %old : f32
}

// CHECK-LABEL: func.func @block
// CHECK: %[[A:.*]] = memref.alloc() : memref<8xi32>
// CHECK: linalg.fill
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[OLD:.*]] = memref.atomic_rmw maxs
// CHECK: memref.store %[[OLD]], %[[A]][%[[I]]]
// CHECK: bufferization.to_tensor %[[A]]
tt.func @block(%p: !tt.ptr<i32>, %o: index, %h: index, %v: tensor<8xi32>) -> tensor<8xi32> {
  %b = tts.make_block %p offset %o strides [1] bounds [0 : %h] : (!tt.ptr<i32>) -> !tts.block<8xi32>
  %old = tts.atomic_rmw max, relaxed, gpu, %b, %v : !tts.block<8xi32>, tensor<8xi32> -> tensor<8xi32>
  tt.return %old : tensor<8xi32>
}

// No buffer for a result that nobody reads.
// CHECK-LABEL: func.func @unused
// CHECK-NOT: memref.alloc
// CHECK: memref.atomic_rmw assign
tt.func @unused(%p: !tt.ptr<i32>, %o: index, %v: tensor<8xi32>) {
  %b = tts.make_block %p offset %o strides [1] : (!tt.ptr<i32>) -> !tts.block<8xi32>
  %old = tts.atomic_rmw exch, relaxed, gpu, %b, %v : !tts.block<8xi32>, tensor<8xi32> -> tensor<8xi32>
  tt.return
}

// CHECK-LABEL: func.func @compare_and_swap
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: scf.for
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: %[[R:.*]] = llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} acq_rel acquire : !llvm.ptr, i32
// CHECK: %[[OLD:.*]] = llvm.extractvalue %[[R]][0]
// CHECK: %[[F:.*]] = arith.bitcast %[[OLD]] : i32 to f32
// CHECK: memref.store %[[F]]
tt.func @compare_and_swap(%p: !tt.ptr<f32>, %o: index, %c: tensor<8xf32>, %v: tensor<8xf32>) -> tensor<8xf32> {
  %b = tts.make_block %p offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %old = tts.atomic_cas acq_rel, gpu, %b, %c, %v : !tts.block<8xf32>, tensor<8xf32> -> tensor<8xf32>
  tt.return %old : tensor<8xf32>
}
