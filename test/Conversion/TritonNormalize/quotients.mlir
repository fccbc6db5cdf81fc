// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s

// x / 32 % 49 % 7 and x / 32 % 49 / 7.
// CHECK-LABEL: tt.func @nested(
// CHECK-SAME: %[[X:.*]]: tensor<8xi32>)
// CHECK-DAG: %[[C7:.*]] = arith.constant dense<7>
// CHECK-DAG: %[[C32:.*]] = arith.constant dense<32>
// CHECK-DAG: %[[C224:.*]] = arith.constant dense<224>
// CHECK: %[[A:.*]] = arith.divsi %[[X]], %[[C32]]
// CHECK-NEXT: %[[LOW:.*]] = arith.remsi %[[A]], %[[C7]]
// CHECK-NEXT: %[[B:.*]] = arith.divsi %[[X]], %[[C224]]
// CHECK-NEXT: %[[HIGH:.*]] = arith.remsi %[[B]], %[[C7]]
// CHECK-NEXT: tt.return %[[LOW]], %[[HIGH]]
tt.func @nested(%x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %c7 = arith.constant dense<7> : tensor<8xi32>
  %c32 = arith.constant dense<32> : tensor<8xi32>
  %c49 = arith.constant dense<49> : tensor<8xi32>
  %q = arith.divsi %x, %c32 : tensor<8xi32>
  %p = arith.remsi %q, %c49 : tensor<8xi32>
  %low = arith.remsi %p, %c7 : tensor<8xi32>
  %high = arith.divsi %p, %c7 : tensor<8xi32>
  tt.return %low, %high : tensor<8xi32>, tensor<8xi32>
}

// 3 * (x % 32) + 1000 * y + 96 * (x / 32 % 7), repeated along the other dim.
// CHECK-LABEL: tt.func @digits(
// CHECK-SAME: %[[X:.*]]: tensor<8x1xi64>, %[[Y:.*]]: tensor<8x4xi64>)
// CHECK-DAG: %[[C3:.*]] = arith.constant dense<3>
// CHECK-DAG: %[[C224:.*]] = arith.constant dense<224>
// CHECK: %[[D:.*]] = arith.remui %[[X]], %[[C224]]
// CHECK-NEXT: %[[S:.*]] = arith.muli %[[D]], %[[C3]]
// CHECK-NEXT: %[[B:.*]] = tt.broadcast %[[S]]
// CHECK-NEXT: %[[R:.*]] = arith.addi %[[B]], %[[Y]]
// CHECK-NEXT: tt.return %[[R]]
tt.func @digits(%x: tensor<8x1xi64>, %y: tensor<8x4xi64>) -> tensor<8x4xi64> {
  %c3 = arith.constant dense<3> : tensor<8x1xi64>
  %c7 = arith.constant dense<7> : tensor<8x1xi64>
  %c32 = arith.constant dense<32> : tensor<8x1xi64>
  %c96 = arith.constant dense<96> : tensor<8x1xi64>
  %low = arith.remui %x, %c32 : tensor<8x1xi64>
  %scaled = arith.muli %low, %c3 : tensor<8x1xi64>
  %a = tt.broadcast %scaled : tensor<8x1xi64> -> tensor<8x4xi64>
  %q = arith.divui %x, %c32 : tensor<8x1xi64>
  %high = arith.remui %q, %c7 : tensor<8x1xi64>
  %shifted = arith.muli %high, %c96 : tensor<8x1xi64>
  %b = tt.broadcast %shifted : tensor<8x1xi64> -> tensor<8x4xi64>
  %sum = arith.addi %a, %y : tensor<8x4xi64>
  %r = arith.addi %sum, %b : tensor<8x4xi64>
  tt.return %r : tensor<8x4xi64>
}

// x % 32 + x / 32 * 32 is x.
// CHECK-LABEL: tt.func @whole(
// CHECK-SAME: %[[X:.*]]: tensor<8xi32>)
// CHECK-NEXT: tt.return %[[X]]
tt.func @whole(%x: tensor<8xi32>) -> tensor<8xi32> {
  %c32 = arith.constant dense<32> : tensor<8xi32>
  %low = arith.remsi %x, %c32 : tensor<8xi32>
  %q = arith.divsi %x, %c32 : tensor<8xi32>
  %high = arith.muli %q, %c32 : tensor<8xi32>
  %r = arith.addi %high, %low : tensor<8xi32>
  tt.return %r : tensor<8xi32>
}

