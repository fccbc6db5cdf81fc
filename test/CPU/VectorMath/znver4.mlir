// What Zen 4 does quickly: divisions, and results that underflow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-vector-math=features=avx512+bf16+znver4 | FileCheck %s

// CHECK-LABEL: func.func @float_by_scalar
// CHECK: arith.divf %{{.*}}, %{{.*}} : vector<32xf32>
func.func @float_by_scalar(%a: vector<32xf32>, %n: f32) -> vector<32xf32> {
  %b = vector.broadcast %n : f32 to vector<32xf32>
  %r = arith.divf %a, %b : vector<32xf32>
  return %r : vector<32xf32>
}

// CHECK-LABEL: func.func @exp
// CHECK-NOT: arith.constant dense<0.000000e+00>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  %r = math.exp %x : vector<16xf32>
  return %r : vector<16xf32>
}
