// What shape ops refuse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

tt.func @empty_range() {
  // expected-error @+1 {{start must be less than end, got 8 and 8}}
  %0 = tt.make_range {end = 8 : i32, start = 8 : i32} : tensor<1xi32>
  tt.return
}

// -----

tt.func @range_size() {
  // expected-error @+1 {{has 8 elements, which does not fit 'tensor<16xi32>'}}
  %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<16xi32>
  tt.return
}

// -----

tt.func @range_type() {
  // expected-error @+1 {{must be ranked tensor of 32-bit signless integer values}}
  %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi64>
  tt.return
}

// -----

tt.func @splat_of_block(%x: tensor<8xf32>) {
  // expected-error @+1 {{needs a scalar, got 'tensor<8xf32>'}}
  %0 = tt.splat %x : tensor<8xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @splat_type(%x: f32) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = tt.splat %x : f32 -> tensor<8xf16>
  tt.return
}

// -----

tt.func @unsplat(%x: tensor<8xf32>) {
  // expected-error @+1 {{needs a block of one element, got 'tensor<8xf32>'}}
  %0 = tt.unsplat %x : tensor<8xf32>
  tt.return
}

// -----

tt.func @expand_axis(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{axis 2 is out of range for 'tensor<8xf32>'}}
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @expand_negative_axis(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{axis -1 is out of range for 'tensor<8xf32>'}}
  %0 = tt.expand_dims %x {axis = -1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @expand_result(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<1x8xf32>' are incompatible}}
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @broadcast_rank(%x: tensor<8xf32>) {
  // expected-error @+1 {{cannot change the number of dimensions of 'tensor<8xf32>' to that of 'tensor<4x8xf32>'}}
  %0 = tt.broadcast %x : tensor<8xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @broadcast_size(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{cannot change dimension 0 of 'tensor<2x8xf32>' to 4: its size is not 1}}
  %0 = tt.broadcast %x : tensor<2x8xf32> -> tensor<4x8xf32>
  tt.return
}

// -----

tt.func @reshape(%x: tensor<2x8xf32>) {
  // expected-error @+1 {{cannot change the number of elements of 'tensor<2x8xf32>' to that of 'tensor<32xf32>'}}
  %0 = tt.reshape %x : tensor<2x8xf32> -> tensor<32xf32>
  tt.return
}

// -----

tt.func @order_twice(%x: tensor<2x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{order must be a permutation of the 2 dimensions of 'tensor<2x8xf32>'}}
  %0 = tt.trans %x {order = array<i32: 0, 0>} : tensor<2x8xf32> -> tensor<2x2xf32>
  tt.return
}

// -----

tt.func @order_short(%x: tensor<2x8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{order must be a permutation of the 2 dimensions of 'tensor<2x8xf32>'}}
  %0 = tt.trans %x {order = array<i32: 0>} : tensor<2x8xf32> -> tensor<2xf32>
  tt.return
}

// -----

tt.func @join(%x: tensor<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<8x2xf32>' are incompatible}}
  %0 = tt.join %x, %x : tensor<8xf32> -> tensor<16xf32>
  tt.return
}

// -----

tt.func @split(%x: tensor<8x4xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{operand must have at least two dimensions, the last of size 2}}
  %0, %1 = tt.split %x : tensor<8x4xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @cat(%x: tensor<8x2xf32>) {
  // expected-error @+1 {{result must have twice the size of the operands in dimension 0, got 'tensor<8x4xf32>'}}
  %0 = tt.cat %x, %x : tensor<8x2xf32> -> tensor<8x4xf32>
  tt.return
}
