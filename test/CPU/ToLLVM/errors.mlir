// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-to-llvm --split-input-file --verify-diagnostics

// An op that belongs to an earlier stop is named where it stands.
func.func @leftover() {
  // expected-error @+1 {{failed to legalize operation 'tt.get_program_id'}}
  %0 = tt.get_program_id x : i32
  return
}

// -----

// Blocks that have not become loops: the first one is named.
func.func @tensors(%x: f32) {
  %0 = arith.addf %x, %x : f32
  // expected-error @+1 {{'tensor.empty' op deals with 'tensor<4xf32>', but tensors have no form in LLVM}}
  %1 = tensor.empty() : tensor<4xf32>
  %2 = math.exp %1 : tensor<4xf32>
  return
}

// -----

// expected-error @+1 {{'func.func' op deals with 'tensor<8xi32>', but tensors have no form in LLVM}}
func.func @argument(%x: tensor<8xi32>) {
  return
}
