// Functions that are not ours may call whatever they like.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-blocks-to-loops | FileCheck %s

func.func private @h()

// CHECK-LABEL: llvm.func @g()
// CHECK: func.call @h()
llvm.func @g() {
  func.call @h() : () -> ()
  llvm.return
}

// CHECK-LABEL: func.func @k
tt.func public @k(%x: !tt.ptr<f32>) {
  tt.return
}
