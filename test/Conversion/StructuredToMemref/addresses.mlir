// Accesses through pointers that are values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg --structured-to-memref --verify-upstream-only %s | FileCheck %s

// CHECK-LABEL: func.func @selected
// CHECK: %[[A:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: arith.index_cast %[[A]] : index to i64
// CHECK: %[[S:.*]] = arith.select %{{.*}} : i64
// CHECK: arith.addi %[[S]], %{{.*}} : i64
// CHECK: %[[P:.*]] = llvm.inttoptr
// CHECK: llvm.load %[[P]] : !llvm.ptr -> f32
tt.func @selected(%c: i1, %p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %o: index) -> f32 {
  %s = arith.select %c, %p, %q : !tt.ptr<f32>
  %b = tts.make_block %s offset %o strides [] : (!tt.ptr<f32>) -> !tts.block<f32>
  %v = tts.load %b : !tts.block<f32> -> f32
  tt.return %v : f32
}

// An address for each lane.
// CHECK-LABEL: func.func @blocks
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: tensor.extract %{{.*}}[%[[I]]] : tensor<8xi64>
// CHECK: llvm.inttoptr
// CHECK: llvm.store
tt.func @blocks(%p: !tt.ptr<f32>, %i: tensor<8xi64>, %o: index, %v: tensor<8xf32>) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %q = tt.addptr %s, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi64>
  %b = tts.make_block %q offset %o strides [0] : (tensor<8x!tt.ptr<f32>>) -> !tts.block<8xf32>
  tts.store %v, %b : tensor<8xf32>, !tts.block<8xf32>
  tt.return
}

// A bitcast between booleans and bytes changes nothing in memory.
// CHECK-LABEL: func.func @bytes
// CHECK-NOT: llvm.inttoptr
// CHECK: memref.reinterpret_cast %{{.*}} : memref<*xi8> to memref<8xi8
tt.func @bytes(%p: !tt.ptr<i1>, %o: index) -> tensor<8xi8> {
  %q = tt.bitcast %p : !tt.ptr<i1> -> !tt.ptr<i8>
  %b = tts.make_block %q offset %o strides [1] : (!tt.ptr<i8>) -> !tts.block<8xi8>
  %v = tts.load %b : !tts.block<8xi8> -> tensor<8xi8>
  tt.return %v : tensor<8xi8>
}

// CHECK-LABEL: func.func @other_type
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i32
tt.func @other_type(%p: !tt.ptr<f32>, %o: index) -> i32 {
  %q = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i32>
  %b = tts.make_block %q offset %o strides [] : (!tt.ptr<i32>) -> !tts.block<i32>
  %v = tts.load %b : !tts.block<i32> -> i32
  tt.return %v : i32
}
