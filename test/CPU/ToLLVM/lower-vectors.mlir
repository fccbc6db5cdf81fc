// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-lower-vectors --split-input-file | FileCheck %s
// RUN: triton-shared-opt %s --cpu-lower-vectors=expand-bf16 --split-input-file | FileCheck %s --check-prefix=BF16

// CHECK-LABEL: func.func @sum_rows
func.func @sum_rows(%v: vector<2x16xf32>, %acc: vector<16xf32>) -> vector<16xf32> {
  // CHECK-NOT: vector.multi_reduction
  // CHECK: arith.addf %{{.*}} : vector<16xf32>
  // CHECK: arith.addf %{{.*}} : vector<16xf32>
  %0 = vector.multi_reduction <add>, %v, %acc [0] : vector<2x16xf32> to vector<16xf32>
  return %0 : vector<16xf32>
}

// -----

// CHECK-LABEL: func.func @transpose
func.func @transpose(%v: vector<4x4xf32>) -> vector<4x4xf32> {
  // CHECK-NOT: vector.transpose
  // CHECK: vector.shuffle
  %0 = vector.transpose %v, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return %0 : vector<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @mask
func.func @mask(%n: index) -> vector<16xi1> {
  // CHECK-NOT: vector.create_mask
  // CHECK: arith.cmpi
  %0 = vector.create_mask %n : vector<16xi1>
  return %0 : vector<16xi1>
}

// -----

// CHECK-LABEL: func.func @round_down
func.func @round_down(%a: i32, %b: i32) -> i32 {
  // CHECK-NOT: arith.floordivsi
  // CHECK: arith.divsi
  %0 = arith.floordivsi %a, %b : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @to_bf16
// CHECK: arith.truncf
// BF16-LABEL: func.func @to_bf16
// BF16-NOT: arith.truncf
// BF16: arith.shrui
func.func @to_bf16(%v: vector<16xf32>) -> vector<16xbf16> {
  %0 = arith.truncf %v : vector<16xf32> to vector<16xbf16>
  return %0 : vector<16xbf16>
}
