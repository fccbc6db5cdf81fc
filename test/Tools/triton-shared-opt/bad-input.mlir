// Input that is no module ends in an error with its place, and status 1.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not triton-shared-opt %s 2>&1 | FileCheck %s
// RUN: not triton-shared-opt %s.absent 2>&1 | FileCheck %s --check-prefix=ABSENT

// ABSENT: bad-input.mlir.absent{{.*}}No such file or directory
// CHECK: bad-input.mlir:9:8: error: custom op 'tt.lod' is unknown
tt.func @f(%p: !tt.ptr<f32>) {
  %0 = tt.lod %p : !tt.ptr<f32>
  tt.return
}
