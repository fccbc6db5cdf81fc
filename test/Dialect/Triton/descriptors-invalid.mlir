// What tensor descriptors refuse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a ranked tensor type, got 'f32'}}
tt.func @type(%d: !tt.tensordesc<f32>)

// -----

// expected-error @+1 {{descriptor needs a block of static shape and at least one dimension, got 'tensor<f32>'}}
tt.func @rank_zero(%d: !tt.tensordesc<tensor<f32>>)

// -----

// expected-error @+1 {{descriptor elements must be integers or floats, got '!tt.ptr<f32>'}}
tt.func @elements(%d: !tt.tensordesc<8x!tt.ptr<f32>>)

// -----

tt.func @rank(%p: !tt.ptr<f16>, %m: i32, %n: i64) {
  // expected-error @+1 {{needs a size and a stride for each dimension of '!tt.tensordesc<tensor<16x32xf16>>', got 2 in all}}
  %d = tt.make_tensor_descriptor %p, [%m], [%n] : <f16>, <tensor<16x32xf16>>
  tt.return
}

// -----

tt.func @base(%p: !tt.ptr<f32>, %m: i32, %n: i64) {
  // expected-error @+1 {{base points to 'f32', but the elements of '!tt.tensordesc<tensor<32xf16>>' are 'f16'}}
  %d = tt.make_tensor_descriptor %p, [%m], [%n] : <f32>, <tensor<32xf16>>
  tt.return
}

// -----

tt.func @nan(%p: !tt.ptr<i32>, %m: i32, %n: i64) {
  // expected-error @+1 {{cannot pad '!tt.tensordesc<tensor<32xi32>>' with NaN}}
  %d = tt.make_tensor_descriptor %p, [%m], [%n] {padding = 2 : i32} : <i32>, <tensor<32xi32>>
  tt.return
}

// -----

tt.func @indices(%d: !tt.tensordesc<tensor<16x32xf16>>, %i: i32) {
  // expected-error @+1 {{needs one index for each dimension}}
  %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  tt.return
}

// -----

tt.func @shape(%d: !tt.tensordesc<tensor<16x32xf16>>, %i: i32) {
  // expected-error @+1 {{shape of 'tensor<32x16xf16>' must be that of '!tt.tensordesc<tensor<16x32xf16>>', up to dimensions of size 1}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<32x16xf16>
  tt.return
}

// -----

tt.func @element_type(%d: !tt.tensordesc<tensor<32xui8>>, %v: tensor<32xi16>, %i: i32) {
  // expected-error @+1 {{elements must be 'i8', those of '!tt.tensordesc<tensor<32xui8>>', got 'tensor<32xi16>'}}
  tt.descriptor_store %d[%i], %v : !tt.tensordesc<tensor<32xui8>>, tensor<32xi16>
  tt.return
}

// -----

tt.func @reduce_kind(%d: !tt.tensordesc<tensor<32xf16>>, %v: tensor<32xf16>, %i: i32) {
  // expected-error @+1 {{'xor' needs integers, got 'f16'}}
  tt.descriptor_reduce xor, %d[%i], %v : !tt.tensordesc<tensor<32xf16>>, tensor<32xf16>
  tt.return
}

// -----

tt.func @rows(%d: !tt.tensordesc<tensor<2x32xf16>>, %rows: tensor<8xi32>, %i: i32) {
  // expected-error @+1 {{needs a descriptor of one row}}
  %0 = tt.descriptor_gather %d[%rows, %i] : (!tt.tensordesc<tensor<2x32xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf16>
  tt.return
}

// -----

tt.func @row_offsets(%d: !tt.tensordesc<tensor<1x32xf16>>, %rows: tensor<1x8xi32>, %i: i32) {
  // expected-error @+1 {{x_offsets must have one dimension, got 'tensor<1x8xi32>'}}
  %0 = tt.descriptor_gather %d[%rows, %i] : (!tt.tensordesc<tensor<1x32xf16>>, tensor<1x8xi32>, i32) -> tensor<8x32xf16>
  tt.return
}

// -----

tt.func @scatter(%d: !tt.tensordesc<tensor<1x32xf16>>, %rows: tensor<8xi32>, %i: i32, %v: tensor<4x32xf16>) {
  // expected-error @+1 {{must access 8x32 elements, a row of the descriptor for each offset, got 'tensor<4x32xf16>'}}
  tt.descriptor_scatter %d[%rows, %i], %v : !tt.tensordesc<tensor<1x32xf16>>, tensor<8xi32>, i32, tensor<4x32xf16>
  tt.return
}

// -----

tt.func @more_strides(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
  // expected-error @+1 {{needs a size and a stride for each dimension of '!tt.tensordesc<tensor<16xf32>>', got 3 in all}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s, %s] : <f32>, <tensor<16xf32>>
  tt.return
}
