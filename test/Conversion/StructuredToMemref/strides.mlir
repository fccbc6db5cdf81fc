// Strides that a memref may not have: its own are positive.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --structured-to-memref --split-input-file %s | FileCheck %s
// RUN: triton-shared-opt "--structured-to-memref=loads=in-place" --split-input-file %s | FileCheck %s --check-prefix=INPLACE
// RUN: triton-shared-opt "--structured-to-memref=views=defined" --split-input-file %s | FileCheck %s --check-prefix=DEFINED

// One element for all columns.
// CHECK-LABEL: func.func @repeated
// CHECK: %[[A:.*]] = memref.alloc() : memref<8x4xf32>
// CHECK: %[[M:.*]] = memref.reinterpret_cast %{{.*}} to offset: [3], sizes: [8], strides: [2] : memref<*xf32> to memref<8xf32, strided<[2], offset: 3>>
// CHECK: linalg.broadcast ins(%[[M]] : {{.*}}) outs(%[[A]] : memref<8x4xf32>) dimensions = [1]
// INPLACE-LABEL: func.func @repeated
// INPLACE: linalg.broadcast
tt.func @repeated(%p: !tt.ptr<f32>) -> tensor<8x4xf32> {
  %o = arith.constant 3 : index
  %b = tts.make_block %p offset %o strides [2, 0] : (!tt.ptr<f32>) -> !tts.block<8x4xf32>
  %v = tts.load %b : !tts.block<8x4xf32> -> tensor<8x4xf32>
  tt.return %v : tensor<8x4xf32>
}

// -----

// In a box.
// CHECK-LABEL: func.func @repeated_box
// CHECK: %[[FROM:.*]] = memref.subview %{{.*}}[0] [%[[ROWS:.*]]] [1] : memref<8xf32
// CHECK: %[[TO:.*]] = memref.subview %{{.*}}[0, 1] [%[[ROWS]], 3] [1, 1] : memref<8x4xf32>
// CHECK: linalg.broadcast ins(%[[FROM]] : {{.*}}) outs(%[[TO]] : {{.*}}) dimensions = [1]
tt.func @repeated_box(%p: !tt.ptr<f32>, %n: index) -> tensor<8x4xf32> {
  %o = arith.constant 3 : index
  %b = tts.make_block %p offset %o strides [2, 0] bounds [0 : %n, 1 : 4] : (!tt.ptr<f32>) -> !tts.block<8x4xf32>
  %v = tts.load %b : !tts.block<8x4xf32> -> tensor<8x4xf32>
  tt.return %v : tensor<8x4xf32>
}

// -----

// The same element for all lanes, or for none.
// CHECK-LABEL: func.func @one
// CHECK: %[[M:.*]] = memref.reinterpret_cast %{{.*}} to offset: [3], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[], offset: 3>>
// CHECK: %[[TO:.*]] = memref.subview %{{.*}}[0] [%{{.*}}] [1]
// CHECK: linalg.broadcast ins(%[[M]] : {{.*}}) outs(%[[TO]] : {{.*}}) dimensions = [0]
tt.func @one(%p: !tt.ptr<f32>, %n: index) -> tensor<8xf32> {
  %o = arith.constant 3 : index
  %b = tts.make_block %p offset %o strides [0] bounds [0 : %n] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %v = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// Stored one after the other: the last one stays.
// CHECK-LABEL: func.func @store_repeated
// CHECK-NOT: materialize_in_destination
// CHECK: scf.for
// CHECK: memref.store
tt.func @store_repeated(%p: !tt.ptr<f32>, %v: tensor<8xf32>) {
  %o = arith.constant 3 : index
  %b = tts.make_block %p offset %o strides [0] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// -----

// Backwards: lane by lane.
// CHECK-LABEL: func.func @backwards
// CHECK-NOT: strided<[-1]
// CHECK: scf.for
// CHECK: memref.load
tt.func @backwards(%p: !tt.ptr<f32>) -> tensor<8xf32> {
  %o = arith.constant 7 : index
  %b = tts.make_block %p offset %o strides [-1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %v = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// What a program computes from arguments may be negative; what it computes from its own number is not.
// CHECK-LABEL: func.func @computed
// CHECK: memref.copy
// CHECK: memref.copy
// DEFINED-LABEL: func.func @computed
// DEFINED: memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8], strides: [1]
// DEFINED: memref.copy
// DEFINED: scf.for
// DEFINED: llvm.load
tt.func @computed(%p: !tt.ptr<f32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %id = tt.get_program_id x : i32
  %o = arith.index_cast %id : i32 to index
  %a = tts.make_block %p offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %v = tts.load %a : !tts.block<8xf32> -> tensor<8xf32>
  %b = tts.make_block %p offset %n strides [1] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %w = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  tt.return %v, %w : tensor<8xf32>, tensor<8xf32>
}
