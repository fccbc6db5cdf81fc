// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-to-llvm --split-input-file --verify-diagnostics

// An op that belongs to an earlier stop is named where it stands.
func.func @leftover() {
  // expected-error @+1 {{failed to legalize operation 'tt.get_program_id'}}
  %0 = tt.get_program_id x : i32
  return
}

// -----

func.func @tensors() {
  // expected-error @+1 {{failed to legalize operation 'tensor.empty'}}
  %0 = tensor.empty() : tensor<4xf32>
  return
}
