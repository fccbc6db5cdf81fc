// What matrix products, gather and histogram refuse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

tt.func @width(%a: tensor<16x32xf16>, %b: tensor<32x8xf32>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{a and b must both be integers or both floats, of one width, got 'f16' and 'f32'}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xf32> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @kind(%a: tensor<16x32xf16>, %b: tensor<32x8xi16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{a and b must both be integers or both floats, of one width, got 'f16' and 'i16'}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x8xi16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @accumulator(%a: tensor<16x32xi8>, %b: tensor<32x8xi8>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{cannot accumulate 'i8' in 'f32'}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xi8> * tensor<32x8xi8> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @one_dimension(%a: tensor<16xf32>) {
  // expected-error @+1 {{operands must have two or three dimensions, got 1}}
  %0 = tt.dot %a, %a, %a : tensor<16xf32> * tensor<16xf32> -> tensor<16xf32>
  tt.return
}

// -----

tt.func @ranks(%a: tensor<16x32xf32>, %b: tensor<1x32x8xf32>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{operands must have equally many dimensions, got 2, 3 and 2}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<1x32x8xf32> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @inner(%a: tensor<16x32xf32>, %b: tensor<64x8xf32>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{the columns of a (32) must be as many as the rows of b (64)}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<64x8xf32> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @result(%a: tensor<16x32xf32>, %b: tensor<32x8xf32>, %c: tensor<8x16xf32>) {
  // expected-error @+1 {{the accumulator must be 16x8, the rows of a by the columns of b, got 8x16}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x8xf32> -> tensor<8x16xf32>
  tt.return
}

// -----

tt.func @batch(%a: tensor<2x16x32xf32>, %b: tensor<4x32x8xf32>, %c: tensor<2x16x8xf32>) {
  // expected-error @+1 {{batch sizes must agree, got 2, 4 and 2}}
  %0 = tt.dot %a, %b, %c : tensor<2x16x32xf32> * tensor<4x32x8xf32> -> tensor<2x16x8xf32>
  tt.return
}

// -----

tt.func @format(%a: tensor<16x64xf8E5M2>, %b: tensor<64x8xf8E4M3FN>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{a is said to hold e4m3, but is 'tensor<16x64xf8E5M2>'}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x64xf8E5M2> * tensor<64x8xf8E4M3FN> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @packed(%a: tensor<16x64xf8E4M3FN>, %b: tensor<64x8xi8>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{the columns of a (64) must be as many as the rows of b (128)}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = e2m1 {fastMath = false} : tensor<16x64xf8E4M3FN> * tensor<64x8xi8> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @scale(%a: tensor<16x64xf8E4M3FN>, %s: tensor<16x4xi8>, %b: tensor<64x8xf8E4M3FN>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{a_scale must have 2 dimensions that end in 16x2, one scale for each group of 32 elements, got 'tensor<16x4xi8>'}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x64xf8E4M3FN>, tensor<16x4xi8> * tensor<64x8xf8E4M3FN> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @small_scale(%a: tensor<16x64xf8E4M3FN>, %b: tensor<64x8xf8E4M3FN>, %s: tensor<8x2xf8E4M3FN>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{b_scale must have 2 dimensions that end in 8x4, one scale for each group of 16 elements}}
  %0 = tt.dot_scaled %a, %b scale %s, %c lhs = e4m3 rhs = e4m3 {fastMath = false} : tensor<16x64xf8E4M3FN> * tensor<64x8xf8E4M3FN>, tensor<8x2xf8E4M3FN> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @histogram(%x: tensor<64xi32>) {
  // expected-error @+1 {{result must have one dimension, got 'tensor<4x4xi32>'}}
  %0 = tt.histogram %x : tensor<64xi32> -> tensor<4x4xi32>
  tt.return
}

// -----

tt.func @gather_axis(%x: tensor<8xf32>, %i: tensor<16xi32>) {
  // expected-error @+1 {{axis 1 is out of range for 'tensor<8xf32>'}}
  %0 = tt.gather %x[%i] {axis = 1 : i32} : (tensor<8xf32>, tensor<16xi32>) -> tensor<16xf32>
  tt.return
}

// -----

tt.func @gather_rank(%x: tensor<8xf32>, %i: tensor<16x1xi32>) {
  // expected-error @+1 {{source and indices must have equally many dimensions}}
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<16x1xi32>) -> tensor<16x1xf32>
  tt.return
}

// -----

tt.func @gather_sizes(%x: tensor<8x2xf32>, %i: tensor<16x4xi32>) {
  // expected-error @+1 {{source and indices must agree in dimension 1}}
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<16x4xi32>) -> tensor<16x4xf32>
  tt.return
}

// -----

tt.func @gather_result(%x: tensor<8xf32>, %i: tensor<16xi32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<16xf32>' are incompatible}}
  %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<16xi32>) -> tensor<16xf16>
  tt.return
}
