// 64-bit lanes that mostly hold numbers of 32 bits are divided and converted in 32 where
// all of them fit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-vector-math=features=avx2 | FileCheck %s

// CHECK-LABEL: func.func @remainder
// CHECK: %[[N:.*]] = arith.shrui %{{.*}}, %{{.*}} : i64
// CHECK: %[[A:.*]] = vector.reduction <or>, %{{.*}} : vector<8xi64> into i64
// CHECK: %[[LONG:.*]] = arith.ori %[[N]], %[[A]] : i64
// CHECK: arith.divf %{{.*}}, %{{.*}} : f64
// CHECK: %[[FAST:.*]] = arith.extsi %{{.*}} : vector<8xi32> to vector<8xi64>
// CHECK: %[[RARE:.*]] = arith.cmpi ne, %[[LONG]], %{{.*}} : i64
// CHECK: scf.if %[[RARE]]
// CHECK: arith.remsi %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK: scf.yield %[[FAST]]
func.func @remainder(%a: vector<8xi64>, %n: i64) -> vector<8xi64> {
  %b = vector.broadcast %n : i64 to vector<8xi64>
  %r = arith.remsi %a, %b : vector<8xi64>
  return %r : vector<8xi64>
}

// What is extended fits: the divisor decides.
// CHECK-LABEL: func.func @extended
// CHECK-NOT: vector.reduction
// CHECK: scf.if
// CHECK: return
func.func @extended(%a: vector<8xi32>, %n: i64) -> vector<8xi64> {
  %x = arith.extsi %a : vector<8xi32> to vector<8xi64>
  %b = vector.broadcast %n : i64 to vector<8xi64>
  %r = arith.divsi %x, %b : vector<8xi64>
  return %r : vector<8xi64>
}

// LLVM divides 32 bits by constants, and shifts for powers of two.
// CHECK-LABEL: func.func @constants
// CHECK: arith.divsi %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: scf.if
// CHECK: arith.divsi %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK: scf.yield
// CHECK-NOT: vector<8xi32>
// CHECK: arith.remsi %{{.*}}, %{{.*}} : vector<8xi64>
// CHECK: return
func.func @constants(%a: vector<8xi64>) -> (vector<8xi64>, vector<8xi64>) {
  %seven = arith.constant dense<7> : vector<8xi64>
  %q = arith.divsi %a, %seven : vector<8xi64>
  %eight = arith.constant dense<8> : vector<8xi64>
  %r = arith.remsi %q, %eight : vector<8xi64>
  return %q, %r : vector<8xi64>, vector<8xi64>
}

// CHECK-LABEL: func.func @to_float
// CHECK: arith.sitofp %{{.*}} : vector<8xi32> to vector<8xf32>
// CHECK: scf.if
// CHECK: arith.sitofp %{{.*}} : vector<8xi64> to vector<8xf32>
func.func @to_float(%a: vector<8xi64>) -> vector<8xf32> {
  %r = arith.sitofp %a : vector<8xi64> to vector<8xf32>
  return %r : vector<8xf32>
}

// No number, and what is out of range, is converted as before.
// CHECK-LABEL: func.func @from_float
// CHECK: %[[MUCH:.*]] = arith.cmpf uge, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: %[[LITTLE:.*]] = arith.cmpf ult, %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: %[[RARE:.*]] = arith.ori %[[MUCH]], %[[LITTLE]]
// CHECK: arith.fptosi %{{.*}} : vector<8xf32> to vector<8xi32>
// CHECK: vector.reduction <or>, %[[RARE]] : vector<8xi1> into i1
// CHECK: scf.if
// CHECK: arith.fptosi %{{.*}} : vector<8xf32> to vector<8xi64>
func.func @from_float(%a: vector<8xf32>) -> vector<8xi64> {
  %r = arith.fptosi %a : vector<8xf32> to vector<8xi64>
  return %r : vector<8xi64>
}
