// tt.call is inlined wherever the callee's blocks may stand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --inline | FileCheck %s

tt.func private @double(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  tt.return %0 : f32
}

tt.func private @early(%a: f32, %p: i1) -> f32 {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  tt.return %a : f32
^bb2:
  %0 = arith.negf %a : f32
  tt.return %0 : f32
}

// CHECK-LABEL: tt.func public @kernel
tt.func public @kernel(%x: f32, %p: i1, %q: !tt.ptr<f32>) {
  // CHECK: arith.addf
  %0 = tt.call @double(%x) : (f32) -> f32
  // CHECK: cf.cond_br
  // CHECK-NOT: tt.call
  // CHECK: tt.store
  %1 = tt.call @early(%0, %p) : (f32, i1) -> f32
  tt.store %q, %1 : !tt.ptr<f32>
  // CHECK: tt.return
  tt.return
}

// CHECK-LABEL: tt.func public @region
tt.func public @region(%x: tensor<8xf32>, %p: i1) -> f32 {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    // CHECK: arith.addf
    %1 = tt.call @double(%a) : (f32) -> f32
    // CHECK: tt.call @early
    %2 = tt.call @early(%1, %p) : (f32, i1) -> f32
    tt.reduce.return %2 : f32
  }) : (tensor<8xf32>) -> f32
  tt.return %0 : f32
}
