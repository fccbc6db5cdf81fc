// Loads that decide whether a loop goes on become volatile, if they read the same addresses in each
// turn and the loop does not write there.
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

// The loop itself writes there; Triton computes the address twice.
// CHECK-LABEL: tt.func @own
// CHECK-NOT: isVolatile
tt.func @own(%x: !tt.ptr<i32>, %i: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.while : () -> () {
    %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi sgt, %v, %zero : i32
    scf.condition(%c)
  } do {
    %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    %less = arith.subi %v, %one : i32
    tt.store %p, %less : !tt.ptr<i32>
    scf.yield
  }
  tt.return
}

// The address alternates.
// CHECK-LABEL: tt.func @swap
// CHECK-NOT: isVolatile
tt.func @swap(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  %r:2 = scf.while (%a = %x, %b = %y) : (!tt.ptr<i32>, !tt.ptr<i32>) -> (!tt.ptr<i32>, !tt.ptr<i32>) {
    %v = tt.load %a : !tt.ptr<i32>
    %c = arith.cmpi ne, %v, %n : i32
    scf.condition(%c) %a, %b : !tt.ptr<i32>, !tt.ptr<i32>
  } do {
  ^bb0(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>):
    tt.store %out, %n : !tt.ptr<i32>
    scf.yield %b, %a : !tt.ptr<i32>, !tt.ptr<i32>
  }
  tt.return
}

// Once seen, it stays so; the address is handed on and itself loaded.
// CHECK-LABEL: tt.func @latch
// CHECK: scf.while
// CHECK: tt.load %{{.*}} {isVolatile = true} : !tt.ptr<i64>
// CHECK: tt.load %{{.*}} {isVolatile = true} : !tt.ptr<i32>
tt.func @latch(%flag: !tt.ptr<i32>, %where: !tt.ptr<i64>, %out: !tt.ptr<i32>, %n: i32) {
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.while (%done = %false, %from = %flag) : (i1, !tt.ptr<i32>) -> (i1, !tt.ptr<i32>) {
    %c = arith.xori %done, %true : i1
    scf.condition(%c) %done, %from : i1, !tt.ptr<i32>
  } do {
  ^bb0(%done: i1, %from: !tt.ptr<i32>):
    tt.store %out, %n : !tt.ptr<i32>
    %i = tt.load %where : !tt.ptr<i64>
    %p = tt.addptr %from, %i : !tt.ptr<i32>, i64
    %v = tt.load %p : !tt.ptr<i32>
    %now = arith.cmpi eq, %v, %n : i32
    %next = arith.ori %done, %now : i1
    scf.yield %next, %from : i1, !tt.ptr<i32>
  }
  tt.return
}

// A loop in the loop reads the same places in each turn.
// CHECK-LABEL: tt.func @all
// CHECK: scf.for
// CHECK: tt.load %{{.*}} {isVolatile = true}
tt.func @all(%flags: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%least = %zero) : (i32) -> i32 {
    %c = arith.cmpi slt, %least, %n : i32
    scf.condition(%c) %least : i32
  } do {
  ^bb0(%least: i32):
    tt.store %out, %n : !tt.ptr<i32>
    %next = scf.for %i = %zero to %n step %one iter_args(%so_far = %n) -> i32 : i32 {
      %p = tt.addptr %flags, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %less = arith.minsi %so_far, %v : i32
      scf.yield %less : i32
    }
    scf.yield %next : i32
  }
  tt.return
}

// One of two places: the loop stores to one of them.
// CHECK-LABEL: tt.func @either
// CHECK-NOT: isVolatile
tt.func @either(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %which: i1, %n: i32) {
  scf.while : () -> () {
    %p = arith.select %which, %x, %y : !tt.ptr<i32>
    %v = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi ne, %v, %n : i32
    scf.condition(%c)
  } do {
    tt.store %x, %n : !tt.ptr<i32>
    scf.yield
  }
  tt.return
}
