// Assembly of ttg.barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: tt.func @barriers
tt.func @barriers() {
  // CHECK-NEXT: ttg.barrier none
  ttg.barrier none
  // CHECK-NEXT: ttg.barrier local
  ttg.barrier local
  // CHECK-NEXT: ttg.barrier global_read|global_write
  ttg.barrier global_write|global_read
  // CHECK-NEXT: ttg.barrier all
  ttg.barrier all
  // CHECK-NEXT: ttg.barrier all
  ttg.barrier local|global_read|global_write|tensor_read|tensor_write
  tt.return
}

// -----

tt.func @unknown() {
  // expected-error @+1 {{unknown address space 'shared'}}
  ttg.barrier shared
  tt.return
}
