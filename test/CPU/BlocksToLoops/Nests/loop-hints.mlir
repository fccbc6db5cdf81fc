// A loop's hints to LLVM stay with it.
// RUN: triton-shared-opt %s --cpu-blocks-to-loops | FileCheck %s

#licm = #llvm.loop_licm<disable = true, versioningDisable = true>
#hint = #llvm.loop_annotation<licm = #licm>

// CHECK: #[[HINT:.*]] = #llvm.loop_annotation<licm = #{{.*}}>

// CHECK-LABEL: func.func @for_loop
// CHECK: scf.for
// CHECK: scf.for
// CHECK: } {llvm.loop_annotation = #[[HINT]]}
tt.func public @for_loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.print "i" {hex = false, isSigned = array<i32: 1>} : %i : i32
  } {llvm.loop_annotation = #hint}
  tt.return
}

// CHECK-LABEL: func.func @while_loop
// CHECK: scf.while
// CHECK: } attributes {llvm.loop_annotation = #[[HINT]]}
tt.func public @while_loop(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %n : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  } attributes {llvm.loop_annotation = #hint}
  tt.return
}
