// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-to-llvm --split-input-file | FileCheck %s

// A counted loop is guarded and tests at its end.
// CHECK-LABEL: llvm.func @sum(
// CHECK-SAME: %[[LO:.*]]: i64, %[[HI:.*]]: i64, %[[STEP:.*]]: i64, %[[INIT:.*]]: i64
func.func @sum(%lo: i64, %hi: i64, %step: i64, %init: i64) -> i64 {
  // CHECK: %[[RUNS:.*]] = llvm.icmp "slt" %[[LO]], %[[HI]]
  // CHECK: llvm.cond_br %[[RUNS]], ^[[BODY:.*]](%[[LO]], %[[INIT]] : i64, i64), ^[[AFTER:.*]](%[[INIT]] : i64)
  // CHECK: ^[[BODY]](%[[I:.*]]: i64, %[[ACC:.*]]: i64):
  // CHECK: %[[NEW:.*]] = llvm.add %[[ACC]], %[[I]]
  // CHECK: %[[NEXT:.*]] = llvm.add %[[I]], %[[STEP]]
  // CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[NEXT]], %[[HI]]
  // CHECK: llvm.cond_br %[[MORE]], ^[[BODY]](%[[NEXT]], %[[NEW]] : i64, i64), ^[[AFTER]](%[[NEW]] : i64)
  // CHECK: ^[[AFTER]](%[[R:.*]]: i64):
  // CHECK: llvm.return %[[R]]
  %r = scf.for %i = %lo to %hi step %step iter_args(%acc = %init) -> i64 : i64 {
    %new = arith.addi %acc, %i : i64
    scf.yield %new : i64
  }
  return %r : i64
}

// -----

// A loop inside a loop; the inner result is what the outer carries on.
// CHECK-LABEL: llvm.func @nested(
func.func @nested(%n: i32, %init: f32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: llvm.cond_br %{{.*}}, ^[[OUTER:.*]](%{{.*}}, %{{.*}} : i32, f32), ^[[DONE:.*]](%{{.*}} : f32)
  // CHECK: ^[[OUTER]](%{{.*}}: i32, %[[A:.*]]: f32):
  // CHECK: llvm.cond_br %{{.*}}, ^[[INNER:.*]](%{{.*}}, %[[A]] : i32, f32), ^[[JOIN:.*]](%[[A]] : f32)
  // CHECK: ^[[INNER]](%{{.*}}: i32, %[[B:.*]]: f32):
  // CHECK: %[[S:.*]] = llvm.fadd %[[B]], %[[B]]
  // CHECK: llvm.cond_br %{{.*}}, ^[[INNER]](%{{.*}}, %[[S]] : i32, f32), ^[[JOIN]](%[[S]] : f32)
  // CHECK: ^[[JOIN]](%[[T:.*]]: f32):
  // CHECK: llvm.cond_br %{{.*}}, ^[[OUTER]](%{{.*}}, %[[T]] : i32, f32), ^[[DONE]](%[[T]] : f32)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> f32 : i32 {
    %t = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> f32 : i32 {
      %s = arith.addf %b, %b : f32
      scf.yield %s : f32
    }
    scf.yield %t : f32
  }
  return %r : f32
}

// -----

// The hint goes to the branch back, and an unsigned loop compares unsigned.
// CHECK: #[[HINT:.*]] = #llvm.loop_annotation<disableNonforced = true>
// CHECK-LABEL: llvm.func @hints(
func.func @hints(%p: !llvm.ptr, %n: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  // CHECK: llvm.icmp "ugt" %{{.*}}, %{{.*}}
  // CHECK: llvm.cond_br
  // CHECK-NOT: loop_annotation
  // CHECK: llvm.store
  // CHECK: llvm.icmp "ult"
  // CHECK: llvm.cond_br {{.*}} {loop_annotation = #[[HINT]]}
  scf.for unsigned %i = %c0 to %n step %c1 : i64 {
    llvm.store %i, %p : i64, !llvm.ptr
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  return
}
