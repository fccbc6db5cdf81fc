// What the pass refuses, and why.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt --triton-arith-to-linalg --split-input-file --verify-diagnostics %s

tt.func @ptx(%x: tensor<8xi32>) {
  // expected-error @+1 {{inline assembly is PTX, which has no meaning on targets other than NVIDIA GPUs}}
  %0 = tt.elementwise_inline_asm "mov $0, $1;" {constraints = "=r,r", pure = true, packed_element = 1 : i32} %x : tensor<8xi32> -> tensor<8xi32>
  tt.return
}

// -----

tt.func @arity(%x: f32) {
  // expected-error @+1 {{'__nv_powf' takes 2 operands, got 1}}
  %0 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (f32) -> f32
  tt.return
}

// -----

tt.func @too_early(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{is not expected at the structured stop; an earlier pass should have lowered it}}
  %0 = tt.load %p : !tt.ptr<f32>
  tt.return
}
