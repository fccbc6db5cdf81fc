// Loads whose value decides whether a loop goes on become volatile, where only another program can
// have changed it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s

// CHECK-LABEL: tt.func @flag
// CHECK: scf.while
// CHECK: tt.load %{{.*}} {isVolatile = true}
tt.func @flag(%flag: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  scf.while : () -> () {
    %v = tt.load %flag : !tt.ptr<i32>
    %c = arith.cmpi ne, %v, %n : i32
    scf.condition(%c)
  } do {
    tt.store %out, %n : !tt.ptr<i32>
    scf.yield
  }
  tt.return
}

// What is loaded passes through the loop; the address is computed in it; a count of turns beside it.
// CHECK-LABEL: tt.func @carried
// CHECK: tt.load %{{[^ ]*}} : !tt.ptr<i32>
// CHECK: scf.while
// CHECK: tt.load %{{.*}} {isVolatile = true}
tt.func @carried(%flag: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  %one = arith.constant 1 : i32
  %most = arith.constant 1000 : i32
  %first = tt.load %flag : !tt.ptr<i32>
  %r:2 = scf.while (%v = %first, %turns = %one) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ne, %v, %n : i32
    %few = arith.cmpi slt, %turns, %most : i32
    %both = arith.andi %c, %few : i1
    scf.condition(%both) %v, %turns : i32, i32
  } do {
  ^bb0(%v: i32, %turns: i32):
    %p = tt.addptr %flag, %n : !tt.ptr<i32>, i32
    %next = tt.load %p : !tt.ptr<i32>
    %more = arith.addi %turns, %one : i32
    scf.yield %next, %more : i32, i32
  }
  tt.store %out, %r#1 : !tt.ptr<i32>
  tt.return
}

// A search goes on to other places.
// CHECK-LABEL: tt.func @search
// CHECK-NOT: isVolatile
tt.func @search(%keys: !tt.ptr<i32>, %out: !tt.ptr<i32>, %key: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %p = tt.addptr %keys, %i : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi ne, %v, %key : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  tt.store %out, %r : !tt.ptr<i32>
  tt.return
}

// A bound that lies in memory: the count comes to it.
// CHECK-LABEL: tt.func @bound
// CHECK-NOT: isVolatile
tt.func @bound(%n: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %v = tt.load %n : !tt.ptr<i32>
    %c = arith.cmpi slt, %i, %v : i32
    scf.condition(%c) %i : i32
  } do {
  ^bb0(%i: i32):
    tt.store %out, %i : !tt.ptr<i32>
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  tt.return
}

// The loop itself writes there.
// CHECK-LABEL: tt.func @own
// CHECK-NOT: isVolatile
tt.func @own(%x: !tt.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.while : () -> () {
    %v = tt.load %x : !tt.ptr<i32>
    %c = arith.cmpi sgt, %v, %zero : i32
    scf.condition(%c)
  } do {
    %v = tt.load %x : !tt.ptr<i32>
    %less = arith.subi %v, %one : i32
    tt.store %x, %less : !tt.ptr<i32>
    scf.yield
  }
  tt.return
}
