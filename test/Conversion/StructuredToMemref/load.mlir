// Loads through pointer arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --structured-to-memref --split-input-file %s | FileCheck %s
// RUN: triton-shared-opt "--structured-to-memref=loads=in-place" --split-input-file %s | FileCheck %s --check-prefix=INPLACE

// A whole block is copied: later stores of the program do not change it.
// CHECK-LABEL: func.func @whole
// CHECK: %[[A:.*]] = memref.alloc() : memref<8x4xf32>
// CHECK: %[[M:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [8, 4], strides: [%{{.*}}, 1] : memref<*xf32> to memref<8x4xf32, strided<[?, 1], offset: ?>>
// CHECK-NEXT: memref.copy %[[M]], %[[A]]
// CHECK-NEXT: bufferization.to_tensor %[[A]] restrict writable
// INPLACE-LABEL: func.func @whole
// INPLACE-NOT: memref.copy
// INPLACE: bufferization.to_tensor %{{.*}} restrict : memref<8x4xf32, strided<[?, 1], offset: ?>>
tt.func @whole(%p: !tt.ptr<f32>, %o: index, %s: index) -> tensor<8x4xf32> {
  %b = tts.make_block %p offset %o strides [%s, 1] : (!tt.ptr<f32>) -> !tts.block<8x4xf32>
  %v = tts.load %b : !tts.block<8x4xf32> -> tensor<8x4xf32>
  tt.return %v : tensor<8x4xf32>
}

// -----

// A box: the rest of the buffer holds `other`.
// CHECK-LABEL: func.func @box
// CHECK-SAME: %[[OTHER:[^ ]*]]: f32
// CHECK: %[[A:.*]] = memref.alloc() : memref<8x4xf32>
// CHECK: linalg.fill ins(%[[OTHER]] : f32) outs(%[[A]] : memref<8x4xf32>)
// CHECK: memref.reinterpret_cast
// CHECK: %[[H0:.*]] = arith.maxsi %{{.*}}, %{{.*}} : index
// CHECK: %[[H:.*]] = arith.minsi %[[H0]], %{{.*}} : index
// CHECK: %[[FROM:.*]] = memref.subview %{{.*}}[0, 1] [%[[H]], 3] [1, 1]
// CHECK: %[[TO:.*]] = memref.subview %[[A]][0, 1] [%[[H]], 3] [1, 1]
// CHECK: memref.copy %[[FROM]], %[[TO]]
tt.func @box(%p: !tt.ptr<f32>, %o: index, %s: index, %h: index, %other: f32) -> tensor<8x4xf32> {
  %b = tts.make_block %p offset %o strides [%s, 1] bounds [0 : %h, 1 : 4] : (!tt.ptr<f32>) -> !tts.block<8x4xf32>
  %v = tts.load %b other %other : !tts.block<8x4xf32>, f32 -> tensor<8x4xf32>
  tt.return %v : tensor<8x4xf32>
}

// -----

