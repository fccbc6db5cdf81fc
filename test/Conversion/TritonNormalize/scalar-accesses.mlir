// Accesses of blocks without dimensions become accesses of scalars.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s
// RUN: triton-shared-opt %s --triton-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: tt.func @copy
// LINALG-LABEL: func.func @copy
// CHECK: %[[V:.*]] = tt.load %arg0, %arg1, %{{.*}} : !tt.ptr<i32>
// CHECK: tt.store %arg0, %[[V]] : !tt.ptr<i32>
// LINALG: memref.load
// LINALG: memref.store
tt.func @copy(%p: !tt.ptr<i32>, %live: i1) {
  %zero = arith.constant dense<0> : tensor<i32>
  %b = tt.splat %p : !tt.ptr<i32> -> tensor<!tt.ptr<i32>>
  %m = tt.splat %live : i1 -> tensor<i1>
  %v = tt.load %b, %m, %zero : tensor<!tt.ptr<i32>>
  tt.store %b, %v : tensor<!tt.ptr<i32>>
  tt.return
}

// CHECK-LABEL: tt.func @count
// LINALG-LABEL: func.func @count
// CHECK: %[[OLD:.*]] = tt.atomic_rmw add, acq_rel, gpu, %arg0, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32, i1) -> i32
// CHECK: tt.store %arg1, %[[OLD]] : !tt.ptr<i32>
// LINALG: memref.atomic_rmw addi
tt.func @count(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {
  %one = arith.constant dense<1> : tensor<i32>
  %all = arith.constant dense<true> : tensor<i1>
  %b = tt.splat %p : !tt.ptr<i32> -> tensor<!tt.ptr<i32>>
  %old = tt.atomic_rmw add, acq_rel, gpu, %b, %one, %all : (tensor<!tt.ptr<i32>>, tensor<i32>, tensor<i1>) -> tensor<i32>
  %x = tt.unsplat %old : tensor<i32>
  tt.store %q, %x : !tt.ptr<i32>
  tt.return
}