// Signed and unsigned, a divisor that is none of the modulus, products that are
// no numbers of the type, and a negative divisor.
// CHECK-LABEL: tt.func @others(
// CHECK: arith.remsi
// CHECK-NEXT: arith.divui
// CHECK-NEXT: arith.remsi
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: tt.return
tt.func @others(%x: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %c7 = arith.constant dense<7> : tensor<8xi32>
  %c-3 = arith.constant dense<-3> : tensor<8xi32>
  %c49 = arith.constant dense<49> : tensor<8xi32>
  %c36 = arith.constant dense<36> : tensor<8xi32>
  %c65536 = arith.constant dense<65536> : tensor<8xi32>
  %low = arith.remsi %x, %c49 : tensor<8xi32>
  %a = arith.divui %low, %c7 : tensor<8xi32>
  %rest = arith.remsi %x, %c36 : tensor<8xi32>
  %b = arith.divsi %rest, %c7 : tensor<8xi32>
  %half = arith.divsi %x, %c65536 : tensor<8xi32>
  %c = arith.divsi %half, %c65536 : tensor<8xi32>
  %third = arith.divsi %x, %c-3 : tensor<8xi32>
  %d = arith.divsi %third, %c7 : tensor<8xi32>
  tt.return %a, %b, %c, %d : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// Positions of type index are as wide as addresses.
// CHECK-LABEL: tt.func @indices(
// CHECK-SAME: %[[X:.*]]: tensor<8xindex>
// CHECK: %[[C224:.*]] = arith.constant dense<224> : tensor<8xindex>
// CHECK: arith.divsi %[[X]], %[[C224]] : tensor<8xindex>
tt.func @indices(%x: tensor<8xindex>) -> tensor<8xindex> {
  %c7 = arith.constant dense<7> : tensor<8xindex>
  %c32 = arith.constant dense<32> : tensor<8xindex>
  %q = arith.divsi %x, %c32 : tensor<8xindex>
  %high = arith.divsi %q, %c7 : tensor<8xindex>
  tt.return %high : tensor<8xindex>
}

// Remainders that are written as differences, of blocks and scalars.
// CHECK-LABEL: tt.func @differences(
// CHECK-SAME: %[[X:.*]]: tensor<8xi32>, %[[D:.*]]: i32, %[[P:.*]]: i64, %[[K:.*]]: i64
// CHECK: %[[N:.*]] = tt.splat %[[D]]
// CHECK: %[[A:.*]] = arith.remsi %[[X]], %[[N]] : tensor<8xi32>
// CHECK: %[[B:.*]] = arith.remui %[[P]], %[[K]] : i64
// CHECK: tt.return %[[A]], %[[B]]
tt.func @differences(%x: tensor<8xi32>, %d: i32, %p: i64, %k: i64) -> (tensor<8xi32>, i64) {
  %n = tt.splat %d : i32 -> tensor<8xi32>
  %q = arith.divsi %x, %n : tensor<8xi32>
  %m = arith.muli %q, %n : tensor<8xi32>
  %a = arith.subi %x, %m : tensor<8xi32>
  %r = arith.divui %p, %k : i64
  %s = arith.muli %k, %r : i64
  %b = arith.subi %p, %s : i64
  tt.return %a, %b : tensor<8xi32>, i64
}

// What divides each element is data, and may be 0.
// CHECK-LABEL: tt.func @by_data(
// CHECK: arith.divsi
// CHECK-NOT: arith.rem
// CHECK: tt.return
tt.func @by_data(%x: tensor<8xi32>, %n: tensor<8xi32>) -> tensor<8xi32> {
  %q = arith.divsi %x, %n : tensor<8xi32>
  %m = arith.muli %q, %n : tensor<8xi32>
  %a = arith.subi %x, %m : tensor<8xi32>
  tt.return %a : tensor<8xi32>
}

// Of another number, or by another one, it is a difference.
// CHECK-LABEL: tt.func @no_remainders(
// CHECK-NOT: arith.rem
tt.func @no_remainders(%x: i32, %y: i32, %n: i32) -> (i32, i32) {
  %q = arith.divsi %x, %n : i32
  %m = arith.muli %q, %n : i32
  %a = arith.subi %y, %m : i32
  %s = arith.muli %q, %y : i32
  %b = arith.subi %x, %s : i32
  tt.return %a, %b : i32, i32
}
