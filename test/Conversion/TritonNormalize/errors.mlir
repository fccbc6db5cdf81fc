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
