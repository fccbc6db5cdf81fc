// What LLVM has no accurate form of is the C library's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --plain-math %s | FileCheck %s

// CHECK-LABEL: func.func @near_zero
// CHECK: call @log1pf(%{{.*}}) : (f32) -> f32
// CHECK: call @expm1(%{{.*}}) : (f64) -> f64
// CHECK: math.rsqrt
func.func @near_zero(%x: f32, %y: f64) -> (f32, f64, f32) {
  %a = math.log1p %x : f32
  %b = math.expm1 %y : f64
  %c = math.rsqrt %x : f32
  return %a, %b, %c : f32, f64, f32
}
