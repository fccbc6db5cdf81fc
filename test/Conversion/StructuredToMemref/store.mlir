// Stores through pointer arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --structured-to-memref %s | FileCheck %s

// CHECK-LABEL: func.func @whole
// CHECK: %[[M:.*]] = memref.reinterpret_cast %{{.*}} to offset: [4], sizes: [8], strides: [1] : memref<*xf32> to memref<8xf32, strided<[1], offset: 4>>
// CHECK: bufferization.materialize_in_destination %{{.*}} in writable %[[M]]
tt.func @whole(%p: !tt.ptr<f32>, %v: tensor<8xf32>) {
  %o = arith.constant 4 : index
  %b = tts.make_block %p offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// CHECK-LABEL: func.func @box
// CHECK: %[[M:.*]] = memref.subview %{{.*}}[2] [%[[N:.*]]] [1]
// CHECK: %[[V:.*]] = tensor.extract_slice %{{.*}}[2] [%[[N]]] [1] : tensor<8xf32> to tensor<?xf32>
// CHECK: bufferization.materialize_in_destination %[[V]] in writable %[[M]]
tt.func @box(%p: !tt.ptr<f32>, %o: index, %h: index, %v: tensor<8xf32>) {
  %b = tts.make_block %p offset %o strides [1] bounds [2 : %h] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// A box that begins behind the block is empty, and its slices begin inside.
// CHECK-LABEL: func.func @behind
// CHECK: memref.subview %{{.*}}[7] [%{{.*}}] [1]
// CHECK: tensor.extract_slice %{{.*}}[7] [%{{.*}}] [1]
tt.func @behind(%p: !tt.ptr<f32>, %o: index, %h: index, %v: tensor<8xf32>) {
  %b = tts.make_block %p offset %o strides [1] bounds [9 : %h] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// CHECK-LABEL: func.func @all_behind
// CHECK: memref.subview %{{.*}}[7] [0] [1]
tt.func @all_behind(%p: !tt.ptr<f32>, %o: index, %v: tensor<8xf32>) {
  %b = tts.make_block %p offset %o strides [1] bounds [9 : 12] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// CHECK-LABEL: func.func @runtime_begin
// CHECK: %[[START:.*]] = arith.minsi %{{.*}}, %c8
// CHECK: %[[SIZE:.*]] = arith.subi %{{.*}}, %[[START]]
// CHECK: %[[INSIDE:.*]] = arith.minsi %[[START]], %c7
// CHECK: memref.subview %{{.*}}[%[[INSIDE]]] [%[[SIZE]]] [1]
tt.func @runtime_begin(%p: !tt.ptr<f32>, %o: index, %l: index, %h: index, %v: tensor<8xf32>) {
  %b = tts.make_block %p offset %o strides [1] bounds [%l : %h] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// CHECK-LABEL: func.func @scatter
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[V:.*]] = tensor.extract %{{.*}}[%[[I]]] : tensor<8xf32>
// CHECK: memref.store %[[V]], %{{.*}}[] : memref<f32, strided<[], offset: ?>>
tt.func @scatter(%p: !tt.ptr<f32>, %o: index, %g: tensor<8xi64>, %v: tensor<8xf32>) {
  %b = tts.make_block %p offset %o strides [0] gather %g : (!tt.ptr<f32>, tensor<8xi64>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// A masked scalar store touches no memory either.
// CHECK-LABEL: func.func @scalar
// CHECK: scf.if
// CHECK: memref.store
tt.func @scalar(%p: !tt.ptr<f32>, %o: index, %m: i1, %v: f32) {
  %b = tts.make_block %p offset %o strides [] mask %m : (!tt.ptr<f32>, i1) -> !tts.block<f32>
  tts.store %v, %b : f32, !tts.block<f32>
  tt.return
}

// CHECK-LABEL: func.func @boolean
// CHECK: arith.extui %{{.*}} : i1 to i8
// CHECK: bufferization.materialize_in_destination %{{.*}} : (tensor<8xi8>, memref<8xi8
tt.func @boolean(%p: !tt.ptr<i1>, %o: index, %v: tensor<8xi1>) {
  %b = tts.make_block %p offset %o strides [1] : (!tt.ptr<i1>) -> !tts.block<8xi1>
  tts.store %v, %b : tensor<8xi1>, !tts.block<8xi1>
  tt.return
}
