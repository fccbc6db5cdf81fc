// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Positions that are divided by a power of two as floats.
// RUN: triton-shared-opt %s --triton-normalize | FileCheck %s

// CHECK-LABEL: tt.func @half(
// CHECK: %[[REST:.*]] = arith.remsi
// CHECK-NEXT: %[[Q:.*]] = arith.divsi %[[REST]], %{{.*}}
// CHECK-NEXT: tt.return %[[Q]]
tt.func @half(%x: tensor<8xi32>) -> tensor<8xi32> {
  %n = arith.constant dense<111> : tensor<8xi32>
  %s = arith.constant dense<0.5> : tensor<8xf32>
  %i = arith.remsi %x, %n : tensor<8xi32>
  %f = arith.sitofp %i : tensor<8xi32> to tensor<8xf32>
  %g = arith.mulf %s, %f : tensor<8xf32>
  %r = arith.fptosi %g : tensor<8xf32> to tensor<8xi32>
  tt.return %r : tensor<8xi32>
}

// A quotient by 4, to 64 bits; fp64 has all positions of 32 bits, if they have
// no sign.
// CHECK-LABEL: tt.func @quotient(
// CHECK: %[[C4:.*]] = arith.constant dense<4> : tensor<8xi32>
// CHECK: %[[Q:.*]] = arith.divsi %{{.*}}, %[[C4]]
// CHECK: %[[R:.*]] = arith.extsi %[[Q]] : tensor<8xi32> to tensor<8xi64>
// CHECK: tt.return %[[R]]
tt.func @quotient() -> tensor<8xi64> {
  %pid = tt.get_program_id x : i32
  %i = tt.splat %pid : i32 -> tensor<8xi32>
  %n = arith.constant dense<4.0> : tensor<8xf64>
  %f = arith.sitofp %i : tensor<8xi32> to tensor<8xf64>
  %g = arith.divf %f, %n : tensor<8xf64>
  %r = arith.fptosi %g : tensor<8xf64> to tensor<8xi64>
  tt.return %r : tensor<8xi64>
}

// The last position that fp32 is sure to have is 2^24 - 1.
// CHECK-LABEL: tt.func @exact(
// CHECK-NOT: arith.fptosi
tt.func @exact(%x: i32) -> i32 {
  %n = arith.constant 16777216 : i32
  %s = arith.constant 0.5 : f32
  %i = arith.remsi %x, %n : i32
  %f = arith.sitofp %i : i32 to f32
  %g = arith.mulf %f, %s : f32
  %r = arith.fptosi %g : f32 to i32
  tt.return %r : i32
}

// CHECK-LABEL: tt.func @rounded(
// CHECK: arith.fptosi
tt.func @rounded(%x: i32) -> i32 {
  %n = arith.constant 16777217 : i32
  %s = arith.constant 0.5 : f32
  %i = arith.remsi %x, %n : i32
  %f = arith.sitofp %i : i32 to f32
  %g = arith.mulf %f, %s : f32
  %r = arith.fptosi %g : f32 to i32
  tt.return %r : i32
}

// bf16 has eight bits.
// CHECK-LABEL: tt.func @few_bits(
// CHECK: arith.fptosi
tt.func @few_bits(%x: i32) -> i32 {
  %n = arith.constant 257 : i32
  %s = arith.constant 0.5 : bf16
  %i = arith.remsi %x, %n : i32
  %f = arith.sitofp %i : i32 to bf16
  %g = arith.mulf %f, %s : bf16
  %r = arith.fptosi %g : bf16 to i32
  tt.return %r : i32
}

// Nothing is known of the position.
// CHECK-LABEL: tt.func @unknown(
// CHECK: arith.fptosi
tt.func @unknown(%x: i32) -> i32 {
  %s = arith.constant 0.5 : f32
  %f = arith.sitofp %x : i32 to f32
  %g = arith.mulf %f, %s : f32
  %r = arith.fptosi %g : f32 to i32
  tt.return %r : i32
}

// CHECK-LABEL: tt.func @other_scales(
// CHECK-COUNT-4: arith.fptosi
tt.func @other_scales(%x: i32) -> (i32, i32, i32, i32) {
  %n = arith.constant 100 : i32
  %third = arith.constant 0.333333343 : f32
  %negative = arith.constant -0.5 : f32
  %twice = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %i = arith.remsi %x, %n : i32
  %f = arith.sitofp %i : i32 to f32
  %a = arith.mulf %f, %third : f32
  %ra = arith.fptosi %a : f32 to i32
  %c = arith.mulf %f, %negative : f32
  %rc = arith.fptosi %c : f32 to i32
  %d = arith.mulf %f, %twice : f32
  %rd = arith.fptosi %d : f32 to i32
  %e = arith.divf %half, %f : f32
  %re = arith.fptosi %e : f32 to i32
  tt.return %ra, %rc, %rd, %re : i32, i32, i32, i32
}

// The divisor has no place in 8 bits.
// CHECK-LABEL: tt.func @small_type(
// CHECK: arith.fptosi
tt.func @small_type(%x: i8) -> i32 {
  %n = arith.constant 100 : i8
  %s = arith.constant 0.00390625 : f32
  %i = arith.remsi %x, %n : i8
  %f = arith.sitofp %i : i8 to f32
  %g = arith.mulf %f, %s : f32
  %r = arith.fptosi %g : f32 to i32
  tt.return %r : i32
}
