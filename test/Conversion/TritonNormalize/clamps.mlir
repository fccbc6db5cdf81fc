// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s

// CHECK-LABEL: tt.func @lesser(
// CHECK-SAME: %[[X:.*]]: tensor<8xi32>, %[[Y:.*]]: tensor<8xi32>)
// CHECK-NEXT: %[[M:.*]] = arith.minsi %[[X]], %[[Y]]
// CHECK-NEXT: tt.return %[[M]]
tt.func @lesser(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %less = arith.cmpi slt, %x, %y : tensor<8xi32>
  %a = arith.extui %less : tensor<8xi1> to tensor<8xi32>
  %b = arith.muli %a, %x : tensor<8xi32>
  %not = arith.cmpi sge, %x, %y : tensor<8xi32>
  %c = arith.extui %not : tensor<8xi1> to tensor<8xi32>
  %d = arith.muli %y, %c : tensor<8xi32>
  %r = arith.addi %b, %d : tensor<8xi32>
  tt.return %r : tensor<8xi32>
}

// The other comparison has its sides exchanged.
// CHECK-LABEL: tt.func @greater(
// CHECK-SAME: %[[X:.*]]: i64, %[[Y:.*]]: i64)
// CHECK-NEXT: %[[M:.*]] = arith.maxsi %[[Y]], %[[X]]
// CHECK-NEXT: tt.return %[[M]]
tt.func @greater(%x: i64, %y: i64) -> i64 {
  %less = arith.cmpi sle, %x, %y : i64
  %a = arith.extui %less : i1 to i64
  %b = arith.muli %a, %y : i64
  %not = arith.cmpi slt, %y, %x : i64
  %c = arith.extui %not : i1 to i64
  %d = arith.muli %c, %x : i64
  %r = arith.addi %b, %d : i64
  tt.return %r : i64
}

// CHECK-LABEL: tt.func @not_negative(
// CHECK: arith.maxsi
// CHECK-NOT: arith.muli
tt.func @not_negative(%x: tensor<8xi32>) -> tensor<8xi32> {
  %zero = arith.constant dense<0> : tensor<8xi32>
  %more = arith.cmpi sgt, %x, %zero : tensor<8xi32>
  %a = arith.extui %more : tensor<8xi1> to tensor<8xi32>
  %b = arith.muli %x, %a : tensor<8xi32>
  tt.return %b : tensor<8xi32>
}

// Both hold where the two are equal: that is their sum.
// CHECK-LABEL: tt.func @both(
// CHECK: arith.addi
tt.func @both(%x: i32, %y: i32) -> i32 {
  %less = arith.cmpi sle, %x, %y : i32
  %a = arith.extui %less : i1 to i32
  %b = arith.muli %a, %x : i32
  %not = arith.cmpi sge, %x, %y : i32
  %c = arith.extui %not : i1 to i32
  %d = arith.muli %c, %y : i32
  %r = arith.addi %b, %d : i32
  tt.return %r : i32
}

// Something else than what is compared is chosen, or numbers without a sign are
// compared, or one is not 0.
// CHECK-LABEL: tt.func @others(
// CHECK-NOT: arith.minsi
// CHECK-NOT: arith.maxsi
// CHECK: tt.return
tt.func @others(%x: i32, %y: i32, %z: i32) -> (i32, i32, i32) {
  %one = arith.constant 1 : i32
  %less = arith.cmpi slt, %x, %y : i32
  %a = arith.extui %less : i1 to i32
  %b = arith.muli %a, %z : i32
  %not = arith.cmpi sge, %x, %y : i32
  %c = arith.extui %not : i1 to i32
  %d = arith.muli %c, %y : i32
  %r = arith.addi %b, %d : i32
  %below = arith.cmpi ult, %x, %y : i32
  %e = arith.extui %below : i1 to i32
  %f = arith.muli %e, %x : i32
  %above = arith.cmpi uge, %x, %y : i32
  %g = arith.extui %above : i1 to i32
  %h = arith.muli %g, %y : i32
  %s = arith.addi %f, %h : i32
  %more = arith.cmpi sgt, %x, %one : i32
  %i = arith.extui %more : i1 to i32
  %t = arith.muli %x, %i : i32
  tt.return %r, %s, %t : i32, i32, i32
}
