// What grid ops, debugging aids, functions and calls refuse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: triton-shared-opt %s --split-input-file --verify-diagnostics

tt.func @axis() {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'axis' [x, y, z]}}
  %0 = tt.get_program_id w : i32
  tt.return
}

// -----

tt.func @type() {
  // expected-error @+1 {{result #0 must be 32-bit signless integer, but got 'i64'}}
  %0 = tt.get_program_id x : i64
  tt.return
}

// -----

tt.func @print(%x: i32) {
  // expected-error @+1 {{needs an entry in isSigned for each of its 2 operands, got 1}}
  tt.print "x" {hex = false, isSigned = array<i32: 1>} : %x, %x : i32, i32
  tt.return
}

// -----

tt.func @assert(%x: i32) {
  // expected-error @+1 {{operand #0 must be 1-bit signless integer or ranked tensor of 1-bit signless integer values}}
  tt.assert %x, "x" : i32
  tt.return
}

// -----

tt.func @nobody() {
  // expected-error @+1 {{callee @nowhere is not a tt.func}}
  tt.call @nowhere() : () -> ()
  tt.return
}

// -----

// expected-note @+1 {{callee}}
tt.func private @callee(%a: i32) -> i32
tt.func @call_type(%a: i64) {
  // expected-error @+1 {{has type '(i64) -> i32', but the callee has type '(i32) -> i32'}}
  %0 = tt.call @callee(%a) : (i64) -> i32
  tt.return
}

// -----

tt.func @return(%a: i64) -> i32 {
  // expected-error @+1 {{gives ('i64'), but the function's results are ('i32')}}
  tt.return %a : i64
}

// -----

tt.func @outer() {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  tt.func @inner() {
    tt.return
  }
  tt.return
}

// -----

func.func @elsewhere() {
  // expected-error @+1 {{expects parent op 'tt.func'}}
  tt.return
}

// -----

tt.func @more_signs(%a: i32) {
  // expected-error @+1 {{needs an entry in isSigned for each of its 1 operands, got 2}}
  tt.print " a: " {hex = false, isSigned = array<i32: 0, 1>} : %a : i32
  tt.return
}
