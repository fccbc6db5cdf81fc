// Which functions become calls, and of what.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-vector-math=features=avx512 | FileCheck %s --check-prefixes=CHECK,AVX512
// RUN: triton-shared-opt %s --cpu-vector-math=features=avx2 | FileCheck %s --check-prefixes=CHECK,AVX2

// CHECK-LABEL: func.func @wide
// AVX512-COUNT-4: llvm.call @Sleef_erfcd8_u15avx512f
// AVX2-COUNT-8: llvm.call @Sleef_erfcd4_u15avx2(
func.func @wide(%x: vector<32xf64>) -> vector<32xf64> {
  %y = math.erfc %x : vector<32xf64>
  return %y : vector<32xf64>
}

// CHECK-LABEL: func.func @scalar
// CHECK: vector.broadcast %{{.*}} : f32 to vector<4xf32>
// CHECK: llvm.call @Sleef_asinf4_u10avx2128
// CHECK: vector.extract
func.func @scalar(%x: f32) -> f32 {
  %y = math.asin %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @inline
// CHECK-NOT: llvm.call @
// CHECK: return
func.func @inline(%x: vector<64xf32>) -> vector<64xf32> {
  %y = math.exp %x : vector<64xf32>
  %z = tts.extern "__nv_tanhf"(%y) : (vector<64xf32>) -> vector<64xf32>
  %w = math.log %z : vector<64xf32>
  return %w : vector<64xf32>
}

// Lanes far below (x = -inf of masked lanes) are 0 before they are scaled: an
// underflow takes a microcode assist.
// CHECK-LABEL: func.func @no_underflow
// CHECK: %[[LOW:.*]] = arith.cmpf ole, %{{.*}}, %{{.*}} : vector<16xf32>
// CHECK: %[[P:.*]] = arith.select %[[LOW]]
// AVX512: scalef.ps.512"(%[[P]]
// AVX2: arith.mulf %[[P]]
func.func @no_underflow(%x: vector<16xf32>) -> vector<16xf32> {
  %y = math.exp2 %x : vector<16xf32>
  return %y : vector<16xf32>
}

// CHECK-LABEL: func.func @bessel
// CHECK: scf.for
// CHECK: llvm.call @j0
func.func @bessel(%x: vector<16xf32>) -> vector<16xf32> {
  %y = tts.extern "__nv_j0f"(%x) : (vector<16xf32>) -> vector<16xf32>
  return %y : vector<16xf32>
}
