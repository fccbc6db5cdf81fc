// What triton-normalize refuses, and why.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-normalize --split-input-file --verify-diagnostics %s

tt.func public @recursive(%n: i32) -> i32 {
  // expected-error @below {{recursive call of 'recursive': a kernel cannot call itself}}
  %x = tt.call @recursive(%n) : (i32) -> i32
  tt.return %x : i32
}

// -----

tt.func private @outside(i32) -> i32
tt.func public @external(%n: i32) -> i32 {
  // expected-error @below {{calls 'outside', which has no body to inline}}
  %x = tt.call @outside(%n) : (i32) -> i32
  tt.return %x : i32
}

// -----

tt.func public @cast(%x: !tt.ptr<f32>, %n: i64) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %p = tt.make_tensor_ptr %x, [%n], [%one], [%c0] {order = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  // expected-error @below {{'builtin.unrealized_conversion_cast' cannot take or make a tensor pointer or descriptor}}
  %q = builtin.unrealized_conversion_cast %p : !tt.ptr<tensor<8xf32>> to !tt.ptr<tensor<8xf32>>
  %v = tt.load %q : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func public @region(%x: !tt.ptr<f32>, %n: i64) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %p = tt.make_tensor_ptr %x, [%n], [%one], [%c0] {order = array<i32: 0>} : !tt.ptr<tensor<8xf32>>
  // expected-error @below {{'scf.execute_region' cannot take or make a tensor pointer or descriptor}}
  %q = scf.execute_region -> !tt.ptr<tensor<8xf32>> {
    scf.yield %p : !tt.ptr<tensor<8xf32>>
  }
  %v = tt.load %q : !tt.ptr<tensor<8xf32>>
  tt.return
}
