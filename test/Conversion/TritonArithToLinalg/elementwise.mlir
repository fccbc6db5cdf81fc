// Elementwise ops on scalars and blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg %s | FileCheck %s

// CHECK-LABEL: tt.func @add
// CHECK: linalg.generic
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
tt.func @add(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  %0 = arith.addf %x, %y : tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @select_scalar_condition
// CHECK: linalg.generic
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
tt.func @select_scalar_condition(%c: i1, %x: tensor<8xf32>, %y: tensor<8xf32>) {
  %0 = arith.select %c, %x, %y : tensor<8xf32>
  tt.return
}

// A NaN operand is ignored unless it is to propagate.
// CHECK-LABEL: tt.func @clamp
// CHECK: arith.maxnumf
// CHECK: arith.minnumf
// CHECK: arith.maximumf
// CHECK: arith.minimumf
tt.func @clamp(%x: f32, %l: f32, %h: f32) {
  %0 = tt.clampf %x, %l, %h, propagateNan = none : f32
  %1 = tt.clampf %x, %l, %h, propagateNan = all : f32
  tt.return
}

// CHECK-LABEL: tt.func @precise
// CHECK: math.sqrt
// CHECK: arith.divf
tt.func @precise(%x: tensor<8xf32>, %y: tensor<8xf32>) {
  %0 = tt.precise_sqrt %x : tensor<8xf32>
  %1 = tt.precise_divf %x, %y : tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @mulhi
// CHECK: %{{.*}}, %[[H:.*]] = arith.mului_extended %{{.*}}, %{{.*}} : i32
// CHECK: linalg.yield %[[H]]
tt.func @mulhi(%x: tensor<8xi32>, %y: tensor<8xi32>) {
  %0 = tt.mulhiui %x, %y : tensor<8xi32>
  tt.return
}

// CHECK-LABEL: tt.func @bitcast
// CHECK: arith.bitcast %{{.*}} : f32 to i32
tt.func @bitcast(%x: tensor<8xf32>) {
  %0 = tt.bitcast %x : tensor<8xf32> -> tensor<8xi32>
  tt.return
}

// Division must not trap on lanes that are masked off later; by zero it gives 0.
// CHECK-LABEL: tt.func @division
// CHECK: %[[ZERO:.*]] = arith.cmpi eq
// CHECK: arith.andi
// CHECK: %[[TRAPS:.*]] = arith.ori %[[ZERO]]
// CHECK: %[[SAFE:.*]] = arith.select %[[TRAPS]]
// CHECK: %[[QUOTIENT:.*]] = arith.divsi %{{.*}}, %[[SAFE]] : i32
// CHECK: %[[RESULT:.*]] = arith.select %[[ZERO]], %{{.*}}, %[[QUOTIENT]]
// CHECK: linalg.yield %[[RESULT]]
// CHECK: arith.select
// CHECK: %[[REST:.*]] = arith.remui
// CHECK: linalg.yield %[[REST]]
tt.func @division(%x: tensor<8xi32>, %y: tensor<8xi32>) {
  %0 = arith.divsi %x, %y : tensor<8xi32>
  %1 = arith.remui %x, %y : tensor<8xi32>
  tt.return
}

// Shifts by the width or more give 0, or the sign.
// CHECK-LABEL: tt.func @shifts
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: %[[LEFT:.*]] = arith.shli
// CHECK: arith.select %[[INSIDE]], %[[LEFT]]
// CHECK: %[[BY:.*]] = arith.minui
// CHECK: arith.shrsi %{{.*}}, %[[BY]] : i8
tt.func @shifts(%x: tensor<8xi8>, %n: tensor<8xi8>) {
  %0 = arith.shli %x, %n : tensor<8xi8>
  %1 = arith.shrsi %x, %n : tensor<8xi8>
  tt.return
}

// CHECK-LABEL: tt.func @scalar_division
// CHECK: %[[SAFE:.*]] = arith.select
// CHECK: arith.divui %{{.*}}, %[[SAFE]] : i64
tt.func @scalar_division(%x: i64, %y: i64) -> i64 {
  %0 = arith.divui %x, %y : i64
  tt.return %0 : i64
}

// Vectors, which Triton has not, stay as they are.
// CHECK-LABEL: func.func @vectors
// CHECK-NEXT: arith.remsi %{{.*}}, %{{.*}} : vector<4xi32>
// CHECK-NEXT: arith.shli %{{.*}}, %{{.*}} : vector<4xi32>
func.func @vectors(%a: vector<4xi32>, %b: vector<4xi32>) -> vector<4xi32> {
  %r = arith.remsi %a, %b : vector<4xi32>
  %s = arith.shli %r, %b : vector<4xi32>
  return %s : vector<4xi32>
}

// CHECK-LABEL: tt.func @division_by_constant
// CHECK-NOT: arith.select
// CHECK: arith.divsi
// CHECK-NOT: arith.select
// CHECK: tt.return
tt.func @division_by_constant(%x: tensor<8xi32>) {
  %c = arith.constant dense<7> : tensor<8xi32>
  %0 = arith.divsi %x, %c : tensor<8xi32>
  tt.return
}
