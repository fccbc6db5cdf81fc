// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floats that a condition keeps within the bounds of an array: they are
// indices of 32 bits, and need no other check.
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s

// CHECK-LABEL: tt.func @within(
// CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : tensor<8xi32>
// CHECK: %[[IN:.*]] = arith.andi
// CHECK: %[[X:.*]] = arith.fptosi %{{.*}} : tensor<8xf32> to tensor<8xi32>
// CHECK-NEXT: %[[INDEX:.*]] = arith.select %[[IN]], %[[X]], %[[ZERO]]
// CHECK-NEXT: %[[WIDE:.*]] = arith.extsi %[[INDEX]]
// CHECK-NOT: tt.assert
// CHECK: tt.return %[[WIDE]]
tt.func @within(%x: tensor<8xf32>) -> tensor<8xi64> {
  %low = arith.constant dense<0.0> : tensor<8xf32>
  %high = arith.constant dense<127.5> : tensor<8xf32>
  %zero = arith.constant dense<0> : tensor<8xi64>
  %n = arith.constant dense<128> : tensor<8xi64>
  %a = arith.cmpf oge, %x, %low : tensor<8xf32>
  %b = arith.cmpf olt, %x, %high : tensor<8xf32>
  %in = arith.andi %a, %b : tensor<8xi1>
  %i = arith.fptosi %x : tensor<8xf32> to tensor<8xi64>
  %index = arith.select %in, %i, %zero : tensor<8xi1>, tensor<8xi64>
  // Of negative ones, where they are counted from the end.
  %end = arith.addi %index, %n : tensor<8xi64>
  %negative = arith.cmpi slt, %index, %zero : tensor<8xi64>
  %place = arith.select %negative, %end, %index : tensor<8xi1>, tensor<8xi64>
  %c = arith.cmpi sge, %place, %zero : tensor<8xi64>
  %d = arith.cmpi slt, %place, %n : tensor<8xi64>
  %ok = arith.andi %c, %d : tensor<8xi1>
  tt.assert %ok, "out of bounds" : tensor<8xi1>
  tt.return %place : tensor<8xi64>
}

// One more than the array has.
// CHECK-LABEL: tt.func @one_too_many(
// CHECK: %[[LESS:.*]] = arith.cmpi slt
// CHECK: tt.assert %[[LESS]]
tt.func @one_too_many(%x: tensor<8xf32>) {
  %low = arith.constant dense<-1.0> : tensor<8xf32>
  %high = arith.constant dense<128.0> : tensor<8xf32>
  %zero = arith.constant dense<0> : tensor<8xi64>
  %n = arith.constant dense<128> : tensor<8xi64>
  %a = arith.cmpf ogt, %x, %low : tensor<8xf32>
  %b = arith.cmpf ole, %x, %high : tensor<8xf32>
  %in = arith.andi %a, %b : tensor<8xi1>
  %i = arith.fptosi %x : tensor<8xf32> to tensor<8xi64>
  %index = arith.select %in, %i, %zero : tensor<8xi1>, tensor<8xi64>
  %c = arith.cmpi sge, %index, %zero : tensor<8xi64>
  %d = arith.cmpi slt, %index, %n : tensor<8xi64>
  %ok = arith.andi %c, %d : tensor<8xi1>
  tt.assert %ok, "out of bounds" : tensor<8xi1>
  tt.return
}

