// What the tts dialect refuses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{sizes must be positive, got 0}}
func.func private @empty(%b: !tts.block<0xf32>)

// -----

// expected-error @+1 {{element type must be an integer, a float or a pointer, got 'index'}}
func.func private @element(%b: !tts.block<8xindex>)

// -----

func.func @strides(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{needs 2 strides, one for each dimension of the block, got 1}}
  %0 = tts.make_block %p offset %o strides [1] : (!tt.ptr<f32>) -> !tts.block<8x4xf32>
  return
}

// -----

func.func @bounds(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{needs 2 lower bounds, one for each dimension of the block, got 1}}
  %0 = tts.make_block %p offset %o strides [1, 1] bounds [0 : 8] : (!tt.ptr<f32>) -> !tts.block<8x4xf32>
  return
}

// -----

func.func @dynamic_strides(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{has 1 dynamic strides, but 0 operands}}
  %0 = "tts.make_block"(%p, %o) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0, 0, 0, 0>, static_strides = array<i64: -9223372036854775808>, static_lower = array<i64: 0>, static_upper = array<i64: 8>, wrap_dims = array<i32>}> : (!tt.ptr<f32>, index) -> !tts.block<8xf32>
  return
}

// -----

func.func @pointee(%p: !tt.ptr<f16>, %o: index) {
  // expected-error @+1 {{base points to 'f16', but the block's elements are 'f32'}}
  %0 = tts.make_block %p offset %o strides [1] : (!tt.ptr<f16>) -> !tts.block<8xf32>
  return
}

// -----

func.func @base_shape(%p: tensor<4x!tt.ptr<f32>>, %o: index) {
  // expected-error @+1 {{must have the shape of the block '!tts.block<8xf32>'}}
  %0 = tts.make_block %p offset %o strides [0] : (tensor<4x!tt.ptr<f32>>) -> !tts.block<8xf32>
  return
}

// -----

func.func @wrapped_dimension(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{wrapped dimension 1 is out of range for '!tts.block<8xf32>'}}
  %0 = tts.make_block %p offset %o strides [1] wrap {dims = [1]} [(%o, %o)] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  return
}

// -----

func.func @wrapped_twice(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{dimension 0 is wrapped twice}}
  %0 = tts.make_block %p offset %o strides [1] wrap {dims = [0, 0]} [(%o, %o), (%o, %o)] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  return
}

// -----

func.func @clipped_dimension(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{clipped dimension 1 is not wrapped}}
  %0 = tts.make_block %p offset %o strides [1, 1] wrap {dims = [0], clip = [1]} [(%o, %o)] : (!tt.ptr<f32>) -> !tts.block<8x8xf32>
  return
}

// -----

func.func @wrap_count(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{needs a start and a modulus for each of the 1 wrapped dimensions}}
  %0 = tts.make_block %p offset %o strides [1] wrap {dims = [0]} [] : (!tt.ptr<f32>) -> !tts.block<8xf32>
  return
}

// -----

func.func @gather(%p: !tt.ptr<f32>, %o: index, %g: tensor<4xi64>) {
  // expected-error @+1 {{gather 'tensor<4xi64>' must have the shape of the block '!tts.block<8xf32>'}}
  %0 = tts.make_block %p offset %o strides [0] gather %g : (!tt.ptr<f32>, tensor<4xi64>) -> !tts.block<8xf32>
  return
}

// -----

func.func @mask(%p: !tt.ptr<f32>, %o: index, %m: tensor<4xi1>) {
  // expected-error @+1 {{mask 'tensor<4xi1>' must have the shape of the block '!tts.block<8xf32>'}}
  %0 = tts.make_block %p offset %o strides [1] mask %m : (!tt.ptr<f32>, tensor<4xi1>) -> !tts.block<8xf32>
  return
}

// -----

func.func @types(%p: !tt.ptr<f32>, %o: index, %m: tensor<8xi1>) {
  // expected-error @+1 {{expected the types of base, gather and mask (as far as present) and of one result}}
  %0 = tts.make_block %p offset %o strides [1] mask %m : (!tt.ptr<f32>) -> !tts.block<8xf32>
  return
}

// -----

func.func @result(%p: !tt.ptr<f32>, %o: index) {
  // expected-error @+1 {{expected a !tts.block result}}
  %0 = tts.make_block %p offset %o strides [1] : (!tt.ptr<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @load_result(%b: !tts.block<8xf32>) {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{inferred type(s) 'tensor<8xf32>' are incompatible}}
  %0 = tts.load %b : !tts.block<8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @other(%b: !tts.block<8xf32>, %o: i32) {
  // expected-error @+1 {{other (unless a scalar) must have type 'tensor<8xf32>' to match the block, got 'i32'}}
  %0 = tts.load %b other %o : !tts.block<8xf32>, i32 -> tensor<8xf32>
  return
}

// -----

func.func @store(%b: !tts.block<8xf32>, %v: tensor<8xf16>) {
  // expected-error @+1 {{value must have type 'tensor<8xf32>' to match the block, got 'tensor<8xf16>'}}
  tts.store %v, %b : tensor<8xf16>, !tts.block<8xf32>
  return
}

// -----

func.func @rmw(%b: !tts.block<f32>, %v: tensor<1xf32>) {
  // expected-error @+1 {{value must have type 'f32' to match the block, got 'tensor<1xf32>'}}
  %0 = tts.atomic_rmw fadd, relaxed, gpu, %b, %v : !tts.block<f32>, tensor<1xf32> -> tensor<1xf32>
  return
}

// -----

func.func @cas(%b: !tts.block<i32>, %v: i64) {
  // expected-error @+1 {{compare must have type 'i32' to match the block, got 'i64'}}
  %0 = tts.atomic_cas relaxed, gpu, %b, %v, %v : !tts.block<i32>, i64 -> i64
  return
}
