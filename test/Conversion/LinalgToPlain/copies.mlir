// Copies between buffers become loops that need no library; unranked ones are left.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --plain-copies --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK-SAME: %[[A:.*]]: memref<4xf32, strided<[2]>>, %[[B:.*]]: memref<4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[A]] : {{.*}}) outs(%[[B]] :
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[IN]] : f32
// CHECK-NOT: memref.copy
func.func @strided(%a: memref<4xf32, strided<[2]>>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<4xf32, strided<[2]>> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @unranked(
// CHECK-NEXT: memref.copy
func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}