// A comparison that holds for what is no number, too; one of another float;
// and one that lets the index be negative.
// CHECK-LABEL: tt.func @not_within(
// CHECK-NOT: tensor<8xi32>
// CHECK: tt.return
tt.func @not_within(%x: tensor<8xf32>, %y: tensor<8xf32>)
    -> (tensor<8xi64>, tensor<8xi64>, tensor<8xi64>) {
  %low = arith.constant dense<0.0> : tensor<8xf32>
  %below = arith.constant dense<-1.0> : tensor<8xf32>
  %high = arith.constant dense<128.0> : tensor<8xf32>
  %zero = arith.constant dense<0> : tensor<8xi64>
  %a = arith.cmpf oge, %x, %low : tensor<8xf32>
  %b = arith.cmpf ult, %x, %high : tensor<8xf32>
  %c = arith.cmpf olt, %y, %high : tensor<8xf32>
  %d = arith.cmpf oge, %y, %below : tensor<8xf32>
  %i = arith.fptosi %x : tensor<8xf32> to tensor<8xi64>
  %j = arith.fptosi %y : tensor<8xf32> to tensor<8xi64>
  %in = arith.andi %a, %b : tensor<8xi1>
  %p = arith.select %in, %i, %zero : tensor<8xi1>, tensor<8xi64>
  %other = arith.andi %a, %c : tensor<8xi1>
  %q = arith.select %other, %i, %zero : tensor<8xi1>, tensor<8xi64>
  %signed = arith.andi %d, %c : tensor<8xi1>
  %r = arith.select %signed, %j, %zero : tensor<8xi1>, tensor<8xi64>
  tt.return %p, %q, %r : tensor<8xi64>, tensor<8xi64>, tensor<8xi64>
}

// What the type has no room for is any number of it, a negative one, too.
// CHECK-LABEL: tt.func @too_narrow(
// CHECK: arith.cmpi sge, %{{.*}} : tensor<8xi8>
// CHECK: arith.cmpi sge, %{{.*}} : tensor<8xi32>
// CHECK: tt.return
tt.func @too_narrow(%x: tensor<8xf32>) -> (tensor<8xi1>, tensor<8xi1>) {
  %low = arith.constant dense<0.0> : tensor<8xf32>
  %byte = arith.constant dense<256.0> : tensor<8xf32>
  %far = arith.constant dense<1.0e12> : tensor<8xf32>
  %zero8 = arith.constant dense<0> : tensor<8xi8>
  %zero = arith.constant dense<0> : tensor<8xi32>
  %a = arith.cmpf oge, %x, %low : tensor<8xf32>
  %b = arith.cmpf olt, %x, %byte : tensor<8xf32>
  %c = arith.cmpf olt, %x, %far : tensor<8xf32>
  %in = arith.andi %a, %b : tensor<8xi1>
  %i = arith.fptosi %x : tensor<8xf32> to tensor<8xi8>
  %p = arith.select %in, %i, %zero8 : tensor<8xi1>, tensor<8xi8>
  %d = arith.cmpi sge, %p, %zero8 : tensor<8xi8>
  %on = arith.andi %a, %c : tensor<8xi1>
  %j = arith.fptosi %x : tensor<8xf32> to tensor<8xi32>
  %q = arith.select %on, %j, %zero : tensor<8xi1>, tensor<8xi32>
  %e = arith.cmpi sge, %q, %zero : tensor<8xi32>
  tt.return %d, %e : tensor<8xi1>, tensor<8xi1>
}

// The number itself is wanted as well: 64 bits are converted once for both.
// CHECK-LABEL: tt.func @wanted(
// CHECK-COUNT-1: arith.fptosi %{{.*}} to tensor<8xi64>
// CHECK-NOT: arith.fptosi
// CHECK: tt.return
tt.func @wanted(%x: tensor<8xf32>) -> (tensor<8xi64>, tensor<8xi64>) {
  %low = arith.constant dense<0.0> : tensor<8xf32>
  %high = arith.constant dense<100.0> : tensor<8xf32>
  %zero = arith.constant dense<0> : tensor<8xi64>
  %a = arith.cmpf oge, %x, %low : tensor<8xf32>
  %b = arith.cmpf olt, %x, %high : tensor<8xf32>
  %in = arith.andi %a, %b : tensor<8xi1>
  %i = arith.fptosi %x : tensor<8xf32> to tensor<8xi64>
  %p = arith.select %in, %i, %zero : tensor<8xi1>, tensor<8xi64>
  tt.return %p, %i : tensor<8xi64>, tensor<8xi64>
}
