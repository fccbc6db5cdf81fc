// What loads, stores, atomics and block pointers refuse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

tt.func @load_of_no_pointer(%x: tensor<8xf32>) {
  // expected-error @+1 {{must be pointer to a scalar}}
  %0 = tt.load %x : tensor<8xf32>
  tt.return
}

// -----

tt.func @mask_shape(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<4xi1>) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%m' expects different type than prior uses: 'tensor<8xi1>' vs 'tensor<4xi1>'}}
  %0 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @mask_of_one_lane(%p: tensor<8x!tt.ptr<f32>>, %m: i1) {
  // expected-error @+1 {{failed to verify that mask type matches ptr type}}
  %0 = "tt.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<8x!tt.ptr<f32>>, i1) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @result_type(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @+1 {{failed to verify that result matches ptr type}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf16>
  tt.return
}

// -----

tt.func @other_without_mask(%p: tensor<8x!tt.ptr<f32>>, %o: tensor<8xf32>) {
  // expected-error @+1 {{other needs a mask}}
  %0 = "tt.load"(%p, %o) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @check_without_block_pointer(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @+1 {{boundaryCheck needs a block pointer, got 'tensor<8x!tt.ptr<f32>>'}}
  %0 = tt.load %p {boundaryCheck = array<i32: 0>} : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @padding_without_block_pointer(%p: tensor<8x!tt.ptr<f32>>) {
  // expected-error @+1 {{padding needs a block pointer}}
  %0 = tt.load %p {padding = 1 : i32} : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @check_out_of_range(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error @+1 {{boundaryCheck names dimension 1, which 'tensor<8xf32>' does not have}}
  %0 = tt.load %p {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @check_twice(%p: !tt.ptr<tensor<8xf32>>, %v: tensor<8xf32>) {
  // expected-error @+1 {{boundaryCheck names dimension 0 twice}}
  tt.store %p, %v {boundaryCheck = array<i32: 0, 0>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @masked_block_pointer(%p: !tt.ptr<tensor<8xf32>>, %m: tensor<8xi1>) {
  // expected-error @+1 {{a block pointer is checked by boundaryCheck, not by a mask}}
  %0 = tt.load %p, %m : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @nan_integers(%p: !tt.ptr<tensor<8xi32>>) {
  // expected-error @+1 {{cannot pad 'tensor<8xi32>' with NaN}}
  %0 = tt.load %p {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<8xi32>>
  tt.return
}

// -----

tt.func @store_value(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf16>) {
  // expected-error @+1 {{failed to verify that value type matches ptr type}}
  "tt.store"(%p, %v) : (tensor<8x!tt.ptr<f32>>, tensor<8xf16>) -> ()
  tt.return
}

// -----

tt.func @cache_hint(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'cache' [none, ca, cg, wb, cs, wt, cv]}}
  %0 = tt.load %p cacheModifier = l1 : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @float_and(%p: !tt.ptr<f32>, %v: f32) {
  // expected-error @+1 {{'and' needs integers, got 'f32'}}
  %0 = tt.atomic_rmw and, acq_rel, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @integer_fadd(%p: !tt.ptr<i32>, %v: i32) {
  // expected-error @+1 {{'fadd' needs floats, got 'i32'}}
  %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// -----

tt.func @atomic_pointee(%p: !tt.ptr<f32>, %v: i32) {
  // expected-error @+1 {{failed to verify that ptr type matches value type}}
  %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %v : (!tt.ptr<f32>, i32) -> i32
  tt.return
}

// -----

tt.func @cas_result(%p: !tt.ptr<i32>, %v: i32) {
  // expected-error @+1 {{failed to verify that result type matches cmp type}}
  %0 = tt.atomic_cas acq_rel, gpu, %p, %v, %v : (!tt.ptr<i32>, i32, i32) -> i64
  tt.return
}

// -----

tt.func @releasing_load(%p: !tt.ptr<i32>) {
  // expected-error @+1 {{cannot be 'release', only acquire or relaxed}}
  %0 = tt.atomic_load release, gpu, %p : (!tt.ptr<i32>) -> i32
  tt.return
}

// -----

tt.func @acquiring_store(%p: !tt.ptr<i32>, %v: i32) {
  // expected-error @+1 {{cannot be 'acquire', only release or relaxed}}
  tt.atomic_store acquire, gpu, %p, %v : !tt.ptr<i32>
  tt.return
}

// -----

tt.func @rank(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{needs a size, a stride and an offset for each dimension of 'tensor<8x32xf16>', got 1}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 1, 0>} : <tensor<8x32xf16>>
  tt.return
}

// -----

tt.func @order(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{order must be a permutation of the dimensions}}
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 1>} : <tensor<8x32xf16>>
  tt.return
}

// -----

tt.func @short_order(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{order must name each dimension of 'tensor<8x32xf16>'}}
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 0>} : <tensor<8x32xf16>>
  tt.return
}

// -----

tt.func @advance(%p: !tt.ptr<tensor<8x32xf16>>, %i: i32) {
  // expected-error @+1 {{needs one offset for each dimension of 'tensor<8x32xf16>', got 1}}
  %0 = tt.advance %p, [%i] : <tensor<8x32xf16>>
  tt.return
}

// -----

// expected-error @+1 {{pointee must be an integer, a float, a pointer or a block, got 'index'}}
tt.func @pointee(%p: !tt.ptr<index>)

// -----

// expected-error @+1 {{address space must not be negative, got -1}}
tt.func @address_space(%p: !tt.ptr<f32, -1>)

// -----

// expected-error @+1 {{unknown address space 'shared'}}
tt.func @address_space_by_name(%p: !tt.ptr<f32, "shared">)

// -----

// expected-error @+1 {{block pointer needs a static shape, got 'tensor<?xf32>'}}
tt.func @dynamic_block(%p: !tt.ptr<tensor<?xf32>>)
