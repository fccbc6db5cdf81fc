// f32 to bf16 with AVX512-BF16, whose instruction takes denormals for zero.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-vector-math=features=avx512+fp16+bf16 | FileCheck %s

// Two registers at a time, the first lanes last; by integers where a lane is
// denormal.
// CHECK-LABEL: func.func @wide
// CHECK: %[[LOW:.*]] = vector.shuffle %arg0, %arg0 [0, 1,
// CHECK: %[[HIGH:.*]] = vector.shuffle %arg0, %arg0 [16, 17,
// CHECK: %[[FAST:.*]] = llvm.call_intrinsic "llvm.x86.avx512bf16.cvtne2ps2bf16.512"(%[[HIGH]], %[[LOW]])
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.fpclass.ps.512"
// CHECK: %[[ANY:.*]] = vector.reduction <or>
// CHECK: scf.if %[[ANY]]
// CHECK: arith.shrui
// CHECK: } else {
// CHECK-NEXT: scf.yield
func.func @wide(%a: vector<32xf32>) -> vector<32xbf16> {
  %r = arith.truncf %a : vector<32xf32> to vector<32xbf16>
  return %r : vector<32xbf16>
}

// CHECK-LABEL: func.func @one_register
// CHECK: llvm.call_intrinsic "llvm.x86.avx512bf16.cvtneps2bf16.512"(%arg0)
func.func @one_register(%a: vector<16xf32>) -> vector<16xbf16> {
  %r = arith.truncf %a : vector<16xf32> to vector<16xbf16>
  return %r : vector<16xbf16>
}

// Less than a register, or toward zero: by integers.
// CHECK-LABEL: func.func @short
// CHECK-NOT: bf16.512
// CHECK: return
func.func @short(%a: vector<8xf32>) -> vector<8xbf16> {
  %r = arith.truncf %a : vector<8xf32> to vector<8xbf16>
  return %r : vector<8xbf16>
}

// CHECK-LABEL: func.func @toward_zero
// CHECK-NOT: bf16.512
// CHECK: return
func.func @toward_zero(%a: vector<32xf32>) -> vector<32xbf16> {
  %r = tts.fp_convert %a, rounding = rtz : vector<32xf32> -> vector<32xbf16>
  return %r : vector<32xbf16>
}

// What every operation on bf16 rounds: shorter code.
// CHECK-LABEL: func.func @arithmetic
// CHECK-NOT: bf16.512
// CHECK: return
func.func @arithmetic(%a: vector<32xbf16>, %b: vector<32xbf16>) -> vector<32xbf16> {
  %r = arith.addf %a, %b : vector<32xbf16>
  return %r : vector<32xbf16>
}
