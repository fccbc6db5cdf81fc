// Declarations that cannot be defined, reported where they are called.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --cpu-library-functions --split-input-file --verify-diagnostics

func.func private @__nv_nosuch(f32) -> f32
func.func @unknown(%x: f32) -> f32 {
  // expected-error @below {{no implementation of '__nv_nosuch' on CPU}}
  %y = call @__nv_nosuch(%x) : (f32) -> f32
  return %y : f32
}

// -----

func.func private @__nv_tgammaf(f32, f32) -> f32
func.func @arity(%x: f32) -> f32 {
  // expected-error @below {{'__nv_tgammaf' takes 1 operands, not 2}}
  %y = call @__nv_tgammaf(%x, %x) : (f32, f32) -> f32
  return %y : f32
}

// -----

func.func private @__nv_byte_perm(i32, i32, i32) -> i64
func.func @type(%x: i32) -> i64 {
  // expected-error @below {{'__nv_byte_perm' gives 'i32' for these operands, not 'i64'}}
  %y = call @__nv_byte_perm(%x, %x, %x) : (i32, i32, i32) -> i64
  return %y : i64
}

// -----

// Without a call, where it is declared.
// expected-error @below {{no implementation of '__nv_nosuch' on CPU}}
func.func private @__nv_nosuch(f32) -> f32