// `other` may be a block.
// CHECK-LABEL: func.func @other_block
// CHECK: bufferization.materialize_in_destination %{{.*}} in writable %{{.*}} : (tensor<8xf32>, memref<8xf32>)
// CHECK: memref.copy
tt.func @other_block(%p: !tt.ptr<f32>, %o: index, %h: index, %other: tensor<8xf32>) -> tensor<8xf32> {
  %b = tts.make_block %p offset %o strides [1] bounds [0 : %h] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %v = tts.load %b other %other : !tts.block<8xf32>, tensor<8xf32> -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// A memref cannot begin before its base: such lanes have addresses.
// CHECK-LABEL: func.func @before_the_base
// CHECK-NOT: memref.reinterpret_cast
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: llvm.load
tt.func @before_the_base(%p: !tt.ptr<f32>) -> tensor<8xf32> {
  %o = arith.constant -8 : index
  %b = tts.make_block %p offset %o strides [1] bounds [8 : 16] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %v = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// Wrap, gather and mask go lane by lane; inactive lanes touch no memory.
// CHECK-LABEL: func.func @lanes
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[J:[^ ]*]] =
// CHECK: %[[M:.*]] = tensor.extract %{{.*}}[%[[I]], %[[J]]] : tensor<8x4xi1>
// CHECK: scf.if %[[M]] {
// CHECK: %[[BY:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: %[[W:.*]] = arith.addi %{{.*}}, %[[J]] : index
// CHECK: arith.remsi %[[W]], %[[BY]] : index
// CHECK: %[[G:.*]] = tensor.extract %{{.*}}[%[[I]], %[[J]]] : tensor<8x4xi64>
// CHECK: arith.index_cast %[[G]] : i64 to index
// CHECK: %[[L:.*]] = memref.reinterpret_cast %{{.*}} to offset: [%{{.*}}], sizes: [], strides: [] : memref<*xf32> to memref<f32, strided<[], offset: ?>>
// CHECK: %[[V:.*]] = memref.load %[[L]][]
// CHECK: memref.store %[[V]], %{{.*}}[%[[I]], %[[J]]]
tt.func @lanes(%p: !tt.ptr<f32>, %o: index, %s: index, %n: index, %g: tensor<8x4xi64>, %m: tensor<8x4xi1>) -> tensor<8x4xf32> {
  %b = tts.make_block %p offset %o strides [%s, 1] wrap {dims = [1]} [(%s, %n)] gather %g mask %m : (!tt.ptr<f32>, tensor<8x4xi64>, tensor<8x4xi1>) -> !tts.block<8x4xf32>
  %v = tts.load %b : !tts.block<8x4xf32> -> tensor<8x4xf32>
  tt.return %v : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func.func @clipped
// CHECK-SAME: %[[S:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: %[[AT:.*]] = arith.addi %[[S]], %[[I]] : index
// CHECK: %[[BELOW:.*]] = arith.cmpi slt, %[[AT]], %[[N]] : index
// CHECK: arith.select %[[BELOW]], %[[AT]], %{{.*}} : index
tt.func @clipped(%p: !tt.ptr<f32>, %s: index, %n: index) -> tensor<8xf32> {
  %b = tts.make_block %p offset %s strides [1] wrap {dims = [0], clip = [0]} [(%s, %n)] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  %v = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @scalar
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (f32) {
// CHECK: memref.load
// CHECK: } else {
// CHECK-NOT: memref.load
// CHECK: }
// CHECK: return %[[R]]
tt.func @scalar(%p: !tt.ptr<f32>, %o: index, %m: i1, %other: f32) -> f32 {
  %b = tts.make_block %p offset %o strides [] mask %m : (!tt.ptr<f32>, i1) -> !tts.block<f32>
  %v = tts.load %b other %other : !tts.block<f32>, f32 -> f32
  tt.return %v : f32
}

// -----

// A scalar mask switches the whole block.
// CHECK-LABEL: func.func @switched
// CHECK: %[[N:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// CHECK: memref.subview %{{.*}}[0] [%[[N]]] [1]
tt.func @switched(%p: !tt.ptr<f32>, %o: index, %m: i1) -> tensor<8xf32> {
  %b = tts.make_block %p offset %o strides [1] mask %m : (!tt.ptr<f32>, i1) -> !tts.block<8xf32>
  %v = tts.load %b : !tts.block<8xf32> -> tensor<8xf32>
  tt.return %v : tensor<8xf32>
}

// -----

// Booleans take a byte; any value but 0 is true.
// CHECK-LABEL: func.func @boolean
// CHECK: memref.alloc() : memref<8xi8>
// CHECK: linalg.generic
// CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : i8
tt.func @boolean(%p: !tt.ptr<i1>, %o: index) -> tensor<8xi1> {
  %b = tts.make_block %p offset %o strides [1] : (!tt.ptr<i1>) -> !tts.block<8xi1>
  %v = tts.load %b : !tts.block<8xi1> -> tensor<8xi1>
  tt.return %v : tensor<8xi1>
}

// -----

// A volatile load goes by address: memref.load cannot be volatile.
// CHECK-LABEL: func.func @volatile
// CHECK: llvm.load volatile
tt.func @volatile(%p: !tt.ptr<i32>, %o: index) -> i32 {
  %b = tts.make_block %p offset %o strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %v = tts.load %b {isVolatile = true} : !tts.block<i32> -> i32
  tt.return %v : i32
}
