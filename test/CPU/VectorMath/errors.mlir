// What the pass refuses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-vector-math --split-input-file --verify-diagnostics

func.func @unknown(%x: f32) -> f32 {
  // expected-error @below {{no implementation of '__nv_nosuch' on CPU}}
  %y = tts.extern "__nv_nosuch"(%x) : (f32) -> f32
  return %y : f32
}

// -----

func.func @arity(%x: f32) -> f32 {
  // expected-error @below {{'__nv_powf' takes 2 operands, not 1}}
  %y = tts.extern "__nv_powf"(%x) : (f32) -> f32
  return %y : f32
}

// -----

func.func @foreign(%x: f32) -> f32 {
  // expected-error @below {{'__ocml_exp_f32' is not a libdevice symbol}}
  %y = tts.extern "__ocml_exp_f32"(%x) : (f32) -> f32
  return %y : f32
}

// -----

func.func @types(%x: f32) -> f64 {
  // expected-error @below {{'__nv_expf' takes and gives one float type}}
  %y = tts.extern "__nv_expf"(%x) : (f32) -> f64
  return %y : f64
}
