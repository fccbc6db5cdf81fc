// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches of a loop's first iteration that compute nothing.
// RUN: triton-shared-opt %s --cpu-branches-to-selects | FileCheck %s

// CHECK-LABEL: tt.func @first(
// CHECK: scf.for
// CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: %[[R:.*]] = arith.select %[[FIRST]], %{{.*}}, %[[SUM]] : tensor<64xf32>
// CHECK-NEXT: %[[N:.*]] = arith.select %[[FIRST]], %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: scf.yield %[[R]], %[[N]]
tt.func @first(%x: tensor<64xf32>, %n: i32) -> (tensor<64xf32>, i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%a = %x, %k = %c0) -> (tensor<64xf32>, i32) : i32 {
    %first = arith.cmpi eq, %i, %c0 : i32
    %s:2 = scf.if %first -> (tensor<64xf32>, i32) {
      scf.yield %x, %n : tensor<64xf32>, i32
    } else {
      %sum = arith.addf %a, %x : tensor<64xf32>
      scf.yield %sum, %k : tensor<64xf32>, i32
    }
    scf.yield %s#0, %s#1 : tensor<64xf32>, i32
  }
  tt.return %r#0, %r#1 : tensor<64xf32>, i32
}

// The bound is an argument, and the other branch is the first iteration's.
// CHECK-LABEL: tt.func @not_first(
// CHECK: %[[OTHER:.*]] = arith.cmpi ne
// CHECK-NEXT: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: arith.select %[[OTHER]], %[[SUM]], %{{.*}} : tensor<64xf32>
tt.func @not_first(%x: tensor<64xf32>, %from: i32, %n: i32) -> tensor<64xf32> {
  %c64 = arith.constant 64 : i32
  %r = scf.for %i = %from to %n step %c64 iter_args(%a = %x) -> (tensor<64xf32>) : i32 {
    %other = arith.cmpi ne, %from, %i : i32
    %s = scf.if %other -> (tensor<64xf32>) {
      %sum = arith.addf %a, %x : tensor<64xf32>
      scf.yield %sum : tensor<64xf32>
    } else {
      scf.yield %x : tensor<64xf32>
    }
    scf.yield %s : tensor<64xf32>
  }
  tt.return %r : tensor<64xf32>
}

// What is left alone: a branch that the first iterations have in common, one
// that computes, one that loads, and one that gives no block.
// CHECK-LABEL: tt.func @branches(
// CHECK-COUNT-4: scf.if
// CHECK-NOT: arith.select
tt.func @branches(%p: !tt.ptr<f32>, %x: tensor<64xf32>, %n: i32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %origin = arith.constant 0 : index
  %r:2 = scf.for %i = %c0 to %n step %c64 iter_args(%a = %x, %k = %c0) -> (tensor<64xf32>, i32) : i32 {
    %early = arith.cmpi sle, %i, %c64 : i32
    %s = scf.if %early -> (tensor<64xf32>) {
      scf.yield %x : tensor<64xf32>
    } else {
      %sum = arith.addf %a, %x : tensor<64xf32>
      scf.yield %sum : tensor<64xf32>
    }
    %first = arith.cmpi eq, %i, %c0 : i32
    %t = scf.if %first -> (tensor<64xf32>) {
      %product = arith.mulf %s, %x : tensor<64xf32>
      scf.yield %product : tensor<64xf32>
    } else {
      scf.yield %s : tensor<64xf32>
    }
    %u = scf.if %first -> (tensor<64xf32>) {
      scf.yield %t : tensor<64xf32>
    } else {
      %block = tts.make_block %p offset %origin strides [1] : (!tt.ptr<f32>) -> !tts.block<64xf32>
      %loaded = tts.load %block : !tts.block<64xf32> -> tensor<64xf32>
      scf.yield %loaded : tensor<64xf32>
    }
    %l = scf.if %first -> (i32) {
      scf.yield %k : i32
    } else {
      %next = arith.addi %k, %c1 : i32
      scf.yield %next : i32
    }
    scf.yield %u, %l : tensor<64xf32>, i32
  }
  tt.return %r#0 : tensor<64xf32>
}

// An integer quotient is undefined where the divisor is 0: it is not computed
// ahead of the question.
// CHECK-LABEL: tt.func @quotient(
// CHECK: scf.if
// CHECK-NOT: arith.select
tt.func @quotient(%x: tensor<64xi32>, %d: tensor<64xi32>, %n: i32) -> tensor<64xi32> {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r = scf.for %i = %c0 to %n step %c64 iter_args(%a = %x) -> (tensor<64xi32>) : i32 {
    %first = arith.cmpi eq, %i, %c0 : i32
    %s = scf.if %first -> (tensor<64xi32>) {
      scf.yield %x : tensor<64xi32>
    } else {
      %q = arith.divsi %a, %d : tensor<64xi32>
      scf.yield %q : tensor<64xi32>
    }
    scf.yield %s : tensor<64xi32>
  }
  tt.return %r : tensor<64xi32>
}

// A gather reads where its numbers say, and a dot takes long.
// CHECK-LABEL: tt.func @gather_and_dot(
// CHECK-COUNT-2: scf.if
// CHECK-NOT: arith.select
tt.func @gather_and_dot(%x: tensor<16x16xf32>, %g: tensor<16x16xi32>, %n: i32) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<16x16xf32>) : i32 {
    %first = arith.cmpi eq, %i, %c0 : i32
    %s = scf.if %first -> (tensor<16x16xf32>) {
      scf.yield %a : tensor<16x16xf32>
    } else {
      %gathered = tt.gather %a[%g] {axis = 0 : i32} : (tensor<16x16xf32>, tensor<16x16xi32>) -> tensor<16x16xf32>
      scf.yield %gathered : tensor<16x16xf32>
    }
    %t = scf.if %first -> (tensor<16x16xf32>) {
      scf.yield %s : tensor<16x16xf32>
    } else {
      %product = tt.dot %x, %x, %s : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
      scf.yield %product : tensor<16x16xf32>
    }
    scf.yield %t : tensor<16x16xf32>
  }
  tt.return %r : tensor<16x16xf32>
}
