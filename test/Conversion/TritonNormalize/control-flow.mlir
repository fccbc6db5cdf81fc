// Branches become structured control flow; early returns included.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-normalize --split-input-file %s | FileCheck %s

// CHECK-LABEL: tt.func public @early_return
// CHECK-NOT: cf.br
// CHECK-NOT: cf.cond_br
// CHECK: scf.if
// CHECK: tt.store
// CHECK: tt.return
// CHECK-NOT: tt.return
tt.func public @early_return(%p: !tt.ptr<f32>, %n: i32) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %c0 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  tt.store %p, %f : !tt.ptr<f32>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @loop
// CHECK-NOT: cf.br
// CHECK-NOT: cf.cond_br
// CHECK: scf.while
tt.func public @loop(%p: !tt.ptr<f32>, %n: i32) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^bb1(%c0 : i32)
^bb1(%i: i32):
  %q = tt.addptr %p, %i : !tt.ptr<f32>, i32
  tt.store %q, %f : !tt.ptr<f32>
  %j = arith.addi %i, %c1 : i32
  %c = arith.cmpi slt, %j, %n : i32
  cf.cond_br %c, ^bb1(%j : i32), ^bb2
^bb2:
  tt.return
}

// -----

// Hints and barriers mean nothing to one thread.
// CHECK-LABEL: tt.func public @hints
// CHECK-NEXT: tt.return
tt.func public @hints(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %c0 : i32
  llvm.intr.assume %c : i1
  ttg.barrier local
  tt.return
}

// -----

// Where programs look at what others store, the data must not be stored after
// the flag.
// CHECK-LABEL: tt.func public @watched
// CHECK: tt.store
// CHECK-NEXT: tts.barrier
// CHECK-NEXT: tt.store
tt.func public @watched(%data: !tt.ptr<i32>, %flag: !tt.ptr<i32>) {
  %c1 = arith.constant 1 : i32
  %seen = tt.load %flag {isVolatile = true} : !tt.ptr<i32>
  tt.store %data, %seen : !tt.ptr<i32>
  ttg.barrier local
  tt.store %flag, %c1 : !tt.ptr<i32>
  tt.return
}

// -----

// Nothing reaches the block behind a return.
// CHECK-LABEL: tt.func public @unreachable
// CHECK-NEXT: tt.return
tt.func public @unreachable() {
  tt.return
^bb1:
  tt.return
}

// -----

// Branches inside tt.map_elementwise, too.
// CHECK-LABEL: tt.func public @map
// CHECK: tt.map_elementwise
// CHECK: %[[R:.*]] = scf.if
// CHECK-NOT: cf.cond_br
// CHECK: tt.map_elementwise.return %[[R]]
tt.func public @map(%x: tensor<8xi32>, %p: tensor<8x!tt.ptr<i32>>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %c0 = arith.constant 0 : i32
    %c = arith.cmpi sgt, %a, %c0 : i32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %a : i32
  ^bb2:
    %n = arith.subi %c0, %a : i32
    tt.map_elementwise.return %n : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.store %p, %0 : tensor<8x!tt.ptr<i32>>
  tt.return
}
