// Calls are inlined, whatever the callee's control flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-normalize %s | FileCheck %s

// CHECK-LABEL: tt.func public @kernel
// CHECK-NOT: tt.call
// CHECK: scf.for
// CHECK: scf.if
// CHECK: tt.store
// CHECK-NOT: tt.func
tt.func public @kernel(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.call @outer(%p, %i) : (!tt.ptr<i32>, i32) -> i32
    %q = tt.addptr %p, %i : !tt.ptr<i32>, i32
    tt.store %q, %x : !tt.ptr<i32>
  }
  tt.return
}

tt.func private @outer(%p: !tt.ptr<i32>, %x: i32) -> i32 attributes {noinline = true} {
  %y = tt.call @inner(%p, %x) : (!tt.ptr<i32>, i32) -> i32
  %z = arith.addi %y, %y : i32
  tt.return %z : i32
}

tt.func private @inner(%p: !tt.ptr<i32>, %x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c = arith.cmpi slt, %x, %c3 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return %c3 : i32
^bb2:
  %v = tt.load %p : !tt.ptr<i32>
  tt.return %v : i32
}
