// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-allow-contraction | FileCheck %s

// CHECK-LABEL: func.func @marked
func.func @marked(%a: vector<16xf32>, %b: vector<16xf32>) -> vector<16xf32> {
  // CHECK: arith.mulf %{{.*}} fastmath<contract>
  %0 = arith.mulf %a, %b : vector<16xf32>
  // CHECK: arith.addf %{{.*}} fastmath<nnan,contract>
  %1 = arith.addf %0, %b fastmath<nnan> : vector<16xf32>
  // CHECK: arith.subf %{{.*}} fastmath<contract>
  %2 = arith.subf %1, %b : vector<16xf32>
  // CHECK: arith.negf %{{.*}} fastmath<contract>
  %3 = arith.negf %2 : vector<16xf32>
  return %3 : vector<16xf32>
}

// Fusion is about products and sums only.
// CHECK-LABEL: func.func @unmarked
func.func @unmarked(%a: f32, %b: f32) -> f32 {
  // CHECK-NOT: contract
  %0 = arith.divf %a, %b : f32
  %1 = arith.maximumf %0, %b : f32
  return %1 : f32
}
