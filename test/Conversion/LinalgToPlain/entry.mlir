// The entry point around a program of the linalg stop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --plain-kernel-abi --split-input-file %s | FileCheck %s

// CHECK: func.func @kernel(%[[ARGS:[^ ]*]]: !llvm.ptr, %[[GRID:[^ ]*]]: !llvm.ptr, %[[FIRST:[^ ]*]]: i64, %[[LAST:[^ ]*]]: i64, %{{[^ ]*}}: !llvm.ptr, %[[RT:[^ ]*]]: !llvm.ptr) {
// CHECK: llvm.getelementptr %[[ARGS]][0] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK: %[[M:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !llvm.struct<(i64, ptr)> to memref<*xf32>
// CHECK: llvm.getelementptr %[[ARGS]][1]
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i8
// CHECK: %[[FLAG:.*]] = arith.trunci
// CHECK: %[[H:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f16
// CHECK: %[[NX:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK: scf.for %{{.*}} = %[[FIRST]] to %[[LAST]]
// CHECK: func.call @kernel_program(%[[M]], %[[FLAG]], %[[H]], %[[NX]], {{.*}}, %[[RT]])
// CHECK: func.func private @kernel_program(%{{.*}}: memref<*xf32>, %{{.*}}: i1, %{{.*}}: f16, %{{.*}}: i32, {{.*}}, %{{.*}}: !llvm.ptr) attributes {llvm.linkage = #llvm.linkage<internal>}
func.func @kernel(%p: memref<*xf32>, %flag: i1, %h: f16, %nx: i32, %ny: i32, %nz: i32, %x: i32, %y: i32, %z: i32) {
  return
}

// -----
// A helper that another pass added is not an entry point either.

// CHECK: func.func private @dealloc_helper(%{{.*}}: memref<?xi1>) attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK: func.func private @callback()
// CHECK-NOT: llvm.linkage
func.func private @dealloc_helper(%flags: memref<?xi1>) {
  return
}
func.func private @callback()
