// What elementwise ops refuse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

tt.func @bitcast_width(%x: f32) {
  // expected-error @+1 {{needs types of one width, got 'f32' and 'i16'}}
  %0 = tt.bitcast %x : f32 -> i16
  tt.return
}

// -----

tt.func @bitcast_pointer(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cannot turn '!tt.ptr<f32>' into 'i64': only one of them is a pointer}}
  %0 = tt.bitcast %p : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @bitcast_address_space(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cannot change the address space}}
  %0 = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<f32, 3>
  tt.return
}

// -----

tt.func @bitcast_shape(%x: tensor<8xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = tt.bitcast %x : tensor<8xf32> -> tensor<4xi32>
  tt.return
}

// -----

tt.func @narrow_without_rounding(%x: tensor<8xf32>) {
  // expected-error @+1 {{needs a rounding to narrow 'f32' to 'f8E5M2'}}
  %0 = tt.fp_to_fp %x : tensor<8xf32> -> tensor<8xf8E5M2>
  tt.return
}

// -----

tt.func @no_float(%x: tensor<8xi32>) {
  // expected-error @+1 {{operand #0 must be floating-point or ranked tensor of floating-point values}}
  %0 = tt.precise_sqrt %x : tensor<8xi32>
  tt.return
}

// -----

tt.func @addptr_offset(%p: !tt.ptr<f32>, %x: f32) {
  // expected-error @+1 {{operand #1 must be integer or ranked tensor of integer values, but got 'f32'}}
  %0 = tt.addptr %p, %x : !tt.ptr<f32>, f32
  tt.return
}

// -----

tt.func @not_a_power_of_two(%x: tensor<12xf32>) {
  // expected-error @+1 {{the number of elements of a block must be a power of two, got 'tensor<12xf32>'}}
  %0 = tt.precise_sqrt %x : tensor<12xf32>
  tt.return
}

// -----

tt.func @too_large(%x: tensor<2048x1024xf32>) {
  // expected-error @+1 {{blocks may have at most 1048576 elements, got 'tensor<2048x1024xf32>'}}
  %0 = tt.precise_sqrt %x : tensor<2048x1024xf32>
  tt.return
}

// -----

// The product of the sizes is 2^63.
tt.func @far_too_large(%x: tensor<2x4611686018427387904xf32>) {
  // expected-error @+1 {{blocks may have at most 1048576 elements, got 'tensor<2x4611686018427387904xf32>'}}
  %0 = tt.precise_sqrt %x : tensor<2x4611686018427387904xf32>
  tt.return
}

// -----

tt.func @dynamic(%x: tensor<?xf32>) {
  // expected-error @+1 {{needs blocks of static shape, got 'tensor<?xf32>'}}
  %0 = tt.precise_sqrt %x : tensor<?xf32>
  tt.return
}

// -----

tt.func @scalar_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{if an operand is non-scalar, then there must be at least one non-scalar result}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "f"} : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @pack_zero(%x: tensor<8xi32>) {
  // expected-error @+1 {{packed_element must be positive, got 0}}
  %0 = tt.elementwise_inline_asm "" {constraints = "", packed_element = 0 : i32, pure = true} %x : tensor<8xi32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @pack_three(%x: tensor<8xi32>) {
  // expected-error @+1 {{packed_element 3 must divide the number of elements of 'tensor<8xi32>'}}
  %0 = tt.elementwise_inline_asm "" {constraints = "", packed_element = 3 : i32, pure = true} %x : tensor<8xi32> -> tensor<8xi32>
  tt.return
}
